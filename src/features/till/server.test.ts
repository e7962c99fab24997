import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as partners } from '#features/partners/contract.ts';
import { codeRedemptions, discountCodes } from '#server/db/schema.ts';
import { confirmedCode, everyRow, partnerStore } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { limits } from '#shared/limits.ts';
import { contract } from './contract.ts';

const site = useTestSite();

async function issueCode() {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { partner, pin } = await partnerStore(admin);
  return { admin, code, partner, pin };
}

function redeem(code: string, body: object, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return site.visitor().refused(contract.redeemCode, { params: { code }, body }, { headers });
}

function check(code: string) {
  return site.visitor().refused(contract.checkCode, { params: { code } });
}

async function changeCode(code: string, change: Partial<typeof discountCodes.$inferInsert>) {
  await site.database.update(discountCodes).set(change).where(eq(discountCodes.code, code));
}

const notFound = {
  status: 404,
  body: { ok: false, code: 'not_found', reason: 'not_found', error: 'Code not found' },
};
const expired = {
  status: 410,
  body: { ok: false, code: 'expired', reason: 'expired', error: 'Code expired' },
};
const usedUp = {
  status: 409,
  body: {
    ok: false,
    code: 'used_up',
    reason: 'used_up',
    error: 'Code fully used',
    remaining: 0,
    maxUses: 2,
  },
};
const wrongPin = { status: 403, body: { ok: false, code: 'invalid_pin', error: 'Invalid PIN' } };

