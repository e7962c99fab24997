import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { type OpenDatabase, openServerDatabase } from '#server/database.ts';
import { type Running, startServer } from '#server/testing/process.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../scripts/postgres.ts';
import { ADMIN, callAt, signIn } from './calls.ts';
import { Chance } from './chance.ts';
import { figure, isFull } from './figures.ts';
import { findHalves } from './halves.ts';
import { partnerPin } from './writers.ts';

const CLIENTS = isFull ? 200 : 20;
const CODES = isFull ? 200 : 10;
const USES = 2;
const SAME_KEY = isFull ? 200 : 40;
const STORES = 4;

let directory: string;
let postgres: ThrowawayPostgres | null;
let opened: OpenDatabase;
let addresses: string[] = [];
let admin: Record<string, string>;
let pins: string[];
const started: Running[] = [];

beforeAll(async () => {
  postgres = await startThrowawayPostgres({ durable: true });
  if (!postgres) return;
  directory = await mkdtemp(join(tmpdir(), 'reround-redemption-'));
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
  admin = await signIn(address(0));
  pins = await Promise.all(
    Array.from({ length: STORES }, (_, store) => partnerPin(address(store), admin, `Store ${store + 1}`)),
  );
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

/** The two servers in turn. */
function address(turn: number): string {
  return addresses[turn % addresses.length] ?? '';
}

/** Logs and confirms so many donations of one donor. Gives their reward codes. */
async function issueCodes(studentId: string, count: number): Promise<string[]> {
  const body = { studentId, weight: '1-2kg', date: '2026-01-15' } as const;
  const ids: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    ids.push((await callAt(address(turn), logging.logDonation, { body })).body.id);
  }
  const { status } = await callAt(address(0), deciding.confirmDonations, { body: { ids } }, admin);
  expect(status).toBe(200);
  const { body: page } = await callAt(address(0), rewards.codes, { query: { limit: count } }, admin);
  return page.items.map(({ code }) => code);
}

interface Use {
  code: string;
  counted: number;
  rows: number;
  audited: number;
}

/** What the database says of each code's uses, in three places. */
async function usesInDatabase(codes: readonly string[]): Promise<Use[]> {
  const { rows } = await opened.database.execute<Use & Record<string, unknown>>(sql`
    select code, use_count as counted,
      (select count(*)::int from code_redemptions where code_id = discount_codes.id) as rows,
      (select count(*)::int from audit_log where action = 'code.redeemed' and entity_type = 'code'
        and entity_id = discount_codes.id) as audited
    from discount_codes where code = any(${sql.param(codes)})`);
  return rows.toSorted((one, other) => one.code.localeCompare(other.code));
}

test(`${CLIENTS} clients who all try ${CODES} two-use codes on two servers at once redeem each exactly twice`, async () => {
  const codes = await issueCodes('REDEEMER', CODES);
  expect(new Set(codes).size).toBe(CODES);
  const chance = new Chance();
  figure('Seed (TRIALS_SEED)', String(chance.seed));
  const answers = new Map<string, number>();
  const redeemed = new Map<string, number>();
  const orders = Array.from({ length: CLIENTS }, () => chance.shuffled(codes));
  const before = performance.now();

  await Promise.all(
    orders.map(async (order, client) => {
      const body = { pin: pins[client % STORES] ?? '', clerk: `till ${client}` };
      for (const [turn, code] of order.entries()) {
        const at = address(client + turn);
        const answered = await callAt(at, redemption.redeemCode, { params: { code }, body });
        const { code: refusal = 'redeemed' } = answered.body as { code?: string };
        const answer = `${answered.status} ${refusal}`;
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
        if (answered.status === 200) redeemed.set(code, (redeemed.get(code) ?? 0) + 1);
      }
    }),
  );

  const seconds = (performance.now() - before) / 1000;
  figure('Clients', CLIENTS);
  figure('Codes with two uses', CODES);
  figure('Tries', CLIENTS * CODES);
  figure('Tries a second', Math.round((CLIENTS * CODES) / seconds));
  for (const [answer, count] of answers) figure(`Answers ${answer}`, count);
  expect(Object.fromEntries(answers)).toEqual({
    '200 redeemed': CODES * USES,
    '409 used_up': CODES * (CLIENTS - USES),
  });
  const inDatabase = await usesInDatabase(codes);
  const twice = { counted: USES, rows: USES, audited: USES };
  expect(inDatabase).toEqual(codes.toSorted().map((code) => ({ code, ...twice })));
  expect([...redeemed.values()]).toEqual(codes.map(() => USES));
  expect(await findHalves(opened.database)).toEqual({});
  figure(
    'Uses counted in the database',
    inDatabase.reduce((sum, { counted }) => sum + counted, 0),
  );
  figure(
    'Rows in code_redemptions',
    inDatabase.reduce((sum, { rows }) => sum + rows, 0),
  );
});

test(`${SAME_KEY} calls at once with one Idempotency-Key on two servers take one use and get equal answers`, async () => {
  const [code = ''] = await issueCodes('REPEATER', 1);
  const body = { pin: pins[0] ?? '', clerk: 'MK' };
  const key = { 'idempotency-key': 'sale-1' };
  const answers = await Promise.all(
    Array.from({ length: SAME_KEY }, (_, turn) =>
      callAt(address(turn), redemption.redeemCode, { params: { code }, body }, key),
    ),
  );
  const different = new Set(answers.map(({ status, text }) => `${status} ${text}`));
  figure('Calls', SAME_KEY);
  figure('Different answers', different.size);
  expect(different.size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200, body: { ok: true, remaining: 1, maxUses: 2 } });
  expect(await usesInDatabase([code])).toEqual([{ code, counted: 1, rows: 1, audited: 1 }]);
  expect(await findHalves(opened.database)).toEqual({});
});
