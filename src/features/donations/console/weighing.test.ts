import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { donations as table } from '#server/db/schema.ts';
import { DONATION, loggedDonation, shownDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const rowOf = async (id: number) => shownDonation(await site.admin(), id);

describe('the mark', () => {
  test('is returned when a donation is logged, has three characters, and finds the donation', async () => {
    const { body } = await site.visitor().call(donations.logDonation, { body: DONATION });
    expect(body.mark).toMatch(/^[A-HJKMNP-Z2-9]{3}$/);
    expect(await rowOf(body.id)).toMatchObject({ mark: body.mark, measured_kg: null });
    await loggedDonation(site, { studentId: 'SOMEBODY' });
    const admin = await site.admin();
    const found = await admin.call(contract.findDonations, { query: { q: body.mark.toLowerCase() } });
    expect(found.body.items.map(({ id }) => id)).toEqual([body.id]);
  });

  test('changes for a reopened donation if a newer bag has the same mark', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    const { mark } = await rowOf(id);
    await admin.call(contract.rejectDonation, { body: { id } });
    const newer = await loggedDonation(site, { studentId: 'NEWER' });
    await site.database.update(table).set({ mark }).where(eq(table.id, newer));
    await admin.call(contract.reopenDonation, { body: { id } });
    expect((await rowOf(newer)).mark).toBe(mark);
    expect((await rowOf(id)).mark).not.toBe(mark);
  });
});

describe('a pending donation at the desk', () => {
  test.each([
    ['its donor ID', 'jthiessen'],
    ['the beginning of its donor ID', 'JTHI'],
    ['a part of its donor’s name', 'thies'],
  ])('is found by %s', async (_, q) => {
    const id = await loggedDonation(site);
    await loggedDonation(site, { studentId: 'OTHER' });
    const admin = await site.admin();
    await admin.call(donors.updateParticipant, { params: { id: 1 }, body: { displayName: 'Jo Thiessen' } });
    const { body } = await admin.call(contract.findDonations, { query: { q } });
    expect(body.items.map((item) => item.id)).toEqual([id]);
  });

  test.each(['ab-12 c', 'AB12C', 'ab-1', 'AB1'])('is found by %s if its donor ID is AB-12 C', async (q) => {
    const id = await loggedDonation(site, { studentId: 'AB-12 C' });
    const admin = await site.admin();
    const { body } = await admin.call(contract.findDonations, { query: { q } });
    expect(body.items.map((item) => item.id)).toEqual([id]);
  });

  test('is listed by waiting time if no text is typed', async () => {
    const admin = await site.admin();
    const confirmed = await loggedDonation(site, { studentId: 'A' });
    const younger = await loggedDonation(site, { studentId: 'B', date: '2026-11-20' });
    const older = await loggedDonation(site, { studentId: 'C', date: '2026-11-18' });
    await admin.call(contract.confirmDonation, { body: { id: confirmed } });
    const { body } = await admin.call(contract.findDonations, {});
    expect(body.items.map(({ id }) => id)).toEqual([older, younger]);
  });
});

describe('the answer of the desk’s search', () => {
  test('has the number of all pending donations', async () => {
    const admin = await site.admin();
    await loggedDonation(site, { studentId: 'A' });
    await loggedDonation(site, { studentId: 'B' });
    for (const q of ['A', undefined, 'nobody']) {
      const { body } = await admin.call(contract.findDonations, { query: { q } });
      expect(body).toMatchObject({ total: 2, decided: [] });
    }
  });

  test('has the last decided bag with the mark if no pending one is found', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    const { mark } = await rowOf(id);
    const decided = async () =>
      (await admin.call(contract.findDonations, { query: { q: mark!.toLowerCase() } })).body.decided;
    expect(await decided()).toEqual([]);
    await admin.call(contract.rejectDonation, { body: { id } });
    expect(await decided()).toMatchObject([{ id, isConfirmed: false, rejectedBy: 'alex' }]);
    await admin.call(contract.reopenDonation, { body: { id } });
    expect(await decided()).toEqual([]);
    await admin.call(contract.confirmDonation, { body: { id } });
    expect(await decided()).toMatchObject([{ id, isConfirmed: true }]);
  });
});

