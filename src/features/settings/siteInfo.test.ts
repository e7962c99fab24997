import { describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { contract as consoleDonations } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { confirmedCode, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { nextDay } from '#shared/dates.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { contract } from './contract.ts';
import { siteOffsets } from './rules.ts';

const site = useTestSite();

async function communityKilograms(): Promise<number> {
  const { body } = await site.visitor().call(contract.communitySummary, {});
  return body.confirmedThisMonth;
}

describe('the site info', () => {
  test('has the defaults for a new site', async () => {
    const answer = await site.visitor().call(contract.siteInfo, {});
    expect(answer.status).toBe(200);
    const { utcOffsets, ...others } = answer.body;
    expect(utcOffsets).toEqual(siteOffsets('2026-11-20', 'America/Winnipeg'));
    expect(others).toEqual({
      ok: true,
      rewards: { usesPerCode: 2, daysValid: 30 },
      community: { monthlyGoal: 250, month: { kg: 0, weighedShare: null } },
      milestones: [5, 10, 25],
      organization: placeholderOrganization,
      isRegisteredNonprofit: true,
      hasPickupWindows: false,
      donorId: { hint: null, digits: null },
      maxDaysBack: null,
      sendsMail: false,
      partners: [],
      timeZone: 'America/Winnipeg',
      today: '2026-11-20',
      tomorrowStartsAt: '2026-11-21T06:00:00.000Z',
    });
  });

  test('follows the settings', async () => {
    await site.database.execute(
      sql`update settings set uses_per_code = 3, days_valid = 45, monthly_goal_kilograms = 180.5, milestones = '{2,4,6}', max_days_back = 14`,
    );
    const { body } = await site.visitor().call(contract.siteInfo, {});
    expect(body.rewards).toEqual({ usesPerCode: 3, daysValid: 45 });
    expect(body.community.monthlyGoal).toBe(180.5);
    expect(body.milestones).toEqual([2, 4, 6]);
    expect(body.maxDaysBack).toBe(14);
    const summary = await site.visitor().call(contract.communitySummary, {});
    expect(summary.body.goal).toBe(180.5);
  });

  test('lists the active partner stores by name, without secrets', async () => {
    const admin = await site.admin();
    const willow = await partnerStore(admin, 'Willow Thrift');
    const closed = await partnerStore(admin, 'Closed Thrift');
    const ash = await partnerStore(admin, 'Ash Thrift');
    await admin.call(partners.setPartnerActive, {
      params: { id: closed.partner.id },
      body: { active: false },
    });
    const { body } = await site.visitor().call(contract.siteInfo, {});
    expect(body.partners).toEqual([
      { id: ash.partner.id, name: 'Ash Thrift', logo: null, link: null },
      { id: willow.partner.id, name: 'Willow Thrift', logo: null, link: null },
    ]);
  });
});

test('the day of the site info is the last date that a donation may have', async () => {
  const visitor = site.visitor();
  const logFor = async (date: string) =>
    (await visitor.call(logging.logDonation, { body: { studentId: 'D1', weight: '1-2kg', date } })).status;
  for (const now of ['2026-11-21T05:59:59.999Z', '2026-11-21T06:00:00Z']) {
    site.now = new Date(now);
    const { body } = await visitor.call(contract.siteInfo, {});
    expect([await logFor(body.today), await logFor(nextDay(body.today))]).toEqual([201, 400]);
    expect(new Date(body.tomorrowStartsAt) > site.now).toBe(true);
  }
});

test('the offsets of the site info end a day later each day', async () => {
  const lastOffsetFrom = async () =>
    (await site.visitor().call(contract.siteInfo, {})).body.utcOffsets.at(-1)?.from;
  site.now = new Date('2026-11-21T05:59:59.999Z');
  expect(await lastOffsetFrom()).toBe('2028-11-19T00:00:00.000Z');
  site.now = new Date('2026-11-21T06:00:00Z');
  expect(await lastOffsetFrom()).toBe('2028-11-20T00:00:00.000Z');
});

describe('the community goal', () => {
  test('counts the kilograms of confirmed donations only', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin, { weight: '0-1kg' });
    await confirmedCode(site, admin, { studentId: 'OTHER', weight: '3kg+' });
    await loggedDonation(site, { weight: '3kg+' });
    const rejected = await loggedDonation(site, { weight: '3kg+' });
    await admin.call(consoleDonations.rejectDonation, { body: { id: rejected } });
    const summary = await site.visitor().call(contract.communitySummary, {});
    expect(summary).toMatchObject({ status: 200, body: { ok: true, confirmedThisMonth: 4, goal: 250 } });
    const info = await site.visitor().call(contract.siteInfo, {});
    expect(info.body.community.month.kg).toBe(4);
  });

  test('counts the measured weight if there is one', async () => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin, { weight: '3kg+' });
    await site.database.execute(
      sql`update donations set actual_weight = '1-2kg', weight_discrepancy = true where id = ${id}`,
    );
    expect(await communityKilograms()).toBe(1.5);
  });

  test('counts the date of the donation, not the day of its confirmation', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin, { date: '2026-10-31', weight: '3kg+' });
    await confirmedCode(site, admin, { date: '2026-11-01', weight: '0-1kg' });
    expect(await communityKilograms()).toBe(0.5);
  });

  test('starts again at midnight in Winnipeg, not in UTC', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin, { weight: '2-3kg' });
    const siteInfoKilograms = async () =>
      (await site.visitor().call(contract.siteInfo, {})).body.community.month.kg;
    site.now = new Date('2026-12-01T05:59:59Z');
    expect([await communityKilograms(), await siteInfoKilograms()]).toEqual([2.5, 2.5]);
    site.now = new Date('2026-12-01T06:00:00Z');
    expect([await communityKilograms(), await siteInfoKilograms()]).toEqual([0, 0]);
  });

  test('goes back when a confirmation is undone', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    await admin.call(consoleDonations.undoLastConfirmation, {});
    expect(await communityKilograms()).toBe(0);
  });
});
