// The site behind Caddy as deploy/caddy/Caddyfile sets it up: two processes on PostgreSQL, HTTPS by Caddy's own authority.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract as site } from '#features/site/contract.ts';
import { openServerDatabase } from '#server/database.ts';
import { freePort } from '../scripts/postgres.ts';
import { figure, isFull } from './figures.ts';
import { onPostgres, postgresForAll, Processes, type Server } from './fixtures.ts';

const CLIENTS = isFull ? 32 : 8;
const ROUNDS = isFull ? 5 : 1;
/** Long enough for Caddy's question every two seconds to be answered with no. */
const DRAIN_SECONDS = '6';
const CADDYFILE = 'deploy/caddy/Caddyfile';

const hasCaddy = spawnSync('caddy', ['version']).status === 0;
const postgres = postgresForAll();
const processes = new Processes();
let ports: [number, number];
let servers: Server[] = [];
let settings: Record<string, string>;
let databaseUrl: string;
let httpPort: number;
let httpsPort: number;
let proxied: Sender;

interface Answer {
  status: number;
  body: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** Sends requests to Caddy over connections that are kept, trusting its own authority alone. */
class Sender {
  readonly #agent: Agent;
  readonly #port: number;

  constructor(port: number, authority: string) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, ca: authority });
  }

  /** @throws Error if the connection broke before the answer was whole. */
  async send(
    method: string,
    path: string,
    body?: Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const sending = request({
      host: 'localhost',
      port: this.#port,
      agent: this.#agent,
      method,
      path,
      headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
    });
    sending.end(body);
    const [response] = await once(sending, 'response');
    // A refusal that comes before the whole body was sent is an answer all the same.
    sending.on('error', () => {});
    return { status: response.statusCode, body: await text(response), headers: response.headers };
  }

  async logDonation(studentId: string): Promise<Answer> {
    const body = Buffer.from(JSON.stringify({ studentId, weight: '1-2kg', date: '2026-01-15' }));
    return await this.send('POST', '/api/donations', body, { 'content-type': 'application/json' });
  }

  end(): void {
    this.#agent.destroy();
  }
}

const serve = async (port: number) =>
  await processes.serve({ ...settings, PORT: String(port), DRAIN_SECONDS });

/** Runs the Caddyfile, on ports of its own and without putting its authority into this machine's. */
async function startCaddy(): Promise<Sender> {
  const environment = {
    ...process.env,
    SITE_NAME: 'localhost',
    SITE_PROCESSES: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    XDG_DATA_HOME: processes.directory,
    XDG_CONFIG_HOME: processes.directory,
  };
  const adapted = spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', CADDYFILE], {
    env: environment,
    encoding: 'utf8',
  });
  const config = JSON.parse(adapted.stdout) as {
    admin?: object;
    apps: { http: Record<string, unknown> & { servers: Record<string, { listen: string[] }> }; pki?: object };
  };
  httpPort = await freePort();
  httpsPort = await freePort();
  config.admin = { disabled: true };
  config.apps.http['http_port'] = httpPort;
  config.apps.http['https_port'] = httpsPort;
  for (const server of Object.values(config.apps.http.servers)) {
    server.listen = [`127.0.0.1:${server.listen.includes(':443') ? httpsPort : httpPort}`];
  }
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  const file = join(processes.directory, 'caddy.json');
  await writeFile(file, JSON.stringify(config));
  const child = spawn('caddy', ['run', '--config', file], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const running = { child, output: '', ended: once(child, 'close').then(([code]) => ({ code, output: '' })) };
  child.stderr.setEncoding('utf8').on('data', (lines: string) => (running.output += lines));
  processes.keep(running);
  const authority = join(processes.directory, 'caddy/pki/authorities/local/root.crt');
  await vi.waitUntil(() => existsSync(authority), { timeout: 30_000 });
  const sender = new Sender(httpsPort, await readFile(authority, 'utf8'));
  await vi.waitUntil(
    () =>
      sender.send('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    {
      timeout: 30_000,
    },
  );
  return sender;
}

