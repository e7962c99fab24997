import { count } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { donations } from '#server/db/schema.ts';
import { confirmedCode, DONATION, partnerStore } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();

async function log(key: string, body: object = DONATION) {
  return await site.visitor().send('POST', '/api/donations', { body, headers: { 'idempotency-key': key } });
}

async function donationCount() {
  const [row] = await site.database.select({ donations: count() }).from(donations);
  return row?.donations;
}

describe('an Idempotency-Key', () => {
  test.each([[''], ['has space'], ['é'], ['x'.repeat(256)], ['tab\there'], ['\u007f']])(
    'is refused unless it is 1 to 255 visible characters: %j',
    async (key) => {
      expect(await log(key)).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
      expect(await donationCount()).toBe(0);
    },
  );

  test.each([['x'], ['x'.repeat(255)], ["'; drop table donations; --".replaceAll(' ', '')], ['__proto__']])(
    'that is odd but visible works: %j',
    async (key) => {
      const first = await log(key);
      expect(first.status).toBe(201);
      expect(await log(key)).toMatchObject({ status: 201, body: first.body });
      expect(await donationCount()).toBe(1);
    },
  );

  test('gives the same answer to the same form, however its fields are ordered, padded or spelled', async () => {
    const first = await log('key-1');
    const { studentId, weight, date } = DONATION;
    const repeated = await log('key-1', {
      date,
      weight,
      studentId: ` ${studentId.toLowerCase()} `,
      dropSite: null,
    });
    expect(repeated).toMatchObject({ status: 201, body: first.body });
    expect(JSON.stringify(repeated.body)).toBe(JSON.stringify(first.body));
    expect(await donationCount()).toBe(1);
  });

  test('gives the same answer to many calls at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => log('key-1')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await donationCount()).toBe(1);
  });

  test('is refused for another path of the same endpoint', async () => {
    const admin = await site.admin();
    const [firstCode, secondCode] = [await confirmedCode(site, admin), await confirmedCode(site, admin)];
    const { pin } = await partnerStore(admin);
    const headers = { 'idempotency-key': 'key-1' };
    await log('key-1');
    const redeem = (code: string) =>
      site.visitor().send('POST', `/api/redeem/${code}`, { body: { pin }, headers });
    expect((await redeem(firstCode.code)).body).toMatchObject({ ok: true, remaining: 1 });
    expect((await redeem(firstCode.code)).body).toMatchObject({ ok: true, remaining: 1 });
    expect(await redeem(secondCode.code)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
  });

  test('repeats no answer to a caller with another PIN', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const { pin } = await partnerStore(admin);
    const headers = { 'idempotency-key': 'key-1' };
    await site.visitor().send('POST', `/api/redeem/${code}`, { body: { pin }, headers });
    const guess = await site
      .visitor()
      .send('POST', `/api/redeem/${code}`, { body: { pin: '00000000' }, headers });
    expect(guess).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  });

  test('is ignored by an endpoint that does not offer it', async () => {
    const admin = await site.admin();
    const headers = { 'idempotency-key': 'has space' };
    const add = () => admin.send('POST', '/api/admin/partners', { body: { name: 'Store' }, headers });
    expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(200);
  });
});
