import { once } from 'node:events';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Running,
  runNode,
  runNpmStart,
  runServer,
  runServerIn,
  startServer,
  waitForOutput,
} from '#server/testing/process.ts';
import { processesForEach } from '#server/testing/siteProcesses.ts';

const MINUTE_MILLISECONDS = 60_000;

const processes = processesForEach();

const start = async (settings: Record<string, string> = {}) =>
  processes.keep(await startServer({ DATA_DIR: processes.directory, ...settings }));

function run(file: string, parameters: string[] = [], settings: Record<string, string> = {}) {
  return waitForEnd(runNode(file, parameters, { DATA_DIR: processes.directory, ...settings }));
}

const tryToStart = (settings: Record<string, string>) =>
  waitForEnd(runServer({ DATA_DIR: processes.directory, PORT: '0', ...settings }));

const waitForEnd = (running: Running) => processes.keep(running).ended;

async function post(url: string, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, cookie };
}

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return { status: response.status, text: await response.text() };
};

async function changePassword(url: string, cookie: string, current: string) {
  const { csrfToken } = JSON.parse((await get(`${url}/api/csrf`, { cookie })).text) as { csrfToken: string };
  const headers = { cookie, 'x-csrf-token': csrfToken };
  const body = { current, next: 'a mug for the long winter' };
  expect((await post(url, '/api/admin/password', body, headers)).status).toBe(200);
}

const donation = { studentId: 'D1', weight: '1-2kg', date: '2026-01-15' };

/** Logs a donation, signed in as its donor. Returns the donor's number of donations. */
async function logAndCount(url: string): Promise<number> {
  const { cookie } = await post(url, '/api/students/login', { studentId: donation.studentId });
  const logged = await post(url, '/api/donations', donation, { cookie });
  return (logged.body as { stats: { totalDonations: number } }).stats.totalDonations;
}

test(
  'a first start makes the site, and a second finds all of its data',
  { timeout: 2 * MINUTE_MILLISECONDS },
  async () => {
    const first = await start();
    const match =
      /First admin: (\S+) {2}password: (\S+) {2}\(shown this once, to be changed at the first sign-in\)/.exec(
        first.output,
      );
    const [, username = '', password = ''] = match ?? [];
    expect(username).toBe('admin');
    expect(first.output.split('First admin')).toHaveLength(2);
    expect(first.output).toMatch(/^ReRound is ready on http:\S+, version \d+\.\d+\.\d+\.$/m);
    expect((await stat(join(processes.directory, 'secret.key'))).mode & 0o777).toBe(0o600);

    expect(await get(`${first.url}/healthz`)).toEqual({ status: 200, text: '{"ok":true}' });
    expect(await get(`${first.url}/readyz`)).toEqual({ status: 200, text: '{"ok":true}' });
    expect((await get(first.url)).text).toMatch(/<!doctype html>/i);
    const signedIn = await post(first.url, '/api/admin/login', { username, password });
    expect(signedIn).toMatchObject({ status: 200, body: { ok: true, username, mustChangePassword: true } });
    await changePassword(first.url, signedIn.cookie, password);
    expect((await post(first.url, '/api/donations', donation)).status).toBe(201);

    const second = await tryToStart({});
    expect(second).toEqual({
      code: 1,
      output: `Another ReRound process is using ${processes.directory}. Stop it, or set another DATA_DIR.\n`,
    });
    expect(await logAndCount(first.url)).toBe(2);

    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const restarted = await start();
    expect(restarted.output).not.toContain('First admin');
    expect(restarted.output).not.toContain(password);
    const summary = await get(`${restarted.url}/api/admin/summary`, { cookie: signedIn.cookie });
    expect(summary.status).toBe(200);
    expect(JSON.parse(summary.text)).toMatchObject({ stats: { pendingCount: 2 } });
    restarted.child.kill('SIGINT');
    expect((await restarted.ended).code).toBe(0);
  },
);

