// A text's page comes by the quickest way: whichever that is, it is the same.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordQueries } from '#server/testing/lists.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import type { EndpointArguments } from '#shared/endpoint.ts';
import { contract } from './contract.ts';

const ENTRIES = 30_000;
const OLD = 900;
const PERSON = 7;

const site = useTestSite();

type Query = NonNullable<EndpointArguments<typeof contract.auditLog>['query']>;

const isKim = (number: number) => number % 3 === 0;
const isFailure = (number: number) => number % 30 === 1;
const isOld = (number: number) => number <= OLD;
const isBin = (number: number) => number % 2 === 0;
/** 1,440 entries a day, to the 20th of November. */
const isOfLastDay = (number: number) => number > ENTRIES - 1440;

async function fill() {
  await site.database.execute(sql`
    insert into admins (username, password_hash, created_at) values ('kimberly', 'none', now())`);
  await site.database.execute(sql`
    insert into audit_log (actor, actor_role, action, entity_type, entity_id, participant_id, created_at)
    select case when number % 3 = 0 then 'Kim' else 'donor ' || number end, 'admin',
           case when number % 30 = 1 then 'admin.sign_in_failed' when number <= ${OLD}::int then 'thing.of_old' else 'thing.changed' end,
           case when number % 2 = 0 then 'bin' else 'pickup' end,
           case when number % 30 = 1 then (select id from admins where username = 'kimberly') end,
           case when number % 100 = 0 then ${PERSON}::int end,
           '2026-11-21T06:00:00Z'::timestamptz - (${ENTRIES}::int - number + 1) * interval '1 minute'
    from generate_series(1, ${ENTRIES}::int) number order by number`);
}

const found: [query: Query, has: (number: number) => boolean][] = [
  [{ actor: 'KIM' }, (number) => isKim(number) || isFailure(number)],
  [{ actor: 'kimberly' }, isFailure],
  [{ actor: 'donor 2999' }, (number) => !isKim(number) && String(number).startsWith('2999')],
  [{ action: 'changed' }, (number) => !isOld(number) && !isFailure(number)],
  [{ action: 'of_old' }, (number) => isOld(number) && !isFailure(number)],
  [{ actor: 'kim', action: 'changed' }, (number) => isKim(number) && !isOld(number)],
  [{ actor: 'kim', entityType: 'bin' }, (number) => isBin(number) && (isKim(number) || isFailure(number))],
  [{ actor: 'kim', participantId: PERSON }, (number) => number % 300 === 0],
  [
    { action: 'changed', from: '2026-11-20', to: '2026-11-20' },
    (number) => isOfLastDay(number) && !isFailure(number),
  ],
  [{ actor: 'nobody' }, () => false],
];

const pages = [
  [0, 50],
  [450, 50],
  [9950, 200],
] as const;

test('a text finds the same entries of the log, however it is looked for', async () => {
  const admin = await site.admin();
  await fill();
  const { id: first } = (
    await site.database.execute<{ id: number }>(
      sql`select min(id) as id from audit_log where action = 'thing.of_old'`,
    )
  ).rows[0] ?? { id: 0 };
  const latest = Array.from({ length: ENTRIES }, (_, index) => ENTRIES - index);
  for (const [query, has] of found) {
    const wanted = latest.filter((number) => has(number));
    for (const [offset, limit] of pages) {
      const { body } = await admin.call(contract.auditLog, { query: { ...query, offset, limit } });
      const { items, total, moreThanTotal = false } = body;
      expect(
        { numbers: items.map(({ id }) => id - first + 2), total, moreThanTotal },
        `${JSON.stringify(query)} ${offset}`,
      ).toEqual({
        numbers: wanted.slice(offset, Math.min(offset + limit, 10_000)),
        total: Math.min(wanted.length, 10_000),
        moreThanTotal: wanted.length > 10_000,
      });
    }
  }
}, 120_000);

test('what was written in one go last does not keep the log from being walked', async () => {
  const admin = await site.admin();
  await fill();
  // Each test wants a sample of its own: the clock is set back before it, what the process keeps is not.
  site.pass({ minutes: 11 });
  await site.database.execute(sql`
    insert into audit_log (actor, action, entity_type, created_at)
    select 'site', 'statement.closed', 'partner', '2026-11-21T07:00:00Z' from generate_series(1, 3000)`);
  const queries = recordQueries(site.database);
  const { body } = await admin.call(contract.auditLog, { query: { actor: 'donor' } });
  const searches = queries.stop().filter(({ text }) => text.includes(') "page"'));
  expect(body.items).toHaveLength(50);
  expect(searches).toHaveLength(1);
  expect(searches[0]?.text).not.toContain('"found"');
}, 120_000);

test('entries of which few have room in a block are not taken for more than they are', async () => {
  const admin = await site.admin();
  site.pass({ minutes: 22 });
  await site.database.execute(sql`
    insert into audit_log (actor, action, entity_type, details, created_at)
    select 'alex', case when number > 10500 then 'thing.told' else 'thing.changed' end, 'bin',
           case when number > 10500 then jsonb_build_object('text', repeat('told at length ', 60)) else '{}' end,
           '2026-11-20T06:00:00Z'::timestamptz + number * interval '1 second'
    from generate_series(1, 20000) number order by number`);
  const { body } = await admin.call(contract.auditLog, { query: { action: 'told' } });
  expect(body).toMatchObject({ total: 9500 });
  expect(body).not.toHaveProperty('moreThanTotal');
});
