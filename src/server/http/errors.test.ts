import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openServerDatabase } from '#server/db/database.ts';
import { participants } from '#server/db/schema.ts';
import { useOtherProcesses, useTestSite } from '#server/testing/harness.ts';
import { errorResponse } from '#shared/errors.ts';
import { describeError } from './errors.ts';

const site = useTestSite();
const otherProcess = useOtherProcesses(site);
const json = { 'content-type': 'application/json' };
const donation = { studentId: 'D1', weight: '1-2kg', date: '2026-11-20' } as const;

async function send(options: {
  method?: 'GET' | 'POST';
  url: string;
  payload?: string | Buffer;
  headers?: object;
}) {
  const { method = 'POST', url, payload, headers = json } = options;
  const response = await site.app.inject({
    method,
    url,
    headers: { ...headers },
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: errorResponse.strict().parse(response.json()), response };
}

describe('a request that cannot be read', () => {
  test('for an unknown address under /api is 404 in the error shape', async () => {
    for (const url of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/donations/1/2',
      '/api/redeem',
      '/api/%2e%2e/x',
      '/api//',
    ]) {
      const { status, body } = await send({ method: 'GET', url });
      expect({ url, status, code: body.code }).toEqual({ url, status: 404, code: 'not_found' });
    }
  });

  test.each(['{', '{"a":1', 'not json', '{"a":}', '\u0000', '[1,]', "{'a':1}", '\ufeff{}x'])(
    'with the body %j is 400',
    async (payload) => {
      expect(await send({ url: '/api/donations', payload })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('with the content type %s is 415', async (type) => {
    const answer = await send({ url: '/api/donations', payload: 'x=1', headers: { 'content-type': type } });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  test('with a body of 64 KiB is read and with one byte more is 413', async () => {
    const bodyOf = (bytes: number) => {
      const frame = JSON.stringify({ ...donation, notes: '' });
      return JSON.stringify({ ...donation, notes: 'x'.repeat(bytes - frame.length) });
    };
    const largest = bodyOf(64 * 1024);
    expect(Buffer.byteLength(largest)).toBe(65_536);
    const accepted = await site.app.inject({
      method: 'POST',
      url: '/api/donations',
      headers: json,
      payload: largest,
    });
    expect(accepted.statusCode).toBe(201);
    const refused = await send({ url: '/api/donations', payload: bodyOf(64 * 1024 + 1) });
    expect(refused).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  test.each(['/api/redeem/%', '/api/redeem/%E0%A4%A', '/api/public/%ff', '/%', '/%c0%af', '/log%'])(
    'at the badly encoded address %s is 400',
    async (url) => {
      expect((await send({ method: 'GET', url })).status).toBe(400);
    },
  );

  test('at a very long address is refused', async () => {
    const { status } = await send({ method: 'GET', url: `/api/redeem/${'A'.repeat(10_000)}` });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('with a key that sets a prototype is 400', async () => {
    for (const payload of [
      '{"__proto__":{"ok":true}}',
      '{"studentId":"D1","__proto__":null}',
      '{"constructor":{"prototype":{"ok":true}}}',
    ]) {
      expect((await send({ url: '/api/donations', payload })).status).toBe(400);
    }
    expect(({} as Record<string, unknown>)['ok']).toBeUndefined();
  });
});

describe('a text that the database cannot hold', () => {
  test.each(['/api/public/status/a%00b', '/api/redeem/RR%00', '/api/redeem/%1b', '/api/public/status/%7f'])(
    'is refused in the address %s',
    async (url) => {
      expect(await send({ method: 'GET', url })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );

  test('is distinguished from a whole surrogate pair and an escaped backslash', async () => {
    const names = ['\\ud83d\\ude00', '\\\\ud83d', '\\\\\\\\uDE00', '\\uD83C\\uDF31\\n'];
    for (const name of names) {
      const payload = `{"studentId":"D1","weight":"1-2kg","date":"2026-11-20","dropSite":"${name}"}`;
      const answer = await site.app.inject({ method: 'POST', url: '/api/donations', payload, headers: json });
      expect(answer.statusCode, name).toBe(201);
    }
    const { rows } = await site.database.execute<{ drop_site: string }>(
      'select drop_site from donations order by id',
    );
    expect(rows.map((row) => row.drop_site)).toEqual(['😀', '\\ud83d', '\\\\uDE00', '🌱']);
  });

  test('in a password is a wrong password', async () => {
    await site.admin();
    for (const password of ['\u0000', '💩'.repeat(500), ' ']) {
      const answer = await site
        .visitor()
        .send('POST', '/api/admin/login', { body: { username: 'alex', password } });
      expect(answer.status).toBe(401);
    }
  });
});

test('malformed cookies are neither a session nor an error', async () => {
  for (const cookie of [
    'reround_admin=%E0%A4%A',
    'reround_admin=; reround_admin=x',
    'reround_admin=a\u00ffb',
    `reround_admin=${'x'.repeat(8000)}`,
    '__proto__=x; constructor=y; reround_admin',
    ';;;===',
    'reround_admin=%00',
  ]) {
    const { statusCode } = await site.app.inject({ url: '/api/admin/summary', headers: { cookie } });
    expect(statusCode, cookie).toBe(401);
    const csrf = await site.app.inject({ url: '/api/csrf', headers: { cookie } });
    expect(csrf.statusCode, cookie).toBe(200);
  }
});

describe('an internal error', () => {
  test('is 500 with a request id that the log has too, and without any detail', async () => {
    await site.database.execute(sql`alter table donations rename to donations_gone`);
    try {
      const { status, body, response } = await send({
        url: '/api/donations',
        payload: JSON.stringify(donation),
      });
      expect({ status, ...body }).toEqual({
        status: 500,
        ok: false,
        code: 'internal',
        error: 'Something went wrong on our side. Please try again.',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      });
      expect(response.body).not.toMatch(/donations|relation|select|insert|stack/i);
      const line = site.log
        .split('\n')
        .find((text) => text.includes(body.requestId ?? '') && text.includes('42P01'));
      expect(line).toContain('donations');
    } finally {
      await site.database.execute(sql`alter table donations_gone rename to donations`);
    }
  });

  test('outside the database is 500 without any detail too', async () => {
    const clock = () => {
      throw new Error('inner detail /etc/passwd');
    };
    const app = await otherProcess({ clock });
    const response = await app.inject({ url: '/api/public/site' });
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('inner detail');
    expect(errorResponse.strict().parse(response.json())).toMatchObject({ code: 'internal' });
  });
});

describe('an error for the log', () => {
  test('has its own message and that of its cause', () => {
    const error = new Error('The bucket does not answer.', { cause: new Error('connect ECONNREFUSED') });
    expect(describeError(error)).toMatchObject({
      message: 'The bucket does not answer.',
      cause: { message: 'connect ECONNREFUSED' },
    });
  });

  test('of a failed query has only the cause, also as the cause of another error', () => {
    const query = new DrizzleQueryError('select $1', ['jo@example.ca'], new Error('Connection ended'));
    const error = new Error('It failed.', { cause: query });
    expect(describeError(query)).toMatchObject({ message: 'Connection ended' });
    expect(JSON.stringify([query, error].map(describeError))).not.toContain('jo@example.ca');
  });
});

describe('a write that the database aborts', () => {
  test.each([
    ['40001', 'it collides with others'],
    ['40P01', 'it deadlocks'],
    ['55P03', 'a lock is not free in time'],
    ['57014', 'it takes too long'],
  ])('with %s, because %s, is 503 with Retry-After and leaves nothing', async (code) => {
    await site.database.execute(
      sql.raw(`create function broken_off() returns trigger language plpgsql as $$
        begin raise exception 'broken off' using errcode = '${code}'; end $$`),
    );
    await site.database.execute(
      sql`create trigger broken_off before insert on donations for each row execute function broken_off()`,
    );
    try {
      const { status, body, response } = await send({
        url: '/api/donations',
        payload: JSON.stringify(donation),
      });
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(await site.database.$count(participants)).toBe(0);
    } finally {
      await site.database.execute(sql`drop function broken_off cascade`);
    }
  });
});

describe('a client on a socket', () => {
  async function listening() {
    if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as AddressInfo;
    return { port, host: '127.0.0.1' };
  }

  test('that closes it in the middle of its request leaves no error in the log', async () => {
    const socket = connect(await listening());
    const head =
      'POST /api/donations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n';
    socket.write(`${head}Expect: 100-continue\r\n\r\n`);
    await once(socket, 'data');
    socket.write('{"studentId":');
    socket.destroy();
    const connections = promisify(site.app.server.getConnections.bind(site.app.server));
    // Another test file's fetch may have left idle ones.
    site.app.server.closeIdleConnections();
    await expect.poll(() => connections()).toBe(0);
    expect(site.log).not.toMatch(/"level":[56]0/);
  });

  test.each([
    ['\u0016\u0003\u0001 no HTTP\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nCookie: reround_admin=${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'POST /api/donations HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
    ],
    ['GET /api/partners HTTP/1.1\r\n\r\n', 400],
  ])(
    'that sends malformed HTTP is refused and closed, and its bytes are not logged: %#',
    async (text, status) => {
      const socket = connect(await listening()).setEncoding('utf8');
      let answer = '';
      socket.on('data', (chunk: string) => (answer += chunk));
      socket.write(text);
      await once(socket, 'close');
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(site.log).not.toContain('rawPacket');
    },
  );
});

describe('a database that does not answer', () => {
  async function askWithoutDatabase(isClosed: boolean) {
    // No PostgreSQL listens on port 1.
    const opened = openServerDatabase('postgres://nobody@127.0.0.1:1/none', () => {});
    if (isClosed) await opened.close();
    const app = await otherProcess({ database: opened.database });
    const answers = await Promise.all([
      app.inject({ url: '/api/partners' }),
      app.inject({ method: 'POST', url: '/api/donations', payload: donation }),
      app.inject({ url: '/api/admin/summary', headers: { cookie: 'reround_admin=x' } }),
      app.inject({ url: '/readyz' }),
    ]);
    const alive = await app.inject({ url: '/healthz' });
    if (!isClosed) await opened.close();
    return { answers, alive };
  }

  test.each([
    ['cannot be reached', false],
    ['has been closed', true],
  ])('because it %s is 503 with Retry-After, while the process lives', async (_why, isClosed) => {
    const { answers, alive } = await askWithoutDatabase(isClosed);
    for (const answer of answers) {
      expect(errorResponse.strict().parse(answer.json())).toMatchObject({ code: 'unavailable' });
      expect(answer.statusCode).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(alive.statusCode).toBe(200);
  });

  test('because its connections break off is 503 with Retry-After', async () => {
    const { $client: pool } = site.database;
    const breakConnection = (client: pg.PoolClient) => void client.connection.stream.destroy();
    pool.on('acquire', breakConnection);
    try {
      const answers = await Promise.all([
        site.app.inject({ url: '/api/partners' }),
        site.app.inject({ method: 'POST', url: '/api/donations', payload: donation }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
      expect(answers.map(({ headers }) => headers['retry-after'])).toEqual(['5', '5']);
    } finally {
      pool.off('acquire', breakConnection);
    }
  });
});
