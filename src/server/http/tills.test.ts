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

async function stockedShop() {
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
    const shop = await stockedShop();
    const till = site.visitor();
    expect((await redeem(till, shop.code, shop.pin, address)).status).toBe(200);
    return { ...shop, till };
  }

  test('redeems while strangers at its address have used the address up', async () => {
    const { till, pin, secondCode } = await tillAt();
    for (let count = 0; count < 12; count += 1) await wrongPinFrom(SHOP);
    for (let count = 0; count < 32; count += 1) await check(site.visitor(), 'RR-ABC234');
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(429);
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
    expect((await check(till, secondCode)).status).toBe(200);
  });

  test('redeems and mistypes while strangers have used up what all of them have', async () => {
    const { till, pin, secondCode } = await tillAt();
    await site.database
      .update(rateLimits)
      .set({ calls: limits.wrongPin.mostOfEverybody! })
      .where(eq(rateLimits.subject, 'everybody'));
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(429);
    expect((await redeem(till, secondCode, '00000000')).status).toBe(403);
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
  });

  test('has ten wrong PINs and thirty unknown codes of its own, at whatever address and process', async () => {
    const { till, pin, secondCode } = await tillAt();
    const other = new Client({ app: await otherProcess() });
    for (const [name, value] of till.cookies) other.cookies.set(name, value);
    for (let count = 0; count < limits.wrongPin.most; count += 1)
      expect((await wrongPinFrom(`198.51.100.${count}`, count % 2 ? till : other)).status).toBe(403);
    expect((await redeem(till, secondCode, pin)).status).toBe(429);
    expect((await redeem(other, secondCode, pin, '192.0.2.1')).status).toBe(429);
    for (let count = 0; count < limits.unknownCode.most; count += 1)
      expect((await check(till, 'RR-ABC234')).status).toBe(404);
    expect((await check(till, secondCode)).status).toBe(429);
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(200);
    site.pass({ minutes: 15 });
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
  });

  test('stays the same till at its next redemption', async () => {
    const { till, pin, secondCode } = await tillAt();
    const name = () => till.cookies.get('reround_till');
    const before = name();
    await redeem(till, secondCode, pin);
    expect(name()).toBe(before);
    expect(before).toMatch(/^[\w-]{43}$/);
  });

  test('is told by a cookie that scripts cannot read, for 400 days', async () => {
    const { pin, code } = await stockedShop();
    const { headers } = await redeem(site.visitor(), code, pin);
    expect(String(headers['set-cookie'])).toMatch(
      /^reround_till=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('is not made by a refusal, a check, or the same answer given again', async () => {
    const { pin, code } = await stockedShop();
    const key = { 'idempotency-key': 'sale-1' };
    const sale = { body: { pin }, headers: key, address: SHOP };
    const first = site.visitor();
    await check(first, code);
    await redeem(first, code, '00000000');
    await redeem(first, 'RR-ABC234', pin);
    expect(first.cookies.size).toBe(0);
    expect((await first.send('POST', `/api/redeem/${code}`, sale)).status).toBe(200);
    expect(first.cookies.size).toBe(1);
    const again = site.visitor();
    expect((await again.send('POST', `/api/redeem/${code}`, sale)).status).toBe(200);
    expect(again.cookies.size).toBe(0);
  });

  test.each([
    ['the PIN that it used is renewed', partners.rotatePartnerPin, {}],
    ['its store is switched off', partners.setPartnerActive, { active: false }],
  ])('is a stranger once %s', async (_why, change, body) => {
    const { admin, partner, till } = await tillAt();
    for (let count = 0; count < 10; count += 1) await wrongPinFrom(SHOP);
    expect((await wrongPinFrom(SHOP, till)).status).toBe(403);
    await admin.call(change, { params: { id: partner.id }, body: body as never });
    expect((await wrongPinFrom(SHOP, till)).status).toBe(429);
  });

  test('cannot be made up', async () => {
    const { till } = await tillAt();
    const cookie = till.cookies.get('reround_till') ?? '';
    for (let count = 0; count < 10; count += 1) await wrongPinFrom(SHOP);
    expect((await wrongPinFrom(SHOP, till)).status).toBe(403);
    const madeUp = ['A'.repeat(43), digest(cookie), cookie.slice(0, -1), `${cookie}x`, '1', "' or true --"];
    for (const value of madeUp) {
      const forger = site.visitor();
      forger.cookies.set('reround_till', value);
      expect((await wrongPinFrom(SHOP, forger)).status, value).toBe(429);
    }
  });
});
