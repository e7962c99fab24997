import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { type OpenDatabase, openServerDatabase } from '#server/database.ts';
import { type Running, startServer } from '#server/testing/process.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../scripts/postgres.ts';
import { ADMIN, callAt, signIn } from './calls.ts';
import { Chance } from './chance.ts';
import { figure, isFull } from './figures.ts';
import { findHalves } from './halves.ts';

const MERGES = isFull ? 100 : 15;
const LOGGERS = 8;
const CONFIRMERS = 4;
const DONOR = 'WANDERER';

let directory: string;
let postgres: ThrowawayPostgres | null;
let opened: OpenDatabase;
let addresses: string[] = [];
let admin: Record<string, string>;
const started: Running[] = [];

beforeAll(async () => {
  postgres = await startThrowawayPostgres({ durable: true });
  if (!postgres) return;
  directory = await mkdtemp(join(tmpdir(), 'reround-merge-'));
  opened = openServerDatabase(postgres.url, () => {});
  const settings = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a secret key that only the trials know',
    DATA_DIR: directory,
    RATE_LIMITS: 'off',
    ...ADMIN,
  };
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  started.push(...servers);
  addresses = servers.map(({ url }) => url);
  admin = await signIn(addresses[0] ?? '');
});

beforeEach(({ skip }) => {
  skip(postgres === null, 'There is no PostgreSQL on this machine.');
});

afterAll(async () => {
  for (const { child } of started) child.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await opened?.close();
  await postgres?.stop();
  if (directory) await rm(directory, { recursive: true, force: true });
});

test(`${MERGES} merges of a donor, to and fro between two servers, under ${LOGGERS} clients who log for that donor and others and ${CONFIRMERS} who confirm: nothing fails and nothing is lost`, async () => {
  const chance = new Chance();
  figure('Seed (TRIALS_SEED)', String(chance.seed));
  const anywhere = () => chance.one(addresses);
  const answers = new Map<string, number>();
  const note = (what: string, status: number) => {
    const answer = `${what} ${status}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  const logged: number[] = [];
  const log = async (studentId: string) => {
    const body = { studentId, weight: '1-2kg', date: '2026-01-15' } as const;
    const answer = await callAt(anywhere(), logging.logDonation, { body });
    note('log', answer.status);
    if (answer.status === 201) logged.push(answer.body.id);
  };
  const confirm = async () => {
    const body = { id: chance.one(logged) };
    const { status } = await callAt(anywhere(), deciding.confirmDonation, { body }, admin);
    note('confirm', status);
  };
  const merged = new AbortController();
  const meanwhile = (clients: number, work: (client: number) => Promise<void>) =>
    Array.from({ length: clients }, async (_, client) => {
      while (!merged.signal.aborted) await work(client);
    });
  // Without a moment in which nobody holds the donor, a merge would wait in vain.
  const logForSomeone = (client: number) => log(chance.between(1, 4) === 1 ? DONOR : `BYSTANDER${client}`);

  await log(DONOR);
  const clients = [...meanwhile(LOGGERS, logForSomeone), ...meanwhile(CONFIRMERS, confirm)];
  for (let merge = 1; merge <= MERGES; merge += 1) {
    await log(`OTHER${merge}`);
    const pair = chance.shuffled([await participantOf(DONOR), await participantOf(`OTHER${merge}`)]);
    const [fromId = 0, toId = 0] = pair;
    const body = { fromId, toId };
    const { status } = await callAt(anywhere(), participants.mergeParticipants, { body }, admin);
    note('merge', status);
  }
  merged.abort();
  await Promise.all(clients);

  for (const [answer, count] of answers) figure(answer, count);
  const honest = [
    'log 201',
    'log 503',
    'confirm 200',
    'confirm 409',
    'confirm 503',
    'merge 200',
    'merge 503',
  ];
  expect(honest).toEqual(expect.arrayContaining([...answers.keys()]));
  expect(answers.get('merge 200')).toBeGreaterThan(MERGES / 2);
  const { rows } = await opened.database.execute(sql`select id from donations order by id`);
  expect(rows.map(({ id }) => id)).toEqual(logged.toSorted((one, other) => one - other));
  expect(await findHalves(opened.database)).toEqual({});
});

async function participantOf(studentId: string): Promise<number> {
  const { rows } = await opened.database.execute<{ id: number }>(
    sql`select participant_id as id from students where student_id = ${studentId}`,
  );
  return rows[0]?.id ?? 0;
}
