import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { plausiblePath, readContracts } from '#server/testing/contracts.ts';
import { useTestSiteWithPages } from '#server/testing/testPages.ts';
import { errorResponse } from '#shared/errors.ts';

const site = useTestSiteWithPages();
const endpoints = await readContracts();

interface Answered {
  status: number;
  allow: string | undefined;
  headers: Record<string, unknown>;
  text: string;
}

/** Sends what a browser's fetch would not: any method, over a connection of its own. */
async function send(
  method: string,
  path: string,
  { type, body = '' }: { type?: string; body?: string } = {},
): Promise<Answered> {
  if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  return await new Promise((resolve, reject) => {
    const headers = { connection: 'close', ...(type && { 'content-type': type }) };
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, allow: answered.allow, headers: answered, text });
      });
    });
    sent.on('error', reject).end(body);
  });
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

describe('an address under a method that it does not take', () => {
  test('is 405 with the methods that it takes, for every endpoint and without signing in', async () => {
    const taken = Map.groupBy(endpoints, ({ endpoint }) => endpoint.path);
    for (const [path, own] of taken) {
      const known = own.flatMap(({ endpoint: { method } }) =>
        method === 'GET' ? ['GET', 'HEAD'] : [method],
      );
      const address = plausiblePath({ ...own[0]!.endpoint, path });
      for (const method of methods.filter((one) => !known.includes(one))) {
        const answer = await send(method, address, { type: 'text/plain', body: method === 'PUT' ? 'x' : '' });
        const { status, allow } = answer;
        expect({ method, path, status, allow }).toEqual({
          method,
          path,
          status: 405,
          allow: known.toSorted().join(', '),
        });
        if (method === 'HEAD') continue;
        const refused = errorResponse.strict().parse(JSON.parse(answer.text));
        expect(refused.code).toBe('method_not_allowed');
      }
    }
  });

  test.each([
    ['/api/openapi.json', 'GET, HEAD'],
    ['/api/docs', 'GET, HEAD'],
    ['/healthz', 'GET, HEAD'],
    ['/readyz', 'GET, HEAD'],
    ['/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.webp', 'GET, HEAD'],
    ['/robots.txt', 'GET, HEAD'],
    ['/assets/main.js', 'GET, HEAD'],
    ['/', 'GET, HEAD'],
    ['/log', 'GET, HEAD'],
    ['/log/?bin=1', 'GET, HEAD'],
    ['/p/anything', 'GET, HEAD'],
    ['/api/donations/', 'POST'],
    ['/api/redeem/RR-ABC234?x=1', 'GET, HEAD, POST'],
  ])('is 405 for %s, which takes %s', async (path, allow) => {
    for (const method of ['DELETE', 'OPTIONS', 'PUT', 'TRACE']) {
      expect(await send(method, path), method).toMatchObject({ status: 405, allow });
    }
  });

  test('is told by the address itself, not by a pattern that it also fits', async () => {
    // Beside GET /api/admin/donations/{id} and POST /api/admin/participants/{id}.
    expect(await send('GET', '/api/admin/donations/confirm')).toMatchObject({ status: 405, allow: 'POST' });
    expect(await send('POST', '/api/admin/participants/search')).toMatchObject({
      status: 405,
      allow: 'GET, HEAD',
    });
  });

  test('has the security headers, and no cache keeps it', async () => {
    expect((await send('DELETE', '/api/partners')).headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
});

describe('an address that does not exist', () => {
  test('is 404 under every method, whatever the body', async () => {
    for (const path of [
      '/api/nothing',
      '/api',
      '/api/donations/1/2',
      '/nothing',
      '/uploads',
      '/assets/x.js',
    ]) {
      for (const method of methods) {
        const { status } = await send(method, path, {
          type: 'text/plain',
          body: method === 'POST' ? 'x'.repeat(100_000) : '',
        });
        expect({ path, method, status }).toEqual({ path, method, status: 404 });
      }
    }
  });
});

test('a method that nobody uses here is 404 or 405, and one that is no method 400', async () => {
  for (const path of ['/api/partners', '/api/nothing', '/', '/log']) {
    for (const method of ['PROPFIND', 'MKCOL', 'PURGE', 'QUERY', 'SEARCH', 'M-SEARCH', 'LINK', 'REPORT']) {
      const { status, text } = await send(method, path);
      expect([404, 405], `${method} ${path}`).toContain(status);
      expect(errorResponse.strict().parse(JSON.parse(text))).toMatchObject({ ok: false });
    }
  }
  expect((await send('NONSENSE', '/api/partners')).status).toBe(400);
});
