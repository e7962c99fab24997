import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as decisions } from '#features/donations/console/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { discountCodes } from '#server/db/schema.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { findHalfWrites } from '#server/testing/halfWrites.ts';
import { collide, useMailbox, useOtherProcesses, useTestSite } from '#server/testing/harness.ts';
import { confirmedCode, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });
const mailbox = useMailbox();
const otherProcess = useOtherProcesses(site);

async function issueCode() {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { pin } = await partnerStore(admin);
  return { admin, code, pin };
}

async function redeemCodeOnce() {
  const { admin, code, pin } = await issueCode();
  const browsers = [site.visitor(), new Client({ app: await otherProcess() })] as const;
  const redeem = (browser: Client) =>
    browser.refused(contract.redeemCode, { params: { code }, body: { pin } });
  const redemptionId = Number((await redeem(browsers[0])).body['redemptionId']);
  const undo = (browser: Client, id = redemptionId) =>
    browser.refused(contract.undoRedemption, { params: { code }, body: { pin, redemptionId: id } });
  const reverse = () =>
    admin.refused(contract.reverseRedemption, {
      params: { id: redemptionId },
      body: { reason: 'Rung up twice' },
    });
  return { admin, code, browsers, redeem, undo, reverse };
}

/** Redeems a code at several tills at the same moment, over two processes. */
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

/** The uses of the only code by its own count, by the ledger and by the audit log. */
async function countUses() {
  const { rows } = await site.database.execute<{ uses: number; ledger: number; audited: number }>(sql`
    select use_count as uses,
      (select sum(case kind when 'redeemed' then 1 else -1 end)::int from code_redemptions) as ledger,
      (select count(*) filter (where action = 'code.redeemed') - count(*) filter (where action = 'code.use_given_back')
       from audit_log)::int as audited
    from discount_codes`);
  return rows[0];
}

describe('a code with two uses', () => {
  test('is redeemed exactly twice by a hundred tills at once', async () => {
    const { code, pin } = await issueCode();
    const answers = await redeemAtOnce(100, code, () => ({ pin }));
    const redeemed = answers.filter(({ status }) => status === 200);
    expect(redeemed).toHaveLength(2);
    expect(new Set(redeemed.map(({ body }) => body['remaining']))).toEqual(new Set([0, 1]));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(98);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { reason: 'used_up', remaining: 0, maxUses: 2 } });
    }
    expect(await countUses()).toEqual({ uses: 2, ledger: 2, audited: 2 });
    expect(await findHalfWrites(site.database)).toEqual({});
  });

  test('loses one use to fifty simultaneous calls with the same Idempotency-Key', async () => {
    const { code, pin } = await issueCode();
    const answers = await redeemAtOnce(50, code, () => ({ pin, clerk: 'MK' }), 'sale-1');
    const differentAnswers = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
    expect(differentAnswers.size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { ok: true, remaining: 1 } });
    expect(await countUses()).toEqual({ uses: 1, ledger: 1, audited: 1 });
  });

  test('is redeemed by only one of fifty sales that share an Idempotency-Key by mistake', async () => {
    const { code, pin } = await issueCode();
    const sales = await redeemAtOnce(50, code, (till) => ({ pin, clerk: `till ${till}` }), 'sale-1');
    const answers = sales.map((answer) => `${answer.status} ${answer.body.code}`);
    expect(answers.filter((answer) => answer.startsWith('200'))).toHaveLength(1);
    expect(answers.filter((answer) => answer === '409 idempotency_key_reused')).toHaveLength(49);
    expect(await countUses()).toEqual({ uses: 1, ledger: 1, audited: 1 });
  });
});

