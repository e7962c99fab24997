import { describe, expect, test } from 'vitest';
import { contract as redemption } from '#features/redemption/contract.ts';
import { confirmedCode, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract } from './contract.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';

const site = useTestSite();

async function rejected(admin: Client, reason?: string): Promise<number> {
  const id = await loggedDonation(site);
  await admin.call(deciding.rejectDonation, { body: { id, reason } });
  return id;
}

describe('the charts', () => {
  test('count donations and kilograms by their weeks, without the rejected', async () => {
    const admin = await site.admin();
    await loggedDonation(site, { date: '2026-11-16', weight: '0-1kg', dropSite: 'UC East' });
    await confirmedCode(site, admin, { date: '2026-11-20', weight: '3kg+', dropSite: 'UC East' });
    await confirmedCode(site, admin, { date: '2026-11-15', weight: '1-2kg', binLocation: 'Hall' });
    await loggedDonation(site, { date: '2026-08-30' });
    await rejected(admin);
    const { body } = await admin.call(contract.charts, {});
    expect(body.weeks).toHaveLength(12);
    expect(body.weeks[0]?.from).toBe('2026-08-31');
    expect(body.weeks.slice(-2)).toEqual([
      {
        from: '2026-11-09',
        claimedDonations: 1,
        claimedKilograms: 1.5,
        confirmedDonations: 1,
        confirmedKilograms: 1.5,
      },
      {
        from: '2026-11-16',
        claimedDonations: 2,
        claimedKilograms: 4,
        confirmedDonations: 1,
        confirmedKilograms: 3.5,
      },
    ]);
    expect(body.dropSites).toEqual([
      { name: 'UC East', donations: 2, kilograms: 4 },
      { name: 'Hall', donations: 1, kilograms: 1.5 },
    ]);
  });

  test('count codes issued and uses redeemed by the weeks of Winnipeg', async () => {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin);
    // Sunday evening in Winnipeg, Monday in UTC.
    site.now = new Date('2026-11-16T05:59:00Z');
    const { code } = await confirmedCode(site, await site.admin(), { date: '2026-11-15' });
    site.now = new Date('2026-11-16T06:00:00Z');
    for (let use = 0; use < 2; use += 1) {
      await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
    }
    const { body } = await (await site.admin()).call(contract.charts, {});
    expect(body.codes.slice(-2)).toEqual([
      { from: '2026-11-09', issued: 1, redeemed: 0 },
      { from: '2026-11-16', issued: 0, redeemed: 2 },
    ]);
  });
});
