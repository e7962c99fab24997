import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as decisions } from '#features/donations/console/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { codeRedemptions, discountCodes } from '#server/db/schema.ts';
import { confirmedCode, DONATION, everyRow, partnerStore } from '#server/testing/scenarios.ts';
import { type Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

/** Takes one of the two uses of a new code. */
async function redeemOnce() {
  const admin = await site.admin();
  const { id: donationId, code } = await confirmedCode(site, admin);
  const { partner, pin } = await partnerStore(admin);
  const till = site.visitor();
  const { body } = await till.call(contract.redeemCode, { params: { code }, body: { pin, clerk: 'MK' } });
  return { admin, donationId, code, partner, pin, till, redemptionId: body.redemptionId, answer: body };
}

const undo = (code: string, body: object, browser: Client = site.visitor(), key?: string) =>
  browser.refused(
    contract.undoRedemption,
    { params: { code }, body },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  );

const reverse = (admin: Client, id: number, reason: unknown = 'Rung up twice') =>
  admin.refused(contract.reverseRedemption, { params: { id }, body: { reason } });

const readLedger = () =>
  site.database
    .select({
      id: codeRedemptions.id,
      kind: codeRedemptions.kind,
      reverses: codeRedemptions.reverses,
      clerk: codeRedemptions.clerk,
      at: codeRedemptions.at,
      reason: codeRedemptions.reason,
    })
    .from(codeRedemptions)
    .orderBy(codeRedemptions.id);

const tooLate = { status: 409, body: { ok: false, code: 'undo_too_late' } };
const alreadyUndone = { status: 409, body: { ok: false, code: 'already_undone' } };

describe('a use that a till took', () => {
  test('is given back by the store that took it, as a row of its own', async () => {
    const { code, pin, partner, redemptionId, answer: redemption } = await redeemOnce();
    expect(redemption).toMatchObject({ redemptionId: 1, undoUntil: '2026-11-20T18:15:00.000Z' });
    site.pass({ minutes: 14 });
    const answer = await undo(code.toLowerCase(), { pin, redemptionId, clerk: 'Dana' });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      ok: true,
      remaining: 2,
      maxUses: 2,
      expiresAt: '2026-12-20T18:00:00.000Z',
    });
    expect(await readLedger()).toMatchObject([
      { id: 1, kind: 'redeemed', reverses: null, clerk: 'MK' },
      { id: 2, kind: 'reversed', reverses: 1, clerk: 'Dana', at: site.now, reason: null },
    ]);
    const [stored] = await site.database.select().from(discountCodes);
    expect(stored).toMatchObject({ useCount: 0, usedAt: null, givenBackAt: site.now });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'Main Street Thrift',
      actorRole: 'partner',
      action: 'code.use_given_back',
      entityId: 1,
      participantId: 1,
      details: { partnerId: partner.id, redemptionId: 1, useCount: 0, maxUses: 2 },
    });
  });

  test('leaves the time of the last use as it is if that use remains', async () => {
    const { code, pin, redemptionId, till } = await redeemOnce();
    site.pass({ minutes: 1 });
    const secondUseAt = site.now;
    await till.call(contract.redeemCode, { params: { code }, body: { pin } });
    site.pass({ minutes: 1 });
    expect(await undo(code, { pin, redemptionId })).toMatchObject({ body: { remaining: 1 } });
    const [stored] = await site.database.select().from(discountCodes);
    expect(stored).toMatchObject({ useCount: 1, usedAt: secondUseAt });
  });

  test('is given back within 15 minutes, and not later', async () => {
    const { code, pin, redemptionId } = await redeemOnce();
    site.pass({ minutes: 15 });
    const before = await everyRow(site);
    const late = await undo(code, { pin, redemptionId });
    expect(late).toMatchObject(tooLate);
    expect(late.body['error']).toBe(
      'This was too long ago to be undone at the till. The office can give the use back.',
    );
    expect(await everyRow(site)).toEqual(before);
    site.pass({ minutes: -1 });
    expect((await undo(code, { pin, redemptionId })).status).toBe(200);
  });

  test('is given back once, and any later try is refused', async () => {
    const { code, pin, redemptionId } = await redeemOnce();
    await undo(code, { pin, redemptionId });
    const before = await everyRow(site);
    expect(await undo(code, { pin, redemptionId })).toMatchObject(alreadyUndone);
    site.pass({ minutes: 16 });
    const again = await undo(code, { pin, redemptionId });
    expect(again).toMatchObject(alreadyUndone);
    expect(again.body['error']).toBe('This use was given back already.');
    expect(await everyRow(site)).toEqual(before);
  });

  test('is given back once if the answer is lost and the call is sent again', async () => {
    const { code, pin, redemptionId } = await redeemOnce();
    const firstAnswer = await undo(code, { pin, redemptionId }, site.visitor(), 'undo-1');
    const secondAnswer = await undo(code, { pin, redemptionId }, site.visitor(), 'undo-1');
    expect([secondAnswer.status, secondAnswer.body]).toEqual([200, firstAnswer.body]);
    expect(await readLedger()).toHaveLength(2);
  });

  test('is not given back by a wrong PIN or another store, for another code, or if it does not exist', async () => {
    const { admin, code, pin, redemptionId } = await redeemOnce();
    const otherStore = await partnerStore(admin, 'Second Chance');
    const { code: otherCode } = await confirmedCode(site, admin);
    const before = await everyRow(site);
    expect(await undo(code, { pin: '00', redemptionId })).toMatchObject({
      status: 403,
      body: { code: 'invalid_pin', error: 'Invalid PIN' },
    });
    expect(await undo(code, { pin: otherStore.pin, redemptionId })).toMatchObject({
      status: 403,
      body: { code: 'other_partner' },
    });
    expect(await undo(otherCode, { pin, redemptionId })).toMatchObject({ status: 404 });
    expect(await undo(code, { pin, redemptionId: 99 })).toMatchObject({ status: 404 });
    expect(await undo('RR-ABC234', { pin, redemptionId })).toMatchObject({
      status: 404,
      body: { reason: 'not_found', error: 'Code not found' },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test('has a reversal that cannot be reversed', async () => {
    const { admin, code, pin, redemptionId } = await redeemOnce();
    await undo(code, { pin, redemptionId });
    const [, { id: reversalId } = { id: 0 }] = await readLedger();
    expect((await undo(code, { pin, redemptionId: reversalId })).status).toBe(404);
    expect((await reverse(admin, reversalId)).status).toBe(404);
  });

  test.each([
    [{ redemptionId: 1 }, { pin: 'Please enter your Partner PIN.' }],
    [{ pin: '12345678' }, { redemptionId: 'Please give a whole number' }],
  ])('is not given back by %j', async (body, fields) => {
    const { code } = await redeemOnce();
    const answer = await undo(code, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
  });
});

describe('a code that expired before a use of it was given back', () => {
  test('is valid again for seven days', async () => {
    const { code, pin, redemptionId } = await redeemOnce();
    await site.database.update(discountCodes).set({ expiresAt: new Date('2026-11-20T18:05:00Z') });
    site.pass({ minutes: 10 });
    expect(await undo(code, { pin, redemptionId })).toMatchObject({
      status: 200,
      body: { remaining: 2, expiresAt: '2026-11-27T18:10:00.000Z' },
    });
    expect((await site.visitor().call(contract.checkCode, { params: { code } })).status).toBe(200);
  });

  test('stays expired and revoked if it was revoked, while the ledger records the reversal', async () => {
    const { admin, code, pin, redemptionId } = await redeemOnce();
    await admin.call(rewards.revokeCode, { params: { id: 1 } });
    const expiresAt = new Date('2026-11-20T18:05:00Z');
    await site.database.update(discountCodes).set({ expiresAt });
    site.pass({ minutes: 10 });
    expect((await undo(code, { pin, redemptionId })).status).toBe(200);
    expect((await site.visitor().refused(contract.checkCode, { params: { code } })).status).toBe(404);
    expect(await site.database.select().from(discountCodes)).toMatchObject([{ expiresAt }]);
    expect(await readLedger()).toHaveLength(2);
  });

  test('is revoked if its donor was removed, while the ledger records the reversal', async () => {
    const { admin, code, pin, redemptionId } = await redeemOnce();
    const params = { code };
    const { body } = await site.visitor().call(contract.redeemCode, { params, body: { pin } });
    await admin.call(people.removePerson, { params: { id: 1 }, body: { reason: 'Asked' } });
    site.pass({ minutes: 10 });
    expect((await reverse(admin, redemptionId)).status).toBe(200);
    const [stored] = await site.database.select().from(discountCodes);
    expect(stored).toMatchObject({ useCount: 1, revokedAt: site.now, revokedBy: 'alex' });
    expect((await site.visitor().refused(contract.checkCode, { params })).status).toBe(404);
    site.pass({ minutes: 1 });
    expect((await undo(code, { pin, redemptionId: body.redemptionId })).status).toBe(200);
    const [storedLater] = await site.database.select().from(discountCodes);
    expect(storedLater).toMatchObject({ ...stored, useCount: 0, usedAt: null, givenBackAt: site.now });
    expect(await readLedger()).toHaveLength(4);
  });
});

describe('the office', () => {
  test('gives a use back at any time, and says why', async () => {
    const { admin, code, redemptionId } = await redeemOnce();
    site.pass({ days: 400 });
    const laterAdmin = await site.admin();
    const answer = await reverse(laterAdmin, redemptionId);
    expect(answer).toMatchObject({ status: 200, body: { ok: true, remaining: 2, maxUses: 2 } });
    expect(await readLedger()).toMatchObject([
      { id: 1 },
      { kind: 'reversed', reverses: 1, clerk: 'Office', reason: 'Rung up twice', at: site.now },
    ]);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      action: 'code.use_given_back',
      details: { redemptionId, reason: 'Rung up twice' },
    });
    expect((await site.visitor().call(contract.checkCode, { params: { code } })).body.remaining).toBe(2);
    expect(await reverse(laterAdmin, redemptionId)).toMatchObject(alreadyUndone);
    expect((await reverse(admin, redemptionId)).status).toBe(401);
  });

  test('must give a reason and an existing redemption', async () => {
    const { admin, redemptionId } = await redeemOnce();
    expect(await reverse(admin, redemptionId, ' ')).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Please say why the use is given back.' } },
    });
    expect(await reverse(admin, 99)).toMatchObject({
      status: 404,
      body: { error: 'There is no such redemption.' },
    });
  });
});

