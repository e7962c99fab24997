import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';

const site = useTestSite();

describe("the donor's dashboard", () => {
  test("shows the donor's own donations and codes, newest first", async () => {
    const admin = await site.admin();
    const confirmed = await confirmedCode(site, admin, { date: '2026-11-18', dropSite: 'Bin 4' });
    const pending = await loggedDonation(site, { weight: '0-1kg', binLocation: 'Riverside Mall' });
    const rejected = await loggedDonation(site, { date: '2026-11-19' });
    await admin.call(deciding.rejectDonation, { body: { id: rejected, reason: 'Broken glass' } });
    await confirmedCode(site, admin, { studentId: 'SOMEBODY_ELSE' });
    const donor = await site.donor('jthiessen');
    const { status, body } = await donor.call(contract.donorSummary, {});
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      opensCodes: true,
      studentId: 'JTHIESSEN',
      keptBadges: 0,
      shareLink: { url: expect.stringContaining('/p/') },
      displayName: null,
      totals: { all: 2, confirmed: 1, pending: 1 },
      codes: [
        {
          code: confirmed.code,
          useCount: 0,
          maxUses: 2,
          expiresAt: '2026-12-20T18:00:00.000Z',
          usedAt: null,
          givenBackAt: null,
        },
      ],
      recent: [
        {
          id: pending,
          date: '2026-11-20',
          mark: expect.any(String),
          weight: '0-1kg',
          actualWeight: null,
          measured_kg: null,
          binLocation: 'Riverside Mall',
          dropSite: null,
          isConfirmed: false,
          isRejected: false,
          rejectionReason: null,
        },
        expect.objectContaining({ id: rejected, isRejected: true, rejectionReason: 'Broken glass' }),
        expect.objectContaining({ id: confirmed.id, isConfirmed: true, dropSite: 'Bin 4' }),
      ],
      rewardTier: 'Green Giver',
      nextGoal: 'Five more donations of 2.5 kg or over this year and you are a Gold Giver.',
      qualifyingDates: ['2026-11-18'],
      kilogramsThisMonth: 2.5,
      waiting: { kilogramsThisMonth: 0.5, qualifyingThisYear: 0 },
    });
  });

  test('shows the measured weight beside the claimed one', async () => {
    await confirmedCode(site, await site.admin(), { weight: '1-2kg' });
    await site.database.execute(
      sql`update donations set actual_weight = '0-1kg', weight_discrepancy = true, photo_url = 'https://example.ca/1.jpg'`,
    );
    const { body } = await (await site.donor('jthiessen')).call(contract.donorSummary, {});
    expect(body.recent).toMatchObject([{ weight: '1-2kg', actualWeight: '0-1kg' }]);
  });

  test('is empty for a donor who has only signed in', async () => {
    const { body } = await (await site.donor('NEWCOMER')).call(contract.donorSummary, {});
    expect(body).toMatchObject({
      totals: { all: 0, confirmed: 0, pending: 0 },
      codes: [],
      recent: [],
      rewardTier: null,
      qualifyingDates: [],
      kilogramsThisMonth: 0,
    });
  });

  test('shows the latest ten donations', async () => {
    for (let day = 1; day <= 12; day += 1)
      await loggedDonation(site, { date: `2026-11-${String(day).padStart(2, '0')}` });
    const { body } = await (await site.donor('JTHIESSEN')).call(contract.donorSummary, {});
    expect(body.recent.map(({ date }) => date.slice(-2)).join(' ')).toBe('12 11 10 09 08 07 06 05 04 03');
    expect(body.totals.all).toBe(12);
  });
});
