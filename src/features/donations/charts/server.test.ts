import { describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/dashboard/contract.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as photoProof } from '#features/donations/photoProof/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { contract as publicSite } from '#features/site/contract.ts';
import { donations } from '#server/schema.ts';
import { confirmedCode, loggedDonation, partnerStore, PHOTO } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract } from './contract.ts';

const site = useTestSite();

async function rejected(
  admin: Client,
  reason?: string,
  given?: Parameters<typeof loggedDonation>[1],
): Promise<number> {
  const id = await loggedDonation(site, given);
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

  test('add up to a plain recount of what is there, and so do the other figures', async () => {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin);
    const bands = ['0-1kg', '1-2kg', '2-3kg', '3kg+'] as const;
    const sites = ['UC East', 'Hall', undefined];
    for (let number = 0; number < 24; number += 1) {
      const given = {
        studentId: `D${number % 5}`,
        weight: bands[number % 4]!,
        date: `2026-${number % 3 === 0 ? '10' : '11'}-${String(1 + (number % 20)).padStart(2, '0')}`,
        dropSite: sites[number % 3],
      };
      if (number % 4 === 1) await loggedDonation(site, given);
      else if (number % 6 === 2) await rejected(admin, 'Wet', given);
      else {
        const { id, code } = await confirmedCode(site, admin, given);
        const photo = { photoUrl: PHOTO, actualWeight: bands[number % 3]! };
        if (number % 3 === 0) await admin.call(photoProof.attachPhoto, { params: { id }, body: photo });
        await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
      }
    }
    await admin.call(redemption.reverseRedemption, { params: { id: 1 }, body: { reason: 'Sold twice' } });

    const all = await site.database.select().from(donations);
    const standing = all.filter(({ rejectedAt }) => rejectedAt === null);
    const confirmed = standing.filter(({ isConfirmed }) => isConfirmed);
    const ofMonth = confirmed.filter(({ date }) => date.startsWith('2026-11'));
    const kilograms = (rows: typeof all) => sum(rows.map((row) => row.kilograms));
    expect([all.length, standing.length, confirmed.length, ofMonth.length]).toEqual([24, 20, 14, 8]);

    const charts = (await admin.call(contract.charts, {})).body;
    const total = <Row>(rows: Row[], figure: (row: Row) => number) => sum(rows.map(figure));
    expect({
      claimed: total(charts.weeks, (week) => week.claimedDonations),
      claimedKilograms: total(charts.weeks, (week) => week.claimedKilograms),
      confirmed: total(charts.weeks, (week) => week.confirmedDonations),
      confirmedKilograms: total(charts.weeks, (week) => week.confirmedKilograms),
      ofSites: total(charts.dropSites, (place) => place.donations),
      kilogramsOfSites: total(charts.dropSites, (place) => place.kilograms),
      issued: total(charts.codes, (week) => week.issued),
      redeemed: total(charts.codes, (week) => week.redeemed),
    }).toEqual({
      claimed: standing.length,
      claimedKilograms: kilograms(standing),
      confirmed: confirmed.length,
      confirmedKilograms: kilograms(confirmed),
      ofSites: standing.length,
      kilogramsOfSites: kilograms(standing),
      issued: confirmed.length,
      // One was given back.
      redeemed: confirmed.length - 1,
    });

    const { stats } = (await admin.call(deciding.adminSummary, {})).body;
    expect(stats).toMatchObject({
      pendingCount: standing.length - confirmed.length,
      confirmedThisMonth: ofMonth.length,
      activeStudents: new Set(
        standing.filter(({ date }) => date.startsWith('2026-11')).map(({ participantId }) => participantId),
      ).size,
    });
    const { body: community } = await site.visitor().call(publicSite.communitySummary, {});
    expect(community.confirmedThisMonth).toBe(kilograms(ofMonth));
    const donors = await Promise.all([0, 1, 2, 3, 4].map((number) => site.donor(`D${number}`)));
    const summaries = await Promise.all(
      donors.map(async (donor) => (await donor.call(dashboard.donorSummary, {})).body),
    );
    expect({
      all: total(summaries, ({ totals }) => totals.all),
      confirmed: total(summaries, ({ totals }) => totals.confirmed),
      pending: total(summaries, ({ totals }) => totals.pending),
      kilogramsThisMonth: total(summaries, (summary) => summary.kilogramsThisMonth),
    }).toEqual({
      all: standing.length,
      confirmed: confirmed.length,
      pending: standing.length - confirmed.length,
      kilogramsThisMonth: kilograms(ofMonth),
    });
  });
});

const sum = (figures: number[]) => figures.reduce((before, figure) => before + figure, 0);
