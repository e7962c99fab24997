import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as redemption } from '#features/till/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import {
  confirmedCode,
  everyRow,
  loggedDonation,
  partnerStore,
  shownDonation,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const statusOf = async (admin: Client, id: number) => donationStatus(await shownDonation(admin, id));

describe('confirming a donation', () => {
  test('issues a code by the settings, stores the admin, and is logged', async () => {
    await site.database.execute(sql`update settings set uses_per_code = 3, days_valid = 10, term = '2026-2'`);
    const id = await loggedDonation(site);
    site.pass({ days: 1 });
    const admin = await site.admin('robin');
    const { status, body } = await admin.call(contract.confirmDonation, { body: { id } });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, id, discountCode: expect.stringMatching(/^RR-[A-HJKMNP-Z2-9]{6}$/) });
    const rows = await everyRow(site);
    expect(rows['discount_codes']).toMatchObject([
      {
        row: {
          code: body.discountCode,
          donation_id: id,
          participant_id: 1,
          use_count: 0,
          max_uses: 3,
          partner_id: null,
          generated_at: '2026-11-21T18:00:00+00:00',
          expires_at: '2026-12-01T18:00:00+00:00',
          used_at: null,
          revoked_at: null,
          term: '2026-2',
        },
      },
    ]);
    expect(await shownDonation(admin, id)).toMatchObject({
      isConfirmed: true,
      confirmedBy: 'robin',
      confirmedAt: '2026-11-21T18:00:00.000Z',
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'robin',
      actorRole: 'admin',
      action: 'donation.confirmed',
      entityType: 'donation',
      entityId: id,
      createdAt: site.now,
    });
    expect(JSON.stringify(await site.audit())).not.toContain(body.discountCode);
    expect(site.log).not.toContain(body.discountCode);
  });
});

describe('rejecting a donation', () => {
  test('stores the reason, issues no code, and is logged', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    const answer = await admin.call(contract.rejectDonation, { body: { id, reason: ' Chipped glass ' } });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, id } });
    expect(await shownDonation(admin, id)).toMatchObject({
      isConfirmed: false,
      confirmedAt: null,
      rejectedAt: '2026-11-20T18:00:00.000Z',
      rejectedBy: 'alex',
      rejectionReason: 'Chipped glass',
    });
    expect((await everyRow(site))['discount_codes']).toEqual([]);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'donation.rejected',
      entityType: 'donation',
      entityId: id,
      participantId: 1,
      details: { fields: ['reason'] },
    });
  });

  test('needs no reason', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    await admin.call(contract.rejectDonation, { body: { id, reason: '  ' } });
    expect((await shownDonation(admin, id)).rejectionReason).toBeNull();
  });
});

