import { describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract } from './contract.ts';
import { contract as publicSite } from '#features/settings/contract.ts';
import { donations } from '#server/db/schema.ts';
import { confirmedCode, loggedDonation, PHOTO } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();

async function rejectedDonation(
  admin: Client,
  reason?: string,
  fields?: Parameters<typeof loggedDonation>[1],
): Promise<number> {
  const id = await loggedDonation(site, fields);
  await admin.call(contract.rejectDonation, { body: { id, reason } });
  return id;
}

describe('the charts', () => {
  test('count donations by week, without rejected ones', async () => {
    const admin = await site.admin();
    await loggedDonation(site, { date: '2026-11-16' });
    await confirmedCode(site, admin, { date: '2026-11-20' });
    await confirmedCode(site, admin, { date: '2026-11-15' });
    await loggedDonation(site, { date: '2026-10-04' });
    await rejectedDonation(admin);
    const { weeks } = (await admin.call(contract.charts, {})).body;
    expect(weeks).toHaveLength(7);
    expect(weeks[0]).toEqual({ from: '2026-10-05', confirmed: 0, pending: 0 });
    expect(weeks.slice(-2)).toEqual([
      { from: '2026-11-09', confirmed: 1, pending: 0 },
      { from: '2026-11-16', confirmed: 1, pending: 1 },
    ]);
  });

  test('agree with a recount of all donations, as the other figures do', async () => {
    const admin = await site.admin();
    const bands = ['0-1kg', '1-2kg', '2-3kg', '3kg+'] as const;
    const sites = ['UC East', 'Hall', undefined];
    // The remainders mix donors, weights, months, places and states.
    for (let number = 0; number < 24; number += 1) {
      const month = number % 3 === 0 ? '10' : '11';
      const day = String(1 + (number % 20)).padStart(2, '0');
      const fields = {
        studentId: `D${number % 5}`,
        weight: bands[number % 4]!,
        date: `2026-${month}-${day}`,
        dropSite: sites[number % 3],
      };
      if (number % 4 === 1) await loggedDonation(site, fields);
      else if (number % 6 === 2) await rejectedDonation(admin, 'Wet', fields);
      else {
        const { id } = await confirmedCode(site, admin, fields);
        const photo = { photoUrl: PHOTO, actualWeight: bands[number % 3]! };
        if (number % 3 === 0) await admin.call(contract.attachPhoto, { params: { id }, body: photo });
      }
    }

    const allDonations = await site.database.select().from(donations);
    const notRejected = allDonations.filter(({ rejectedAt }) => rejectedAt === null);
    const confirmed = notRejected.filter(({ isConfirmed }) => isConfirmed);
    const ofMonth = confirmed.filter(({ date }) => date.startsWith('2026-11'));
    const kilograms = (rows: typeof allDonations) => sum(rows.map((row) => row.kilograms));
    expect([allDonations.length, notRejected.length, confirmed.length, ofMonth.length]).toEqual([
      24, 20, 14, 8,
    ]);

    const charts = (await admin.call(contract.charts, {})).body;
    const sumBy = <Row>(rows: Row[], figure: (row: Row) => number) => sum(rows.map(figure));
    const inWeeks = notRejected.filter(({ date }) => date >= '2026-10-05');
    expect({
      confirmed: sumBy(charts.weeks, (week) => week.confirmed),
      pending: sumBy(charts.weeks, (week) => week.pending),
    }).toEqual({
      confirmed: inWeeks.filter(({ isConfirmed }) => isConfirmed).length,
      pending: inWeeks.filter(({ isConfirmed }) => !isConfirmed).length,
    });

    const { stats } = (await admin.call(contract.adminSummary, {})).body;
    expect(stats).toMatchObject({
      pendingCount: notRejected.length - confirmed.length,
      confirmedThisMonth: ofMonth.length,
      activeStudents: new Set(
        notRejected
          .filter(({ date }) => date.startsWith('2026-11'))
          .map(({ participantId }) => participantId),
      ).size,
    });
    const { body: community } = await site.visitor().call(publicSite.communitySummary, {});
    expect(community.confirmedThisMonth).toBe(kilograms(ofMonth));
    const donors = await Promise.all([0, 1, 2, 3, 4].map((number) => site.donor(`D${number}`)));
    const summaries = await Promise.all(
      donors.map(async (donor) => (await donor.call(dashboard.donorSummary, {})).body),
    );
    expect({
      all: sumBy(summaries, ({ totals }) => totals.all),
      confirmed: sumBy(summaries, ({ totals }) => totals.confirmed),
      pending: sumBy(summaries, ({ totals }) => totals.pending),
      kilogramsThisMonth: sumBy(summaries, (summary) => summary.kilogramsThisMonth),
    }).toEqual({
      all: notRejected.length,
      confirmed: confirmed.length,
      pending: notRejected.length - confirmed.length,
      kilogramsThisMonth: kilograms(ofMonth),
    });
  });
});

const sum = (figures: number[]) => figures.reduce((before, figure) => before + figure, 0);
