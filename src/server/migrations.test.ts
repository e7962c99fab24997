import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openBlankDatabase } from '#server/testing/testDatabase.ts';
import { holdMigrationLock, migrateUntil, migrations } from './database.ts';

/** The last migration of the time when rows of the audit log named people. */
const NAMING = migrations[13] ?? 0;

test('rows of the audit log come to name people by number, codes to hold their text, and admins not seen lately are signed out', async () => {
  const { database, close } = await openBlankDatabase();
  try {
    await holdMigrationLock(database, (_client, single) => migrateUntil(single, NAMING));
    await database.execute(sql`
      insert into participants (id, display_name, share_token, created_at)
      overriding system value values (4, 'Jo Thiessen', 'a token', now())`);
    await database.execute(sql`
      insert into donations (id, participant_id, student_id, weight, date, year, logged_by, created_at)
      overriding system value values (12, 4, 'JTHIESSEN', '2-3kg', '2026-11-20', 2026, 'student', now())`);
    await database.execute(sql`
      insert into discount_codes (id, code, participant_id, generated_at, expires_at)
      overriding system value values (7, 'RR-ABC234', 4, now(), now())`);
    await database.execute(sql`
      insert into admins (id, username, password_hash, created_at) overriding system value values (1, 'alex', '', now())`);
    await database.execute(sql`
      insert into sessions (token_hash, csrf_secret, admin_id, student_id, created_at, expires_at)
      values ('alex', '', 1, null, now(), now() + interval '7 days'), ('donor', '', null, 'JTHIESSEN', now(), now() + interval '7 days')`);
    const rows = [
      ['JTHIESSEN', 'donor', 'donation.logged', 'donation', 12, { weight: '2-3kg', date: '2026-11-20' }],
      ['alex', 'admin', 'donation.rejected', 'donation', 12, { reason: "Jo's box was empty" }],
      ['robin', 'admin', 'donation.reopened', 'donation', 12, { reason: 'It was the other box' }],
      ['JTHIESSEN', 'donor', 'donor.signed_in', 'participant', 4, {}],
      ['NOBODY', 'donor', 'donor.signed_in', 'participant', null, {}],
      ['alex', 'admin', 'participant.merged', 'participant', 4, { fromId: 3, fromName: 'Jo T', mergeId: 1 }],
      ['alex', 'admin', 'participant.updated', 'participant', 4, { fields: ['email'] }],
      ['Main Street', 'partner', 'code.redeemed', 'code', 7, { partnerId: 1, clerk: 'Mo', useCount: 1 }],
      ['alex', 'admin', 'code.created', 'code', 8, { participantId: 4, maxUses: 2 }],
      ['alex', 'admin', 'pickup.scheduled', 'pickup', 6, { notes: 'Ring Jo', scheduledAt: '2026-12-01' }],
      ['alex', 'admin', 'bin.updated', 'bin', 2, { name: 'UC East' }],
      ['npm run key', 'system', 'key.rotated', 'system', null, { newPins: true }],
    ] as const;
    for (const [actor, role, action, entityType, entityId, details] of rows) {
      await database.execute(sql`
        insert into audit_log (actor, actor_role, action, entity_type, entity_id, details, created_at)
        values (${actor}, ${role}, ${action}, ${entityType}, ${entityId}, ${JSON.stringify(details)}::jsonb, now())`);
    }
    await holdMigrationLock(database, (_client, single) => migrateUntil(single, Infinity));
    const found = await database.execute<{ row: unknown }>(sql`
      select json_build_array(actor, action, participant_id, details) as row from audit_log order by id`);
    expect(found.rows.map(({ row }) => row)).toEqual([
      ['donor 4', 'donation.logged', 4, { weight: '2-3kg', date: '2026-11-20' }],
      ['alex', 'donation.rejected', 4, { fields: ['reason'] }],
      ['robin', 'donation.reopened', 4, { fields: ['reason'] }],
      ['donor 4', 'donor.signed_in', 4, {}],
      ['donor', 'donor.signed_in', null, {}],
      ['alex', 'participant.merged', 4, { fromId: 3, mergeId: 1 }],
      ['alex', 'participant.updated', 4, { fields: ['email'] }],
      ['Main Street', 'code.redeemed', 4, { partnerId: 1, useCount: 1 }],
      ['alex', 'code.created', 4, { participantId: 4, maxUses: 2 }],
      ['alex', 'pickup.scheduled', null, { fields: ['notes'], scheduledAt: '2026-12-01' }],
      ['alex', 'bin.updated', null, { name: 'UC East' }],
      ['shell', 'key.rotated', null, { newPins: true }],
    ]);
    const coded = await database.execute(sql`select participant_text from discount_codes`);
    expect(coded.rows).toEqual([{ participant_text: 'jo thiessen  ' }]);
    const reopened = await database.execute(sql`select reopened_by, reopening_reason from donations`);
    expect(reopened.rows).toEqual([{ reopened_by: 'robin', reopening_reason: 'It was the other box' }]);
    const soon = await database.execute(sql`
      select token_hash from sessions where expires_at < now() + interval '13 hours'`);
    expect(soon.rows).toEqual([{ token_hash: 'alex' }]);
  } finally {
    await close();
  }
});