describe('a verdict', () => {
  test.each([
    ['confirmDonation', 'confirmed'],
    ['rejectDonation', 'confirmed'],
    ['confirmDonation', 'rejected'],
    ['rejectDonation', 'rejected'],
  ] as const)('%s is refused with 409 for a %s donation, and nothing changes', async (verdict, decided) => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    const first = decided === 'confirmed' ? contract.confirmDonation : contract.rejectDonation;
    await admin.call(first, { body: { id } });
    const before = await everyRow(site);
    expect(await admin.refused(contract[verdict], { body: { id, reason: 'Again' } })).toMatchObject({
      status: 409,
      body: { ok: false, code: `already_${decided}`, error: `This donation is already ${decided}.` },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    ['confirmDonation', {}, 400, { id: 'Donation ID is required' }],
    ['confirmDonation', { id: '1' }, 400, { id: 'Donation ID is required' }],
    ['confirmDonation', { id: 0 }, 400, { id: 'Donation ID is required' }],
    ['confirmDonation', { id: 2_147_483_648 }, 400, { id: 'Donation ID is required' }],
    ['confirmDonation', { id: 999 }, 404, undefined],
    ['rejectDonation', { id: null }, 400, { id: 'Donation ID is required' }],
    [
      'rejectDonation',
      { id: 1, reason: 'x'.repeat(501) },
      400,
      { reason: 'Please use at most 500 characters' },
    ],
    ['rejectDonation', { id: 999 }, 404, undefined],
  ] as const)('%s with %j is refused with %d, and nothing changes', async (verdict, body, status, fields) => {
    const admin = await site.admin();
    await loggedDonation(site);
    const before = await everyRow(site);
    const answer = await admin.refused(contract[verdict], { body });
    expect(answer).toMatchObject({ status, body: { ok: false } });
    expect(answer.body['fields']).toEqual(fields);
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('confirming many donations', () => {
  test('confirms the pending ones, each once, and returns why it skipped the others', async () => {
    const admin = await site.admin();
    const [first, second] = [await loggedDonation(site), await loggedDonation(site, { studentId: 'OTHER' })];
    const { id: confirmed } = await confirmedCode(site, admin);
    const rejected = await loggedDonation(site);
    await admin.call(contract.rejectDonation, { body: { id: rejected } });
    const auditBefore = (await site.audit()).length;
    const ids = [rejected, second, 999, first, confirmed, second, 999];
    const { status, body } = await admin.call(contract.confirmDonations, { body: { ids } });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      confirmed: [second, first],
      skipped: [
        { id: rejected, reason: 'already_rejected' },
        { id: 999, reason: 'not_found' },
        { id: confirmed, reason: 'already_confirmed' },
      ],
      alike: 1,
    });
    const codes = (await everyRow(site))['discount_codes'] as { row: { donation_id: number } }[];
    expect(codes).toHaveLength(3);
    expect(new Set(codes.map(({ row }) => row.donation_id))).toEqual(new Set([first, second, confirmed]));
    const entries = (await site.audit()).slice(0, -auditBefore);
    expect(entries).toHaveLength(2);
    for (const entityId of [first, second]) {
      const expected = { action: 'donation.confirmed', entityId, actor: 'alex' };
      expect(entries).toContainEqual(expect.objectContaining(expected));
    }
  });

  test('changes nothing if none is pending, and leaves nothing to undo', async () => {
    const admin = await site.admin();
    const rejected = await loggedDonation(site);
    await admin.call(contract.rejectDonation, { body: { id: rejected } });
    const before = await everyRow(site);
    const { body } = await admin.call(contract.confirmDonations, { body: { ids: [rejected, 999] } });
    expect(body.confirmed).toEqual([]);
    expect(body.skipped).toHaveLength(2);
    expect(await everyRow(site)).toEqual(before);
    expect((await admin.refused(contract.undoLastConfirmation, {})).status).toBe(409);
  });

  test.each([
    [{}, 'Please choose at least one donation'],
    [{ ids: [] }, 'Please choose at least one donation'],
    [{ ids: 5 }, 'Please choose at least one donation'],
    [{ ids: [1, 'two'] }, 'Please give a whole number'],
    [{ ids: [1, 0] }, 'Please give a whole number'],
    [{ ids: Array.from({ length: 501 }, (_, index) => index + 1) }, 'Please choose at most 500 donations'],
  ])('refuses %j and changes nothing', async (body, message) => {
    const admin = await site.admin();
    await loggedDonation(site);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.confirmDonations, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: message, fields: { ids: message } } });
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('undo', () => {
  test('makes the donation pending again, withdraws its code, and is logged', async () => {
    const admin = await site.admin();
    const { id, code } = await confirmedCode(site, admin);
    const answer = await admin.call(contract.undoLastConfirmation, {});
    expect(answer).toMatchObject({ status: 200, body: { ok: true, undone: [id] } });
    expect(await shownDonation(admin, id)).toMatchObject({
      isConfirmed: false,
      confirmedAt: null,
      confirmedBy: null,
    });
    const check = await site.visitor().refused(redemption.checkCode, { params: { code } });
    expect(check).toMatchObject({ status: 404, body: { reason: 'not_found' } });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'donation.confirmation_undone',
      entityType: 'donation',
      entityId: id,
    });
    // A new confirmation issues another code.
    const again = await admin.call(contract.confirmDonation, { body: { id } });
    expect(again.status).toBe(200);
    expect(again.body.discountCode).not.toBe(code);
    expect((await everyRow(site))['discount_codes']).toHaveLength(1);
  });

  test('takes back all of the last bulk confirmation, and no earlier one', async () => {
    const admin = await site.admin();
    const { id: earlier } = await confirmedCode(site, admin);
    const ids = [await loggedDonation(site), await loggedDonation(site), await loggedDonation(site)];
    await admin.call(contract.confirmDonations, { body: { ids: ids.toReversed() } });
    const { body } = await admin.call(contract.undoLastConfirmation, {});
    expect(body.undone).toEqual(ids);
    for (const id of ids) expect(await statusOf(admin, id)).toBe('pending');
    expect(await statusOf(admin, earlier)).toBe('confirmed');
    expect((await everyRow(site))['discount_codes']).toHaveLength(1);
  });

  test('goes back one action at a time until there is none left', async () => {
    const admin = await site.admin();
    const [first, second] = [await confirmedCode(site, admin), await confirmedCode(site, admin)];
    expect((await admin.call(contract.undoLastConfirmation, {})).body.undone).toEqual([second.id]);
    expect((await admin.call(contract.undoLastConfirmation, {})).body.undone).toEqual([first.id]);
    expect((await admin.refused(contract.undoLastConfirmation, {})).body.code).toBe('nothing_to_undo');
  });

  test("takes back only the calling admin's own action", async () => {
    const [alex, robin] = [await site.admin('alex'), await site.admin('robin')];
    const mine = await confirmedCode(site, alex);
    const theirs = await confirmedCode(site, robin);
    expect((await alex.call(contract.undoLastConfirmation, {})).body.undone).toEqual([mine.id]);
    expect(await statusOf(alex, theirs.id)).toBe('confirmed');
    expect((await alex.refused(contract.undoLastConfirmation, {})).status).toBe(409);
  });

  test('keeps a revoked code in the list, and a new confirmation issues another', async () => {
    const admin = await site.admin();
    const { id, code } = await confirmedCode(site, admin);
    await admin.call(rewards.revokeCode, { params: { id: 1 } });
    const revoked = (await everyRow(site))['discount_codes']?.[0];
    expect((await admin.call(contract.undoLastConfirmation, {})).body.undone).toEqual([id]);
    expect((await everyRow(site))['discount_codes']).toEqual([revoked]);

    const again = await admin.call(contract.confirmDonation, { body: { id } });
    expect(again.status).toBe(200);
    const check = (text: string) => site.visitor().refused(redemption.checkCode, { params: { code: text } });
    expect((await check(again.body.discountCode)).status).toBe(200);
    expect((await check(code)).status).toBe(404);
    const listed = await admin.call(rewards.codes, { query: {} });
    expect(listed.body.items.map((row) => row.code)).toEqual([again.body.discountCode, code]);
  });

  test.each([
    ['one code of several was used', false],
    ['a used code was revoked', true],
  ])('is refused with 409 if %s, and nothing changes', async (_, isRevoked) => {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin);
    const ids = [await loggedDonation(site), await loggedDonation(site), await loggedDonation(site)];
    await admin.call(contract.confirmDonations, { body: { ids } });
    const codes = (await admin.call(rewards.codes, { query: { donationId: ids[1] } })).body.items;
    const { id, code } = codes[0]!;
    await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
    if (isRevoked) await admin.call(rewards.revokeCode, { params: { id } });
    const before = await everyRow(site);
    const answer = await admin.refused(contract.undoLastConfirmation, {});
    expect(answer).toMatchObject({ status: 409, body: { ok: false, code: 'code_already_used' } });
    expect(await everyRow(site)).toEqual(before);
  });
});
