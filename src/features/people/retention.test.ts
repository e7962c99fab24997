import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { auditLog, participants, pickups as pickupRows, settings, students } from '#server/schema.ts';
import { knownDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { wrongTotals } from '#server/totals/checkTotals.ts';
import { keepRetention } from './serverRetention.ts';

const site = useTestSite();

/** Half past three at night in Winnipeg, in March. */
const NIGHT = new Date('2027-03-31T08:30:00Z');

async function retain(months: { pickupMonths?: number; signInMonths?: number }): Promise<void> {
  await site.database.update(settings).set(months);
}

async function atNight(): Promise<void> {
  site.now = NIGHT;
  await keepRetention(site.site);
}

const applied = async () =>
  (await site.audit()).filter(({ action }) => action === 'retention.applied').map(({ details }) => details);

async function pickup(at: string, status: 'pending' | 'completed' | 'cancelled', scheduledAt?: string) {
  site.now = new Date(at);
  const admin = await site.admin();
  const body = { name: at, address: '12 Osborne Street', items: 'Books' };
  const { id } = (await site.visitor().call(pickups.requestPickup, { body })).body;
  const change = (to: object) => admin.call(pickups.setPickupStatus, { params: { id }, body: to as never });
  if (scheduledAt) await change({ status: 'scheduled', scheduledAt });
  if (status !== 'pending') await change({ status });
}

async function signIn(studentId: string, at: string, displayName?: string): Promise<void> {
  site.now = new Date(at);
  await site.visitor().call(auth.studentLogin, { body: { studentId, displayName } });
}

describe('retention', () => {
  test('removes closed pickups that are older, to the day where a month has one', async () => {
    await retain({ pickupMonths: 1 });
    await pickup('2027-02-28T08:29:00Z', 'completed');
    await pickup('2027-02-28T08:31:00Z', 'cancelled');
    await pickup('2027-01-05T18:00:00Z', 'completed', '2027-03-05T18:00:00Z');
    await pickup('2026-12-01T18:00:00Z', 'pending');
    await atNight();
    const left = await site.database.select().from(pickupRows);
    expect(left.map(({ name }) => name).toSorted()).toEqual([
      '2026-12-01T18:00:00Z',
      '2027-01-05T18:00:00Z',
      '2027-02-28T08:31:00Z',
    ]);
    expect(await applied()).toEqual([{ pickups: 1, claims: 0, signIns: 0 }]);
    expect(await wrongTotals(site.database)).toEqual([]);
  });

  test('forgets old sign-ins, and claims of those who neither signed in nor gave since', async () => {
    await retain({ signInMonths: 6 });
    for (const studentId of ['GONE', 'BACK', 'GIVES']) await knownDonor(site, studentId);
    await site.database.execute(sql`update participants set created_at = '2026-01-01'`);
    for (const studentId of ['GONE', 'BACK', 'GIVES'])
      await signIn(studentId, '2026-09-01T18:00:00Z', 'Robin');
    await signIn('BACK', '2027-01-01T18:00:00Z');
    site.now = new Date('2026-12-01T18:00:00Z');
    await loggedDonation(site, { studentId: 'GIVES' });
    await atNight();
    const rows = await site.database
      .select({ id: students.studentId, at: students.lastLoginAt, name: participants.claimedName })
      .from(students)
      .innerJoin(participants, eq(participants.id, students.participantId))
      .orderBy(students.studentId);
    expect(rows).toEqual([
      { id: 'BACK', at: new Date('2027-01-01T18:00:00Z'), name: 'Robin' },
      { id: 'GIVES', at: null, name: 'Robin' },
      { id: 'GONE', at: null, name: null },
    ]);
    expect(await applied()).toEqual([{ pickups: 0, claims: 1, signIns: 2 }]);
  });

  test('removes nothing where nothing is set, nor by day, and says once how much it was', async () => {
    await pickup('2026-01-05T18:00:00Z', 'completed');
    await signIn('NEW', '2026-01-05T18:00:00Z');
    await atNight();
    await retain({ pickupMonths: 1, signInMonths: 1 });
    site.now = new Date('2027-03-31T18:30:00Z');
    await keepRetention(site.site);
    expect(await site.database.$count(pickupRows)).toBe(1);
    site.now = NIGHT;
    await Promise.all([keepRetention(site.site), keepRetention(site.site)]);
    expect(await site.database.$count(pickupRows)).toBe(0);
    expect(await applied()).toEqual([{ pickups: 1, claims: 0, signIns: 0 }]);
    expect(await site.database.$count(auditLog, eq(auditLog.actor, 'site'))).toBe(1);
  });
});
