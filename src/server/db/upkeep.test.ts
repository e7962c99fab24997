import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as pickupRequests } from '#features/pickups/contract.ts';
import { RETRY_DAYS } from '#features/donations/rules.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { doHourly } from '#server/app.ts';
import { auditLog, idempotencyKeys, pickups, rateLimits, sessions, settings } from './schema.ts';
import { dayOf } from '#shared/dates.ts';
import { boundLog, tidyDatabase } from './upkeep.ts';

const site = useTestSite({ rateLimits: true });

test('what has served its time is deleted, and what has not stays', async () => {
  await loggedDonation(site, { studentId: 'D1' });
  await site.donor('D1');
  await site.admin();
  await site.visitor().send('POST', '/api/donations', {
    body: { studentId: 'D2', weight: '3kg+', date: '2026-11-20' },
    headers: { 'idempotency-key': 'a-form' },
  });
  const left = async () => ({
    sessions: (await site.database.select().from(sessions)).length,
    keys: (await site.database.select().from(idempotencyKeys)).length,
    counts: (await site.database.select().from(rateLimits)).length,
  });

  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual({ sessions: 2, keys: 1, counts: 5 });

  site.pass({ days: 8 });
  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual({ sessions: 1, keys: 1, counts: 0 });

  // The longest that a donation may take to be sent again: seven days as a draft, then kept on a phone.
  site.pass({ days: 7 + RETRY_DAYS - 8 });
  await tidyDatabase(site.database, site.now);
  expect((await left()).keys).toBe(1);

  site.pass({ days: 90 });
  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual({ sessions: 0, keys: 0, counts: 0 });
});

describe('what is done once an hour', () => {
  /** By which the site in tests does not go. */
  const realDay = dayOf(new Date(), 'UTC');

  async function expireEverything(): Promise<void> {
    site.now = new Date(Date.now() - 40 * 24 * 60 * 60_000);
    await loggedDonation(site, { date: dayOf(site.now, site.site.timeZone) });
    const admin = await site.admin();
    const body = { name: 'Jo', address: '12 Osborne Street', items: 'Books' };
    const { id } = (await site.visitor().call(pickupRequests.requestPickup, { body })).body;
    await admin.call(pickupRequests.setPickupStatus, { params: { id }, body: { status: 'completed' } });
    await site.database.update(settings).set({ auditMonths: 1, pickupMonths: 1 });
  }

  const left = async () => ({
    removals: await site.database.$count(auditLog, eq(auditLog.action, 'retention.applied')),
    pickups: await site.database.$count(pickups),
    sessions: await site.database.$count(sessions),
  });

  const runHourly = () =>
    doHourly(site.site, site.app.log, (error) => site.app.log.error({ error }, 'upkeep failed'));

  test.each([
    ['ahead', 6],
    ['behind', -6],
  ])('waits while the clock is %s of the database’s, and says so', async (_, minutes) => {
    await expireEverything();
    const before = await left();
    site.now = new Date(Date.now() + minutes * 60_000);
    await runHourly();
    expect(await left()).toEqual(before);
    expect(site.log).toContain(`The clock says ${site.now.toISOString()} here and ${realDay}T`);
  });

  test('is done though one part fails, which the log tells without what was to be written', async () => {
    await expireEverything();
    site.now = new Date(Date.now() + 4 * 60_000);
    await site.database.execute(sql`alter table audit_log rename details to renamed`);
    try {
      await runHourly();
    } finally {
      await site.database.execute(sql`alter table audit_log rename renamed to details`);
    }
    expect(await left()).toEqual({ removals: 0, pickups: 1, sessions: 0 });
    expect(site.log).toContain('column \\"details\\" of relation');
    expect(site.log).not.toContain('Failed query');
    await runHourly();
    expect(await left()).toEqual({ removals: 2, pickups: 0, sessions: 0 });
  });
});

test('the log that a start after a crash plays back is ended once it is long, and not before', async () => {
  const beginning = async () => {
    const { rows } = await site.database.execute<{ redo: string }>(
      sql`select redo_lsn::text as redo from pg_control_checkpoint()`,
    );
    return rows[0]?.redo;
  };
  await loggedDonation(site);
  const before = await beginning();
  await boundLog(site.database, 1_000_000_000);
  expect(await beginning()).toBe(before);
  await boundLog(site.database, 1);
  expect(await beginning()).not.toBe(before);
});
