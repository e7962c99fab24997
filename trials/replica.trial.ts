import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract as audit } from '#features/audit/contract.ts';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as people } from '#features/people/contract.ts';
import { openServerDatabase } from '#server/database.ts';
import { runCommand, written } from '#server/testing/process.ts';
import { fillWithVolume } from '#server/testing/volume.ts';
import { startReplica, startThrowawayPostgres, type ThrowawayPostgres } from '#server/testing/postgres.ts';
import { callAt, callMany, confirmDonation, logDonation, signIn } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { onPostgres, processesForEach, type Server } from './fixtures.ts';

const processes = processesForEach();
let primary: ThrowawayPostgres;
let replica: ThrowawayPostgres;
let settings: Record<string, string>;
let servers: Server[];

const isAsked = 'lists and exports come from the replica';
const isNotAsked = 'lists and exports come from the primary';

beforeEach(async ({ skip }) => {
  primary =
    (await startThrowawayPostgres({ durable: true })) ?? skip('There is no PostgreSQL on this machine.');
  replica = (await startReplica(primary)) ?? skip('There is no PostgreSQL on this machine.');
  settings = { ...onPostgres(primary.url), READ_DATABASE_URL: replica.url };
  servers = [await processes.serve(settings), await processes.serve(settings)];
  for (const server of servers) await written(server, isAsked);
});

afterEach(async () => {
  await processes.kill();
  await replica?.stop();
  await primary?.stop();
});

const address = (turn: number) => servers[turn % servers.length]?.url ?? '';

async function at<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

/** How many donations a server's search finds for an admin. */
async function found(url: string, admin: Record<string, string>): Promise<number> {
  const { status, body } = await callAt(url, lists.searchDonations, {}, admin);
  expect(status).toBe(200);
  return body.total;
}

/** Waits until a server's log says something once more than it had. */
async function saysAgain(server: Server, text: string, before: number): Promise<void> {
  await vi.waitUntil(() => server.output.split(text).length > before, { timeout: 30_000 });
}
const times = (server: Server, text: string) => server.output.split(text).length;

/** Signs in, and waits until the replica has followed that and a server asks it. */
async function signInFollowed(url: string): Promise<Record<string, string>> {
  const admin = await signIn(address(0));
  await vi.waitUntil(
    async () => {
      await found(url, admin);
      const asked = await at(
        replica.url,
        // A looker's statements quote no table.
        `select query from pg_stat_activity where application_name = 'reround' and query like '%from "%'`,
      );
      return asked.length > 0;
    },
    { timeout: 30_000 },
  );
  return admin;
}

test('lists and exports are read at the replica', async () => {
  await logDonation(address(0), 'AB12');
  const admin = await signInFollowed(address(1));
  await callAt(address(1), participants.participants, {}, admin);
  const file = await fetch(address(1) + lists.exportDonations.path, { headers: admin });
  expect(file.status).toBe(200);
  expect(await file.text()).toContain('AB12');
  expect(servers.map(({ output }) => output.includes('the replica gave no answer'))).toEqual([false, false]);
});

test('an admin always finds what they have just changed, at whichever process', async () => {
  const admin = await signIn(address(0));
  const { body: logged } = await logDonation(address(0), 'AB12');
  await at(replica.url, 'select pg_wal_replay_pause()');
  // Of the replica alone they would find nothing of it: it has stopped to follow.
  const { status } = await confirmDonation(address(0), logged.id, admin);
  expect(status).toBe(200);
  for (const turn of [0, 1]) {
    const { body } = await callAt(address(turn), lists.confirmedDonations, {}, admin);
    expect(body.items.map(({ id }) => id)).toEqual([logged.id]);
  }
});

/** A `commit` on its way to PostgreSQL: a text with its end. */
const COMMIT = Buffer.from('commit\0');

/** A way to a database that loses the answers to commits after a statement, and the connections with them. */
async function startLosingWay(databaseUrl: string, statement: string): Promise<string> {
  const { hostname, port } = new URL(databaseUrl);
  const way = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isMeant = false;
    let isLost = false;
    near.on('data', (data) => {
      isMeant ||= data.includes(statement);
      isLost ||= isMeant && data.includes(COMMIT);
      far.write(data);
    });
    far.on('data', (data) => (isLost ? near.destroy() : near.write(data)));
    for (const [side, other] of [
      [near, far],
      [far, near],
    ] as const) {
      side.on('close', () => other.destroy());
      side.on('error', () => other.destroy());
    }
  });
  way.listen(0, '127.0.0.1');
  way.unref();
  await once(way, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((way.address() as AddressInfo).port);
  return url.href;
}

test('an admin finds a change of theirs whose commit gave no answer', async () => {
  const admin = await signIn(address(0));
  const { body: logged } = await logDonation(address(0), 'AB12');
  const way = await startLosingWay(primary.url, 'insert into "confirmations"');
  const server = await processes.serve({ ...settings, DATABASE_URL: way });
  await written(server, isAsked);
  await at(replica.url, 'select pg_wal_replay_pause()');
  const { status } = await confirmDonation(server.url, logged.id, admin);
  expect(status).toBe(503);
  const { body } = await callAt(server.url, lists.confirmedDonations, {}, admin);
  expect(body.items.map(({ id }) => id)).toEqual([logged.id]);
});

/** How often the activity that a server shows an admin has an action. */
async function inActivity(url: string, action: string, admin: Record<string, string>): Promise<number> {
  const { status, body } = await callAt(url, audit.auditLog, { query: { action } }, admin);
  expect(status).toBe(200);
  return body.items.length;
}