test('a donor sees on the dashboard that a use was given back', async () => {
  const { code, pin, redemptionId } = await redeemOnce();
  await undo(code, { pin, redemptionId });
  const donor = await site.donor(DONATION.studentId);
  const { body } = await donor.call(dashboard.donorSummary, {});
  expect(body.codes).toMatchObject([{ code, useCount: 0, givenBackAt: site.now.toISOString() }]);
});

test('a confirmation may be undone once the only use of its code is given back, and revokes the code', async () => {
  const { admin, code, pin, redemptionId, donationId } = await redeemOnce();
  const undoLast = () => admin.refused(decisions.undoLastConfirmation, { body: {} });
  expect((await undoLast()).status).toBe(409);
  await undo(code, { pin, redemptionId });
  expect(await undoLast()).toMatchObject({ status: 200, body: { undone: [donationId] } });
  const [stored] = await site.database.select().from(discountCodes).where(eq(discountCodes.code, code));
  expect(stored).toMatchObject({ revokedAt: site.now, revokedBy: 'alex', useCount: 0 });
  const confirmed = await admin.call(decisions.confirmDonation, { body: { id: donationId } });
  expect(confirmed.body.discountCode).not.toBe(code);
});

test.each([
  ['change', sql`update code_redemptions set clerk = 'Nobody'`],
  ['removal', sql`delete from code_redemptions`],
  ['emptying', sql`truncate code_redemptions cascade`],
])('the database refuses the %s of the ledger', async (_what, statement) => {
  await redeemOnce();
  const before = await readLedger();
  await expect(site.database.execute(statement)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('The ledger of redemptions is only ever added to') },
  });
  expect(await readLedger()).toEqual(before);
});

test('the database refuses a second reversal of a use, and a reversal without a use', async () => {
  const { code, pin, redemptionId } = await redeemOnce();
  await undo(code, { pin, redemptionId });
  const insert = (reverses: number | null) =>
    site.database.insert(codeRedemptions).values({
      at: site.now,
      codeId: 1,
      code,
      partnerId: 1,
      kind: 'reversed',
      reverses,
    });
  await expect(insert(redemptionId)).rejects.toMatchObject({
    cause: { constraint: 'code_redemptions_reverses_key' },
  });
  await expect(insert(null)).rejects.toMatchObject({
    cause: { constraint: 'code_redemptions_reversal_whole' },
  });
});

test('the use count of a code is its uses in the ledger and those that an admin marked', async () => {
  const { admin, code, pin, redemptionId } = await redeemOnce();
  await admin.call(rewards.markCodeUsed, { params: { id: 1 } });
  const stored = async () => (await site.database.select().from(discountCodes))[0];
  expect(await stored()).toMatchObject({ useCount: 2, markedUses: 1 });
  await undo(code, { pin, redemptionId });
  expect(await stored()).toMatchObject({ useCount: 1, markedUses: 1 });
});