describe('the donations that look like another', () => {
  const alikeTo = async (id: number) => {
    const admin = await site.admin();
    const { alike, row } = (await admin.call(donations.donationDetails, { params: { id } })).body;
    expect(alike).toHaveLength(row.alike);
    return alike.map((donation) => donation.id);
  };

  test('are listed with it, the latest first, without rejected ones', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    const same = await loggedDonation(site);
    const rejected = await loggedDonation(site);
    await admin.call(contract.rejectDonation, { body: { id: rejected } });
    expect(await alikeTo(id)).toEqual([same]);
    expect(await alikeTo(same)).toEqual([id]);
    await admin.call(contract.confirmDonation, { body: { id: same } });
    await admin.call(contract.reopenDonation, { body: { id: rejected } });
    expect(await alikeTo(id)).toEqual([rejected, same]);
  });
});

describe('kilograms', () => {
  test.each([
    [0.05, 0.05, '0-1kg', true],
    [' 2,49 ', 2.49, '2-3kg', false],
    [3, 3, '3kg+', true],
  ])(
    'of %j are stored as %d, in the band %s',
    async (kilograms, measured, actualWeight, weightDiscrepancy) => {
      const admin = await site.admin();
      const id = await loggedDonation(site);
      await admin.call(contract.confirmDonation, { body: { id, kilograms } });
      expect(await rowOf(id)).toMatchObject({ measured_kg: measured, actualWeight, weightDiscrepancy });
    },
  );

  test.each([0, 500.01, '1e3', true])('cannot be %j, and nothing is confirmed', async (kilograms) => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    const answer = await admin.refused(contract.confirmDonation, { body: { id, kilograms } });
    expect(answer).toMatchObject({ status: 400, body: { fields: { kilograms: expect.any(String) } } });
    expect(await rowOf(id)).toMatchObject({ isConfirmed: false, measured_kg: null });
  });

  test('count in the sums, with the share that was weighed', async () => {
    const admin = await site.admin();
    const weighed = await loggedDonation(site, { studentId: 'A', weight: '3kg+' });
    const claimed = await loggedDonation(site, { studentId: 'B', weight: '2-3kg' });
    const summary = async () => (await site.visitor().call(settings.communitySummary, {})).body;
    expect(await summary()).toMatchObject({ confirmedThisMonth: 0, weighedShare: null });
    await admin.call(contract.confirmDonation, { body: { id: weighed, kilograms: '7,5' } });
    await admin.call(contract.confirmDonation, { body: { id: claimed } });
    expect(await summary()).toMatchObject({ confirmedThisMonth: 10, weighedShare: 0.75 });
    const info = (await site.visitor().call(settings.siteInfo, {})).body;
    expect(info.community.month).toEqual({ kg: 10, weighedShare: 0.75 });
  });

  test('of a day at the desk agree with a recount to the gram', async () => {
    const admin = await site.admin();
    // In hundredths of a kilogram, so that the recount has no rounding errors.
    const bags = [5, 235, 99, 100, 1247, 8, 701, 420, 50_000, 333];
    for (const [index, hundredths] of bags.entries()) {
      const id = await loggedDonation(site, { studentId: `D${index}` });
      await admin.call(contract.confirmDonation, { body: { id, kilograms: hundredths / 100 } });
    }
    const wrong = await loggedDonation(site, { studentId: 'WRONG' });
    await admin.call(contract.confirmDonation, { body: { id: wrong, kilograms: 9.99 } });
    await admin.call(contract.undoLastConfirmation, { body: {} });
    const unclaimed = [180, 77];
    for (const hundredths of unclaimed) {
      await admin.call(contract.createUnclaimed, { body: { kilograms: hundredths / 100 } });
    }
    const recounted = [...bags, ...unclaimed].reduce((sum, hundredths) => sum + hundredths, 0) / 100;
    const { body } = await site.visitor().call(settings.communitySummary, {});
    expect(body).toMatchObject({ confirmedThisMonth: recounted, weighedShare: 1 });
  });

  test('of 2.1 count toward Gold as their band does', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site, { weight: '1-2kg' });
    await admin.call(contract.confirmDonation, { body: { id, kilograms: 2.1 } });
    const donor = await site.donor('JTHIESSEN');
    const { qualifyingDates, recent } = (await donor.call(donations.donorSummary, {})).body;
    expect(qualifyingDates).toHaveLength(1);
    expect(recent).toMatchObject([{ measured_kg: 2.1, actualWeight: '2-3kg' }]);
  });
});
