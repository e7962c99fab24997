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

const LAST_DAY = '2027-07-01';
const EXPIRES_AT = '2027-07-02T05:00:00.000Z';

/** Adds a participant by hand. Returns their id. */
async function createParticipant(
  admin: Client,
  displayName = 'Jo Thiessen',
  email?: string,
): Promise<number> {
  const { body } = await admin.call(participants.upsertParticipant, { body: { displayName, email } });
  return body.id;
}

/** Issues a code by hand. Returns its row. */
async function createCode(
  admin: Client,
  terms: { participantId?: number; expiresAt?: string; maxUses?: number; partnerId?: number } = {},
) {
  const participantId = terms.participantId ?? (await createParticipant(admin));
  const { status, body } = await admin.call(contract.createCode, {
    body: { expiresAt: LAST_DAY, ...terms, participantId },
  });
  if (status !== 200) throw new Error(`The code was refused: ${JSON.stringify(body)}`);
  return body.row;
}

async function listCodes(admin: Client, query: string): Promise<string[]> {
  const { body } = await admin.send<{ items: { code: string }[]; total: number }>(
    'GET',
    `/api/admin/codes?${query}`,
  );
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ code }) => code);
}

describe('the practice codes', () => {
  test('have the form of codes, but no issued code begins like them', () => {
    for (const code of Object.values(practiceCodes)) {
      expect(code).toMatch(new RegExp(`^${PRACTICE_PREFIX}[${CODE_ALPHABET}]{${CODE_CHARACTERS - 3}}$`));
    }
    const characters = ['TRYTRY', 'TRY234', 'TRXTRY'];
    expect(randomCode(() => characters.shift() ?? '')).toBe('RR-TRXTRY');
    expect(characters).toEqual([]);
  });
});

