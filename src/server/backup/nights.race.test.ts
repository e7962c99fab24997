import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addSeconds } from '#shared/dates.ts';
import { backups } from '#server/schema.ts';
import { collide } from '#server/testing/races.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { takeNight } from './nights.ts';

const site = useTestSite({ on: 'races' });
const NIGHT = '2026-03-05';
const NOW = new Date('2026-03-05T09:00:00Z');

const taking = (name: string, now: Date) => () =>
  takeNight(site.database, now, NIGHT, { kind: 'folder', location: '/backups', name });

test('of processes that take a night at once one gets it, also where the one before was killed', async () => {
  for (const now of [NOW, addSeconds(NOW, 3600), addSeconds(NOW, 7200)]) {
    const all = ['one', 'two', 'three', 'four'].map((name) => taking(name, now));
    const taken = await collide(site, sql`lock table backups in exclusive mode`, all);
    expect(taken.filter((attempt) => attempt !== null)).toHaveLength(1);
  }
  expect(await site.database.select().from(backups).orderBy(backups.attempt)).toMatchObject([
    { attempt: 1, failure: 'The process that made it ended before it was done.' },
    { attempt: 2, failure: 'The process that made it ended before it was done.' },
    { attempt: 3, failure: null },
  ]);
});
