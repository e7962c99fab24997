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
  port = await freePort();
  app = await build();
  await app.ready();
  visitor = new Client({ app });
});
afterEach(() => app.close());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

/** Every sample, by its name and labels as they are written. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

test('answers are counted by route, never by address, with how long they took', async () => {
  await visitor.send('GET', '/api/redeem/RR-SECRET');
  await visitor.send('GET', '/api/redeem/RR-SECRE2');
  await visitor.send('GET', '/nowhere/at/all');
  const figures = await scrape();
  const route = redemption.checkCode.path.replace('{code}', ':code');
  const count = (labels: string) => figures.get(`reround_http_request_duration_seconds_count{${labels}}`);
  expect(count(`method="GET",route="${route}",status="404"`)).toBe(2);
  expect(count('method="GET",route="none",status="404"')).toBe(1);
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect([...figures.keys()].join('\n')).not.toMatch(/SECRE|nowhere/);
});

test('the port has the figures and nothing else, on this machine alone; a taken one is said', async () => {
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await at('/')).status).toBe(404);
  expect((await at('/metrics?format=any')).status).toBe(200);
  const refused = new Promise((resolve) => {
    request({ host: '127.0.0.2', port, path: '/metrics' }).once('error', resolve).end();
  });
  expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
  await expect(build()).rejects.toThrow(/^METRICS_PORT cannot be used: .*EADDRINUSE/);
  expect((await visitor.send('GET', '/metrics')).status).toBe(404);
});
