import { eq, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { auditLog, participants, pickups as pickupRows, settings, students } from '#server/db/schema.ts';
import { createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { deleteOldAuditEntries, deleteOldPickups, deleteOldSignInData } from './serverRetention.ts';

const site = useTestSite();

/** Noon of March 31 in Winnipeg. */
const NOON = new Date('2027-03-31T17:00:00Z');

type Months = { auditMonths?: number; pickupMonths?: number; signInMonths?: number };

async function setRetention(months: Months): Promise<void> {
  await site.database.update(settings).set(months);
}

const jobs = [deleteOldAuditEntries, deleteOldPickups, deleteOldSignInData];

async function enforceRetention(): Promise<void> {
  for (const job of jobs) await job(site.site);
}

async function enforceAtNoon(): Promise<void> {
  site.now = NOON;
  await enforceRetention();
}

/** The details of the audit entries about retention. */
const deletionsOnRecord = async () =>
  (await site.audit()).filter(({ action }) => action === 'retention.applied').map(({ details }) => details);

async function createPickup(at: string, status: 'pending' | 'completed' | 'cancelled', closedAt = at) {
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
  await site.visitor().call(donors.studentLogin, { body: { studentId, displayName } });
}

describe('retention', () => {
  test('deletes closed pickups older than the limit, counted to the day or the last day of a shorter month', async () => {
    await setRetention({ pickupMonths: 1 });
    await createPickup('2027-02-28T05:59:00Z', 'completed');
    await createPickup('2027-02-28T06:00:00Z', 'cancelled');
    // Requested long ago, but completed just now.
    await createPickup('2026-01-05T18:00:00Z', 'completed', '2027-03-31T16:00:00Z');
    await createPickup('2026-12-01T18:00:00Z', 'pending');
    await enforceAtNoon();
    const remaining = await site.database.select().from(pickupRows);
    expect(remaining.map(({ name }) => name).toSorted()).toEqual([
      '2026-01-05T18:00:00Z',
      '2026-12-01T18:00:00Z',
      '2027-02-28T06:00:00Z',
    ]);
    expect(await deletionsOnRecord()).toEqual([{ pickups: 1 }]);
  });

  test('erases old times of sign-ins, and claims of donors who neither signed in nor donated since', async () => {
    await setRetention({ signInMonths: 6 });
    for (const studentId of ['GONE', 'BACK', 'GIVES']) await createDonor(site, studentId);
    await site.database.execute(sql`update participants set created_at = '2026-01-01'`);
    for (const studentId of ['GONE', 'BACK', 'GIVES'])
      await signIn(studentId, '2026-09-01T18:00:00Z', 'Robin');
    await signIn('BACK', '2027-01-01T18:00:00Z');
    site.now = new Date('2026-12-01T18:00:00Z');
    await loggedDonation(site, { studentId: 'GIVES' });
    await enforceAtNoon();
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
    expect(await deletionsOnRecord()).toEqual([{ claims: 1, signIns: 2 }]);
  });

  test('leaves the claim of a donor who signed in by email since', async () => {
    await setRetention({ signInMonths: 6 });
    const ids = [await createDonor(site, 'OLD'), await createDonor(site, 'TODAY')];
    await site.database.execute(sql`
      update participants set created_at = '2026-01-01', email = 'donor' || id || '@example.ca'`);
    for (const [index, at] of ['2026-09-01T18:00:00Z', '2027-03-31T16:00:00Z'].entries()) {
      site.now = new Date(at);
      const body = { email: `donor${ids[index]}@example.ca`, displayName: 'Robin' };
      await site.visitor().call(donors.studentLogin, { body });
    }
    await enforceAtNoon();
    const rows = await site.database.select().from(participants).orderBy(participants.id);
    expect(rows.map(({ claimedName }) => claimedName)).toEqual([null, 'Robin']);
  });

  test('deletes audit entries older than the limit, counted to the day', async () => {
    for (const at of ['2027-01-30T18:00:00Z', '2027-02-28T05:59:00Z', '2027-02-28T06:00:00Z']) {
      site.now = new Date(at);
      await loggedDonation(site, { date: '2027-01-30' });
    }
    await setRetention({ auditMonths: 1 });
    await enforceAtNoon();
    expect(await deletionsOnRecord()).toEqual([{ auditRows: 2 }]);
    expect((await site.audit()).map(({ action, createdAt }) => [action, createdAt])).toEqual([
      ['retention.applied', NOON],
      ['donation.logged', new Date('2027-02-28T06:00:00Z')],
    ]);
  });

  test('deletes audit entries in batches', async () => {
    await site.database.execute(sql`
      insert into audit_log (actor, action, entity_type, created_at)
      select 'alex', 'bin.updated', 'bin', '2026-01-01' from generate_series(1, 10001)`);
    await setRetention({ auditMonths: 1 });
    await enforceAtNoon();
    expect(await deletionsOnRecord()).toEqual([{ auditRows: 1 }, { auditRows: 10_000 }]);
  });

  test('deletes nothing if it cannot record the deletion', async () => {
    await createPickup('2026-12-01T18:00:00Z', 'completed');
    await createDonor(site, 'GONE');
    await signIn('GONE', '2026-12-01T18:00:00Z');
    site.now = NOON;
    await setRetention({ auditMonths: 1, pickupMonths: 1, signInMonths: 1 });
    const countRows = async () => [
      await site.database.$count(auditLog),
      await site.database.$count(pickupRows),
      await site.database.$count(students, isNotNull(students.lastLoginAt)),
    ];
    const before = await countRows();
    await site.database.execute(
      sql`alter table audit_log add constraint unwritable check (action <> 'retention.applied') not valid`,
    );
    try {
      for (const job of jobs) {
        await expect(job(site.site)).rejects.toThrow('Failed query: insert into "audit_log"');
      }
      expect(await countRows()).toEqual(before);
    } finally {
      await site.database.execute(sql`alter table audit_log drop constraint unwritable`);
    }
  });

  test('deletes nothing without a limit, and records a deletion once if two processes run', async () => {
    await createPickup('2026-01-05T18:00:00Z', 'completed');
    await signIn('NEW', '2026-01-05T18:00:00Z');
    await enforceAtNoon();
    expect(await site.database.$count(pickupRows)).toBe(1);
    await setRetention({ pickupMonths: 1, signInMonths: 1 });
    await Promise.all([enforceRetention(), enforceRetention()]);
    expect(await site.database.$count(pickupRows)).toBe(0);
    expect(await deletionsOnRecord()).toEqual([{ pickups: 1 }]);
    expect(await site.database.$count(auditLog, eq(auditLog.actor, 'site'))).toBe(1);
  });
});