test(
  'a first start shows the first admin even if it fails later',
  { timeout: MINUTE_MILLISECONDS },
  async () => {
    const portOwner = createServer().listen(0, '127.0.0.1');
    await once(portOwner, 'listening');
    const { port } = portOwner.address() as { port: number };
    const { code, output } = await tryToStart({ PORT: String(port) });
    expect(code).toBe(1);
    expect(output).toMatch(/First admin: admin {2}password: \S+/);
    expect(output).toMatch(
      new RegExp(`^PORT cannot be used: .*EADDRINUSE.*${port}\\. Each process needs one of its own\\.$`, 'm'),
    );
    expect(output).not.toMatch(/\n\s+at /);
    portOwner.close();
  },
);

test('refuses a HOST that is no address of this machine', { timeout: MINUTE_MILLISECONDS }, async () => {
  const { code, output } = await tryToStart({ HOST: 'nonsense.invalid' });
  expect(code).toBe(1);
  expect(output).toMatch(/^HOST cannot be used: .*nonsense\.invalid\. Name an address of this machine\.$/m);
});

test('SIGTERM finishes open requests, then exits with 0', { timeout: MINUTE_MILLISECONDS }, async () => {
  const server = await start();
  const { hostname, port } = new URL(server.url);
  const body = JSON.stringify(donation);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => (answer += text));
  socket.write(
    `POST /api/donations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1.1 100 /);
  socket.write(body.slice(0, 10));
  server.child.kill('SIGTERM');
  await waitForOutput(server, '"msg":"stopping"');
  const stopping = performance.now();
  socket.write(body.slice(10));
  await once(socket, 'close');
  expect(answer).toMatch(/HTTP\/1.1 201 Created\r\n[^]*"ok":true/);
  const { code, output } = await server.ended;
  expect(code).toBe(0);
  expect(output).not.toMatch(/"level":[56]0/);
  // Open connections are closed after ten seconds, and none may still be open.
  expect(performance.now() - stopping).toBeLessThan(8_000);
});

test(
  'with DRAIN_SECONDS a stopping process first reports it, and still answers',
  { timeout: MINUTE_MILLISECONDS },
  async () => {
    const server = await start({ DRAIN_SECONDS: '3' });
    server.child.kill('SIGTERM');
    await waitForOutput(server, '"msg":"stopping"');
    expect(await get(`${server.url}/readyz`)).toEqual({
      status: 503,
      text: '{"ok":false,"error":"This process is stopping.","code":"unavailable"}',
    });
    expect((await post(server.url, '/api/donations', donation)).status).toBe(201);
    const { code, output } = await server.ended;
    expect(code).toBe(0);
    expect(output).not.toMatch(/"level":[56]0/);
  },
);

test(
  'SIGTERM to npm reaches the server, and npm ends after it with its code',
  { timeout: MINUTE_MILLISECONDS },
  async () => {
    const npm = runNpmStart({ DATA_DIR: processes.directory, PORT: '0' });
    processes.keep(npm);
    await waitForOutput(npm, 'Server listening at');
    npm.child.kill('SIGTERM');
    const { code, output } = await npm.ended;
    expect(output).toContain('"msg":"stopping"');
    expect(code).toBe(0);
  },
);

test('a start reads .env, and the environment overrides it', { timeout: MINUTE_MILLISECONDS }, async () => {
  await writeFile(join(processes.directory, '.env'), 'PORT=of the file\nMETRICS_PORT=of the file\n');
  const { code, output } = await waitForEnd(runServerIn(processes.directory, { PORT: '0' }));
  expect(code).toBe(1);
  expect(output).toMatch(/^METRICS_PORT: must be/m);
  expect(output).not.toMatch(/^PORT: /m);
});

test(
  'refuses a later start without the key, and makes no new one',
  { timeout: 2 * MINUTE_MILLISECONDS },
  async () => {
    const first = await start();
    first.child.kill('SIGTERM');
    await first.ended;
    const path = join(processes.directory, 'secret.key');
    const key = await readFile(path, 'utf8');
    await rm(path);
    expect(await tryToStart({})).toEqual({
      code: 1,
      output: expect.stringMatching(/^\S+secret\.key is missing, .*\.\n$/) as string,
    });
    await expect(stat(path)).rejects.toThrow('ENOENT');
    await start({ SECRET_KEY: key });
  },
);

test('a broken database ends the start with a sentence', { timeout: MINUTE_MILLISECONDS }, async () => {
  await mkdir(join(processes.directory, 'database'));
  await writeFile(join(processes.directory, 'database', 'PG_VERSION'), '9.6\n');
  const { code, output } = await tryToStart({});
  expect(output).toMatch(
    /^The embedded database in \S+ does not open: .+\. Restore the newest backup into a new DATA_DIR\.\n$/,
  );
  expect(code).toBe(1);
});

describe('a full disk', () => {
  const fullDiskSentence = () =>
    `The embedded database in ${processes.directory}/database does not open. Its disk has less than 48 MB free: make room, and start again.\n`;
  /** Mounts a small disk at the data directory, which only root can do. */
  const mount = (size: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', processes.directory]).status === 0;
  /** Makes the next start need room for another log file. */
  const fillLogFile = async () => {
    const code = `
      const { openEmbeddedDatabase } = await import('#server/db/embedded.ts');
      const { database } = await openEmbeddedDatabase(process.env.DATA_DIR);
      await database.query('select pg_switch_wal()');
      process.kill(process.pid, 'SIGKILL');`;
    expect((await run('--eval', [code])).output).toBe('');
  };
  const skipReason = 'Only with the right to mount can a disk be filled.';
  afterEach(() => void spawnSync('umount', ['--lazy', processes.directory]));

  test('ends a first start with a sentence', { timeout: MINUTE_MILLISECONDS }, async ({ skip }) => {
    skip(!mount('5m'), skipReason);
    expect(await tryToStart({})).toEqual({ code: 1, output: fullDiskSentence() });
    expect((await readdir(processes.directory)).toSorted()).toEqual(['lock']);
  });

  test(
    'ends a later start with a sentence, and loses no data',
    { timeout: 2 * MINUTE_MILLISECONDS },
    async ({ skip }) => {
      skip(!mount('150m'), skipReason);
      const server = await start();
      expect((await post(server.url, '/api/donations', donation)).status).toBe(201);
      server.child.kill('SIGKILL');
      await server.ended;
      await fillLogFile();
      const filling = join(processes.directory, 'something else');
      const { bavail, bsize } = await statfs(processes.directory);
      await writeFile(filling, Buffer.alloc(bavail * bsize - 8 * 1024));
      expect(await tryToStart({})).toEqual({ code: 1, output: fullDiskSentence() });
      await rm(filling);
      const restarted = await start();
      expect(await logAndCount(restarted.url)).toBe(2);
      restarted.child.kill('SIGTERM');
      await restarted.ended;
    },
  );
});

test(
  'an unreachable PostgreSQL server ends the start with a sentence',
  { timeout: MINUTE_MILLISECONDS },
  async () => {
    const settings = {
      DATABASE_URL: 'postgres://someone:swordfish@127.0.0.1:1/reround',
      SECRET_KEY: 'k'.repeat(32),
    };
    const sentence =
      'The PostgreSQL server at 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct DATABASE_URL.\n';
    expect(await tryToStart(settings)).toEqual({ code: 1, output: sentence });
    expect(await tryToStart({ ...settings, LOG_LEVEL: 'info' })).toEqual({ code: 1, output: sentence });
    const { output } = await tryToStart({ ...settings, LOG_LEVEL: 'debug' });
    expect(output.slice(0, sentence.length)).toBe(sentence);
    expect(output.slice(sentence.length)).toMatch(/^Error: The PostgreSQL server .*(\n +at .*)+\n$/);
    expect(output).not.toMatch(/select|swordfish/);
    const nowhere = await tryToStart({ ...settings, DATABASE_URL: 'postgres://', PGPORT: '1' });
    expect(nowhere.output).toMatch(
      /^DATABASE_URL names no host, and the PostgreSQL server of the PG variables or this machine cannot be reached: connect ECONNREFUSED \S+:1\. .*\n$/,
    );
  },
);

test('the log warns of dangerous settings', { timeout: MINUTE_MILLISECONDS }, async () => {
  const server = await start({
    HOST: '0.0.0.0',
    PUBLIC_URL: 'http://localhost',
    ADMIN_PASSWORD: 'swordfish',
    TRUST_PROXY: 'true',
  });
  await waitForOutput(server, 'ADMIN_PASSWORD is shorter');
  const warnings = server.output.split('\n').filter((line) => line.includes('"level":40'));
  expect(warnings).toEqual([
    expect.stringContaining('TRUST_PROXY=true: '),
    expect.stringContaining('HOST lets other machines reach the site, and ADMIN_PASSWORD is shorter than 15'),
  ]);
});

describe('settings', () => {
  test(
    'that cannot be used end the start with a sentence and no file',
    { timeout: MINUTE_MILLISECONDS },
    async () => {
      const data = join(processes.directory, 'untouched');
      const refused = await Promise.all([
        tryToStart({ DATA_DIR: data, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
        tryToStart({ DATA_DIR: data, PORT: 'eighty', SITE_TIME_ZONE: 'Mars' }),
      ]);
      expect(refused.map(({ code }) => code)).toEqual([1, 1]);
      expect(refused[0]?.output).toBe(
        'SECRET_KEY is required with DATABASE_URL, so that every process uses the same key.\n',
      );
      expect(refused[1]?.output).toMatch(/^These settings cannot be used:\nPORT: .+\nSITE_TIME_ZONE: .+\n$/);
      await expect(stat(data)).rejects.toThrow('ENOENT');
    },
  );

  // Each command opens the database, which takes a busy machine ten seconds.
  test(
    'name the first admin, whom the admin command lists and resets',
    { timeout: 5 * MINUTE_MILLISECONDS },
    async () => {
      const chosen = { ADMIN_USERNAME: 'robin', ADMIN_PASSWORD: 'a password that was chosen' };
      const server = await start(chosen);
      expect(server.output).not.toMatch(/First admin|a password that was chosen/);
      const credentials = { username: 'robin', password: chosen.ADMIN_PASSWORD };
      const signedIn = await post(server.url, '/api/admin/login', credentials);
      expect(signedIn).toMatchObject({ status: 200, body: { mustChangePassword: false } });
      const command = (...parameters: string[]) => run('src/command.ts', ['admin', ...parameters]);
      expect(await command('list')).toMatchObject({
        code: 1,
        output: expect.stringContaining('Another ReRound process') as string,
      });
      server.child.kill('SIGTERM');
      await server.ended;

      expect(await command('list')).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^robin {2}admin {2}last seen \S+Z\n$/) as string,
      });
      const added = await command('add', 'sam', 'volunteer');
      expect(added).toMatchObject({
        code: 0,
        output: expect.stringMatching(
          /^sam {2}volunteer {2}password: [a-z]+-[a-z]+-\d{3}-[a-z]+-[a-z]+-[a-z]+ {2}\(to be changed at the first sign-in\)\n$/,
        ) as string,
      });
      const reset = await command('reset', 'Robin');
      const password = /new password: (\S+)/.exec(reset.output)?.[1] ?? '';
      expect(password).toMatch(/^([a-z]+-){2}\d{3}(-[a-z]+){3}$/);

      const restarted = await start(chosen);
      expect((await get(`${restarted.url}/api/admin/summary`, { cookie: signedIn.cookie })).status).toBe(401);
      expect((await post(restarted.url, '/api/admin/login', credentials)).status).toBe(401);
      expect(await post(restarted.url, '/api/admin/login', { username: 'robin', password })).toMatchObject({
        status: 200,
        body: { mustChangePassword: true },
      });
      const samsPassword = /password: (\S+)/.exec(added.output)?.[1] ?? '';
      expect(
        await post(restarted.url, '/api/admin/login', { username: 'sam', password: samsPassword }),
      ).toMatchObject({ status: 200, body: { mustChangePassword: true } });
    },
  );
});
