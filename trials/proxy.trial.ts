import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request as askInTheClear } from 'node:http';
import { Agent, request as askSecurely, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { count, desc, eq } from 'drizzle-orm';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { connectEmbedded, openServerDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { auditLog, donations } from '#server/schema.ts';
import { run } from '#server/testing/process.ts';
import { freePort } from '#server/testing/postgres.ts';
import { figure } from './figures.ts';
import {
  createDatabase,
  onPostgres,
  postgresForAll,
  processesForEach,
  type Server,
  stop,
} from './fixtures.ts';

const KILLS = 6;
const RESTARTS = 4;
const READERS = 10;
const WRITERS = 4;
const ANSWERS_BETWEEN = 300;
const PATIENCE = { timeout: 120_000 };
/** What the site takes of a call that is no upload. */
const BODY_LIMIT_BYTES = 64 * 1024;

const hasCaddy = spawnSync('caddy', ['version']).status === 0;
const postgres = postgresForAll();
const processes = processesForEach();
let databases = 0;

interface Proxy {
  /** Where it does https. */
  port: number;
  /** Where it leads whoever comes by http. */
  clearPort: number;
  agent: Agent;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Starts Caddy with the file of deploy/, but for its ports, and for where it keeps its own authority. */
async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const [port, clearPort] = [await freePort(), await freePort()];
  const ours = await readFile('deploy/caddy/Caddyfile', 'utf8');
  const options = `{\n\tadmin off\n\tskip_install_trust\n\thttps_port ${port}\n\thttp_port ${clearPort}\n`;
  const file = join(processes.directory, 'Caddyfile');
  await writeFile(file, ours.replace(/^\{\n/m, options));
  const home = join(processes.directory, 'caddy');
  processes.keep(
    run(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
      HOME: home,
      XDG_DATA_HOME: home,
      SITE_NAME: 'localhost',
      SITE_PROCESSES: ports.map((one) => `127.0.0.1:${one}`).join(' '),
    }),
  );
  const root = join(home, 'caddy/pki/authorities/local/root.crt');
  const ca = await vi.waitUntil(() => readFile(root, 'utf8').catch(() => null), { timeout: 30_000 });
  const proxy = { port, clearPort, agent: new Agent({ keepAlive: true, ca }) };
  const isReady = () =>
    ask(proxy, '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 30_000 });
  return proxy;
}

/** Asks the site through the proxy, and believes the certificate only if the proxy's own authority gave it. */
async function ask(
  { port, agent }: Proxy,
  path: string,
  { body, ...options }: RequestOptions & { body?: string } = {},
): Promise<Answer> {
  const sending = askSecurely({ host: '127.0.0.1', servername: 'localhost', port, agent, path, ...options });
  sending.setHeader('host', `localhost:${port}`);
  if (body !== undefined) sending.setHeader('content-type', 'application/json');
  sending.end(body);
  const [response] = await once(sending, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

async function inTheClear(port: number, path: string, method: string): Promise<Answer> {
  const sending = askInTheClear({ host: '127.0.0.1', port, path, method, headers: { host: 'localhost' } });
  sending.end();
  const [response] = await once(sending, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test('behind Caddy calls are by https, come from who makes them, and have the size that the site allows', async ({
  skip,
}) => {
  skip(!hasCaddy, 'There is no Caddy on this machine.');
  const server = await processes.serve({ TRUST_PROXY: 'loopback' });
  const proxy = await startProxy([Number(new URL(server.url).port)]);

  const led = await inTheClear(proxy.clearPort, '/log?bin=BIN_1', 'GET');
  expect(led).toMatchObject({ status: 308, headers: { location: 'https://localhost/log?bin=BIN_1' } });
  expect(await inTheClear(proxy.clearPort, logging.logDonation.path, 'POST')).toMatchObject({
    status: 403,
    body: 'Use https.',
  });

  const tried = { username: 'nobody', password: 'what somebody tries' };
  const refused = await ask(proxy, auth.adminLogin.path, {
    method: 'POST',
    localAddress: '127.0.0.7',
    headers: { 'x-forwarded-for': '203.0.113.5' },
    body: JSON.stringify(tried),
  });
  expect(refused.status).toBe(401);

  const tooMuch = await ask(proxy, logging.logDonation.path, {
    method: 'POST',
    body: JSON.stringify({ studentId: 'D1', notes: 'x'.repeat(BODY_LIMIT_BYTES) }),
  });
  expect(tooMuch.status).toBe(413);
  expect(JSON.parse(tooMuch.body)).toMatchObject({ ok: false, code: 'payload_too_large' });

  await stop(server);
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(processes.directory));
  try {
    const [row] = await database
      .select({ address: auditLog.address })
      .from(auditLog)
      .where(eq(auditLog.action, 'admin.sign_in_failed'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(row).toEqual({ address: '127.0.0.7' });
  } finally {
    await close();
  }
});

describe('of two processes behind Caddy', () => {
  test('one is killed again and again: whoever reads notices nothing, and a form that is sent again counts once', async ({
    skip,
  }) => {
    const site = await siteOfTwo(skip, {});
    const seen = await site.askDuring(async (more) => {
      for (let turn = 0; turn < KILLS; turn += 1) {
        await more();
        const { port, server } = site.inTurn(turn);
        server.child.kill('SIGKILL');
        await server.ended;
        await more();
        await site.start(port);
      }
    });
    expect(seen.notRead).toEqual([]);
    await expectOnce(site.databaseUrl, seen.logged);
    figure('Processes that were killed, one at a time', KILLS);
    figure('Reads, each of them answered', seen.reads);
    figure('Donations, each of them there once', seen.logged);
    figure('Of those, sent again after an error', seen.sentAgain);
  });

  test('one is restarted after the other, with time to drain: nobody notices', async ({ skip }) => {
    const site = await siteOfTwo(skip, { DRAIN_SECONDS: '6' });
    const seen = await site.askDuring(async (more) => {
      for (let turn = 0; turn < RESTARTS; turn += 1) {
        await more();
        const { port, server } = site.inTurn(turn);
        await stop(server);
        await site.start(port);
      }
    });
    expect(seen.notRead).toEqual([]);
    expect(seen.sentAgain).toBe(0);
    await expectOnce(site.databaseUrl, seen.logged);
    figure('Restarts, one after the other', RESTARTS);
    figure('Reads, each of them answered', seen.reads);
    figure('Donations, each of them logged at the first try', seen.logged);
  });
});

interface Seen {
  reads: number;
  notRead: string[];
  logged: number;
  sentAgain: number;
}

/** Two processes on PostgreSQL with the proxy in front, and clients that ask as long as something is done. */
async function siteOfTwo(skip: TestContext['skip'], more: Record<string, string>) {
  skip(!hasCaddy, 'There is no Caddy on this machine.');
  const databaseUrl = await createDatabase(await postgres(skip), `proxied_${(databases += 1)}`);
  const settings = { ...onPostgres(databaseUrl), TRUST_PROXY: 'loopback', ...more };
  const ports = [await freePort(), await freePort()];
  const servers = new Map<number, Server>();
  const serve = async (port: number) => {
    const server = await processes.serve({ ...settings, PORT: String(port) });
    servers.set(port, server);
    return server;
  };
  for (const port of ports) await serve(port);
  const proxy = await startProxy(ports);
  return {
    databaseUrl,
    inTurn(turn: number) {
      const port = ports[turn % ports.length] ?? 0;
      const server = servers.get(port);
      if (!server) throw new Error('That process was not started.');
      return { port, server };
    },
    /** Starts a process anew, and waits until the proxy sends it calls. */
    async start(port: number): Promise<void> {
      const server = await serve(port);
      await vi.waitUntil(() => server.output.includes(partners.partners.path), PATIENCE);
    },
    askDuring: (work: (more: () => Promise<void>) => Promise<void>) => askDuring(proxy, work),
  };
}

/** Reads and logs donations without a pause while `work` goes on, which may wait for more answers. */
async function askDuring(proxy: Proxy, work: (more: () => Promise<void>) => Promise<void>): Promise<Seen> {
  const seen: Seen = { reads: 0, notRead: [], logged: 0, sentAgain: 0 };
  const state = { isOver: false };
  const read = async () => {
    while (!state.isOver) {
      const { status, body } = await ask(proxy, partners.partners.path).catch(({ message }: Error) => ({
        status: 0,
        body: message,
      }));
      if (status === 200) seen.reads += 1;
      else seen.notRead.push(`${status} ${body}`);
    }
  };
  const log = async (writer: number) => {
    for (let turn = 0; !state.isOver; turn += 1) {
      while ((await sendForm(proxy, `PROXY${writer}-${turn}`)) !== 201) seen.sentAgain += 1;
      seen.logged += 1;
    }
  };
  const clients = [
    ...Array.from({ length: READERS }, read),
    ...Array.from({ length: WRITERS }, (_, writer) => log(writer)),
  ];
  try {
    await work(async () => {
      const enough = seen.reads + ANSWERS_BETWEEN;
      await vi.waitUntil(() => seen.reads >= enough, PATIENCE);
    });
  } finally {
    state.isOver = true;
    await Promise.all(clients);
  }
  return seen;
}

/** Logs a donation as the site's own pages do, with a key by which it counts once however often it is sent. */
async function sendForm(proxy: Proxy, studentId: string): Promise<number> {
  const headers = { 'idempotency-key': `form-${studentId}` };
  const body = JSON.stringify({ studentId, weight: '1-2kg', date: '2026-01-15' });
  const sent = ask(proxy, logging.logDonation.path, { method: 'POST', headers, body });
  return await sent.then(
    ({ status }) => status,
    () => 0,
  );
}

async function expectOnce(databaseUrl: string, logged: number): Promise<void> {
  const { database, close } = openServerDatabase(databaseUrl, () => {});
  try {
    const rows = await database
      .select({ studentId: donations.studentId, times: count() })
      .from(donations)
      .groupBy(donations.studentId);
    expect(rows).toHaveLength(logged);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
  } finally {
    await close();
  }
}