describe('behind Caddy', () => {
  beforeEach(({ skip }) => skip(!hasCaddy, 'There is no Caddy on this machine.'));

  beforeAll(async () => {
    await processes.begin();
    ports = [await freePort(), await freePort()];
  });

  afterAll(async () => {
    proxied?.end();
    await processes.end();
  });

  test('https, the address of whoever asks and sizes are as the site has them', async ({ skip }) => {
    databaseUrl = (await postgres(skip)).url;
    settings = { ...onPostgres(databaseUrl), PUBLIC_URL: 'https://localhost', TRUST_PROXY: 'loopback' };
    servers = [await serve(ports[0]), await serve(ports[1])];
    proxied = await startCaddy();

    const page = await proxied.send('GET', '/', undefined, { 'accept-encoding': 'br, gzip' });
    expect(page.status).toBe(200);
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(page.headers['content-encoding']).toBe('br');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");

    expect((await proxied.send('GET', '/metrics')).status).toBe(404);

    const clear = await fetch(`http://localhost:${httpPort}/log?bin=A`, { redirect: 'manual' });
    expect(clear.status).toBe(308);
    expect(clear.headers.get('location')).toBe('https://localhost/log?bin=A');
    expect((await fetch(`http://localhost:${httpPort}/api/public/site`, { redirect: 'manual' })).status).toBe(
      403,
    );

    // What a client claims of itself is not believed: Caddy writes the address that it sees.
    const forged = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'http' };
    expect((await proxied.send('GET', '/api/public/site', undefined, forged)).status).toBe(200);
    await vi.waitUntil(() => servers.some(({ output }) => output.includes('"route":"/api/public/site"')));
    const said = servers.map(({ output }) => output).join('');
    expect(said).toMatch(/"route":"\/api\/public\/site".*"address":"127\.0\.0\.1"/);
    expect(said).not.toContain('192.0.2.7');

    const large = await proxied.send('POST', '/api/donations', Buffer.alloc(6 * 1024 * 1024, 32), {
      'content-type': 'application/json',
    });
    expect(large.status).toBe(413);
    expect(JSON.parse(large.body)).toMatchObject({ ok: false, code: 'payload_too_large' });
  });

  test('one process after another is restarted under load, and no request fails', async () => {
    const failures: string[] = [];
    const logged = new Set<string>();
    const state = { isOver: false };
    let asked = 0;
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; !state.isOver; turn += 1) {
        const studentId = `ROLL-${client}-${turn}`;
        try {
          const donation = client % 2 === 0;
          const { status, body } = donation
            ? await proxied.logDonation(studentId)
            : await proxied.send(site.siteInfo.method, site.siteInfo.path);
          asked += 1;
          if (status !== (donation ? 201 : 200)) failures.push(`${status} ${body}`);
          else if (donation) logged.add(studentId);
        } catch (error) {
          failures.push(String(error));
        }
      }
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, port] of ports.entries()) {
        const before = servers[index] as Server;
        before.child.kill('SIGTERM');
        expect((await before.ended).code).toBe(0);
        servers[index] = await serve(port);
      }
    }
    state.isOver = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    const opened = openServerDatabase(databaseUrl, () => {});
    const { rows } = await opened.database.execute<{ id: string }>(
      sql`select student_id as id from donations where student_id like 'ROLL-%'`,
    );
    await opened.close();
    expect(new Set(rows.map(({ id }) => id))).toEqual(logged);
    figure('Restarts of one process of two, under load', ROUNDS * ports.length);
    figure('Requests meanwhile', asked);
    figure('Requests that failed', failures.length);
  });

  test('a process that is killed is left out, and what only reads is asked of the other one', async () => {
    servers[0]?.child.kill('SIGKILL');
    await servers[0]?.ended;
    for (let turn = 0; turn < 40; turn += 1) {
      expect((await proxied.send(site.siteInfo.method, site.siteInfo.path)).status).toBe(200);
    }
    expect((await proxied.logDonation('KILLED')).status).toBe(201);
  });

  test('with no process left, whoever waited in vain is told so', async () => {
    servers[1]?.child.kill('SIGKILL');
    await servers[1]?.ended;
    const { status, headers, body } = await proxied.send('GET', '/api/public/site');
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(body).toContain('The site is being restarted.');
  });
});
