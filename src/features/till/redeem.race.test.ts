import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as participants } from '#features/donors/contract.ts';
import { codeRedemptions, discountCodes } from '#server/db/schema.ts';
import { collide, useMailbox, useTestSite } from '#server/testing/harness.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });
const mailbox = useMailbox();

async function issuedCode() {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { pin } = await partnerStore(admin);
  return { code, pin };
}

/** Redeems a code from so many tills at the same moment. */
function redeemAtOnce(tills: number, code: string, body: object, headers: Record<string, string> = {}) {
  return Promise.all(
    Array.from({ length: tills }, () =>
      site.visitor().refused(contract.redeemCode, { params: { code }, body }, { headers }),
    ),
  );
}

async function uses() {
  const [code] = await site.database.select().from(discountCodes);
  const rows = await site.database.select().from(codeRedemptions);
  const audit = (await site.audit()).filter(({ action }) => action === 'code.redeemed');
  return { counted: code?.useCount, rows: rows.length, audited: audit.length };
}

describe('a code with two uses', () => {
  test('is redeemed exactly twice by a hundred tills at once', async () => {
    const { code, pin } = await issuedCode();
    const answers = await redeemAtOnce(100, code, { pin });
    const redeemed = answers.filter(({ status }) => status === 200);
    expect(redeemed).toHaveLength(2);
    expect(new Set(redeemed.map(({ body }) => body['remaining']))).toEqual(new Set([0, 1]));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(98);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { reason: 'used_up', remaining: 0, maxUses: 2 } });
    }
    expect(await uses()).toEqual({ counted: 2, rows: 2, audited: 2 });
  });

  test('loses one use to fifty calls at once with the same Idempotency-Key', async () => {
    const { code, pin } = await issuedCode();
    const answers = await redeemAtOnce(50, code, { pin, clerk: 'MK' }, { 'idempotency-key': 'sale-1' });
    const different = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
    expect(different.size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { ok: true, remaining: 1 } });
    expect(await uses()).toEqual({ counted: 1, rows: 1, audited: 1 });
  });

  test('loses one use to one of fifty different sales that share an Idempotency-Key by mistake', async () => {
    const { code, pin } = await issuedCode();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, sale) => {
        const body = { pin, clerk: `till ${sale}` };
        const [answer] = await redeemAtOnce(1, code, body, { 'idempotency-key': 'sale-1' });
        return `${answer?.status} ${answer?.body.code}`;
      }),
    );
    expect(answers.filter((answer) => answer.startsWith('200'))).toHaveLength(1);
    expect(answers.filter((answer) => answer === '409 idempotency_key_reused')).toHaveLength(49);
    expect(await uses()).toEqual({ counted: 1, rows: 1, audited: 1 });
  });
});

test('a code is redeemed while the office changes whose it is: both are done', async () => {
  site.site.post = mailbox.post();
  const admin = await site.admin();
  const { code, pin } = await issuedCode();
  const params = { id: 1 };
  await admin.call(participants.updateParticipant, { params, body: { email: 'amara@example.ca' } });
  // Each holds what the other waits for next: the office the person, the till the code.
  const answers = await collide(site, sql`select from participants for update`, [
    () => admin.refused(participants.updateParticipant, { params, body: { displayName: 'Amara' } }),
    () => site.visitor().refused(contract.redeemCode, { params: { code }, body: { pin } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await uses()).toEqual({ counted: 1, rows: 1, audited: 1 });
});