test('a code can be redeemed while an admin edits its donor', async () => {
  site.site.mailer = mailbox.mailer();
  const { admin, code, pin } = await issueCode();
  const params = { id: 1 };
  await admin.call(participants.updateParticipant, { params, body: { email: 'amara@example.ca' } });
  // The admin's call locks the participant's row and the till's call the code's. Each then needs the other row.
  const answers = await collide(site, sql`select from participants for update`, [
    () => admin.refused(participants.updateParticipant, { params, body: { displayName: 'Amara' } }),
    () => site.visitor().refused(contract.redeemCode, { params: { code }, body: { pin } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await countUses()).toEqual({ uses: 1, ledger: 1, audited: 1 });
});

const countStatus = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('over two processes', () => {
  test('only one of fifty simultaneous undos and reversals gives the use back', async () => {
    const { browsers, undo, reverse } = await redeemCodeOnce();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, turn) =>
        turn % 5 === 0 ? await reverse() : await undo(browsers[turn % 2] ?? browsers[0]),
      ),
    );
    expect(countStatus(answers, 200)).toBe(1);
    expect(countStatus(answers, 409)).toBe(49);
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({ code: 'already_undone' });
    }
    expect(await countUses()).toEqual({ uses: 0, ledger: 0, audited: 0 });
  });

  test('simultaneous redemptions and undos never take more uses than the code allows, and the ledger adds up', async () => {
    const { browsers, redeem, undo } = await redeemCodeOnce();
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        const browser = browsers[turn % 2] ?? browsers[0];
        const redemption = await redeem(browser);
        if (redemption.status !== 200) return [redemption];
        const id = Number(redemption.body['redemptionId']);
        return [redemption, ...(await Promise.all([undo(browser, id), undo(browsers[0], id)]))];
      }),
    );
    for (const { status } of answers.flat()) expect([200, 409]).toContain(status);
    expect(await countUses()).toEqual({ uses: 1, ledger: 1, audited: 1 });
  });

  test('a code can be revoked, marked, extended, redeemed and given back at once', async () => {
    const { admin, browsers, redeem, undo, reverse } = await redeemCodeOnce();
    const codeId = { params: { id: 1 } };
    const answers = await Promise.all([
      ...browsers.map((browser) => undo(browser)),
      ...browsers.map((browser) => redeem(browser)),
      reverse(),
      admin.refused(rewards.markCodeUsed, codeId),
      admin.refused(rewards.revokeCode, codeId),
      admin.refused(rewards.extendCode, { ...codeId, body: { expiresAt: '2027-01-31' } }),
      ...browsers.map((browser) => undo(browser)),
      ...browsers.map((browser) => redeem(browser)),
    ]);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  });

  test('a code that expired before its use is given back at two tills at once gets seven more days', async () => {
    const { code, browsers, undo } = await redeemCodeOnce();
    await site.database.execute(
      sql`update discount_codes set expires_at = ${new Date(site.now.getTime() + 60_000).toISOString()}::timestamptz`,
    );
    site.pass({ minutes: 2 });
    const [first, second] = await Promise.all(browsers.map((browser) => undo(browser)));
    expect(new Set([first?.status, second?.status])).toEqual(new Set([200, 409]));
    const check = await browsers[1].call(contract.checkCode, { params: { code } });
    expect(check.body).toMatchObject({ remaining: 2, expiresAt: '2026-11-27T18:02:00.000Z' });
  });

  test('a confirmation can be undone while the last use of its codes is given back, and no valid code is left', async () => {
    const admin = await site.admin();
    const ids = [await loggedDonation(site), await loggedDonation(site)];
    await admin.call(decisions.confirmDonations, { body: { ids } });
    const { pin } = await partnerStore(admin);
    const [unused, used] = await site.database.select().from(discountCodes).orderBy(discountCodes.id);
    const params = { code: used?.code ?? '' };
    const { redemptionId } = (await site.visitor().call(contract.redeemCode, { params, body: { pin } })).body;
    // The use is given back while the undo of the confirmation waits for the lock of the other code.
    const lock = sql`select from discount_codes where id = ${unused?.id} for update`;
    const answers = await collide(site, lock, [
      async () => (await admin.refused(decisions.undoLastConfirmation, {})).status,
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
