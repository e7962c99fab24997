import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as pickups } from '#features/pickups/contract.ts';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

async function confirmOn(admin: Client, ...dates: string[]): Promise<void> {
  for (const date of dates) await confirmedCode(site, admin, { date });
}

describe("the console's summary", () => {
  test('lists at most fifty pending donations, the newest first', async () => {
    const admin = await site.admin();
    const ids: number[] = [];
    for (let logged = 0; logged < 52; logged += 1) ids.push(await loggedDonation(site));
    await admin.call(contract.confirmDonation, { body: { id: ids[51] ?? 0 } });
    await admin.call(contract.rejectDonation, { body: { id: ids[50] ?? 0 } });
    const { body } = await admin.call(contract.adminSummary, {});
    expect(body.stats.pendingCount).toBe(50);
    expect(body.latestPending.map(({ id }) => id)).toEqual(ids.slice(0, 50).toReversed());
    await loggedDonation(site);
    const next = await admin.call(contract.adminSummary, {});
    expect(next.body.stats.pendingCount).toBe(51);
    expect(next.body.latestPending).toHaveLength(50);
  });
});

describe("the console's figures", () => {
  test('count pending donations, and this month’s donations by their dates', async () => {
    const admin = await site.admin();
    await confirmOn(admin, '2026-10-31', '2026-11-01', '2026-11-20');
    await confirmedCode(site, admin, { studentId: 'OTHER', date: '2026-11-02' });
    await loggedDonation(site, { studentId: 'WAITING', date: '2026-11-03' });
    await loggedDonation(site, { studentId: 'LAST_MONTH', date: '2026-10-31' });
    const rejected = await loggedDonation(site, { studentId: 'REJECTED' });
    await admin.call(contract.rejectDonation, { body: { id: rejected } });
    const { body } = await admin.call(contract.adminSummary, {});
    expect(body.stats).toEqual({
      pendingCount: 2,
      oldestPending: '2026-10-31',
      confirmedThisMonth: 3,
      activeStudents: 3,
      overflowOpen: 0,
      overdueBins: 0,
      pendingPickups: 0,
      provenClaims: 0,
      waitingMail: 0,
    });
  });

  test('count the pickup requests that wait for an answer', async () => {
    const admin = await site.admin();
    const body = { name: 'Oksana Bondar', address: '12 Osborne Street', items: 'Mugs' };
    for (let count = 0; count < 3; count += 1) await site.visitor().call(pickups.requestPickup, { body });
    await admin.call(pickups.setPickupStatus, { params: { id: 1 }, body: { status: 'scheduled' } });
    const summary = await admin.call(contract.adminSummary, {});
    expect(summary.body.stats.pendingPickups).toBe(2);
  });

  test('start a new month at midnight in Winnipeg', async () => {
    const admin = await site.admin();
    await confirmOn(admin, '2026-11-20');
    site.now = new Date('2026-12-01T05:59:59.999Z');
    const before = await (await site.admin()).call(contract.adminSummary, {});
    expect(before.body.stats).toMatchObject({ confirmedThisMonth: 1, activeStudents: 1 });
    site.now = new Date('2026-12-01T06:00:00Z');
    const after = await (await site.admin()).call(contract.adminSummary, {});
    expect(after.body.stats).toMatchObject({ confirmedThisMonth: 0, activeStudents: 0 });
  });

  test('show open alerts, and the active bins by name', async () => {
    const admin = await site.admin();
    await site.database.execute(sql`
      insert into drop_bins (name, location, bin_code, is_active, is_overflowing, last_emptied, created_at, target_days) values
        ('North', 'Hall', 'N', true, true, '2026-11-19T10:00:00Z', ${site.now}, 1),
        ('Closed', 'Yard', 'C', false, false, null, '2026-11-01T10:00:00Z', 1),
        ('East', 'Gate', 'E', true, false, null, '2026-11-18T10:00:00Z', 1)`);
    await site.database.execute(sql`
      insert into overflow_alerts (bin_id, reported_at, status, resolved_at) values
        (1, ${site.now}, 'pending', null),
        (3, ${site.now}, 'acknowledged', null),
        (1, ${site.now}, 'resolved', ${site.now})`);
    const { body } = await admin.call(contract.adminSummary, {});
    expect(body.stats).toMatchObject({ overflowOpen: 2, overdueBins: 1 });
    expect(body.bins).toEqual([
      { id: 3, name: 'East', location: 'Gate', lastEmptied: null, isOverflowing: false, isOverdue: true },
      {
        id: 1,
        name: 'North',
        location: 'Hall',
        lastEmptied: '2026-11-19T10:00:00.000Z',
        isOverflowing: true,
        isOverdue: false,
      },
    ]);
  });
});
