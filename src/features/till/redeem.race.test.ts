import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { buildApp } from '#server/app.ts';
import { codeRedemptions, discountCodes } from '#server/db/schema.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { findHalfWrites } from '#server/testing/halfWrites.ts';
import { collide, useMailbox, useTestSite } from '#server/testing/harness.ts';
import { confirmedCode, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });
const mailbox = useMailbox();
const started: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((app) => app.close()));
});

/** The application of another process on the same database. */
async function otherProcess(): Promise<FastifyInstance> {
  const app = await buildApp({
    site: { ...site.site },
    environment: { trustProxy: false, logLevel: 'silent' },
  });
  started.push(app);
  return app;
}

async function issuedCode() {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { pin } = await partnerStore(admin);
  return { admin, code, pin };
}

async function usedCode() {
  const { admin, code, pin } = await issuedCode();
  const processes = [site.visitor(), new Client({ app: await otherProcess() })] as const;
  const redeem = (at: Client) => at.refused(contract.redeemCode, { params: { code }, body: { pin } });
  const redemptionId = Number((await redeem(processes[0])).body['redemptionId']);
  const undo = (at: Client, id = redemptionId) =>
    at.refused(contract.undoRedemption, { params: { code }, body: { pin, redemptionId: id } });
  const reverse = () =>
    admin.refused(contract.reverseRedemption, {
      params: { id: redemptionId },
      body: { reason: 'Rung up twice' },
    });
  return { admin, code, processes, redeem, undo, reverse };
}

/** Redeems a code from so many tills at the same moment, over two processes. */
async function redeemAtOnce(tills: number, code: string, body: (till: number) => object, key?: string) {
  const app = await otherProcess();
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return await Promise.all(
    Array.from({ length: tills }, (_, till) => {
      const browser = till % 2 ? site.visitor() : new Client({ app });
      return browser.refused(contract.redeemCode, { params: { code }, body: body(till) }, { headers });
    }),
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
    const answers = await redeemAtOnce(100, code, () => ({ pin }));
    const redeemed = answers.filter(({ status }) => status === 200);
    expect(redeemed).toHaveLength(2);
    expect(new Set(redeemed.map(({ body }) => body['remaining']))).toEqual(new Set([0, 1]));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(98);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { reason: 'used_up', remaining: 0, maxUses: 2 } });
    }
    expect(await uses()).toEqual({ counted: 2, rows: 2, audited: 2 });
    expect(await findHalfWrites(site.database)).toEqual({});
  });

  test('loses one use to fifty calls at once with the same Idempotency-Key', async () => {
    const { code, pin } = await issuedCode();
    const answers = await redeemAtOnce(50, code, () => ({ pin, clerk: 'MK' }), 'sale-1');
    const different = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
    expect(different.size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { ok: true, remaining: 1 } });
    expect(await uses()).toEqual({ counted: 1, rows: 1, audited: 1 });
  });

  test('loses one use to one of fifty different sales that share an Idempotency-Key by mistake', async () => {
    const { code, pin } = await issuedCode();
    const sales = await redeemAtOnce(50, code, (till) => ({ pin, clerk: `till ${till}` }), 'sale-1');
    const answers = sales.map((answer) => `${answer.status} ${answer.body.code}`);
    expect(answers.filter((answer) => answer.startsWith('200'))).toHaveLength(1);
    expect(answers.filter((answer) => answer === '409 idempotency_key_reused')).toHaveLength(49);
    expect(await uses()).toEqual({ counted: 1, rows: 1, audited: 1 });
  });
});

