import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract as redemption } from '#features/till/contract.ts';
import { buildApp } from '#server/app.ts';
import { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite({ on: 'embedded' });

let port: number;
let app: FastifyInstance;
let visitor: Client;

const build = () =>
  buildApp({ site: site.site, environment: { trustProxy: false, logLevel: 'silent', metricsPort: port } });

beforeEach(async () => {
  port = await findFreePort();
  app = await build();
  await app.ready();
  visitor = new Client({ app });
});
afterEach(() => app.close());

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: unusedPort } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return unusedPort;
}

/** Reads all samples. The keys are their names with labels. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const keyEnd = line.lastIndexOf(' ');
      return [line.slice(0, keyEnd), Number(line.slice(keyEnd + 1))];
    }),
  );
}

test('answers are counted and timed by route, never by address', async () => {
  await visitor.send('GET', '/api/redeem/RR-SECRET');
  await visitor.send('GET', '/api/redeem/RR-SECRE2');
  await visitor.send('GET', '/nowhere/at/all');
  const metrics = await scrape();
  const route = redemption.checkCode.path.replace('{code}', ':code');
  const count = (labels: string) => metrics.get(`reround_http_request_duration_seconds_count{${labels}}`);
  expect(count(`method="GET",route="${route}",status="404"`)).toBe(2);
  expect(count('method="GET",route="none",status="404"')).toBe(1);
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect([...metrics.keys()].join('\n')).not.toMatch(/SECRE|nowhere/);
});

test('the port serves only metrics, only to this machine, and a taken port is an error', async () => {
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await get('/')).status).toBe(404);
  expect((await get('/metrics?format=any')).status).toBe(200);
  const refused = new Promise((resolve) => {
    request({ host: '127.0.0.2', port, path: '/metrics' }).once('error', resolve).end();
  });
  expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
  await expect(build()).rejects.toThrow(/^METRICS_PORT cannot be used: .*EADDRINUSE/);
  expect((await visitor.send('GET', '/metrics')).status).toBe(404);
});
