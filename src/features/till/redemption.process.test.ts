import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { callAt, issueCode, partnerPin } from '#server/testing/process.ts';
import { findHalves } from '#server/testing/halves.ts';
import { siteForAll } from '#server/testing/siteProcesses.ts';
import { contract } from './contract.ts';

const CLIENTS = 20;
const CODES = 10;
const USES = 2;

let pin = '';
const site = siteForAll({
  servers: 2,
  furnish: async () => {
    pin = await partnerPin(site.address(0), site.admin);
  },
});

interface Use {
  code: string;
  counted: number;
  rows: number;
  audited: number;
}

/** Each code's uses, as three tables have them. */
async function usesInDatabase(codes: readonly string[]): Promise<Use[]> {
  const { rows } = await site.database.execute<Use & Record<string, unknown>>(sql`
    select code, use_count as counted,
      (select count(*)::int from code_redemptions where code_id = discount_codes.id) as rows,
      (select count(*)::int from audit_log where action = 'code.redeemed' and entity_type = 'code'
        and entity_id = discount_codes.id) as audited
    from discount_codes where code = any(${sql.param(codes)}) order by id`);
  return rows;
}

test(
  'clients who all try the same two-use codes on two servers at once redeem each exactly twice',
  { timeout: 300_000 },
  async () => {
    const codes: string[] = [];
    for (let turn = 0; turn < CODES; turn += 1) {
      codes.push(await issueCode(site.address(turn), site.admin, `REDEEMER${turn}`));
    }
    const answers: number[] = [];
    const tries = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; turn < CODES; turn += 1) {
        const code = codes[(client + turn) % CODES] ?? '';
        const parts = { params: { code }, body: { pin, clerk: `till ${client}` } };
        const { status } = await callAt(site.address(client + turn), contract.redeemCode, parts);
        answers.push(status);
      }
    });
    await Promise.all(tries);
    expect(answers.filter((status) => status === 200)).toHaveLength(CODES * USES);
    expect(answers.filter((status) => status === 409)).toHaveLength(CODES * (CLIENTS - USES));
    const twice = { counted: USES, rows: USES, audited: USES };
    expect(await usesInDatabase(codes)).toEqual(codes.map((code) => ({ code, ...twice })));
    expect(await findHalves(site.database)).toEqual({});
  },
);

test('calls at once with one Idempotency-Key on two servers take one use and get equal answers', async () => {
  const code = await issueCode(site.address(0), site.admin, 'REPEATER');
  const parts = { params: { code }, body: { pin, clerk: 'MK' } };
  const key = { 'idempotency-key': 'sale-1' };
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => callAt(site.address(turn), contract.redeemCode, parts, key)),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200, body: { ok: true, remaining: 1, maxUses: USES } });
  expect(await usesInDatabase([code])).toEqual([{ code, counted: 1, rows: 1, audited: 1 }]);
});