/** The last migration of the time when an email typed at a sign-in was believed. */
const BELIEVING = migrations[6] ?? 0;

test('what was typed at a sign-in becomes a claim, what an admin wrote stays noted', async () => {
  const { database, close } = await openBlankDatabase();
  try {
    await holdMigrationLock(database, (_client, single) => migrateUntil(single, BELIEVING));
    const people = [
      { id: 1, name: 'typed by a sign-in', email: 'typed@example.ca' },
      { id: 2, name: 'noted at an intake', email: 'noted@example.ca' },
      { id: 3, name: 'edited by an admin', email: 'edited@example.ca' },
      { id: 4, name: 'noted before a sign-in', email: 'before@example.ca' },
      { id: 5, name: 'second of an email', email: 'NOTED@example.ca' },
      { id: 6, name: 'merged from a sign-in', email: null },
    ];
    for (const { id, name, email } of people) {
      await database.execute(sql`
        insert into participants (id, display_name, email, share_token, created_at)
        overriding system value values (${id}, ${name}, ${email}, ${`token ${id}`}, now())`);
    }
    const typed = [
      ['ONE', 1, 'typed@example.ca'],
      ['THREE', 3, 'edited@example.ca'],
      ['FOUR', 4, 'other@example.ca'],
      ['SIX', 6, null],
    ] as const;
    for (const [studentId, participantId, email] of typed) {
      await database.execute(sql`
        insert into students (student_id, participant_id, email, created_at)
        values (${studentId}, ${participantId}, ${email}, now())`);
    }
    await database.execute(sql`
      insert into sessions (token_hash, student_id, csrf_secret, created_at, expires_at)
      select 'a session', id, 'secret', now(), now() from students where student_id = 'THREE'`);
    const happened = [
      ['donor.signed_in', 1, {}],
      ['participant.created', 2, {}],
      ['donor.signed_in', 3, {}],
      ['participant.updated', 3, { fields: ['displayName', 'email'] }],
      ['participant.created', 4, {}],
      ['donor.signed_in', 4, {}],
      ['participant.created', 5, {}],
      ['donor.signed_in', 7, {}],
      ['participant.merged', 6, { fromId: 7 }],
    ] as const;
    for (const [action, entityId, details] of happened) {
      await database.execute(sql`
        insert into audit_log (actor, action, entity_type, entity_id, details, created_at)
        values ('alex', ${action}, 'participant', ${entityId}, ${JSON.stringify(details)}::jsonb, now())`);
    }

    await holdMigrationLock(database, (_client, single) => migrateUntil(single, Infinity));
    const { rows } = await database.execute(sql`
      select id, display_name as name, email, claimed_name as "claimedName", claimed_email as "claimedEmail"
      from participants order by id`);
    const nothing = { name: null, email: null, claimedName: null, claimedEmail: null };
    expect(rows).toEqual([
      { ...nothing, id: 1, claimedName: 'typed by a sign-in', claimedEmail: 'typed@example.ca' },
      { ...nothing, id: 2, name: 'noted at an intake', email: 'noted@example.ca' },
      { ...nothing, id: 3, name: 'edited by an admin', email: 'edited@example.ca', claimedEmail: null },
      {
        ...nothing,
        id: 4,
        name: 'noted before a sign-in',
        email: 'before@example.ca',
        claimedEmail: 'other@example.ca',
      },
      { ...nothing, id: 5, name: 'second of an email', claimedEmail: 'NOTED@example.ca' },
      { ...nothing, id: 6, claimedName: 'merged from a sign-in' },
    ]);
    const sessions = await database.execute(sql`select student_id as "studentId" from sessions`);
    expect(sessions.rows).toEqual([{ studentId: 'THREE' }]);
  } finally {
    await close();
  }
});

