import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as participants } from '#features/donors/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { confirmedCode, everyRow, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';
import { CODE_ALPHABET, CODE_CHARACTERS, PRACTICE_PREFIX, practiceCodes } from './rules.ts';
import { randomCode } from './server.ts';

const site = useTestSite();

const EXPIRY = '2027-07-01';
const WHEN_IT_ENDS = '2027-07-02T05:00:00.000Z';

/** Adds a participant by hand. Gives their number. */
async function participant(admin: Client, displayName = 'Jo Thiessen', email?: string): Promise<number> {
  const { body } = await admin.call(participants.upsertParticipant, { body: { displayName, email } });
  return body.id;
}

/** Issues a code by hand. */
async function createdCode(
  admin: Client,
  given: { participantId?: number; expiresAt?: string; maxUses?: number; partnerId?: number } = {},
) {
  const participantId = given.participantId ?? (await participant(admin));
  const { status, body } = await admin.call(contract.createCode, {
    body: { expiresAt: EXPIRY, ...given, participantId },
  });
  if (status !== 200) throw new Error(`The code was refused: ${JSON.stringify(body)}`);
  return body.row;
}

async function codesListed(admin: Client, query: string): Promise<string[]> {
  const { body } = await admin.send<{ items: { code: string }[]; total: number }>(
    'GET',
    `/api/admin/codes?${query}`,
  );
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ code }) => code);
}

describe('the codes to practise with', () => {
  test('could be codes, and none like them is ever issued: where one is drawn another is', () => {
    for (const code of Object.values(practiceCodes)) {
      expect(code).toMatch(new RegExp(`^${PRACTICE_PREFIX}[${CODE_ALPHABET}]{${CODE_CHARACTERS - 3}}$`));
    }
    const drawn = ['TRYTRY', 'TRY234', 'TRXTRY'];
    expect(randomCode(() => drawn.shift() ?? '')).toBe('RR-TRXTRY');
    expect(drawn).toEqual([]);
  });
});

