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

test('deletes only what has expired', async () => {
  await loggedDonation(site, { studentId: 'D1' });
  await site.donor('D1');
  await site.admin();
  await site.visitor().send('POST', '/api/donations', {
    body: { studentId: 'D2', weight: '3kg+', date: '2026-11-20' },
    headers: { 'idempotency-key': 'a-form' },
  });
  const countRows = async () => ({
    sessions: (await site.database.select().from(sessions)).length,
    keys: (await site.database.select().from(idempotencyKeys)).length,
    counts: (await site.database.select().from(rateLimits)).length,
  });

  await tidyDatabase(site.database, site.now);
  expect(await countRows()).toEqual({ sessions: 2, keys: 1, counts: 5 });

  site.pass({ days: 8 });
  await tidyDatabase(site.database, site.now);
  expect(await countRows()).toEqual({ sessions: 1, keys: 1, counts: 0 });

  // A browser may resend a donation this late: seven days as a draft, then RETRY_DAYS in its queue.
  site.pass({ days: 7 + RETRY_DAYS - 8 });
  await tidyDatabase(site.database, site.now);
  expect((await countRows()).keys).toBe(1);

  site.pass({ days: 90 });
  await tidyDatabase(site.database, site.now);
  expect(await countRows()).toEqual({ sessions: 0, keys: 0, counts: 0 });
});

describe('hourly upkeep', () => {
  /** The day of the database's clock, which the tests do not set. */
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

  const readCounts = async () => ({
    removals: await site.database.$count(auditLog, eq(auditLog.action, 'retention.applied')),
    pickups: await site.database.$count(pickups),
    sessions: await site.database.$count(sessions),
  });

  const runHourly = () =>
    doHourly(site.site, site.app.log, (error) => site.app.log.error({ error }, 'upkeep failed'));

  test.each([
    ['ahead of', 6],
    ['behind', -6],
  ])('deletes nothing while its clock is %s the database’s, and says so', async (_, minutes) => {
    await expireEverything();
    const before = await readCounts();
    site.now = new Date(Date.now() + minutes * 60_000);
    await runHourly();
    expect(await readCounts()).toEqual(before);
    expect(site.log).toContain(`The clock says ${site.now.toISOString()} here and ${realDay}T`);
  });

  test('continues when one part fails, and logs the reason without the values', async () => {
    await expireEverything();
    site.now = new Date(Date.now() + 4 * 60_000);
    await site.database.execute(sql`alter table audit_log rename details to renamed`);
    try {
      await runHourly();
    } finally {
      await site.database.execute(sql`alter table audit_log rename renamed to details`);
    }
    expect(await readCounts()).toEqual({ removals: 0, pickups: 1, sessions: 0 });
    expect(site.log).toContain('column \\"details\\" of relation');
    expect(site.log).not.toContain('Failed query');
    await runHourly();
    expect(await readCounts()).toEqual({ removals: 2, pickups: 0, sessions: 0 });
  });
});

test('makes a checkpoint only once the log is long', async () => {
  const readCheckpoint = async () => {
    const { rows } = await site.database.execute<{ redo: string }>(
      sql`select redo_lsn::text as redo from pg_control_checkpoint()`,
    );
    return rows[0]?.redo;
  };
  await loggedDonation(site);
  const before = await readCheckpoint();
  await boundLog(site.database, 1_000_000_000);
  expect(await readCheckpoint()).toBe(before);
  await boundLog(site.database, 1);
  expect(await readCheckpoint()).not.toBe(before);
});
