import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { contract as auth } from '#features/auth/contract.ts';
import { ADMIN, callAt, waitsDuring } from './calls.ts';
import { figure, isFull, describeInFull } from './figures.ts';
import { onPostgres, postgresForAll, processesForEach } from './fixtures.ts';

const CLOSED_WITHIN_SECONDS = 15;
const SLOW_CLIENTS = 200;
/** Fewer than the calls that are worked on at once: else there is none of those left for anybody. */
const SIGN_INS = isFull ? 900 : 300;
const CONNECTIONS = isFull ? 3000 : 400;
const ROUNDS = isFull ? 5 : 1;

const postgres = postgresForAll();
const processes = processesForEach();

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
}

/** Says one character each half second and never enough. Gives after how many seconds the server hung up. */
async function trickle(url: string, opening: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  const before = performance.now();
  socket.write(opening);
  const drip = setInterval(() => socket.write('a'), 500);
  await once(socket, 'close');
  clearInterval(drip);
  return (performance.now() - before) / 1000;
}

const slowHeader = 'POST /api/donations HTTP/1.1\r\nHost: x\r\nX-Slow: ';
const slowBody =
  'POST /api/donations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"a":"';

// Waiting can't be made shorter from outside; src/server/http/slowClients.test.ts does it with shorter times.
describeInFull('at full size', () => {
  test(`${SLOW_CLIENTS} clients that send headers and bodies slowly are all closed, and stop nobody else`, async () => {
    const { url } = await processes.serve();
    const slow = Promise.all(
      Array.from({ length: SLOW_CLIENTS }, (_, index) => trickle(url, index % 2 ? slowHeader : slowBody)),
    );
    const times = await waitsDuring(url, slow, 20);
    const seconds = await slow;
    figure('Slow clients, half by header, half by body', SLOW_CLIENTS);
    figure('The last was closed after, seconds', Math.max(...seconds).toFixed(1));
    figure('Answers to an ordinary client meanwhile', times.length);
    figure('Their 99th percentile, milliseconds', percentile(times, 0.99));
    expect(Math.max(...seconds)).toBeLessThanOrEqual(CLOSED_WITHIN_SECONDS);
  });
});

/** How many of a process's helper threads, which check the passwords, are at work right now. Linux tells. */
function busyThreads(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).filter((thread) => {
    try {
      const [name, state] =
        /\((.*)\) (.)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))?.slice(1) ?? [];
      return name?.startsWith('libuv-worker') && state === 'R';
    } catch {
      return false;
    }
  }).length;
}

test(`of ${SIGN_INS} sign-ins at once a few are checked at a time, the rest are told to come later, and other calls go on`, async () => {
  // With Node's usual four helper threads there could never be more at work.
  const server = await processes.serve({ UV_THREADPOOL_SIZE: '16' });
  const { url } = server;
  let mostBusy = 0;
  const watching = setInterval(() => {
    if (process.platform === 'linux') mostBusy = Math.max(mostBusy, busyThreads(server.child.pid ?? 0));
  }, 3);
  const answers = Promise.all(
    Array.from({ length: SIGN_INS }, async (_, index) => {
      const body = { username: index % 2 ? ADMIN.ADMIN_USERNAME : 'nobody', password: 'wrong' };
      const before = performance.now();
      const { status, headers } = await callAt(url, auth.adminLogin, { body });
      return { status, retry: headers.get('retry-after'), milliseconds: performance.now() - before };
    }),
  );
  const others = await waitsDuring(url, answers, 20).finally(() => clearInterval(watching));
  const refused = (await answers).filter(({ status }) => status === 503);
  const checked = (await answers).filter(({ status }) => status === 401);
  figure('Sign-ins at once', SIGN_INS);
  figure('Checked', checked.length);
  figure('Told to come later (503)', refused.length);
  figure('The most helper threads seen at work at once, of 16', mostBusy);
  figure('Other calls meanwhile', others.length);
  figure('Their median, milliseconds', percentile(others, 0.5));
  figure('Their slowest, milliseconds', percentile(others, 1));
  expect(refused.length + checked.length).toBe(SIGN_INS);
  expect(refused.length).toBeGreaterThan(0);
  for (const { retry } of refused) expect(Number(retry)).toBeGreaterThan(0);
  // Files are written by them as well, and one that has just finished still counts.
  expect(mostBusy).toBeLessThanOrEqual(8);
});

const donation = JSON.stringify({ studentId: 'D1', weight: '1-2kg', date: '2026-01-15' });

/** Logs a donation over a connection that the agent keeps. */
function logDonation(url: string, agent: http.Agent): Promise<{ status: number; milliseconds: number }> {
  return new Promise((resolve, reject) => {
    const before = performance.now();
    const headers = { 'content-type': 'application/json' };
    const request = http.request(`${url}/api/donations`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - before });
      });
    });
    request.once('error', reject).end(donation);
  });
}

const databases = isFull ? (['embedded', 'PostgreSQL'] as const) : (['embedded'] as const);

test.for(databases)(
  `${CONNECTIONS} connections that all log donations at once each get an answer, done or a 503, and then all is well (%s)`,
  async (kind, { skip }) => {
    const settings = kind === 'PostgreSQL' ? onPostgres((await postgres(skip)).url) : {};
    const { url } = await processes.serve(settings);
    const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const answers: { status: number; milliseconds: number; round: number }[] = [];
    const before = performance.now();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          answers.push({ ...(await logDonation(url, agent)), round });
        }
      }),
    );
    const seconds = (performance.now() - before) / 1000;
    const first = await logDonation(url, agent);
    agent.destroy();
    const timesOf = (status: number, rounds = answers) =>
      rounds.filter((answer) => answer.status === status).map(({ milliseconds }) => milliseconds);
    figure('Requests', answers.length);
    figure('Seconds', seconds.toFixed(1));
    figure('Logged (201)', timesOf(201).length);
    figure('Told to come later (503)', timesOf(503).length);
    if (ROUNDS > 1) {
      // The first round's times are mostly those of connecting, all at once, with the client on the same machine.
      const connected = answers.filter(({ round }) => round > 0);
      figure(
        'The slowest answer of the first round, milliseconds',
        percentile(
          answers.filter(({ round }) => round === 0).map(({ milliseconds }) => milliseconds),
          1,
        ),
      );
      figure('Once connected: median of the 503s, milliseconds', percentile(timesOf(503, connected), 0.5));
      figure('Their 99th percentile, milliseconds', percentile(timesOf(503, connected), 0.99));
      figure('99th percentile of the 201s, milliseconds', percentile(timesOf(201, connected), 0.99));
    }
    figure('The first request afterwards, milliseconds', Math.round(first.milliseconds));
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    expect(first.status).toBe(201);
    // So few as in the small form may all find room.
    expect(timesOf(503).length).toBeGreaterThanOrEqual(isFull ? 1 : 0);
  },
);
