import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { figure, isFull } from './figures.ts';
import { processesForEach, stop } from './fixtures.ts';
import { readTrace, tracing, whyNotTraceable } from './trace.ts';
import { keepWriting, writingAt } from './writers.ts';

const WRITES = isFull ? 300 : 15;

const processes = processesForEach();

beforeEach(({ skip }) => {
  const reason = whyNotTraceable();
  skip(reason !== null, reason ?? '');
});

test('the embedded database is flushed to the disk before each write is acknowledged, and so are photos', async () => {
  const data = join(processes.directory, 'data');
  const trace = join(processes.directory, 'trace');
  const server = await processes.serve({ DATA_DIR: data }, tracing(trace));
  const writing = await writingAt(server.url);
  const { doors, ledger } = writing;
  doors.open(server.url);
  // One writer, so that what lies between two answers is one write's own.
  await keepWriting(1, writing, () => ledger.acknowledged >= WRITES && ledger.photos.size > 0);
  await stop(server);

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
