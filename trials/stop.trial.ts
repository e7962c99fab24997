import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import sharp from 'sharp';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { connectEmbedded, type Database, openServerDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { written } from '#server/testing/process.ts';
import { callAt, logDonation, signIn, timed, uploadAt } from './calls.ts';
import { describeInFull, figure, isFull } from './figures.ts';
import { onPostgres, postgresForAll, processesForEach, stop } from './fixtures.ts';
import { findHalves } from './halves.ts';

const CLIENTS = isFull ? 100 : 20;
const STOPS = isFull ? 20 : 1;
const ANSWERS_BEFORE_STOP = isFull ? 500 : 60;
const CALLS = 60;

const postgres = postgresForAll();
const processes = processesForEach();

/** What became of the donations that clients sent, by the donor ID that each of them has to itself. */
class Sent {
  readonly acknowledged = new Set<string>();
  readonly brokenOff = new Set<string>();
  /** Those whose connection was refused: nobody listens any more. */
  refused = 0;
}

/** Logs donations over a connection that is kept, until nobody answers any more. */
async function keepLogging(url: string, client: string, sent: Sent): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = 0; ; turn += 1) {
    const studentId = `${client}-${turn}`;
    try {
      const { status, body } = await post(url, { studentId, weight: '1-2kg', date: '2026-01-15' }, agent);
      expect(body).toMatchObject({ ok: true });
      expect(status).toBe(201);
      sent.acknowledged.add(studentId);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') sent.refused += 1;
      else if (['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) {
        sent.brokenOff.add(studentId);
      } else throw error;
      agent.destroy();
      return;
    }
  }
}

async function post(url: string, body: object, agent: Agent) {
  const sending = request(`${url}/api/donations`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json' },
  });
  sending.end(JSON.stringify(body));
  const [response] = await once(sending, 'response');
  return { status: response.statusCode as number, body: JSON.parse(await text(response)) as object };
}

async function donorsIn(database: Database): Promise<Set<string>> {
  const { rows } = await database.execute<{ id: string }>(sql`select student_id as id from donations`);
  return new Set(rows.map(({ id }) => id));
}

describe.each(['the embedded database', 'PostgreSQL'])('on %s', (kind) => {
  test('SIGTERM under load answers every request that it took, breaks off none, and exits with 0', async ({
    skip,
  }) => {
    const isEmbedded = kind === 'the embedded database';
    const url = isEmbedded ? null : (await postgres(skip)).url;
    const settings = url === null ? {} : onPostgres(url);
    const sent = new Sent();
    let slowest = 0;
    for (let turn = 1; turn <= STOPS; turn += 1) {
      const server = await processes.serve(settings);
      const enough = sent.acknowledged.size + ANSWERS_BEFORE_STOP;
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        keepLogging(server.url, `STOP${turn}-${client}`, sent),
      );
      const allLogging = Promise.all(clients);
      await Promise.race([
        vi.waitUntil(() => sent.acknowledged.size >= enough, { timeout: 60_000 }),
        allLogging,
      ]);
      const before = performance.now();
      server.child.kill('SIGTERM');
      await allLogging;
      const { code, output } = await server.ended;
      const took = performance.now() - before;
      slowest = Math.max(slowest, took);
      expect(code, `stop ${turn} took ${took.toFixed(0)} ms:\n${output.slice(-3000)}`).toBe(0);
      expect(output).not.toMatch(/"level":[56]0/);
    }
    const { database, close } =
      url === null
        ? connectEmbedded(await openEmbeddedDatabase(processes.directory))
        : openServerDatabase(url, () => {});
    expect(await donorsIn(database)).toEqual(sent.acknowledged);
    expect(await findHalves(database)).toEqual({});
    await close();
    expect([...sent.brokenOff]).toEqual([]);
    expect(sent.refused).toBe(STOPS * CLIENTS);
    figure('Stops', STOPS);
    figure('Clients, each with a connection that is kept', CLIENTS);
    figure('Donations acknowledged, each of them there', sent.acknowledged.size);
    figure('Requests broken off', sent.brokenOff.size);
    figure('From the signal to the end, longest', `${(slowest / 1000).toFixed(1)} s`);
  });
});

