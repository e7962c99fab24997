import { count, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { discountCodes, donations, students } from '#server/db/schema.ts';
import { DONATION, loggedDonation } from '#server/testing/scenarios.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

async function findParticipant(studentId: string): Promise<number> {
  const [donor] = await site.database.select().from(students).where(eq(students.studentId, studentId));
  return donor?.participantId ?? 0;
}

/** Two donors with a donation each, and a function that merges the first into the second while other calls wait. */
async function prepareMerge() {
  const admin = await site.admin();
  const pending = await loggedDonation(site, { studentId: 'FROM' });
  await loggedDonation(site, { studentId: 'TO' });
  const [fromId, toId] = [await findParticipant('FROM'), await findParticipant('TO')];
  const mergeWhile = async (...calls: (() => Promise<{ status: number }>)[]) => {
    const merge = () => admin.call(contract.mergeParticipants, { body: { fromId, toId } });
    const [merged, ...answers] = await collide<{ status: number }>(
      site,
      sql`select from participants where id = ${fromId} for update`,
      [merge, ...calls],
    );
    expect(merged?.status).toBe(200);
    return answers.map(({ status }) => status);
  };
  return { admin, pending, fromId, toId, mergeWhile };
}

const logDonation = () =>
  site.visitor().call(logging.logDonation, { body: { ...DONATION, studentId: 'FROM' } });

async function countDonations(id: number) {
  const [counts] = await site.database
    .select({ all: count(), confirmed: sql<number>`count(*) filter (where ${donations.isConfirmed})::int` })
    .from(donations)
    .where(eq(donations.participantId, id));
  return counts;
}

describe('while a donor is being merged', () => {
  test('donations logged under the donor ID wait, and belong to the merged donor', async () => {
    const { toId, mergeWhile } = await prepareMerge();
    expect(await mergeWhile(logDonation, logDonation, logDonation)).toEqual([201, 201, 201]);
    expect(await countDonations(toId)).toEqual({ all: 5, confirmed: 0 });
    expect(await findParticipant('FROM')).toBe(toId);
  });

  test('a sign-in waits, and leads to the merged donor', async () => {
    const { toId, mergeWhile } = await prepareMerge();
    const browser = site.visitor();
    const body = { studentId: 'FROM', displayName: 'Robin' };
    expect(await mergeWhile(() => browser.call(contract.studentLogin, { body }))).toEqual([200]);
    const me = await browser.call(contract.studentMe, {});
    expect(me.body).toMatchObject({ participantId: toId, studentId: 'FROM', displayName: 'Robin' });
  });

  test('a confirmation waits, and issues its code to the merged donor', async () => {
    const { admin, pending, toId, mergeWhile } = await prepareMerge();
    const confirm = () => admin.call(deciding.confirmDonation, { body: { id: pending } });
    expect(await mergeWhile(confirm)).toEqual([200]);
    const codes = await site.database.select().from(discountCodes);
    expect(codes).toMatchObject([{ participantId: toId, donationId: pending }]);
    expect(await countDonations(toId)).toEqual({ all: 2, confirmed: 1 });
  });

  test('an intake and a code for the deleted participant are 404', async () => {
    const { admin, fromId, toId, mergeWhile } = await prepareMerge();
    const intake = { participantId: fromId, weight: '1-2kg', date: DONATION.date, studentId: 'NEW' } as const;
    const answers = await mergeWhile(
      () => admin.refused(deciding.createDonation, { body: intake }),
      () => admin.refused(rewards.createCode, { body: { participantId: fromId, expiresAt: '2026-12-31' } }),
    );
    expect(answers).toEqual([404, 404]);
    expect(await countDonations(toId)).toEqual({ all: 2, confirmed: 0 });
    expect(await findParticipant('NEW')).toBe(0);
  });
});
