import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { callAt, issueCode, logDonation, partnerPin } from './calls.ts';
import { Chance } from './chance.ts';
import { figure, isFull } from './figures.ts';
import { siteForAll } from './fixtures.ts';
import { findHalves } from './halves.ts';

const CLIENTS = isFull ? 200 : 20;
const CODES = isFull ? 200 : 10;
const USES = 2;
const SAME_KEY = isFull ? 200 : 40;
const STORES = 4;

let pins: string[];
const site = siteForAll({
  servers: 2,
  furnish: async () => {
    const stores = Array.from({ length: STORES }, (_, store) =>
      partnerPin(site.address(store), site.admin, `Store ${store + 1}`),
    );
    pins = await Promise.all(stores);
  },
});

/** Logs so many donations of one donor and confirms them in one call. Gives their reward codes. */
async function issueCodes(studentId: string, count: number): Promise<string[]> {
  const ids: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    ids.push((await logDonation(site.address(turn), studentId)).body.id);
  }
  const at = site.address(0);
  const { status } = await callAt(at, deciding.confirmDonations, { body: { ids } }, site.admin);
  expect(status).toBe(200);
  const { body: page } = await callAt(at, rewards.codes, { query: { limit: count } }, site.admin);
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
  const { rows } = await site.database.execute<Use & Record<string, unknown>>(sql`
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
        const at = site.address(client + turn);
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
  expect(await findHalves(site.database)).toEqual({});
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
  const code = await issueCode(site.address(0), site.admin, 'REPEATER');
  const body = { pin: pins[0] ?? '', clerk: 'MK' };
  const key = { 'idempotency-key': 'sale-1' };
  const answers = await Promise.all(
    Array.from({ length: SAME_KEY }, (_, turn) =>
      callAt(site.address(turn), redemption.redeemCode, { params: { code }, body }, key),
    ),
  );
  const different = new Set(answers.map(({ status, text }) => `${status} ${text}`));
  figure('Calls', SAME_KEY);
  figure('Different answers', different.size);
  expect(different.size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200, body: { ok: true, remaining: 1, maxUses: 2 } });
  expect(await usesInDatabase([code])).toEqual([{ code, counted: 1, rows: 1, audited: 1 }]);
  expect(await findHalves(site.database)).toEqual({});
});

const MIXED_CODES = isFull ? 60 : 8;
const MIXED_STEPS = isFull ? 40 : 12;

test(`${MIXED_CODES} codes are redeemed, given back, revoked, marked and extended at once on two servers, and the ledger adds up`, async () => {
  const codes = await issueCodes('RETURNER', MIXED_CODES);
  const { body: page } = await callAt(
    site.address(0),
    rewards.codes,
    { query: { limit: MIXED_CODES } },
    site.admin,
  );
  const chance = new Chance();
  figure('Seed of returns (TRIALS_SEED)', String(chance.seed));
  const answers = new Map<string, number>();
  let turns = 0;

  async function press(call: Promise<{ status: number; body: object }>): Promise<object> {
    const { status, body } = await call;
    const { code: refusal = 'done' } = body as { code?: string };
    const answer = `${status} ${refusal}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    return body;
  }

  async function useAndReturn(code: string, id: number): Promise<void> {
    const pin = pins[0] ?? '';
    const here = () => site.address((turns += 1));
    const taken = await press(
      callAt(here(), redemption.redeemCode, { params: { code }, body: { pin, clerk: 'MK' } }),
    );
    if (chance.between(1, MIXED_STEPS * 4) === 1) {
      await press(callAt(here(), rewards.revokeCode, { params: { id } }, site.admin));
    }
    if (chance.between(1, MIXED_STEPS * 4) === 1) {
      await press(callAt(here(), rewards.markCodeUsed, { params: { id } }, site.admin));
    }
    if (!('redemptionId' in taken)) return;
    const redemptionId = Number(taken.redemptionId);
    const undo = () =>
      press(
        callAt(here(), redemption.undoRedemption, {
          params: { code },
          body: { pin, redemptionId, clerk: undefined },
        }),
      );
    const reverse = () =>
      press(
        callAt(
          here(),
          redemption.reverseRedemption,
          { params: { id: redemptionId }, body: { reason: 'Rung up twice' } },
          site.admin,
        ),
      );
    if (chance.between(1, 4) > 1) await Promise.all([undo(), reverse(), undo()]);
  }

  await Promise.all(
    page.items.flatMap(({ code, id }) =>
      Array.from({ length: 3 }, async () => {
        for (let step = 0; step < MIXED_STEPS; step += 1) await useAndReturn(code, id);
      }),
    ),
  );
  for (const [answer, count] of answers) figure(`Answers ${answer} (returns)`, count);
  const statuses = new Set([...answers.keys()].map((answer) => Number(answer.slice(0, 3))));
  expect([...statuses].filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
  expect(answers.get('409 already_undone')).toBeGreaterThan(0);
  const { rows } = await site.database.execute<{ code: string; counted: number; ledger: number }>(sql`
    select code, use_count - marked_uses as counted,
      (select count(*) - 2 * count(reverses) from code_redemptions where code_id = discount_codes.id)::int as ledger
    from discount_codes where code = any(${sql.param(codes)})`);
  expect(rows).toHaveLength(MIXED_CODES);
  expect(rows.filter(({ counted, ledger }) => counted !== ledger)).toEqual([]);
  expect(await findHalves(site.database)).toEqual({});
});
