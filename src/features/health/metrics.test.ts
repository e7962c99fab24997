import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readEnvironment } from '#server/env.ts';
import { backups, healthChecks } from '#server/schema.ts';
import { useMailbox } from '#server/testing/mailbox.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { lookWhereDue } from './serverLooks.ts';
import { beginMetrics, type Metrics } from './serverMetrics.ts';

const site = useTestSite({ on: 'embedded' });
useMailbox();

let directory: string;
let metrics: Metrics;
let address: string;
let visitor: Client;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-metrics-'));
});
afterAll(() => rm(directory, { recursive: true }));

const environmentOf = (settings: Record<string, string> = {}) =>
  readEnvironment({ DATA_DIR: join(directory, 'data'), ...settings });

beforeEach(async () => {
  const environment = environmentOf({ BACKUP_DIR: join(directory, 'backups') });
  metrics = await beginMetrics({ ...site.site, environment });
  const { url, stop } = await metrics.serve(0);
  address = url;
  const app = await buildApp({
    site: site.site,
    environment: { trustProxy: false, logLevel: 'silent' },
    onAnswered: metrics.answered,
  });
  await app.ready();
  visitor = new Client({ app });
  closing.push(stop, () => app.close());
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

/** Every sample, by its name and labels as they are written. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(address);
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
  expect(figures.get(`reround_http_requests_total{method="GET",route="${route}",status="404"}`)).toBe(2);
  expect(figures.get('reround_http_requests_total{method="GET",route="none",status="404"}')).toBe(1);
  expect(
    figures.get(`reround_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="${route}"}`),
  ).toBe(2);
  expect([...figures.keys()].join('\n')).not.toMatch(/SECRE|nowhere/);
});

test('wrong PINs and wrong sign-ins are counted from nought on', async () => {
  const code = (name: string) => `reround_refusals_total{code="${name}"}`;
  const before = await scrape();
  expect(
    ['invalid_pin', 'wrong_credentials', 'unavailable', 'internal'].map((name) => before.get(code(name))),
  ).toEqual([0, 0, 0, 0]);
  const admin = await site.admin();
  await partnerStore(admin);
  const { code: reward } = await confirmedCode(site, admin);
  await visitor.refused(redemption.redeemCode, { params: { code: reward }, body: { pin: '00000000' } });
  await visitor.send('POST', '/api/admin/login', { body: { username: 'alex', password: 'wrong' } });
  const after = await scrape();
  expect([after.get(code('invalid_pin')), after.get(code('wrong_credentials'))]).toEqual([1, 1]);
});

test('a probe that is told no is no refused call', async () => {
  vi.spyOn(site.database.$client, 'query').mockRejectedValueOnce(new Error('gone'));
  expect((await visitor.send('GET', '/readyz')).status).toBe(503);
  const after = await scrape();
  expect(after.get('reround_refusals_total{code="unavailable"}')).toBe(0);
  expect(after.get('reround_http_requests_total{method="GET",route="/readyz",status="503"}')).toBe(1);
});

test('a scrape tells how the whole site stands', async () => {
  const [environment, now] = [environmentOf(), site.now];
  await lookWhereDue({ ...site.site, environment });
  await site.database.execute(sql`
    insert into mails (kind, recipient, content, message_id, status, next_try_at, created_at)
    values ('test', 'a@reround.example', '{}', '<1@a>', 'waiting', ${new Date(now.getTime() - 60_000).toISOString()}, ${new Date(now.getTime() - 120_000).toISOString()})`);
  const startedAt = new Date(now.getTime() - 3_600_000);
  await site.database.insert(backups).values({
    night: '2026-11-20',
    attempt: 1,
    place: 'folder',
    name: 'one.tar',
    startedAt,
    finishedAt: now,
    verifiedAt: now,
    bytes: 5,
  });
  await site.database
    .update(healthChecks)
    .set({ wrongTotals: 3 })
    .where(sql`name = 'totals'`);
  const figures = await scrape();
  const seconds = now.getTime() / 1000;
  expect(
    Object.fromEntries(
      [...figures].filter(([name]) => /^reround_(up|outbox|backup|totals|audit)/.test(name)),
    ),
  ).toEqual({
    'reround_up{part="process"}': 1,
    'reround_up{part="database"}': 1,
    reround_outbox_mails: 1,
    reround_outbox_oldest_timestamp_seconds: seconds - 120,
    reround_outbox_due_timestamp_seconds: seconds - 60,
    reround_backup_last_good_timestamp_seconds: seconds - 3600,
    reround_totals_wrong: 3,
    reround_audit_rows: 0,
  });
  expect(figures.get('reround_health_state{part="mail"}')).toBe(1);
  expect(figures.get('reround_health_last_good_timestamp_seconds{part="database"}')).toBe(seconds);
  expect(figures.get('reround_disk_free_bytes{folder="BACKUP_DIR"}')).toBeGreaterThan(0);
  expect(figures.get('reround_database_connection_wait_seconds_count')).toBeGreaterThan(0);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
    expect(figures.get(name)).toBeGreaterThanOrEqual(0);
  }
});

test('what is not there is no figure: no mail waits, and no total was ever recounted', async () => {
  const names = [...(await scrape()).keys()];
  expect(names).toContain('reround_outbox_mails');
  expect(names).toContain('reround_backup_last_good_timestamp_seconds');
  expect(names.filter((name) => /outbox_(oldest|due)|totals_wrong|health_/.test(name))).toEqual([]);
});

test('a database that does not answer is told, and fails no scrape', async () => {
  await scrape();
  const pool = site.database.$client;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const { promise: again, resolve: answersAgain } = Promise.withResolvers<void>();
  vi.spyOn(pool, 'connect').mockImplementation(((...given: unknown[]) =>
    again.then(() => connect(...given))) as never);
  const figures = await scrape();
  expect(figures.get('reround_up{part="database"}')).toBe(0);
  expect(figures.get('reround_up{part="process"}')).toBe(1);
  expect([...figures.keys()].filter((name) => /outbox|backup_|audit_rows|clock/.test(name))).toEqual([]);
  vi.restoreAllMocks();
  answersAgain();
  expect((await scrape()).get('reround_up{part="database"}')).toBe(1);
});

test('scrapes at the same moment ask the database once', async () => {
  const query = vi.spyOn(site.database.$client, 'query');
  await scrape();
  const once = query.mock.calls.length;
  query.mockClear();
  await Promise.all([scrape(), scrape(), scrape()]);
  expect(once).toBeGreaterThan(0);
  expect(query.mock.calls.length).toBeLessThan(3 * once);
});

test('the port has the figures and nothing else, on this machine alone; a taken one is said', async () => {
  const { port, hostname } = new URL(address);
  expect(hostname).toBe('127.0.0.1');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`${address}?format=any`)).status).toBe(200);
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  const refused = new Promise((resolve) => {
    request({ host: '127.0.0.2', port, path: '/metrics' }).once('error', resolve).end();
  });
  expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
  const other = await beginMetrics({ ...site.site, environment: environmentOf() });
  await expect(other.serve(Number(port))).rejects.toThrow(/^METRICS_PORT cannot be used: .*EADDRINUSE/);
  expect((await visitor.send('GET', '/metrics')).status).toBe(404);
});
