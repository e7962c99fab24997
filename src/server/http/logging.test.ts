import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();

/** Makes every insert into a table fail in the database, with the row in the error's detail. */
async function forbidInserts(table: string, work: () => Promise<void>): Promise<void> {
  await site.database.execute(sql.raw(`alter table ${table} add constraint forced check (false) not valid`));
  await work();
  await site.database.execute(sql.raw(`alter table ${table} drop constraint forced`));
}

test('the log holds no password, PIN, token or whole reward code, whatever goes wrong', async () => {
  const admin = await site.admin();
  const donor = await site.donor('D1');
  const { code } = await confirmedCode(site, admin, { studentId: 'D1' });
  const { pin } = await partnerStore(admin);
  const secrets = [
    ADMIN.password,
    'a wrong password',
    pin,
    '13572468',
    code,
    code.slice(3),
    'RR-WRNG22',
    admin.csrfToken ?? '',
    'a-wrong-csrf-token',
    'a-key-for-once',
    ...admin.cookies.values(),
    ...donor.cookies.values(),
  ];
  const visitor = site.visitor();
  const redeem = (sentBody: object, headers = {}) =>
    visitor.send('POST', `/api/redeem/${code}`, { body: sentBody, headers });

  await visitor.send('POST', '/api/admin/login', { body: { ...ADMIN, password: 'a wrong password' } });
  await visitor.send('POST', '/api/admin/login', { body: { username: 'a wrong password', password: 7 } });
  await visitor.send('GET', '/api/redeem/RR-WRNG22');
  await visitor.send('GET', `/api/redeem/${code}/${pin}?pin=${pin}`);
  await visitor.send('POST', '/api/donations', {
    body: `{"pin":"${pin}",`,
    headers: { 'content-type': 'application/json' },
  });
  await visitor.send('POST', `/api/redeem/${code}`, { body: pin, headers: { 'content-type': 'text/plain' } });
  await redeem({ pin: '13572468' });
  await redeem({ pin, clerk: 'x'.repeat(500) });
  await donor.send('GET', '/api/students/summary');
  await forbidInserts('code_redemptions', async () => {
    expect((await redeem({ pin, clerk: `MK\n    at ${code}` })).status).toBe(500);
  });
  await forbidInserts('idempotency_keys', async () => {
    expect((await redeem({ pin }, { 'idempotency-key': 'a-key-for-once' })).status).toBe(500);
  });
  await forbidInserts('sessions', async () => {
    expect((await visitor.send('POST', '/api/admin/login', { body: ADMIN })).status).toBe(500);
    expect((await visitor.send('POST', '/api/students/login', { body: { studentId: 'D2' } })).status).toBe(
      500,
    );
  });
  await forbidInserts('discount_codes', async () => {
    const logged = await visitor.send('POST', '/api/donations', {
      body: { studentId: 'D1', weight: '1-2kg', date: '2026-11-20' },
    });
    const { status } = await admin.send('POST', '/api/admin/donations/confirm', {
      body: { id: logged.body['id'] },
    });
    expect(status).toBe(500);
  });
  await forbidInserts('partners', async () => {
    expect((await admin.send('POST', '/api/admin/partners', { body: { name: 'Store' } })).status).toBe(500);
  });
  expect((await redeem({ pin })).status).toBe(200);
  const token = admin.csrfToken;
  admin.csrfToken = 'a-wrong-csrf-token';
  await admin.send('POST', '/api/admin/logout', { body: {} });
  admin.csrfToken = token;
  await admin.send('POST', '/api/admin/logout', { body: {} });

  expect(site.log).toContain('"status":500');
  expect(site.log).toContain('answered');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    expect(site.log, secret).not.toContain(secret);
  }
});

test('the audit log holds no password, PIN, token or whole reward code either', async () => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { pin, partner } = await partnerStore(admin);
  await site.visitor().send('POST', `/api/redeem/${code}`, { body: { pin, clerk: 'MK' } });
  const rotated = await admin.send<{ pin: string }>('POST', `/api/admin/partners/${partner.id}/rotate-pin`, {
    body: {},
  });
  const text = JSON.stringify(await site.audit());
  expect(text).toContain('code.redeemed');
  for (const secret of [
    ADMIN.password,
    pin,
    rotated.body.pin,
    code,
    admin.csrfToken ?? '',
    ...admin.cookies.values(),
  ]) {
    expect(text).not.toContain(secret);
  }
});

test('the log names each refusal’s code and address, and a signed-in admin', async () => {
  const admin = await site.admin();
  const line = (route: string) => site.log.split('\n').find((text) => text.includes(`"route":"${route}"`));
  site.log = '';
  const body = { ...ADMIN, password: 'a wrong password' };
  await site.visitor().send('POST', '/api/admin/login', { body, address: '192.0.2.7' });
  await site.visitor().send('GET', '/api/admin/summary', { address: '192.0.2.7' });
  admin.csrfToken = 'a-wrong-csrf-token';
  await admin.send('POST', '/api/admin/logout', { body: {}, address: '192.0.2.8' });
  await admin.send('POST', '/api/donations', { body: {}, address: '192.0.2.8' });
  await admin.send('GET', '/api/admin/pickups', { address: '::ffff:192.0.2.8' });

  const logged = [
    '/api/admin/login',
    '/api/admin/summary',
    '/api/admin/logout',
    '/api/donations',
    '/api/admin/pickups',
  ].map((route) => JSON.parse(line(route) ?? '{}') as Record<string, unknown>);
  const stranger = { address: '192.0.2.7', time: expect.any(Number), reqId: expect.any(String) };
  const adminCaller = { ...stranger, address: '192.0.2.8' };
  expect(logged).toMatchObject([
    { ...stranger, status: 401, refusal: 'wrong_credentials' },
    { ...stranger, status: 401, refusal: 'unauthenticated' },
    { ...adminCaller, status: 403, refusal: 'csrf_token_invalid', admin: ADMIN.username },
    { ...adminCaller, status: 400, refusal: 'invalid_input' },
    { ...adminCaller, status: 200, admin: ADMIN.username },
  ]);
  expect(logged[4]).not.toHaveProperty('refusal');
});

test('logs a successful health check only at the debug level', async () => {
  const levels = () =>
    [...site.log.matchAll(/"level":(\d+).*"route":"\/(?:healthz|readyz)"/g)].map(([, level]) =>
      Number(level),
    );
  site.log = '';
  await site.visitor().send('GET', '/healthz');
  await site.visitor().send('GET', '/readyz');
  expect(levels()).toEqual([20, 20]);
  const stopping = await buildApp({
    site: site.site,
    environment: { trustProxy: false, logLevel: 'info' },
    logTo: { write: (line: string) => void (site.log += line) },
    isStopping: () => true,
  });
  site.log = '';
  expect((await stopping.inject({ url: '/readyz' })).statusCode).toBe(503);
  await stopping.close();
  expect(levels()).toEqual([30]);
});