describe('a practice code', () => {
  const pin = '12345678';

  test('answers like a real code, is redeemed by any eight digits each time, and writes nothing', async () => {
    const before = await everyRow(site);
    expect(await check('rr-trytry')).toMatchObject({
      status: 200,
      body: { ok: true, practice: true, remaining: 2, maxUses: 2 },
    });
    for (const clerk of ['MK', 'Robin']) {
      const redeemed = await redeem('RR-TRYTRY', { pin, clerk });
      expect(redeemed).toMatchObject({ status: 200, body: { practice: true, remaining: 1, maxUses: 2 } });
      const undo = { params: { code: 'RR-TRYTRY' }, body: { pin, redemptionId: 1 } };
      const undone = await site.visitor().refused(contract.undoRedemption, undo);
      expect(undone).toMatchObject({ status: 200, body: { practice: true, remaining: 2 } });
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test('shows each refusal, and counts against no limit', async () => {
    site.site.rateLimits = true;
    try {
      for (let tries = 0; tries < limits.wrongPin.most; tries += 1) {
        for (const wrong of ['00000000', '1234']) {
          const body = { ...wrongPin.body, practice: true };
          expect(await redeem('RR-TRYTRY', { pin: wrong })).toMatchObject({ status: 403, body });
        }
      }
    } finally {
      site.site.rateLimits = false;
    }
    for (const [code, refused] of [
      ['RR-TRYUSE', usedUp],
      ['RR-TRYEND', expired],
    ] as const) {
      const answer = { status: refused.status, body: { ...refused.body, practice: true } };
      expect(await check(code)).toMatchObject(answer);
      expect(await redeem(code, { pin })).toMatchObject(answer);
      const undo = { params: { code }, body: { pin, redemptionId: 1 } };
      expect(await site.visitor().refused(contract.undoRedemption, undo)).toMatchObject(answer);
    }
  });
});

describe('redeeming', () => {
  test('takes one use after another, each with its row, clerk and audit row, until the code is fully used', async () => {
    const { code, pin, partner } = await issueCode();
    const store = { id: partner.id, name: 'Main Street Thrift' };
    expect(await redeem(code, { pin, clerk: ' MK ' })).toMatchObject({
      status: 200,
      body: { ok: true, remaining: 1, maxUses: 2, expiresAt: '2026-12-20T18:00:00.000Z', partner: store },
    });
    site.pass({ minutes: 1 });
    expect(await redeem(code, { pin, clerk: '  ' })).toMatchObject({ status: 200, body: { remaining: 0 } });
    expect(await redeem(code, { pin })).toMatchObject(usedUp);
    const rows = await site.database.select().from(codeRedemptions).orderBy(codeRedemptions.id);
    const use = { code, codeId: 1, partnerId: partner.id };
    expect(rows).toMatchObject([
      { ...use, clerk: 'MK', at: new Date('2026-11-20T18:00:00Z') },
      { ...use, clerk: null, at: new Date('2026-11-20T18:01:00Z') },
    ]);
    const [stored] = await site.database.select().from(discountCodes);
    expect(stored).toMatchObject({ useCount: rows.length, usedAt: site.now });
    const [second, first] = await site.audit();
    expect(first).toMatchObject({
      actor: 'Main Street Thrift',
      actorRole: 'partner',
      action: 'code.redeemed',
      entityType: 'code',
      entityId: 1,
      participantId: 1,
      details: { partnerId: partner.id, useCount: 1, maxUses: 2 },
    });
    expect(second).toMatchObject({ action: 'code.redeemed', details: { useCount: 2 } });
    expect(JSON.stringify(await site.audit())).not.toContain(code);
  });

  test('takes the code in any case and with spaces around it, and the PIN with spaces in it', async () => {
    const { code, pin } = await issueCode();
    expect(await check(` ${code.toLowerCase()} `)).toMatchObject({ status: 200, body: { remaining: 2 } });
    const groupedPin = `${pin.slice(0, 4)} ${pin.slice(4)}`;
    expect(await redeem(` ${code.toLowerCase()} `, { pin: groupedPin })).toMatchObject({
      status: 200,
      body: { remaining: 1 },
    });
    expect(await check(code)).toMatchObject({ body: { remaining: 1 } });
  });

  test.each([
    [{ pin: '   ' }, { pin: 'Please enter your Partner PIN.' }],
    [{ clerk: 7 }, { pin: 'Please enter your Partner PIN.', clerk: 'Please enter text' }],
  ])('refuses %j and changes nothing', async (body, fields) => {
    const { code } = await issueCode();
    const before = await everyRow(site);
    const answer = await redeem(code, body);
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('a PIN', () => {
  test('that no store has is refused and changes nothing, for any code', async () => {
    const { code, pin } = await issueCode();
    const wrong = pin.startsWith('1') ? `2${pin.slice(1)}` : `1${pin.slice(1)}`;
    const before = await everyRow(site);
    for (const triedPin of [wrong, pin.slice(0, 7), `${pin}0`, '%', "' or '1'='1"]) {
      expect(await redeem(code, { pin: triedPin })).toMatchObject(wrongPin);
    }
    expect(await redeem('RR-NOSUCH', { pin: wrong })).toMatchObject(wrongPin);
    expect(await everyRow(site)).toEqual(before);
  });

  test('of an inactive store is refused until the store is active again', async () => {
    const { admin, code, pin, partner } = await issueCode();
    const params = { id: partner.id };
    await admin.call(partners.setPartnerActive, { params, body: { active: false } });
    expect(await redeem(code, { pin })).toMatchObject(wrongPin);
    await admin.call(partners.setPartnerActive, { params, body: { active: true } });
    expect(await redeem(code, { pin })).toMatchObject({ status: 200 });
  });
});

describe('a code that is tied to one store', () => {
  test('names its store when checked, is refused at another store, and works at its own', async () => {
    const { admin, code, pin, partner } = await issueCode();
    const otherStore = await partnerStore(admin, 'Ash Thrift');
    await changeCode(code, { partnerId: partner.id });
    expect(await check(code)).toMatchObject({
      status: 200,
      body: { partner: { id: partner.id, name: 'Main Street Thrift' } },
    });
    const before = await everyRow(site);
    expect(await redeem(code, { pin: otherStore.pin })).toMatchObject({
      status: 403,
      body: { ok: false, code: 'other_partner', error: 'This code is for another partner store.' },
    });
    expect(await everyRow(site)).toEqual(before);
    expect(await redeem(code, { pin })).toMatchObject({ status: 200, body: { remaining: 1 } });
  });
});

describe('checking and redeeming agree that a code', () => {
  test.each([
    ['that was never issued is not found', null, notFound],
    [
      'that is revoked is not found',
      { revokedAt: new Date('2026-11-20T18:00:00Z'), revokedBy: 'alex' },
      notFound,
    ],
    ['is expired exactly at its expiry', { expiresAt: new Date('2026-11-20T18:00:00Z') }, expired],
    ['without a use left is used up', { useCount: 2 }, usedUp],
  ])('%s, and both write nothing', async (_what, change, refused) => {
    const { code, pin } = await issueCode();
    if (change) await changeCode(code, change);
    const before = await everyRow(site);
    const triedCode = change ? code : 'RR-NOSUCH';
    expect(await check(triedCode)).toMatchObject(refused);
    expect(await redeem(triedCode, { pin })).toMatchObject(refused);
    expect(await everyRow(site)).toEqual(before);
  });

  test('with all its uses is good at any store', async () => {
    const { code } = await issueCode();
    const answer = await check(code);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ok: true,
      remaining: 2,
      maxUses: 2,
      expiresAt: '2026-12-20T18:00:00.000Z',
      partner: null,
    });
  });
});

describe('an Idempotency-Key', () => {
  test('that is sent again gets the same answer and takes no second use', async () => {
    const { code, pin } = await issueCode();
    const firstAnswer = await redeem(code, { pin, clerk: 'MK' }, 'sale-1');
    site.pass({ days: 40 });
    const secondAnswer = await redeem(code, { pin, clerk: 'MK' }, 'sale-1');
    expect(secondAnswer.status).toBe(200);
    expect(JSON.stringify(secondAnswer.body)).toBe(JSON.stringify(firstAnswer.body));
    expect(await site.database.select().from(codeRedemptions)).toHaveLength(1);
  });

  test('is free again after a refusal', async () => {
    const { code, pin } = await issueCode();
    expect(await redeem(code, { pin: '00' }, 'sale-1')).toMatchObject(wrongPin);
    expect(await redeem('RR-NOSUCH', { pin }, 'sale-1')).toMatchObject(notFound);
    expect(await redeem(code, { pin }, 'sale-1')).toMatchObject({ status: 200, body: { remaining: 1 } });
  });
});
