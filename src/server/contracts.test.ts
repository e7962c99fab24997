import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { errorResponse } from '#shared/errors.ts';
import { isForConsole } from '#shared/roles.ts';
import { plausiblePath, readContracts } from '#server/testing/contracts.ts';
import { confirmedCode, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();
const endpoints = await readContracts();
const endpointsWith = (condition: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(({ endpoint }) => condition(endpoint));

const json = { 'content-type': 'application/json' };
const deep = '['.repeat(30_000) + ']'.repeat(30_000);

/** Bodies that no form sends. */
const junk: Readonly<Record<string, string>> = {
  'an empty object': '{}',
  'a list': '[]',
  'a text': '"text"',
  'a number': '1e999',
  null: 'null',
  'a list 30,000 deep': deep,
  'an object with a list 10,000 deep': `{"id":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  'fields of the wrong kind': JSON.stringify({
    id: {},
    ids: 'all',
    studentId: [],
    name: 7,
    code: null,
    pin: {},
  }),
};

async function call(client: Client, endpoint: Endpoint, body?: string) {
  const sent = endpoint.method === 'POST' ? { body: body ?? '{}', headers: json } : {};
  return await client.send(endpoint.method, plausiblePath(endpoint), sent);
}

function expectRefusal(answer: { status: number; body: unknown }, status: number, code: string) {
  expect(answer.body).toMatchObject({ ok: false, code });
  expect(answer.status).toBe(status);
  expect(errorResponse.strict().parse(answer.body)).toEqual(answer.body);
}

/** Values of every type: a field accepts some, and refuses the others with a sentence. */
const anyValues = [null, true, 7, -1.5, 1e12, 'x', 'x'.repeat(100_000), {}, [], [7], ['x'], { x: 7 }];

/** The messages with which the fields of a part of a request refuse these values. */
function objections(part: z.ZodObject | undefined): string[] {
  return Object.keys(part?.shape ?? {}).flatMap((field) =>
    anyValues.flatMap((value) => {
      const issues = part?.safeParse({ [field]: value }).error?.issues ?? [];
      return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    }),
  );
}

/** The fields of a part of a request that offer a choice of values. */
function fieldsWithChoices(part: z.ZodObject | undefined): string[] {
  return Object.entries(part?.shape ?? {}).flatMap(([field, schema]) =>
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"enum"')
      ? [field]
      : [],
  );
}

describe('the contracts', () => {
  test('give each method and path to one endpoint', () => {
    const addresses = endpoints.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  test('are all served', () => {
    const missing = endpointsWith(
      ({ method, path }) => !site.app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('accept lone surrogates and control characters only in passwords, and in claims to compare', () => {
    const forbiddenTexts = [
      '\ud800',
      '2026-11-20 \udc00',
      '\ud800@ex.ca',
      'https://ex.ca/\ud800',
      'a\u0000b',
      'a\u001bb',
    ];
    const accepting = endpoints.flatMap(({ name, endpoint }) =>
      Object.entries(endpoint.body?.shape ?? {})
        .filter(([, schema]) => forbiddenTexts.some((text) => (schema as z.ZodType).safeParse(text).success))
        .map(([field]) => `${name} ${field}`),
    );
    expect(accepting.toSorted()).toEqual([
      'donations/console.confirmDonation claimedEmail',
      'donations/console.confirmDonation claimedName',
      'donors.decideClaim claimedEmail',
      'donors.decideClaim claimedName',
      'staff.adminLogin password',
      'staff.changePassword current',
      'staff.changePassword next',
      'staff.disableSecondFactor password',
    ]);
  });

  test('put only console endpoints under an admin path, except the sign-in and the own session', () => {
    const open = endpointsWith(
      (endpoint) => /^\/(api\/)?(admin|reround-admin)/.test(endpoint.path) && !isForConsole(endpoint),
    );
    expect(open.map(({ endpoint }) => endpoint.path).toSorted()).toEqual([
      '/api/admin/login',
      '/api/admin/me',
    ]);
  });

  test('refuse a wrong choice with the list of choices', async () => {
    const admin = await site.admin();
    const donor = await site.donor('JTHIESSEN');
    const answers: Record<string, unknown> = {};
    for (const { name, endpoint } of endpoints) {
      const client = endpoint.access === 'donor' ? donor : admin;
      const path = plausiblePath(endpoint);
      for (const field of fieldsWithChoices(endpoint.query)) {
        const { body } = await client.send('GET', `${path}?${field}=none-of-them`);
        answers[`${name} ${field}`] = (body as { fields?: Record<string, unknown> }).fields?.[field];
      }
      for (const field of fieldsWithChoices(endpoint.body)) {
        const { body } = await client.send('POST', path, {
          body: JSON.stringify({ [field]: 'none-of-them' }),
          headers: json,
        });
        answers[`${name} ${field}`] = (body as { fields?: Record<string, unknown> }).fields?.[field];
      }
    }
    expect(answers).toMatchObject({
      'rewards.codes status': 'Please choose any, unused, used or expired',
      'donations.logDonation weight': 'Please select a valid weight range',
      'audit.auditLog entityType':
        'Please choose donation, bin, participant, code, partner, pickup or system',
    });
    const unworded = Object.entries(answers).filter(
      ([, sentence]) => !/^Please (choose|select) [a-z0-9]/.test(String(sentence)),
    );
    expect(unworded).toEqual([]);
  });

  test('refuse a repeated query parameter with a sentence for people', async () => {
    const admin = await site.admin();
    const donor = await site.donor('JTHIESSEN');
    const unworded: unknown[] = [];
    for (const { name, endpoint } of endpoints) {
      const client = endpoint.access === 'donor' ? donor : admin;
      for (const field of Object.keys(endpoint.query?.shape ?? {})) {
        const { body } = await client.send('GET', `${plausiblePath(endpoint)}?${field}=a&${field}=b`);
        const sentence = (body as { fields?: Record<string, string> }).fields?.[field] ?? 'Invalid';
        if (/invalid|expected|NaN/i.test(sentence)) unworded.push([name, field, body]);
      }
    }
    expect(unworded).toEqual([]);
  });

  test('have a schema for exactly the parameters of their path', () => {
    for (const { name, endpoint } of endpoints) {
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(Object.keys(endpoint.params?.shape ?? {}), name).toEqual(inPath);
    }
  });
});

describe('an endpoint of the console', () => {
  const forAdmins = endpointsWith(isForConsole);

  test("refuses a donor's session in the admin's cookie", async () => {
    const donor = await site.donor('D1');
    donor.cookies.set('reround_admin', donor.cookies.get('reround_donor') ?? '');
    for (const { endpoint } of forAdmins) expectRefusal(await call(donor, endpoint), 401, 'unauthenticated');
  });

  test('refuses a change without the CSRF token, with a wrong one and with that of another session', async () => {
    const admin = await site.admin();
    const token = admin.csrfToken ?? '';
    const another = await site.admin('another');
    const wrong = [
      undefined,
      '',
      'x',
      token.slice(0, -1),
      `${token}x`,
      token.toLowerCase(),
      another.csrfToken,
    ];
    for (const { endpoint } of forAdmins.filter((found) => found.endpoint.method === 'POST')) {
      for (const csrfToken of wrong) {
        admin.csrfToken = csrfToken;
        expectRefusal(await call(admin, endpoint), 403, 'csrf_token_invalid');
      }
    }
  });
});

test('refuses every change from a page of another site', async () => {
  const admin = await site.admin();
  const donor = await site.donor('D1');
  const headers = { ...json, origin: 'https://evil.example' };
  for (const { endpoint } of endpointsWith(({ method }) => method === 'POST')) {
    const client = endpoint.access === 'donor' ? donor : admin;
    const answer = await client.send('POST', plausiblePath(endpoint), { body: '{}', headers });
    expectRefusal(answer, 403, 'origin_refused');
  }
});

test('lets no cache store an answer', async () => {
  const admin = await site.admin();
  await makeOneOfEach(admin);
  for (const { name, endpoint } of endpointsWith(({ access }) => access !== 'donor')) {
    const options = endpoint.method === 'POST' ? { payload: {} } : {};
    const response = await site.app.inject({
      method: endpoint.method,
      url: plausiblePath(endpoint),
      cookies: Object.fromEntries(admin.cookies),
      ...options,
    });
    expect({ name, cache: response.headers['cache-control'] }).toEqual({ name, cache: 'no-store' });
  }
});

describe('an endpoint with a body', () => {
  const withBody = endpointsWith(({ body }) => body !== undefined);

  test.each(withBody)('refuses what its schema does not allow: $name', async ({ endpoint }) => {
    const client = endpoint.access === 'donor' ? await site.donor('D1') : await site.admin();
    const [wrong, allowed] = divide(Object.entries(junk), ([, body]) => isAllowed(endpoint, body));
    for (const [kind, body] of wrong) {
      const answer = await call(client, endpoint, body);
      expect(answer, kind).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
      expect(errorResponse.strict().parse(answer.body), kind).toEqual(answer.body);
    }
    // If all fields are optional, these are empty forms with unknown fields.
    for (const [kind, body] of allowed) {
      expect((await call(client, endpoint, body)).status, kind).toBeLessThan(500);
    }
  });
});

function isAllowed(endpoint: Endpoint, body: string): boolean {
  return endpoint.body?.safeParse(JSON.parse(body) ?? {}).success ?? false;
}

function divide<Value>(values: readonly Value[], condition: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter((value) => !condition(value)), values.filter(condition)];
}

test('an endpoint with an id in its path refuses anything else', async () => {
  const admin = await site.admin();
  const donor = await site.donor('D1');
  const wrong = [
    '0',
    '-1',
    '1.5',
    'abc',
    '2147483648',
    '9'.repeat(400),
    '%00',
    '1;drop',
    'NaN',
    '%F0%9F%92%A9',
  ];
  for (const { name, endpoint } of endpointsWith(({ path }) => /\{\w*id\}/i.test(path))) {
    const client = endpoint.access === 'donor' ? donor : admin;
    for (const id of wrong) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, id);
      const sent = endpoint.method === 'POST' ? { body: '{}', headers: json } : {};
      const answer = await client.send(endpoint.method, path, sent);
      expect(answer, `${name} ${id}`).toMatchObject({
        status: 400,
        body: { ok: false, code: 'invalid_input' },
      });
    }
  }
});

describe('an endpoint with a body, called with one odd value among plausible ones', () => {
  const plausible = [
    1,
    [1],
    true,
    '1-2kg',
    '2026-11-20',
    '2026-12-24T18:00:00Z',
    'scheduled',
    'https://reround.example/',
    'X_1',
    'someone@reround.example',
    '12345678',
  ];
  const oddValues = [
    null,
    '',
    ' ',
    0,
    -1,
    2_147_483_647,
    2_147_483_648,
    0.1,
    1e300,
    true,
    [],
    {},
    [[]],
    [2_147_483_647],
    "';--",
    '%_\\',
    '\u{1f4a9}',
    '\u202e',
    'x'.repeat(3000),
    '0000-01-01',
    '0001-01-01',
    '1000-01-01',
    '1970-01-01',
    '9999-12-31',
    '10000-01-01',
    '2026-02-30',
    '2026-11-20T25:00',
    '2026-03-08T02:30',
    '0000-01-01T00:00',
    '9999-12-31T23:59',
    '0000-01-01T00:00:00Z',
    '1000-01-01T00:00',
    '1000-01-01T00:00:00+14:00',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-12:00',
    '+010000-01-01T00:00:00Z',
    '2026-11-20T24:00:00Z',
    'http://',
    'https://x y/',
    'javascript:alert(1)',
    '/uploads/../x',
    '/uploads/',
    'a@b',
    '+1 204 555 0123',
  ];

  test.each(endpointsWith(({ body }) => body !== undefined))('never fails: $name', async ({ endpoint }) => {
    const admin = await site.admin();
    await makeOneOfEach(admin);
    const client = isForConsole(endpoint) ? admin : await site.donor('D1');
    const fields = Object.entries(endpoint.body?.shape ?? {}) as [string, z.ZodType][];
    const plausibleBody = Object.fromEntries(
      fields.map(([field, schema]) => [field, plausible.find((value) => schema.safeParse(value).success)]),
    );
    const failures: unknown[] = [];
    for (const [field] of fields) {
      for (const value of oddValues) {
        const body = JSON.stringify({ ...plausibleBody, [field]: value });
        const { status } = await call(client, endpoint, body);
        if (status >= 500) failures.push({ status, body });
      }
    }
    expect(failures).toEqual([]);
  });
});

/** A row with the id 1 for every endpoint that asks for one. */
async function makeOneOfEach(admin: Client): Promise<void> {
  await partnerStore(admin);
  await confirmedCode(site, admin);
  await loggedDonation(site);
  await admin.call(bins.createBin, { body: { name: 'Library', location: 'Hall', binCode: 'LIBRARY' } });
  await admin.call(bins.reportOverflow, { body: { binId: 1 } });
  await admin.call(pickups.requestPickup, { body: { name: 'A', address: 'B', items: 'C' } });
}

describe('an endpoint with a query', () => {
  const values = [
    '',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'null',
    '%00',
    '%ff',
    "'",
    '%25_%5C',
    'x'.repeat(5000),
    '\u{1f4a9}',
    '2026-02-30',
    '10000-01-01',
    '9999-12-31',
    '0000-01-01',
    '0001-01-01',
    '1000-01-01',
    '1000-01',
    '9998-12',
    '[object Object]',
  ];

  test.each(endpointsWith(({ query }) => query !== undefined))('never fails: $name', async ({ endpoint }) => {
    const client = endpoint.access === 'donor' ? await site.donor('D1') : await site.admin();
    const names = Object.keys(endpoint.query?.shape ?? {});
    const queries = names.flatMap((name) => [
      ...values.map((value) => `${name}=${value.startsWith('%') ? value : encodeURIComponent(value)}`),
      `${name}=a&${name}=b`,
      `${name}[]=a`,
    ]);
    for (const query of [...queries, '__proto__=x&constructor=y', '&&==&%']) {
      const url = `${plausiblePath(endpoint)}?${query}`;
      const { statusCode } = await site.app.inject({ url, cookies: Object.fromEntries(client.cookies) });
      expect({ query, statusCode }).toEqual({
        query,
        statusCode: expect.toSatisfy((status) => status < 500) as number,
      });
    }
  });
});

test('every field refuses a value with a sentence of its own, not the validator’s', () => {
  const messages = endpoints.flatMap(({ endpoint: { method, path, body, query } }) =>
    [body, query].flatMap(objections).map((objection) => `${method} ${path} ${objection}`),
  );
  expect(messages.length).toBeGreaterThan(1000);
  expect([
    ...new Set(messages.filter((text) => /: (Invalid|Too |Unrec|Expected|Required)/.test(text))),
  ]).toEqual([]);
});
