import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';

const site = useTestSite();

async function readSummary(studentId = 'JTHIESSEN') {
  return (await (await site.donor(studentId)).call(contract.donorSummary, {})).body;
}

/** Logs a donation as the signed-in donor, and returns the figures in the answer. */
async function logForStats() {
  const donor = await site.donor('JTHIESSEN');
  const body = { studentId: 'JTHIESSEN', weight: '0-1kg', date: '2026-11-20' } as const;
  return (await donor.call(contract.logDonation, { body })).body.stats;
}

async function confirmDonationsOf(admin: Client, ...dates: string[]): Promise<void> {
  for (const date of dates) await confirmedCode(site, admin, { date });
}

describe("a donor's totals", () => {
  test('count confirmed and pending donations, but no rejected ones', async () => {
    const admin = await site.admin();
    await confirmDonationsOf(admin, '2026-11-01', '2025-06-01');
    await loggedDonation(site);
    const rejected = await loggedDonation(site);
    await admin.call(deciding.rejectDonation, { body: { id: rejected } });
    expect((await readSummary()).totals).toEqual({ all: 3, confirmed: 2, pending: 1 });
    expect((await logForStats()).totalDonations).toBe(4);
  });
});

test('the waiting figures are the pending kilograms of this month, and the pending donations toward Gold this year', async () => {
  const admin = await site.admin();
  await confirmDonationsOf(admin, '2026-11-01');
  await loggedDonation(site, { weight: '0-1kg', date: '2026-11-02' });
  await loggedDonation(site, { weight: '2-3kg', date: '2026-11-20' });
  await loggedDonation(site, { weight: '3kg+', date: '2026-10-31' });
  await loggedDonation(site, { weight: '3kg+', date: '2025-12-31' });
  const rejected = await loggedDonation(site, { weight: '3kg+', date: '2026-11-20' });
  await admin.call(deciding.rejectDonation, { body: { id: rejected } });
  expect((await readSummary()).waiting).toEqual({ kilogramsThisMonth: 3, qualifyingThisYear: 2 });
  expect((await readSummary('NEWCOMER')).waiting).toEqual({ kilogramsThisMonth: 0, qualifyingThisYear: 0 });
});

describe('Gold Giver', () => {
  const sixDays = ['2026-01-01', '2026-02-02', '2026-03-03', '2026-04-04', '2026-05-05', '2026-06-06'];

  test('comes with the sixth confirmed qualifying donation of the calendar year', async () => {
    const admin = await site.admin();
    await confirmDonationsOf(admin, ...sixDays.slice(0, 5));
    const afterFive = await readSummary();
    expect(afterFive.rewardTier).toBeNull();
    expect(afterFive.nextGoal).toContain('One more donation of 2.5 kg or over');
    const sixth = await loggedDonation(site, { date: '2026-06-06' });
    expect((await readSummary()).rewardTier).toBeNull();
    await admin.call(deciding.confirmDonation, { body: { id: sixth } });
    const afterSix = await readSummary();
    expect(afterSix.rewardTier).toBe('Gold Giver');
    expect(afterSix.qualifyingDates).toEqual(sixDays);
    expect(afterSix.nextGoal).toContain('You are a Gold Giver');
    expect(await logForStats()).toMatchObject({ rewardTier: 'Gold Giver', qualifyingDonations: 6 });
  });

  test('does not count lighter donations, other years, or other donors', async () => {
    const admin = await site.admin();
    await confirmDonationsOf(admin, ...sixDays.slice(0, 5), '2025-12-31');
    await confirmedCode(site, admin, { weight: '1-2kg', date: '2026-07-07' });
    await confirmedCode(site, admin, { studentId: 'OTHER', date: '2026-07-07' });
    const { rewardTier, qualifyingDates } = await readSummary();
    expect(rewardTier).toBeNull();
    expect(qualifyingDates).toEqual(sixDays.slice(0, 5));
  });

  test('counts the measured weight if there is one', async () => {
    const admin = await site.admin();
    await confirmDonationsOf(admin, ...sixDays);
    await site.database.execute(
      sql`update donations set actual_weight = '1-2kg', weight_discrepancy = true where date = '2026-06-06'`,
    );
    expect((await readSummary()).rewardTier).toBeNull();
    await confirmedCode(site, admin, { weight: '0-1kg', date: '2026-07-07' });
    await site.database.execute(
      sql`update donations set actual_weight = '3kg+', weight_discrepancy = true where date = '2026-07-07'`,
    );
    expect((await readSummary()).rewardTier).toBe('Gold Giver');
  });

  test('ends with the year at midnight in Winnipeg', async () => {
    const admin = await site.admin();
    await confirmDonationsOf(admin, ...sixDays);
    site.now = new Date('2027-01-01T05:59:59.999Z');
    expect((await readSummary()).rewardTier).toBe('Gold Giver');
    site.now = new Date('2027-01-01T06:00:00Z');
    expect((await readSummary()).rewardTier).toBeNull();
    expect((await readSummary()).qualifyingDates).toEqual([]);
  });
});

describe('Green Giver', () => {
  test('needs a confirmed donation of any weight in the current month', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site, { weight: '0-1kg', date: '2026-11-01' });
    expect((await readSummary()).rewardTier).toBeNull();
    await admin.call(deciding.confirmDonation, { body: { id } });
    expect((await readSummary()).rewardTier).toBe('Green Giver');
  });

  test('begins and ends with the month in Winnipeg', async () => {
    const admin = await site.admin();
    await confirmDonationsOf(admin, '2026-10-31');
    expect((await readSummary()).rewardTier).toBeNull();
    await confirmDonationsOf(admin, '2026-11-01');
    site.now = new Date('2026-12-01T05:59:59.999Z');
    expect(await readSummary()).toMatchObject({ rewardTier: 'Green Giver', kilogramsThisMonth: 2.5 });
    site.now = new Date('2026-12-01T06:00:00Z');
    expect(await readSummary()).toMatchObject({ rewardTier: null, kilogramsThisMonth: 0 });
  });
});

describe("a donor's codes", () => {
  test('are shown newest first, expired and used up ones last, and revoked ones not at all', async () => {
    const confirm = async () => await confirmedCode(site, await site.admin());
    const expired = await confirm();
    site.pass({ days: 20 });
    const usable = await confirm();
    site.pass({ days: 5 });
    const [usedUp, revoked] = [await confirm(), await confirm()];
    site.pass({ days: 5 });
    const newest = await confirm();
    await site.database.execute(
      sql`update discount_codes set use_count = max_uses where code = ${usedUp.code}`,
    );
    await site.database.execute(
      sql`update discount_codes set revoked_at = ${site.now}, revoked_by = 'alex' where code = ${revoked.code}`,
    );
    const { codes } = await readSummary();
    expect(codes.map(({ code }) => code)).toEqual([newest, usable, usedUp, expired].map(({ code }) => code));
  });
});