test.each([
  ['donation.exported', lists.exportDonations.path],
  ['participant.file_exported', people.exportPerson.path.replace('{id}', '1')],
])(
  'an admin finds the file that they have just taken in the activity, at whichever process: %s',
  async (action, path) => {
    const admin = await signIn(address(0));
    await logDonation(address(0), 'AB12');
    await at(replica.url, 'select pg_wal_replay_pause()');
    const file = await fetch(address(0) + path, { headers: admin });
    expect(file.status).toBe(200);
    await file.text();
    for (const turn of [0, 1]) expect(await inActivity(address(turn), action, admin)).toBe(1);
  },
);

test('whoever has just signed in finds that in the activity', async () => {
  await at(replica.url, 'select pg_wal_replay_pause()');
  const admin = await signIn(address(0));
  expect(await inActivity(address(1), 'admin.signed_in', admin)).toBe(1);
});

test('a replica that no longer follows is left alone after five seconds, and asked again once it does', async () => {
  const admin = await signIn(address(0));
  const [server] = servers as [Server];
  const before = times(server, isNotAsked);
  await at(replica.url, 'select pg_wal_replay_pause()');
  await logDonation(address(0), 'AB12');
  await saysAgain(server, isNotAsked, before);
  expect(await found(address(0), admin)).toBe(1);
  const again = times(server, isAsked);
  await at(replica.url, 'select pg_wal_replay_resume()');
  await saysAgain(server, isAsked, again);
  expect(await found(address(0), admin)).toBe(1);
});

describe('a replica that goes away', () => {
  test.each(['SIGKILL', 'SIGSTOP'] as const)('by %s fails no call', async (signal) => {
    const admin = await signInFollowed(address(0));
    await logDonation(address(0), 'AB12');
    const over = new AbortController();
    const statuses = new Map<number, number>();
    let longest = 0;
    const reading = (async () => {
      while (!over.signal.aborted) {
        const start = performance.now();
        const { status } = await callAt(address(0), lists.searchDonations, {}, admin);
        longest = Math.max(longest, performance.now() - start);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    })();
    const [server] = servers as [Server];
    const before = times(server, isNotAsked);
    if (signal === 'SIGKILL') await replica.kill();
    else replica.signal(signal);
    await saysAgain(server, isNotAsked, before);
    over.abort();
    await reading;
    expect([...statuses.keys()]).toEqual([200]);
    figure(`${signal}: lists answered meanwhile`, statuses.get(200) ?? 0);
    figure(`${signal}: the one that waited longest, ms`, Math.round(longest));
    const again = times(server, isAsked);
    if (signal === 'SIGKILL') await replica.start();
    else replica.signal('SIGCONT');
    await saysAgain(server, isAsked, again);
    expect(await found(address(0), admin)).toBe(1);
  });
});

test('a file that is under way when the replica is killed comes whole', async () => {
  const donations = 30_000;
  const opened = openServerDatabase(primary.url, () => {});
  await fillWithVolume(opened.database, donations, '2026-11-20');
  await opened.close();
  const admin = await signIn(address(0));
  const [server] = servers as [Server];
  const isThere = async () =>
    (await at<{ count: number }>(replica.url, 'select count(*)::int as count from donations'))[0]?.count ===
    donations;
  await vi.waitUntil(isThere, { timeout: 60_000 });
  // Within it the server has looked, and knows.
  await setTimeout(1_500);
  const reader = (await fetch(address(0) + lists.exportDonations.path, { headers: admin })).body?.getReader();
  const pieces = [(await reader?.read())?.value];
  await replica.kill();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
  }
  const rows = Buffer.concat(pieces.map((piece) => piece ?? new Uint8Array()))
    .toString()
    .split('\r\n')
    .filter((line) => line !== '');
  // It has a line of headings.
  expect(rows.length).toBe(donations + 1);
  expect(new Set(rows).size).toBe(donations + 1);
  expect(server.output).toContain('the replica gave no answer');
});

test('a primary is killed, its replica promoted: what is lost, and for how long nobody is served', async () => {
  const admin = await signIn(address(0));
  const acknowledged: number[] = [];
  let isOver = false;
  const writing = callMany(isFull ? 2_000 : 200, 4, async (turn) => {
    if (isOver) return { status: 0 };
    try {
      const { status, body } = await logDonation(address(turn), `D${turn}`);
      if (status === 201) acknowledged.push(body.id);
      return { status };
    } catch {
      return { status: 0 };
    }
  });
  await vi.waitUntil(() => acknowledged.length >= (isFull ? 1_000 : 100), { timeout: 60_000 });
  const start = performance.now();
  await primary.kill();
  isOver = true;
  await writing;
  await at(replica.url, 'select pg_promote()');
  await Promise.all(servers.map(({ child, ended }) => (child.kill('SIGTERM'), ended)));
  const promoted = { ...onPostgres(replica.url) };
  servers = [await processes.serve(promoted)];
  const { status } = await logDonation(address(0), 'AFTER');
  expect(status).toBe(201);
  figure(
    'seconds from the kill to the next donation, this trial doing by itself what people would',
    Number(((performance.now() - start) / 1000).toFixed(1)),
  );
  const kept = new Set(
    (await at<{ id: number }>(replica.url, 'select id from donations')).map(({ id }) => id),
  );
  const lost = acknowledged.filter((id) => !kept.has(id));
  figure('donations acknowledged before the kill', acknowledged.length);
  figure('of them lost', lost.length);
  // Whoever was signed in still is, totals and seals are whole.
  expect((await callAt(address(0), partners.adminPartners, {}, admin)).status).toBe(200);
  const run = runCommand('totals', [], promoted);
  expect(await run.ended).toMatchObject({ code: 0 });
});