describe('creating a code', () => {
  test('answers its row, valid until the end of the day in Winnipeg, and records who did it', async () => {
    const admin = await site.admin();
    const participantId = await createParticipant(admin, 'Jo Thiessen', 'jo@example.ca');
    const { partner } = await partnerStore(admin);
    const { status, body } = await admin.call(contract.createCode, {
      body: { participantId, expiresAt: LAST_DAY, maxUses: 5, partnerId: partner.id },
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
        expires_at: EXPIRES_AT,
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

  test('takes max uses from the settings if omitted, and accepts an instant as expiry', async () => {
    await site.database.execute(sql`update settings set uses_per_code = 4, term = '2027-1'`);
    const admin = await site.admin();
    const participantId = await createParticipant(admin);
    const { body } = await admin.call(contract.createCode, {
      body: { participantId, expiresAt: '2026-11-20T12:30:00-06:00', partnerId: null },
    });
    expect(body.row).toMatchObject({ max_uses: 4, expires_at: '2026-11-20T18:30:00.000Z', partner_id: null });
    expect((await everyRow(site))['discount_codes']).toMatchObject([{ row: { term: '2027-1' } }]);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({ action: 'code.created', details: { maxUses: 4 } });
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
    [{ participantId: 1, expiresAt: LAST_DAY, maxUses: 11 }, { maxUses: 'Max uses must be 1 to 10' }],
  ])('refuses %j and changes nothing', async (body, fields) => {
    const admin = await site.admin();
    await createParticipant(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createCode, { body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
    expect(answer.body.error).toBe(Object.values(fields)[0]);
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    [{ participantId: 999, expiresAt: LAST_DAY }, 'There is no such participant.'],
    [{ participantId: 1, expiresAt: LAST_DAY, partnerId: 999 }, 'There is no such partner.'],
  ])('answers 404 for an unknown participant or store, and changes nothing: %j', async (body, error) => {
    const admin = await site.admin();
    await createParticipant(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createCode, { body });
    expect(answer).toMatchObject({ status: 404, body: { ok: false, code: 'not_found', error } });
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('marking a code as used', () => {
  test('takes all its uses and records who did it', async () => {
    const admin = await site.admin();
    const { id, code } = await createCode(admin, { maxUses: 3 });
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

  test('answers 409 for a used, expired or revoked code, and changes nothing', async () => {
    const admin = await site.admin();
    const used = await createCode(admin);
    await admin.call(contract.markCodeUsed, { params: { id: used.id } });
    const revoked = await createCode(admin);
    await admin.call(contract.revokeCode, { params: { id: revoked.id } });
    const expired = await createCode(admin, { expiresAt: '2026-11-20T18:01:00Z' });
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
  test('keeps its row, but hides it from tills and dashboards', async () => {
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
    expect(await listCodes(admin, 'status=any')).toEqual([code]);
  });

  test('works for used and expired codes, but only once', async () => {
    const admin = await site.admin();
    const { id } = await createCode(admin, { expiresAt: '2026-11-20' });
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
  test('sets a later expiry, even if it has expired, and records who did it', async () => {
    const admin = await site.admin();
    const { id, code } = await createCode(admin, { expiresAt: '2026-11-20' });
    site.pass({ days: 3 });
    const till = site.visitor();
    expect((await till.refused(redemption.checkCode, { params: { code } })).status).toBe(410);
    const { status, body } = await (
      await site.admin()
    ).call(contract.extendCode, { params: { id }, body: { expiresAt: LAST_DAY } });
    expect(status).toBe(200);
    expect(body.row).toMatchObject({ id, expires_at: EXPIRES_AT });
    expect((await till.call(redemption.checkCode, { params: { code } })).status).toBe(200);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'code.extended',
      entityType: 'code',
      entityId: id,
      details: { expiresAt: EXPIRES_AT },
    });
  });

  test.each([
    ['to the day it has', LAST_DAY, 409, 'The new expiry must be later than the present one.'],
    ['into the past', '2026-11-01', 400, 'Expiry date cannot be in the past'],
    ['without a day', undefined, 400, 'Please choose the new expiry date'],
  ])('%s (%s) answers %d and changes nothing', async (_name, expiresAt, status, error) => {
    const admin = await site.admin();
    const { id } = await createCode(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.extendCode, { params: { id }, body: { expiresAt } });
    expect(answer).toMatchObject({ status, body: { ok: false, error } });
    expect(await everyRow(site)).toEqual(before);
  });
});

test.each(['markCodeUsed', 'revokeCode', 'extendCode'] as const)(
  '%s answers 404 for an unknown code',
  async (name) => {
    const admin = await site.admin();
    const before = await everyRow(site);
    const body = name === 'extendCode' ? { expiresAt: LAST_DAY } : undefined;
    const answer = await admin.refused(contract[name], { params: { id: 999 }, body });
    expect(answer).toMatchObject({ status: 404, body: { error: 'There is no such code.' } });
    expect(await everyRow(site)).toEqual(before);
  },
);

describe('the list of codes', () => {
  test('is filtered by the shown status, so only the unfiltered list has revoked codes', async () => {
    const admin = await site.admin();
    const participantId = await createParticipant(admin);
    const codeWith = async (terms: Parameters<typeof createCode>[1] = {}) =>
      await createCode(admin, { ...terms, participantId });
    const unused = await codeWith();
    const used = await codeWith({ maxUses: 1 });
    await admin.call(contract.markCodeUsed, { params: { id: used.id } });
    const usedThenExpired = await codeWith({ expiresAt: '2026-11-20T18:30:00Z' });
    await admin.call(contract.markCodeUsed, { params: { id: usedThenExpired.id } });
    const expired = await codeWith({ expiresAt: '2026-11-20T18:30:00Z' });
    const revoked = await codeWith();
    await admin.call(contract.revokeCode, { params: { id: revoked.id } });
    // A code is expired at the very instant of its expiry.
    site.pass({ minutes: 30 });
    expect(await listCodes(admin, 'status=unused')).toEqual([unused.code]);
    expect(await listCodes(admin, 'status=used')).toEqual([used.code]);
    expect(await listCodes(admin, 'status=expired')).toEqual([expired.code, usedThenExpired.code]);
    const allCodes = [revoked, expired, usedThenExpired, used, unused].map((row) => row.code);
    expect(await listCodes(admin, 'status=any')).toEqual(allCodes);
    expect(await listCodes(admin, '')).toEqual(allCodes);
  });

  test('is searched by part of a code, a name, an email, a phone number or the start of a donor ID', async () => {
    const admin = await site.admin();
    const { code: byDonor } = await confirmedCode(site, admin, { studentId: 'QZ7846120' });
    const jo = await createParticipant(admin, 'Jo Thiessen', 'jo.t@example.ca');
    const { code: byHand } = await createCode(admin, { participantId: jo });
    await admin.call(participants.updateParticipant, { params: { id: jo }, body: { phone: '204-555-0134' } });
    expect(await listCodes(admin, `q=${byHand.slice(3).toLowerCase()}`)).toEqual([byHand]);
    expect(await listCodes(admin, 'q=thies')).toEqual([byHand]);
    expect(await listCodes(admin, 'q=JO.T@')).toEqual([byHand]);
    expect(await listCodes(admin, 'q=555-0134')).toEqual([byHand]);
    expect(await listCodes(admin, 'q=qz784')).toEqual([byDonor]);
    expect(await listCodes(admin, 'q=846120')).toEqual([]);
    expect(await listCodes(admin, 'q=%25')).toEqual([]);
    expect(await listCodes(admin, 'q=rr-')).toEqual([byHand, byDonor]);
    expect(await listCodes(admin, 'q=thies&status=used')).toEqual([]);
    expect(await listCodes(admin, `participantId=${jo}`)).toEqual([byHand]);
    expect(await listCodes(admin, 'participantId=999')).toEqual([]);
    expect(await listCodes(admin, 'participantId=')).toEqual([byHand, byDonor]);
  });

  test('has the first donor ID of each code’s owner', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    const { body } = await admin.call(contract.codes, {});
    expect(body.items).toMatchObject([
      { participant_name: null, participant_email: null, participant_student_id: 'JTHIESSEN' },
    ]);
  });
});

describe('the codes as CSV', () => {
  async function exportCsv(admin: Client, query = '') {
    const { statusCode, headers, rawPayload } = await site.app.inject({
      url: `/api/admin/codes/export.csv?${query}`,
      cookies: Object.fromEntries(admin.cookies),
    });
    expect(statusCode).toBe(200);
    return { headers, lines: rawPayload.toString('utf8').replace('\uFEFF', '').split('\r\n') };
  }

  test('are a file with a header', async () => {
    const admin = await site.admin();
    const participantId = await createParticipant(admin, 'Zoë Żak', 'zoe@example.ca');
    const { code } = await createCode(admin, { participantId, maxUses: 3 });
    const { headers, lines } = await exportCsv(admin);
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

  test('follow the filters, and have the status of each code', async () => {
    const admin = await site.admin();
    const [jo, amara] = [await createParticipant(admin, 'Jo'), await createParticipant(admin, 'Amara')];
    const ended = { participantId: jo, expiresAt: '2026-11-20T18:30:00Z' };
    const [expired, used, revoked] = [
      await createCode(admin, ended),
      await createCode(admin, { participantId: jo }),
      await createCode(admin, { participantId: amara }),
    ];
    await admin.call(contract.markCodeUsed, { params: { id: used.id } });
    await admin.call(contract.revokeCode, { params: { id: revoked.id } });
    site.pass({ minutes: 30 });
    const statuses = async (query: string) =>
      (await exportCsv(admin, query)).lines.slice(1, -1).map((line) => line.split(',').slice(1, 3));
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

test('a code for one store stays if the store is deactivated', async () => {
  const admin = await site.admin();
  const { partner } = await partnerStore(admin);
  const { id } = await createCode(admin, { partnerId: partner.id });
  await admin.call(partners.setPartnerActive, { params: { id: partner.id }, body: { active: false } });
  const { body } = await admin.call(contract.codes, {});
  expect(body.items).toMatchObject([{ id, partner_id: partner.id, partner_name: 'Main Street Thrift' }]);
});
