import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as audit } from '#features/audit/contract.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { contract as photoProof } from '#features/donations/photoProof/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { recountTotals, wrongTotals } from './checkTotals.ts';
import { foldTotals } from './foldTotals.ts';

const site = useTestSite();

/** A little of everything that changes a total. */
async function busyDay(admin: Client): Promise<void> {
  const { id: first, code } = await confirmedCode(site, admin, { studentId: 'D1' });
  await confirmedCode(site, admin, { studentId: 'D2', weight: '3kg+', date: '2026-10-31' });
  const waiting = await loggedDonation(site, { studentId: 'D2', date: '2026-11-01' });
  const refused = await loggedDonation(site, { studentId: 'D3', date: '2025-12-31' });
  await admin.call(deciding.rejectDonation, { body: { id: refused, reason: 'The box was empty' } });
  await admin.call(deciding.confirmDonations, { body: { ids: [waiting, refused] } });
  await admin.call(deciding.undoLastConfirmation, {});
  await admin.call(photoProof.attachPhoto, {
    params: { id: first },
    body: { photoUrl: 'https://example.ca/box.jpg', actualWeight: '0-1kg' },
  });
  const { body } = await admin.call(rewards.codes, { query: { q: code } });
  await admin.call(rewards.revokeCode, { params: { id: body.items[0]?.id ?? 0 } });
  await site.visitor().call(pickups.requestPickup, {
    body: { name: 'Jo', phone: '2045551234', address: '1 Main Street', items: 'Boxes' },
  });
  await admin.call(pickups.setPickupStatus, { params: { id: 1 }, body: { status: 'scheduled' } });
  await admin.call(participants.mergeParticipants, { body: { fromId: 2, toId: 1 } });
  await admin.call(participants.updateParticipant, { params: { id: 1 }, body: { displayName: 'Grace' } });
}

describe('kept totals', () => {
  test('equal a recount after everything that changes one', async () => {
    await busyDay(await site.admin());
    expect(await wrongTotals(site.database)).toEqual([]);
    const { rows } = await site.database.execute(sql`
      select kind, sum(rows)::int as rows from row_counts where table_name in ('donations', 'donor_months')
      group by kind having sum(rows) <> 0 order by kind`);
    expect(rows).toEqual([
      { kind: '2026-10', rows: 1 },
      { kind: '2026-11', rows: 1 },
      { kind: 'confirmed', rows: 1 },
      { kind: 'confirmed with photo', rows: 1 },
      { kind: 'pending', rows: 1 },
      { kind: 'rejected', rows: 1 },
    ]);
  });

  test('are what the lists say', async () => {
    const admin = await site.admin();
    await busyDay(admin);
    const totalOf = async (query: object) => (await admin.call(lists.searchDonations, { query })).body.total;
    expect(await totalOf({})).toBe(4);
    expect(await totalOf({ status: 'confirmed' })).toBe(2);
    expect(await totalOf({ status: 'pending', weight: '2-3kg' })).toBe(1);
    expect(await totalOf({ from: '2026-11-01', to: '2026-11-01' })).toBe(1);
    expect(await totalOf({ status: 'confirmed', from: '2026-10-31', to: '2026-11-19' })).toBe(1);
    expect(await totalOf({ q: 'D2' })).toBe(2);
    const entries = await admin.call(audit.auditLog, { query: { limit: 200 } });
    expect(entries.body.total).toBe(entries.body.items.length);
    const ofCodes = await admin.call(audit.auditLog, { query: { entityType: 'code' } });
    expect(ofCodes.body.total).toBe(ofCodes.body.items.length);
    for (const status of ['any', 'unused', 'used', 'expired'] as const) {
      const { body } = await admin.call(rewards.codes, { query: { status } });
      expect([status, body.total]).toEqual([status, body.items.length]);
    }
  });

  test('stay the same when their slots are folded', async () => {
    const admin = await site.admin();
    await busyDay(admin);
    await foldTotals(site.database);
    await busyDay(admin);
    await foldTotals(site.database);
    expect(await wrongTotals(site.database)).toEqual([]);
    const { rows } = await site.database.execute<{ slots: number }>(sql`
      select count(*)::int as slots from (
        select slot from row_counts union all select slot from donation_days
      ) every where slot <> 0`);
    expect(rows).toEqual([{ slots: 0 }]);
  });

  test('that went wrong are found, and put right by a recount', async () => {
    await busyDay(await site.admin());
    await foldTotals(site.database);
    await site.database.execute(
      sql`update row_counts set rows = rows + 1 where kind = 'pending' and table_name = 'donations'`,
    );
    await site.database.execute(sql`delete from donation_days where day = '2026-10-31'`);
    await site.database.execute(sql`update participants set confirmed_donations = 1 where id = 1`);
    await site.database.execute(
      sql`update discount_codes set participant_text = 'jo' where revoked_at is not null`,
    );
    expect(await wrongTotals(site.database)).toEqual([
      { of: 'donation_days donations: 2026-10-31 confirmed 3kg+', kept: 0, recounted: 1 },
      { of: 'donation_days kilograms: 2026-10-31 confirmed 3kg+', kept: 0, recounted: 3.5 },
      { of: 'row_counts rows: donations pending', kept: 2, recounted: 1 },
      { of: 'participants confirmed_donations: 1', kept: 1, recounted: 2 },
      { of: 'discount_codes that have their participant’s text', kept: 1, recounted: 2 },
    ]);
    await site.database.transaction(recountTotals);
    expect(await wrongTotals(site.database)).toEqual([]);
  });

  test('go back with a change that is rolled back', async () => {
    await loggedDonation(site);
    const undone = site.database.transaction(async (transaction) => {
      await transaction.execute(sql`update donations set weight = '3kg+', date = '2026-01-01', year = 2026`);
      await transaction.execute(sql`delete from pickups`);
      throw new Error('Never mind.');
    });
    await expect(undone).rejects.toThrow('Never mind.');
    expect(await wrongTotals(site.database)).toEqual([]);
  });

  test('follow changes that no part of the site makes', async () => {
    const admin = await site.admin();
    await busyDay(admin);
    await site.database.execute(sql`update donations set weight = '3kg+', date = '2025-02-03', year = 2025`);
    await site.database.execute(sql`delete from discount_codes where revoked_at is not null`);
    await site.database.execute(sql`delete from donations where rejected_at is not null`);
    await site.database.execute(sql`delete from pickups`);
    await site.database.execute(sql`update participants set phone = '204 555 0199' where id = 1`);
    await site.database.execute(sql`update discount_codes set participant_id = 3`);
    const wrong = await wrongTotals(site.database);
    // A participant's own are kept by the site.
    expect(wrong.filter(({ of }) => !of.startsWith('participants'))).toEqual([]);
  });
});