test('pickups that were closed come to say when, as far as the log or their own times tell', async () => {
  const { database, close } = await openBlankDatabase();
  try {
    await holdMigrationLock(database, (_client, single) => migrateUntil(single, NAMING));
    await database.execute(sql`
      insert into pickups (name, address, items, status, scheduled_at, created_at) values
        ('in the log', 'here', 'books', 'completed', '2026-02-01', '2026-01-01'),
        ('scheduled', 'here', 'books', 'completed', '2026-02-01', '2026-01-01'),
        ('never scheduled', 'here', 'books', 'cancelled', null, '2026-01-01'),
        ('open', 'here', 'books', 'scheduled', '2026-02-01', '2026-01-01')`);
    await database.execute(sql`
      insert into audit_log (actor, action, entity_type, entity_id, created_at) values
        ('alex', 'pickup.scheduled', 'pickup', 1, '2026-04-01'), ('alex', 'pickup.completed', 'pickup', 1, '2026-03-01'),
        ('alex', 'donation.confirmed', 'donation', 2, '2026-05-01')`);
    await holdMigrationLock(database, (_client, single) => migrateUntil(single, Infinity));
    const { rows } = await database.execute(
      sql`select name, closed_at::date::text as closed from pickups order by id`,
    );
    expect(rows).toEqual([
      { name: 'in the log', closed: '2026-03-01' },
      { name: 'scheduled', closed: '2026-02-01' },
      { name: 'never scheduled', closed: '2026-01-01' },
      { name: 'open', closed: null },
    ]);
  } finally {
    await close();
  }
});

/** The last migration of the time when mails named the first donor ID of the site. */
const MISNAMING = migrations[24] ?? 0;

test('mails that named another donor ID come to name their reader’s own', async () => {
  const { database, close } = await openBlankDatabase();
  try {
    await holdMigrationLock(database, (_client, single) => migrateUntil(single, MISNAMING));
    for (const [name, email] of [
      ['BEN', null],
      ['AMARA', 'amara@example.ca'],
      [null, 'kim@example.ca'],
    ]) {
      await database.execute(sql`
        with made as (
          insert into participants (email, share_token, created_at) values (${email}, 'share ' || ${name ?? ''}::text, now()) returning id
        ) insert into students (student_id, participant_id, created_at) select ${name}::text, id, now() from made where ${name}::text is not null`);
    }
    await database.execute(sql`
      insert into mails (kind, participant_id, recipient, content, message_id, next_try_at, created_at)
      select 'code_used', id, email, '{"donorId": "BEN", "name": "Jo"}'::jsonb, 'message ' || id, now(), now() from participants where email is not null
      union all select 'pickup_cancelled', null, 'jo@example.ca', '{"name": "Jo"}'::jsonb, 'of a visitor', now(), now()`);
    await holdMigrationLock(database, (_client, single) => migrateUntil(single, Infinity));
    const { rows } = await database.execute<{ content: unknown }>(sql`select content from mails order by id`);
    expect(rows.map(({ content }) => content)).toEqual([
      { name: 'Jo', donorId: 'AMARA' },
      { name: 'Jo', donorId: 'kim@example.ca' },
      { name: 'Jo' },
    ]);
  } finally {
    await close();
  }
});
