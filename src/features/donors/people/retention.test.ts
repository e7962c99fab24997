import { eq, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as auth } from '#features/donors/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { auditLog, participants, pickups as pickupRows, settings, students } from '#server/db/schema.ts';
import { createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { deleteOldAuditEntries, deleteOldPickups, deleteOldSignInData } from './serverRetention.ts';

const site = useTestSite();

/** Of March 31, in Winnipeg. */
const NOON = new Date('2027-03-31T17:00:00Z');

type Months = { auditMonths?: number; pickupMonths?: number; signInMonths?: number };

async function retain(months: Months): Promise<void> {
  await site.database.update(settings).set(months);
}

async function enforceRetention(): Promise<void> {
  for (const work of [deleteOldAuditEntries, deleteOldPickups, deleteOldSignInData]) await work(site.site);
}

async function atNoon(): Promise<void> {
  site.now = NOON;
  await enforceRetention();
}

const applied = async () =>
  (await site.audit()).filter(({ action }) => action === 'retention.applied').map(({ details }) => details);

async function pickup(at: string, status: 'pending' | 'completed' | 'cancelled', closedAt = at) {
  site.now = new Date(at);
  const admin = await site.admin();
  const body = { name: at, address: '12 Osborne Street', items: 'Books' };
  const { id } = (await site.visitor().call(pickups.requestPickup, { body })).body;
  site.now = new Date(closedAt);
  const change = { params: { id }, body: { status: status as 'completed' } };
  if (status !== 'pending') await admin.call(pickups.setPickupStatus, change);
}

async function signIn(studentId: string, at: string, displayName?: string): Promise<void> {
  site.now = new Date(at);
  await site.visitor().call(auth.studentLogin, { body: { studentId, displayName } });
}

describe('retention', () => {
  test('removes closed pickups that are older, to the day where a month has one', async () => {
    await retain({ pickupMonths: 1 });
    await pickup('2027-02-28T05:59:00Z', 'completed');
    await pickup('2027-02-28T06:00:00Z', 'cancelled');
    // Somebody has just come for it.
    await pickup('2026-01-05T18:00:00Z', 'completed', '2027-03-31T16:00:00Z');
    await pickup('2026-12-01T18:00:00Z', 'pending');
    await atNoon();
    const left = await site.database.select().from(pickupRows);
    expect(left.map(({ name }) => name).toSorted()).toEqual([
      '2026-01-05T18:00:00Z',
      '2026-12-01T18:00:00Z',
      '2027-02-28T06:00:00Z',
    ]);
    expect(await applied()).toEqual([{ pickups: 1 }]);
  });

  test('erases old sign-ins, and claims of those who neither signed in nor donated since', async () => {
    await retain({ signInMonths: 6 });
    for (const studentId of ['GONE', 'BACK', 'GIVES']) await createDonor(site, studentId);
    await site.database.execute(sql`update participants set created_at = '2026-01-01'`);
    for (const studentId of ['GONE', 'BACK', 'GIVES'])
      await signIn(studentId, '2026-09-01T18:00:00Z', 'Robin');
    await signIn('BACK', '2027-01-01T18:00:00Z');
    site.now = new Date('2026-12-01T18:00:00Z');
    await loggedDonation(site, { studentId: 'GIVES' });
    await atNoon();
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
    expect(await applied()).toEqual([{ claims: 1, signIns: 2 }]);
  });

  test('leaves what somebody claimed since, who signs in by email', async () => {
    await retain({ signInMonths: 6 });
    const ids = [await createDonor(site, 'OLD'), await createDonor(site, 'TODAY')];
    await site.database.execute(sql`
      update participants set created_at = '2026-01-01', email = 'donor' || id || '@example.ca'`);
    for (const [index, at] of ['2026-09-01T18:00:00Z', '2027-03-31T16:00:00Z'].entries()) {
      site.now = new Date(at);
      const body = { email: `donor${ids[index]}@example.ca`, displayName: 'Robin' };
      await site.visitor().call(auth.studentLogin, { body });
    }
    await atNoon();
    const rows = await site.database.select().from(participants).orderBy(participants.id);
    expect(rows.map(({ claimedName }) => claimedName)).toEqual([null, 'Robin']);
  });

  test('removes rows of the audit log that are older, to the day', async () => {
    for (const at of ['2027-01-30T18:00:00Z', '2027-02-28T05:59:00Z', '2027-02-28T06:00:00Z']) {
      site.now = new Date(at);
      await loggedDonation(site, { date: '2027-01-30' });
    }
    await retain({ auditMonths: 1 });
    await atNoon();
    expect(await applied()).toEqual([{ auditRows: 2 }]);
    expect((await site.audit()).map(({ action, createdAt }) => [action, createdAt])).toEqual([
      ['retention.applied', NOON],
      ['donation.logged', new Date('2027-02-28T06:00:00Z')],
    ]);
  });

  test('removes so many rows of the audit log at once that none takes long', async () => {
    await site.database.execute(sql`
      insert into audit_log (actor, action, entity_type, created_at)
      select 'alex', 'bin.updated', 'bin', '2026-01-01' from generate_series(1, 10001)`);
    await retain({ auditMonths: 1 });
    await atNoon();
    expect(await applied()).toEqual([{ auditRows: 1 }, { auditRows: 10_000 }]);
  });

  test('removes nothing that it cannot write down', async () => {
    await pickup('2026-12-01T18:00:00Z', 'completed');
    await createDonor(site, 'GONE');
    await signIn('GONE', '2026-12-01T18:00:00Z');
    site.now = NOON;
    await retain({ auditMonths: 1, pickupMonths: 1, signInMonths: 1 });
    const left = async () => [
      await site.database.$count(auditLog),
      await site.database.$count(pickupRows),
      await site.database.$count(students, isNotNull(students.lastLoginAt)),
    ];
    const before = await left();
    await site.database.execute(
      sql`alter table audit_log add constraint unwritable check (action <> 'retention.applied') not valid`,
    );
    try {
      for (const work of [deleteOldAuditEntries, deleteOldPickups, deleteOldSignInData]) {
        await expect(work(site.site)).rejects.toThrow('Failed query: insert into "audit_log"');
      }
      expect(await left()).toEqual(before);
    } finally {
      await site.database.execute(sql`alter table audit_log drop constraint unwritable`);
    }
  });

  test('removes nothing where nothing is set, and what is due once', async () => {
    await pickup('2026-01-05T18:00:00Z', 'completed');
    await signIn('NEW', '2026-01-05T18:00:00Z');
    await atNoon();
    expect(await site.database.$count(pickupRows)).toBe(1);
    await retain({ pickupMonths: 1, signInMonths: 1 });
    await Promise.all([enforceRetention(), enforceRetention()]);
    expect(await site.database.$count(pickupRows)).toBe(0);
    expect(await applied()).toEqual([{ pickups: 1 }]);
    expect(await site.database.$count(auditLog, eq(auditLog.actor, 'site'))).toBe(1);
  });
});
