import { createHash } from 'node:crypto';
import { isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { sealAuditLog } from '#server/app.ts';
import { auditLog, auditSeals } from '#server/schema.ts';
import { removeAuditBefore, sealDays, verifySeals } from './serverSeals.ts';

const site = useTestSite();

async function seal(): Promise<string[]> {
  const made: string[] = [];
  await sealDays(site.database, site.now, ({ day, rows }) => made.push(`${day}: ${rows}`));
  return made;
}

const verify = (noted?: string) => verifySeals(site.database, site.now, noted);

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

const trouble = async (noted?: string) => (await verify(noted)).trouble;

/** Two days with rows and a quiet one between, all sealed; the third is running. */
async function sealedDays() {
  const admin = await site.admin();
  await confirmedCode(site, admin);
  site.pass({ days: 2 });
  await loggedDonation(site);
  await loggedDonation(site, { studentId: 'LFEHR' });
  site.pass({ days: 1 });
  await loggedDonation(site);
  await seal();
}

describe('the seals of the audit log', () => {
  test('are made of each day that is over, an hour after its end in UTC, and of nights that were missed', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    expect(await seal()).toEqual([]);
    site.now = new Date('2026-11-21T00:59:59Z');
    expect(await seal()).toEqual([]);
    site.now = new Date('2026-11-21T01:00:00Z');
    expect(await seal()).toEqual(['2026-11-20: 3']);
    expect(await seal()).toEqual([]);
    await loggedDonation(site, { date: '2026-11-20' });
    site.now = new Date('2026-11-24T12:00:00Z');
    expect(await seal()).toEqual(['2026-11-21: 1', '2026-11-22: 0', '2026-11-23: 0']);
    expect(await verify()).toMatchObject({ trouble: null, days: 4, rows: 4, unsealed: 0, removed: [] });
  });

  test('stand in the log of the process too, to be compared with, whatever else it leaves out', async () => {
    await loggedDonation(site);
    site.pass({ days: 1 });
    await sealAuditLog(site.site, site.app.log.child({}, { level: 'silent' }));
    const [{ seal: made } = { seal: '' }] = await site.database.select().from(auditSeals);
    expect(site.log).toContain(`"day":"2026-11-20","rows":1,"seal":"${made}"`);
    expect(await trouble(made)).toBeNull();
    expect(await trouble('another')).toMatch(/^The seal that was noted is not among them/);
    await site.database.execute(sql`delete from audit_seals`);
    expect(await trouble('another')).toBe(
      'No day is sealed yet: the seal that was noted is of another site, or all seals were removed.',
    );
  });

  test('stand there as well of days before one that could not be sealed', async () => {
    await sealedDays();
    await site.database.execute(sql`delete from audit_seals`);
    await site.database.execute(
      sql`alter table audit_seals add constraint unsealable check (day <> '2026-11-22')`,
    );
    try {
      await expect(sealAuditLog(site.site, site.app.log)).rejects.toThrow(
        'Failed query: insert into "audit_seals"',
      );
    } finally {
      await site.database.execute(sql`alter table audit_seals drop constraint unsealable`);
    }
    const seals = await site.database.select().from(auditSeals).orderBy(auditSeals.day);
    expect(seals.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
    for (const { seal: made } of seals) expect(site.log).toContain(`"seal":"${made}"`);
  });

  test('follow from rows, days and the seal before, as anybody can work out', async () => {
    await loggedDonation(site);
    site.pass({ days: 2 });
    await site.database
      .update(auditLog)
      .set({ requestId: 'a call', details: { b: [{ d: 1, c: null }], a: 'é' } });
    await seal();
    const row =
      '{"action":"donation.logged","actor":"donor 1","actorRole":"donor","address":"127.0.0.1",' +
      '"createdAt":"2026-11-20T18:00:00.000Z","details":{"a":"é","b":[{"c":null,"d":1}]},"entityId":1,' +
      '"entityType":"donation","id":1,"participantId":1,"requestId":"a call"}';
    const rowDigests = `1:${sha256(row).slice(0, 22)}`;
    const first = sha256(`\n2026-11-20\n1\n${sha256(rowDigests)}`);
    const second = sha256(`${first}\n2026-11-21\n0\n${sha256('')}`);
    expect(await site.database.select().from(auditSeals).orderBy(auditSeals.day)).toMatchObject([
      { day: '2026-11-20', rows: 1, rowDigests, rowsDigest: sha256(rowDigests), seal: first },
      { day: '2026-11-21', rows: 0, rowDigests: '', rowsDigest: sha256(''), seal: second },
    ]);
  });

  test.each<[string, string, RegExp]>([
    [
      'a row that was changed',
      `update audit_log set actor = 'robin' where id = 2`,
      /^Row 2 of 2026-11-20 \(donation\.logged by robin\) was changed\.$/,
    ],
    [
      'a detail that was changed',
      `update audit_log set details = '{"weight": "0-1kg", "date": "2026-11-20"}' where id = 2`,
      /^Row 2 of 2026-11-20 .* was changed\.$/,
    ],
    ['a row that was removed', `delete from audit_log where id = 4`, /^Row 4 of 2026-11-22 was removed\.$/],
    ['the last row of a day', `delete from audit_log where id = 3`, /^Row 3 of 2026-11-20 was removed\.$/],
    [
      'the first of several',
      `with one as (delete from audit_log where id = 5) update audit_log set address = null where id = 4`,
      /^Row 4 of 2026-11-22 .* was changed\. So were others of that day: 1\.$/,
    ],
    [
      'a row that was moved to another day',
      `update audit_log set created_at = created_at + interval '1 day' where id = 1`,
      /^Row 1 of 2026-11-20 was removed\.$/,
    ],
    [
      'a row that was added',
      `insert into audit_log (actor, action, entity_type, created_at)
       values ('alex', 'code.created', 'code', '2026-11-21T12:00:00Z')`,
      /^Row 7 of 2026-11-21 \(code\.created by alex\) was added\.$/,
    ],
    [
      'a row from before the first day',
      `insert into audit_log (actor, action, entity_type, created_at)
       values ('alex', 'code.created', 'code', '2026-11-19T12:00:00Z')`,
      /^Row 7 of 2026-11-19 .* was added: the first day that was sealed is 2026-11-20\.$/,
    ],
    [
      'a day that was removed with its seal',
      `with one as (delete from audit_log where id in (4, 5)) delete from audit_seals where day = '2026-11-21'`,
      /^The seal of 2026-11-21 was removed\.$/,
    ],
    [
      'digests that were changed',
      `update audit_seals set row_digests = replace(row_digests, '4:', '9:')`,
      /^The digests of the rows of 2026-11-22 were changed/,
    ],
    [
      'a day that was sealed anew',
      `update audit_seals set seal = 'another' where day = '2026-11-21'`,
      /^The seal of 2026-11-21 does not follow .* That day or 2026-11-20 was sealed anew\.$/,
    ],
    [
      'a day that is said to have served its time',
      `update audit_seals set removed_at = now(), row_digests = null where day = '2026-11-22'`,
      /^Row 4 of 2026-11-22 .* was added: the rows of that day were removed on /,
    ],
    [
      'a day that was removed as if it had served its time',
      `with one as (delete from audit_log where id in (4, 5))
       update audit_seals set removed_at = now(), row_digests = null where day = '2026-11-22'`,
      /^The rows of 2026-11-22 were removed, and those of 2026-11-21 before it were not\.$/,
    ],
    [
      'the first days that were removed with their seals',
      `with one as (delete from audit_log where id < 4) delete from audit_seals where day < '2026-11-22'`,
      /^The seal of 2026-11-22 does not follow .* The seals before it were removed, or it was sealed anew\.$/,
    ],
    [
      'days that were swapped',
      `update audit_seals one set rows = other.rows, rows_digest = other.rows_digest,
         row_digests = other.row_digests, seal = other.seal
       from audit_seals other where one.day <> other.day and '2026-11-21' not in (one.day, other.day)`,
      /^The seal of 2026-11-20 does not follow /,
    ],
    [
      'digests in another order',
      `update audit_seals set row_digests = split_part(row_digests, ' ', 2) || ' ' || split_part(row_digests, ' ', 1)
       where day = '2026-11-22'`,
      /^The digests of the rows of 2026-11-22 were changed/,
    ],
    [
      'days that were removed before their time',
      `with one as (delete from audit_log where id < 4), two as (
         insert into audit_log (actor, actor_role, action, entity_type, details, created_at) values ('site', 'system',
           'retention.applied', 'system', '{"from": "2026-11-20", "to": "2026-11-21"}', '2026-11-23T12:00:00Z'))
       update audit_seals set removed_at = '2026-11-23T12:00:00Z', row_digests = null where day < '2026-11-22'`,
      /^The rows of 2026-11-20 were removed on 2026-11-23T12:00:00\.000Z: none has served its time so soon\.$/,
    ],
    [
      'the last seals that were removed, once the site has been up since',
      `delete from audit_seals where day >= '2026-11-21'`,
      /^2026-11-21 has no seal, and the site was up since, on 2026-11-22T18:00:00\.000Z\./,
    ],
    ['all seals that were removed', `delete from audit_seals`, /^2026-11-20 has no seal, and /],
  ])('tell of %s', async (_, tampering, told) => {
    await sealedDays();
    expect(await verify()).toMatchObject({ trouble: null, overdue: null });
    await site.database.execute(sql.raw(tampering));
    expect(await trouble()).toMatch(told);
  });

  test.each([
    ['at a moment of which the log tells nothing', 1],
    ['at the moment of a removal of other days', 0],
  ])('tell of rows that somebody removed %s', async (_, minutesLater) => {
    await sealedDays();
    site.pass({ days: 60 });
    await removeAuditBefore(site.database, '2026-11-21', site.now);
    expect(await trouble()).toBeNull();
    site.pass({ minutes: minutesLater });
    await site.database.execute(sql`delete from audit_log where id in (4, 5)`);
    await site.database
      .update(auditSeals)
      .set({ removedAt: site.now, rowDigests: null })
      .where(isNull(auditSeals.removedAt));
    const moment = site.now.toISOString();
    expect(await trouble()).toBe(
      `The rows of 2026-11-22 were removed on ${moment}, and no row of the log tells of it.`,
    );
  });

  test('say of a day that the site has not been up since to seal it', async () => {
    await loggedDonation(site);
    site.pass({ days: 2 });
    expect(await verify()).toMatchObject({ trouble: null, overdue: '2026-11-20' });
  });

  test('outlast rows that have served their time, and tell those days from tampering', async () => {
    await sealedDays();
    const before = (await verify()).last;
    site.pass({ days: 40 });
    const told = { auditRows: 3, from: '2026-11-20', to: '2026-11-21' };
    expect(await removeAuditBefore(site.database, '2026-11-22', site.now)).toEqual([told]);
    expect(await removeAuditBefore(site.database, '2026-11-22', site.now)).toEqual([]);
    expect((await site.audit())[0]).toMatchObject({ action: 'retention.applied', details: told });
    expect(await verify()).toEqual({
      trouble: null,
      days: 1,
      rows: 2,
      removed: ['2026-11-20', '2026-11-21'],
      unsealed: 2,
      overdue: '2026-11-23',
      last: before,
    });
    // What is not sealed yet is not removed.
    expect(await removeAuditBefore(site.database, '2026-12-24', site.now)).toMatchObject([{ auditRows: 2 }]);
    expect(await site.audit()).toHaveLength(3);
  });
});