test('a code is redeemed while the office changes whose it is: both are done', async () => {
  site.site.post = mailbox.post();
  const { admin, code, pin } = await issuedCode();
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

const statuses = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

async function counted() {
  const { rows } = await site.database.execute<{ uses: number; ledger: number; audited: number }>(sql`
    select use_count as uses,
      (select sum(case kind when 'redeemed' then 1 else -1 end)::int from code_redemptions) as ledger,
      (select count(*) filter (where action = 'code.redeemed') - count(*) filter (where action = 'code.use_given_back')
       from audit_log)::int as audited
    from discount_codes`);
  return rows[0];
}

describe('over two processes', () => {
  test('of fifty undos and reversals at once one gives the use back', async () => {
    const { processes, undo, reverse } = await usedCode();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, turn) =>
        turn % 5 === 0 ? await reverse() : await undo(processes[turn % 2] ?? processes[0]),
      ),
    );
    expect(statuses(answers, 200)).toBe(1);
    expect(statuses(answers, 409)).toBe(49);
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({ code: 'already_undone' });
    }
    expect(await counted()).toEqual({ uses: 0, ledger: 0, audited: 0 });
  });

  test('redeeming and giving back at once never takes more than the code allows, and the ledger adds up', async () => {
    const { processes, redeem, undo } = await usedCode();
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        const at = processes[turn % 2] ?? processes[0];
        const taken = await redeem(at);
        if (taken.status !== 200) return [taken];
        const id = Number(taken.body['redemptionId']);
        return [taken, ...(await Promise.all([undo(at, id), undo(processes[0], id)]))];
      }),
    );
    for (const { status } of answers.flat()) expect([200, 409]).toContain(status);
    const now = await counted();
    expect(now?.uses).toBe(1);
    expect(now?.ledger).toBe(now?.uses);
    expect(now?.audited).toBe(now?.uses);
  });

  test('a code that is revoked, marked, extended and given back at once ends as the ledger says', async () => {
    const { admin, processes, redeem, undo, reverse } = await usedCode();
    const id = { params: { id: 1 } };
    const answers = await Promise.all([
      ...processes.map((at) => undo(at)),
      ...processes.map((at) => redeem(at)),
      reverse(),
      admin.refused(rewards.markCodeUsed, id),
      admin.refused(rewards.revokeCode, id),
      admin.refused(rewards.extendCode, { ...id, body: { expiresAt: '2027-01-31' } }),
      ...processes.map((at) => undo(at)),
      ...processes.map((at) => redeem(at)),
    ]);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  });

  test('a code that ends while its use is given back is never lost: it has the seven days, or is good', async () => {
    const { code, processes, undo } = await usedCode();
    await site.database.execute(
      sql`update discount_codes set expires_at = ${new Date(site.now.getTime() + 60_000).toISOString()}::timestamptz`,
    );
    site.pass({ minutes: 2 });
    const [first, second] = await Promise.all(processes.map((at) => undo(at)));
    expect(new Set([first?.status, second?.status])).toEqual(new Set([200, 409]));
    const check = await processes[1].call(contract.checkCode, { params: { code } });
    expect(check.body).toMatchObject({ remaining: 2, expiresAt: '2026-11-27T18:02:00.000Z' });
  });

  test('a confirmation that is undone while the last use of its codes is given back is undone, with no code left', async () => {
    const admin = await site.admin();
    const ids = [await loggedDonation(site), await loggedDonation(site)];
    await admin.call(deciding.confirmDonations, { body: { ids } });
    const { pin } = await partnerStore(admin);
    const [unused, used] = await site.database.select().from(discountCodes).orderBy(discountCodes.id);
    const params = { code: used?.code ?? '' };
    const { redemptionId } = (await site.visitor().call(contract.redeemCode, { params, body: { pin } })).body;
    // The undoing has seen that a use still stands, and waits for the other code, when that use is given back.
    const lock = sql`select from discount_codes where id = ${unused?.id} for update`;
    const answers = await collide(site, lock, [
      async () => (await admin.refused(deciding.undoLastConfirmation, {})).status,
      async () => {
        const body = { pin, redemptionId };
        const { status } = await site.visitor().refused(contract.undoRedemption, { params, body });
        await site.database.execute(lock);
        return status;
      },
    ]);
    expect(answers).toEqual([200, 200]);
    const stored = await site.database.select().from(discountCodes);
    expect(stored).toMatchObject([{ id: used?.id, revokedAt: site.now, useCount: 0 }]);
  });
});
