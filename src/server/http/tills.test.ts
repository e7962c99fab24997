import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as partners } from '#features/partners/contract.ts';
import { rateLimits } from '#server/db/schema.ts';
import { digest } from '#server/secrets.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { Client } from '#server/testing/siteUnderTest.ts';
import { useOtherProcesses, useTestSite } from '#server/testing/harness.ts';
import { limits } from '#shared/limits.ts';

const site = useTestSite({ rateLimits: true });
const otherProcess = useOtherProcesses(site);
const SHOP = '203.0.113.7';

async function openShop() {
  const admin = await site.admin();
  const { partner, pin } = await partnerStore(admin);
  const [code, secondCode] = [
    (await confirmedCode(site, admin)).code,
    (await confirmedCode(site, admin)).code,
  ];
  return { admin, partner, pin, code, secondCode };
}

const redeem = (client: Client, code: string, pin: string, address = SHOP) =>
  client.send('POST', `/api/redeem/${code}`, { body: { pin }, address });

const check = (client: Client, code: string, address = SHOP) =>
  client.send('GET', `/api/redeem/${code}`, { address });

const wrongPinFrom = (address: string, client = site.visitor()) =>
  redeem(client, 'RR-ABC234', '00000000', address);

describe('a till that redeemed before', () => {
  async function tillAt(address = SHOP) {
    const shop = await openShop();
    const till = site.visitor();
    expect((await redeem(till, shop.code, shop.pin, address)).status).toBe(200);
    return { ...shop, till };
  }

  test('redeems after strangers have used up the limit of its address', async () => {
    const { till, pin, secondCode } = await tillAt();
    for (let count = 0; count < 12; count += 1) await wrongPinFrom(SHOP);
    for (let count = 0; count < 32; count += 1) await check(site.visitor(), 'RR-ABC234');
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(429);
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
    expect((await check(till, secondCode)).status).toBe(200);
  });

  test('redeems and mistypes after strangers have used up everybody’s limit', async () => {
    const { till, pin, secondCode } = await tillAt();
    await site.database
      .update(rateLimits)
      .set({ calls: limits.wrongPin.mostOfEverybody! })
      .where(eq(rateLimits.subject, 'everybody'));
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(429);
    expect((await redeem(till, secondCode, '00000000')).status).toBe(403);
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
  });

  test('has limits of its own, across addresses and processes', async () => {
    const { till, pin, secondCode } = await tillAt();
    const sameTillElsewhere = new Client({ app: await otherProcess() });
    for (const [name, value] of till.cookies) sameTillElsewhere.cookies.set(name, value);
    for (let count = 0; count < limits.wrongPin.most; count += 1)
      expect((await wrongPinFrom(`198.51.100.${count}`, count % 2 ? till : sameTillElsewhere)).status).toBe(
        403,
      );
    expect((await redeem(till, secondCode, pin)).status).toBe(429);
    expect((await redeem(sameTillElsewhere, secondCode, pin, '192.0.2.1')).status).toBe(429);
    for (let count = 0; count < limits.unknownCode.most; count += 1)
      expect((await check(till, 'RR-ABC234')).status).toBe(404);
    expect((await check(till, secondCode)).status).toBe(429);
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(200);
    site.pass({ minutes: 15 });
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
  });

  test('stays the same till at its next redemption', async () => {
    const { till, pin, secondCode } = await tillAt();
    const readToken = () => till.cookies.get('reround_till');
    const before = readToken();
    await redeem(till, secondCode, pin);
    expect(readToken()).toBe(before);
    expect(before).toMatch(/^[\w-]{43}$/);
  });

  test('is recognised by a cookie that scripts cannot read, for 400 days', async () => {
    const { pin, code } = await openShop();
    const { headers } = await redeem(site.visitor(), code, pin);
    expect(String(headers['set-cookie'])).toMatch(
      /^reround_till=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('is not made by a refusal, a check or a repeated answer', async () => {
    const { pin, code } = await openShop();
    const key = { 'idempotency-key': 'sale-1' };
    const sale = { body: { pin }, headers: key, address: SHOP };
    const firstBrowser = site.visitor();
    await check(firstBrowser, code);
    await redeem(firstBrowser, code, '00000000');
    await redeem(firstBrowser, 'RR-ABC234', pin);
    expect(firstBrowser.cookies.size).toBe(0);
    expect((await firstBrowser.send('POST', `/api/redeem/${code}`, sale)).status).toBe(200);
    expect(firstBrowser.cookies.size).toBe(1);
    const secondBrowser = site.visitor();
    expect((await secondBrowser.send('POST', `/api/redeem/${code}`, sale)).status).toBe(200);
    expect(secondBrowser.cookies.size).toBe(0);
  });

  test.each([
    ['its PIN is renewed', partners.rotatePartnerPin, {}],
    ['its store is switched off', partners.setPartnerActive, { active: false }],
  ])('has no limits of its own once %s', async (_why, change, body) => {
    const { admin, partner, till } = await tillAt();
    for (let count = 0; count < 10; count += 1) await wrongPinFrom(SHOP);
    expect((await wrongPinFrom(SHOP, till)).status).toBe(403);
    await admin.call(change, { params: { id: partner.id }, body: body as never });
    expect((await wrongPinFrom(SHOP, till)).status).toBe(429);
  });

  test('cannot be forged', async () => {
    const { till } = await tillAt();
    const cookie = till.cookies.get('reround_till') ?? '';
    for (let count = 0; count < 10; count += 1) await wrongPinFrom(SHOP);
    expect((await wrongPinFrom(SHOP, till)).status).toBe(403);
    const forgedTokens = [
      'A'.repeat(43),
      digest(cookie),
      cookie.slice(0, -1),
      `${cookie}x`,
      '1',
      "' or true --",
    ];
    for (const value of forgedTokens) {
      const forger = site.visitor();
      forger.cookies.set('reround_till', value);
      expect((await wrongPinFrom(SHOP, forger)).status, value).toBe(429);
    }
  });
});
