import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Running, startServer } from '#server/testing/process.ts';
import { ADMIN, signIn } from './calls.ts';
import { Chance } from './chance.ts';
import { figure, isFull } from './figures.ts';
import { readTrace, tracing, whyNotTraceable } from './trace.ts';
import { Doors, keepWriting, Ledger, partnerPin } from './writers.ts';

const WRITES = isFull ? 300 : 15;

let directory: string;
let server: Running | undefined;

beforeEach(async ({ skip }) => {
  const reason = whyNotTraceable();
  skip(reason !== null, reason ?? '');
  directory = await mkdtemp(join(tmpdir(), 'reround-flush-'));
});

afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  await rm(directory, { recursive: true, force: true });
});

test('the embedded database is flushed to the disk before each write is acknowledged, and so are photos', async () => {
  const data = join(directory, 'data');
  const trace = join(directory, 'trace');
  const running = await startServer({ DATA_DIR: data, RATE_LIMITS: 'off', ...ADMIN }, tracing(trace));
  server = running;
  const admin = await signIn(running.url);
  const pin = await partnerPin(running.url, admin, 'Main Street Thrift');
  const [doors, ledger] = [new Doors(), new Ledger()];
  doors.open(running.url);
  const enough = () => ledger.acknowledged >= WRITES && ledger.photos.size > 0;
  // One writer, so that what lies between two answers is one write's own.
  await keepWriting(1, { doors, ledger, chance: new Chance(), admin, pin, stopped: enough });
  running.child.kill('SIGTERM');
  await running.ended;

  const answers = readTrace(trace).slice(-ledger.acknowledged);
  const flushes = answers.map(({ flushed }) => flushed.filter(isLog).length);
  figure('Acknowledged writes', answers.length);
  figure(
    'Flushes of the write-ahead log meanwhile',
    flushes.reduce((sum, count) => sum + count, 0),
  );
  figure('Fewest flushes before an acknowledgement', Math.min(...flushes));
  expect(answers).toHaveLength(ledger.acknowledged);
  expect(Math.min(...flushes)).toBeGreaterThanOrEqual(1);
  const atRisk = answers.flatMap(({ unflushed }) => unflushed.filter((path) => restsOn(data, path)));
  expect(new Set(atRisk)).toEqual(new Set());

  const photos = answers.flatMap(({ flushed }) => flushed.filter((path) => path.includes('.webp')));
  const names = photos.map((path) => path.slice(data.length).replace('.unfinished', ''));
  figure('Photos acknowledged, each flushed before', ledger.photos.size);
  expect(names).toEqual([...ledger.photos.keys()]);
});

function isLog(path: string): boolean {
  return path.includes('/pg_wal/');
}

/** Whether what is acknowledged rests on a path. What the database's other files lack, its log has. */
function restsOn(data: string, path: string): boolean {
  if (path !== data && !path.startsWith(`${data}/`)) return false;
  // The lock is worth nothing once the process is gone.
  if (/\/lock(-journal)?$/.test(path)) return false;
  return isLog(path) || !path.startsWith(`${data}/database/`);
}