describe('creating a code', () => {
  test('gives its row, good until the end of the day in Winnipeg, and writes who did it', async () => {
    const admin = await site.admin();
    const participantId = await participant(admin, 'Jo Thiessen', 'jo@example.ca');
    const { partner } = await partnerStore(admin);
    const { status, body } = await admin.call(contract.createCode, {
      body: { participantId, expiresAt: EXPIRY, maxUses: 5, partnerId: partner.id },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      code: expect.stringMatching(/^RR-[A-HJKMNP-Z2-9]{6}$/),
      row: {
        id: 1,
        code: body.code,
        participant_id: participantId,
        participant_name: 'Jo Thiessen',
        participant_removed_at: null,
        participant_email: 'jo@example.ca',
        participant_student_id: null,
        use_count: 0,
        max_uses: 5,
        expires_at: WHEN_IT_ENDS,
        used_at: null,
        partner_id: partner.id,
        partner_name: 'Main Street Thrift',
        revoked_at: null,
      },
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'code.created',
      entityType: 'code',
      entityId: 1,
      participantId,
      details: { participantId, maxUses: 5, partnerId: partner.id },
      createdAt: site.now,
    });
    expect(JSON.stringify(await site.audit())).not.toContain(body.code);
  });

  test('follows the settings where max uses is left out, and takes an instant as the expiry', async () => {
    await site.database.execute(sql`update settings set uses_per_code = 4, term = '2027-1'`);
    const admin = await site.admin();
    const participantId = await participant(admin);
    const { body } = await admin.call(contract.createCode, {
      body: { participantId, expiresAt: '2026-11-20T12:30:00-06:00', partnerId: null },
    });
    expect(body.row).toMatchObject({ max_uses: 4, expires_at: '2026-11-20T18:30:00.000Z', partner_id: null });
    expect((await everyRow(site))['discount_codes']).toMatchObject([{ row: { term: '2027-1' } }]);
  });

  const required = 'Participant ID and expiry date are required';

  test.each([
    [{}, { participantId: required, expiresAt: required }],
    [{ participantId: 1, expiresAt: '  ' }, { expiresAt: required }],
    [{ participantId: 1, expiresAt: '2027-02-30' }, { expiresAt: 'Please enter a valid expiry date' }],
    [{ participantId: 1, expiresAt: 'soon' }, { expiresAt: 'Please enter a valid expiry date' }],
    [{ participantId: 1, expiresAt: '2026-11-19' }, { expiresAt: 'Expiry date cannot be in the past' }],
    [
      { participantId: 1, expiresAt: '2026-11-20T18:00:00Z' },
      { expiresAt: 'Expiry date cannot be in the past' },
    ],
    [{ participantId: 1, expiresAt: EXPIRY, maxUses: 11 }, { maxUses: 'Max uses must be 1 to 10' }],
  ])('refuses %j and changes nothing', async (body, fields) => {
    const admin = await site.admin();
    await participant(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createCode, { body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
    expect(answer.body.error).toBe(Object.values(fields)[0]);
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    [{ participantId: 999, expiresAt: EXPIRY }, 'There is no such participant.'],
    [{ participantId: 1, expiresAt: EXPIRY, partnerId: 999 }, 'There is no such partner.'],
  ])('of nobody, or for no store, is 404 and changes nothing: %j', async (body, error) => {
    const admin = await site.admin();
    await participant(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createCode, { body });
    expect(answer).toMatchObject({ status: 404, body: { ok: false, code: 'not_found', error } });
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('marking a code as used', () => {
  test('takes all its uses, and writes who did it', async () => {
    const admin = await site.admin();
    const { id, code } = await createdCode(admin, { maxUses: 3 });
    const { status, body } = await admin.call(contract.markCodeUsed, { params: { id } });
    expect(status).toBe(200);
    expect(body.row).toMatchObject({ id, use_count: 3, max_uses: 3, used_at: site.now.toISOString() });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'code.marked_used',
      entityType: 'code',
      entityId: id,
    });
    const check = await site.visitor().refused(redemption.checkCode, { params: { code } });
    expect(check).toMatchObject({ status: 409, body: { reason: 'used_up' } });
  });

  test('is 409 once it is fully used, expired or revoked, and changes nothing', async () => {
    const admin = await site.admin();
    const used = await createdCode(admin);
    await admin.call(contract.markCodeUsed, { params: { id: used.id } });
    const revoked = await createdCode(admin);
    await admin.call(contract.revokeCode, { params: { id: revoked.id } });
    const expired = await createdCode(admin, { expiresAt: '2026-11-20T18:01:00Z' });
    site.pass({ minutes: 1 });
    const before = await everyRow(site);
    for (const [{ id }, error] of [
      [used, 'This code is already fully used.'],
      [revoked, 'This code is revoked.'],
      [expired, 'This code has expired.'],
    ] as const) {
      const answer = await admin.refused(contract.markCodeUsed, { params: { id } });
      expect(answer).toMatchObject({ status: 409, body: { ok: false, code: 'code_not_changeable', error } });
    }
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('revoking a code', () => {
  test('keeps its row for the record, yet no till and no dashboard knows it any more', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const { body } = await admin.call(contract.revokeCode, { params: { id: 1 } });
    expect(body.row).toMatchObject({ code, revoked_at: site.now.toISOString(), use_count: 0 });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'code.revoked',
      entityType: 'code',
      entityId: 1,
    });
    const till = site.visitor();
    const check = await till.refused(redemption.checkCode, { params: { code } });
    expect(check).toMatchObject({ status: 404, body: { reason: 'not_found' } });
    const donor = await site.donor('JTHIESSEN');
    const { body: summary } = await donor.send<{ codes: unknown[] }>('GET', '/api/students/summary');
    expect(summary.codes).toEqual([]);
    expect(await codesListed(admin, 'status=any')).toEqual([code]);
  });

  test('takes a used or expired one too, but none twice', async () => {
    const admin = await site.admin();
    const { id } = await createdCode(admin, { expiresAt: '2026-11-20' });
    await admin.call(contract.markCodeUsed, { params: { id } });
    site.pass({ days: 2 });
    const later = await site.admin();
    expect((await later.call(contract.revokeCode, { params: { id } })).status).toBe(200);
    const before = await everyRow(site);
    const again = await later.refused(contract.revokeCode, { params: { id } });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'code_not_changeable', error: 'This code is revoked.' },
    });
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('extending a code', () => {
  test('gives it a later end, also when it has expired, and writes who did it', async () => {
    const admin = await site.admin();
    const { id, code } = await createdCode(admin, { expiresAt: '2026-11-20' });
    site.pass({ days: 3 });
    const till = site.visitor();
    expect((await till.refused(redemption.checkCode, { params: { code } })).status).toBe(410);
    const { status, body } = await (
      await site.admin()
    ).call(contract.extendCode, { params: { id }, body: { expiresAt: EXPIRY } });
    expect(status).toBe(200);
    expect(body.row).toMatchObject({ id, expires_at: WHEN_IT_ENDS });
    expect((await till.call(redemption.checkCode, { params: { code } })).status).toBe(200);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'code.extended',
      entityType: 'code',
      entityId: id,
      details: { expiresAt: WHEN_IT_ENDS },
    });
  });

  test.each([
    ['to the day it has', EXPIRY, 409, 'The new expiry must be later than the present one.'],
    ['into the past', '2026-11-01', 400, 'Expiry date cannot be in the past'],
    ['without a day', undefined, 400, 'Please choose the new expiry date'],
  ])('%s (%s) is %d and changes nothing', async (_name, expiresAt, status, error) => {
    const admin = await site.admin();
    const { id } = await createdCode(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.extendCode, { params: { id }, body: { expiresAt } });
    expect(answer).toMatchObject({ status, body: { ok: false, error } });
    expect(await everyRow(site)).toEqual(before);
  });
});

test.each(['markCodeUsed', 'revokeCode', 'extendCode'] as const)('%s of no code is 404', async (name) => {
  const admin = await site.admin();
  const before = await everyRow(site);
  const body = name === 'extendCode' ? { expiresAt: EXPIRY } : undefined;
  const answer = await admin.refused(contract[name], { params: { id: 999 }, body });
  expect(answer).toMatchObject({ status: 404, body: { error: 'There is no such code.' } });
  expect(await everyRow(site)).toEqual(before);
});

describe('the list of codes', () => {
  test('is filtered by the status that is shown, so revoked ones are in no other list', async () => {
    const admin = await site.admin();
    const participantId = await participant(admin);
    const code = async (given: Parameters<typeof createdCode>[1] = {}) =>
      await createdCode(admin, { ...given, participantId });
    const unused = await code();
    const used = await code({ maxUses: 1 });
    await admin.call(contract.markCodeUsed, { params: { id: used.id } });
    const usedThenExpired = await code({ expiresAt: '2026-11-20T18:30:00Z' });
    await admin.call(contract.markCodeUsed, { params: { id: usedThenExpired.id } });
    const expired = await code({ expiresAt: '2026-11-20T18:30:00Z' });
    const revoked = await code();
    await admin.call(contract.revokeCode, { params: { id: revoked.id } });
    // At its expiry a code has expired.
    site.pass({ minutes: 30 });
    expect(await codesListed(admin, 'status=unused')).toEqual([unused.code]);
    expect(await codesListed(admin, 'status=used')).toEqual([used.code]);
    expect(await codesListed(admin, 'status=expired')).toEqual([expired.code, usedThenExpired.code]);
    const everyOne = [revoked, expired, usedThenExpired, used, unused].map((row) => row.code);
    expect(await codesListed(admin, 'status=any')).toEqual(everyOne);
    expect(await codesListed(admin, '')).toEqual(everyOne);
  });

  test('is searched by part of a code, a name, an email, a phone number or the start of a donor ID', async () => {
    const admin = await site.admin();
    const { code: byDonor } = await confirmedCode(site, admin, { studentId: 'QZ7846120' });
    const jo = await participant(admin, 'Jo Thiessen', 'jo.t@example.ca');
    const { code: byHand } = await createdCode(admin, { participantId: jo });
    await admin.call(participants.updateParticipant, { params: { id: jo }, body: { phone: '204-555-0134' } });
    expect(await codesListed(admin, `q=${byHand.slice(3).toLowerCase()}`)).toEqual([byHand]);
    expect(await codesListed(admin, 'q=thies')).toEqual([byHand]);
    expect(await codesListed(admin, 'q=JO.T@')).toEqual([byHand]);
    expect(await codesListed(admin, 'q=555-0134')).toEqual([byHand]);
    expect(await codesListed(admin, 'q=qz784')).toEqual([byDonor]);
    expect(await codesListed(admin, 'q=846120')).toEqual([]);
    expect(await codesListed(admin, 'q=%25')).toEqual([]);
    expect(await codesListed(admin, 'q=rr-')).toEqual([byHand, byDonor]);
    expect(await codesListed(admin, 'q=thies&status=used')).toEqual([]);
    expect(await codesListed(admin, `participantId=${jo}`)).toEqual([byHand]);
    expect(await codesListed(admin, 'participantId=999')).toEqual([]);
    expect(await codesListed(admin, 'participantId=')).toEqual([byHand, byDonor]);
  });

  test('names who has a code also by the first of their donor IDs', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    const { body } = await admin.call(contract.codes, {});
    expect(body.items).toMatchObject([
      { participant_name: null, participant_email: null, participant_student_id: 'JTHIESSEN' },
    ]);
  });
});

describe('the codes as CSV', () => {
  async function exported(admin: Client, query = '') {
    const { statusCode, headers, rawPayload } = await site.app.inject({
      url: `/api/admin/codes/export.csv?${query}`,
      cookies: Object.fromEntries(admin.cookies),
    });
    expect(statusCode).toBe(200);
    return { headers, lines: rawPayload.toString('utf8').replace('\uFEFF', '').split('\r\n') };
  }

  test('are a file with a header', async () => {
    const admin = await site.admin();
    const participantId = await participant(admin, 'Zoë Żak', 'zoe@example.ca');
    const { code } = await createdCode(admin, { participantId, maxUses: 3 });
    const { headers, lines } = await exported(admin);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="codes-2026-11-20.csv"',
    });
    expect(lines).toEqual([
      'id,code,status,participant id,participant,email,uses,max uses,expires,partner',
      `1,${code},active,${participantId},Zoë Żak,zoe@example.ca,0,3,2027-07-02T00:00:00-05:00,`,
      '',
    ]);
  });

  test('follow the filters, and say what is revoked, used or expired', async () => {
    const admin = await site.admin();
    const [jo, amara] = [await participant(admin, 'Jo'), await participant(admin, 'Amara')];
    const ended = { participantId: jo, expiresAt: '2026-11-20T18:30:00Z' };
    const [expired, used, revoked] = [
      await createdCode(admin, ended),
      await createdCode(admin, { participantId: jo }),
      await createdCode(admin, { participantId: amara }),
    ];
    await admin.call(contract.markCodeUsed, { params: { id: used.id } });
    await admin.call(contract.revokeCode, { params: { id: revoked.id } });
    site.pass({ minutes: 30 });
    const statuses = async (query: string) =>
      (await exported(admin, query)).lines.slice(1, -1).map((line) => line.split(',').slice(1, 3));
    expect(await statuses('')).toEqual([
      [expired.code, 'expired'],
      [used.code, 'used'],
      [revoked.code, 'revoked'],
    ]);
    expect(await statuses('status=used')).toEqual([[used.code, 'used']]);
    expect(await statuses('q=amara')).toEqual([[revoked.code, 'revoked']]);
    expect(await statuses(`participantId=${jo}&status=expired`)).toEqual([[expired.code, 'expired']]);
  });
});

test('a code tied to a store stays when the store is switched off', async () => {
  const admin = await site.admin();
  const { partner } = await partnerStore(admin);
  const { id } = await createdCode(admin, { partnerId: partner.id });
  await admin.call(partners.setPartnerActive, { params: { id: partner.id }, body: { active: false } });
  const { body } = await admin.call(contract.codes, {});
  expect(body.items).toMatchObject([{ id, partner_id: partner.id, partner_name: 'Main Street Thrift' }]);
});