test('upkeep that a stop breaks off is no error', async ({ skip }) => {
  const { url } = await postgres(skip);
  const first = await processes.serve(onPostgres(url));
  first.child.kill('SIGTERM');
  await first.ended;
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const hold = async (table: string) => {
    const client = await connect();
    await client.query(`begin; lock table ${table}`);
    return client;
  };
  const [merges, statements] = [await hold('merges'), await hold('statements')];
  // A connection of its own: within a transaction the view stays as it was.
  const watching = await connect();
  const siteHas = async (connections: number, those = 'true') => {
    const { rowCount } = await watching.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'reround' and ${those}`,
    );
    return rowCount === connections;
  };
  const server = await processes.serve(onPostgres(url));
  await vi.waitUntil(() => siteHas(2, "wait_event_type = 'Lock'"), { timeout: 10_000 });
  server.child.kill('SIGTERM');
  // Its pool has ended once those that wait are all that is left. The next step of the one that goes on gets no connection.
  await vi.waitUntil(() => siteHas(2), { timeout: 10_000 });
  await merges.end();
  await written(server, 'upkeep was broken off by the stop');
  await Promise.all([statements.end(), watching.end()]);
  const { code, output } = await server.ended;
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/"level":[56]0/);
});

describeInFull('with a database that hangs', () => {
  test('calls get 503 in bounded time, pages go on, and all recovers by itself', async ({ skip }) => {
    const database = await postgres(skip);
    const { url, child } = await processes.serve(onPostgres(database.url));
    expect((await logDonation(url, 'HUNG')).status).toBe(201);
    database.signal('SIGSTOP');
    try {
      // Those that have a connection wait longest: the others get none within seconds.
      const calls = Array.from({ length: CALLS }, () => timed(() => logDonation(url, 'HUNG')));
      const ready = await timed(() => fetch(`${url}/readyz`));
      expect(ready.answer.status).toBe(503);
      expect(ready.seconds).toBeLessThan(10);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect((await fetch(url)).status).toBe(200);
      const answers = await Promise.all(calls);
      expect(answers.map(({ answer }) => answer.status)).toEqual(answers.map(() => 503));
      const slowest = Math.max(...answers.map(({ seconds }) => seconds));
      expect(slowest).toBeLessThan(60);
      figure('Until /readyz answered 503', `${ready.seconds.toFixed(1)} s`);
      figure(`Until the last of ${CALLS} calls at once got its 503`, `${slowest.toFixed(1)} s`);
    } finally {
      database.signal('SIGCONT');
    }
    await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 200, { timeout: 60_000 });
    expect((await logDonation(url, 'HUNG')).status).toBe(201);
    expect(child.exitCode).toBeNull();
  });
});

describeInFull('with a full disk', () => {
  let disk: string;

  beforeEach(async ({ skip }) => {
    disk = join(processes.directory, 'disk');
    await mkdir(disk);
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk], {
      encoding: 'utf8',
    });
    skip(status !== 0, `A small disk cannot be mounted here: ${stderr ?? ''}`);
  });

  afterEach(async () => {
    await processes.kill();
    spawnSync('umount', [disk]);
  });

  /** Writes until no more than `left` bytes are free. */
  function fillDisk(left: number): void {
    const file = openSync(join(disk, 'filler'), 'a');
    try {
      for (const piece of [1 << 20, 1 << 12]) {
        const bytes = Buffer.alloc(piece, 1);
        while (free() >= left + piece) writeSync(file, bytes);
      }
    } finally {
      closeSync(file);
    }
  }

  function free(): number {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  }

  const notes = () => crypto.randomUUID().repeat(25);

  // Room for tables but none for a new file of the log makes the database give up; none at all, single statements fail.
  test.each([
    ['no room at all', 0],
    ['room for rows and none for the log of their changes', 12_000_000],
  ])(
    'of the embedded database, with %s, writes get 503 until there is room, then all goes on by itself',
    async (_room, left) => {
      const server = await processes.serve({ DATA_DIR: join(disk, 'data') });
      const { url } = server;
      const acknowledged = new Set<string>();
      const write = async (studentId: string) => {
        const body = { studentId, weight: '1-2kg', date: '2026-01-15', notes: notes() } as const;
        const { status, text: answer } = await callAt(url, logging.logDonation, { body });
        expect([201, 503], answer).toContain(status);
        if (status === 201) acknowledged.add(studentId);
        return status;
      };
      await write('BEFORE');
      fillDisk(left);
      let turn = 0;
      while ((await write(`FULL-${turn}`)) === 201) turn += 1;
      let unavailable = 0;
      for (let again = 0; again < 20; again += 1)
        unavailable += Number((await write(`REFUSED-${again}`)) === 503);
      expect(unavailable).toBeGreaterThan(0);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect((await fetch(url)).status).toBe(200);
      rmSync(join(disk, 'filler'));
      const room = performance.now();
      await vi.waitUntil(async () => (await write('AFTERWARDS')) === 201, { timeout: 30_000 });
      figure('Writes acknowledged while the disk filled up, all kept', turn);
      figure(
        'From room on the disk to the next write',
        `${((performance.now() - room) / 1000).toFixed(1)} s`,
      );
      for (let again = 0; again < 20; again += 1) expect(await write(`AFTER-${again}`)).toBe(201);
      expect(server.child.exitCode).toBeNull();
      await stop(server);
      const { database, close } = connectEmbedded(await openEmbeddedDatabase(join(disk, 'data')));
      const kept = await donorsIn(database);
      expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
      expect(await findHalves(database)).toEqual({});
      await close();
    },
  );

  test('of the photos, uploads get 503 and leave nothing behind, while the rest goes on', async ({
    skip,
  }) => {
    const data = join(disk, 'data');
    const { url } = await processes.serve({ DATA_DIR: data, ...onPostgres((await postgres(skip)).url) });
    const admin = await signIn(url);
    const png = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect((await uploadAt(url, png, admin)).status).toBe(200);
    fillDisk(8_192);
    expect((await uploadAt(url, png, admin)).status).toBe(503);
    expect(await readdir(join(data, 'uploads'))).toHaveLength(1);
    expect((await callAt(url, partners.partners, {})).status).toBe(200);
    expect((await logDonation(url, 'NO_PHOTO')).status).toBe(201);
    rmSync(join(disk, 'filler'));
    expect((await uploadAt(url, png, admin)).status).toBe(200);
    expect(existsSync(join(data, 'uploads'))).toBe(true);
  });
});
