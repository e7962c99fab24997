import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { codeRedemptions, discountCodes, donations } from '#server/db/schema.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { confirmedCode, createDonor, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

const reason = 'The bags were swapped';

const correct = (client: Client, id: number, body: object) =>
  client.refused(contract.correctDonation, { params: { id }, body: { reason, ...body } });

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

/** Each donation with its donor and state, and the owners of its unrevoked codes. */
async function donationsAndCodes() {
  const codes = await site.database.select().from(discountCodes);
  return (await site.database.select().from(donations).orderBy(donations.id)).map((donation) => ({
    donor: donation.participantId,
    isConfirmed: donation.isConfirmed,
    codeOwners: codes
      .filter(({ donationId, revokedAt }) => donationId === donation.id && revokedAt === null)
      .map(({ participantId }) => participantId),
  }));
}

describe('correcting', () => {
  test.each([
    ['the confirmation comes first', { confirm: 200, correct: 403 }],
    ['the correction comes first', { confirm: 200, correct: 200 }],
  ])('by a volunteer while an admin confirms: %s', async (first, statuses) => {
    const [admin, volunteer] = [await site.admin(), await site.volunteer()];
    const id = await loggedDonation(site);
    await createDonor(site, 'AMARA');
    const calls = [
      () => admin.refused(contract.confirmDonation, { body: { id } }),
      () => correct(volunteer, id, { studentId: 'AMARA' }),
    ];
    const isConfirmFirst = first === 'the confirmation comes first';
    const answers = await collide(
      site,
      sql`select from participants where id = 1 for update`,
      isConfirmFirst ? calls : calls.toReversed(),
    );
    const [confirmed, corrected] = isConfirmFirst ? answers : answers.toReversed();
    expect({ confirm: confirmed?.status, correct: corrected?.status }).toEqual(statuses);
    const donor = statuses.correct === 200 ? 2 : 1;
    expect(await donationsAndCodes()).toEqual([{ donor, isConfirmed: true, codeOwners: [donor] }]);
  });

  test.each([
    ['the redeem comes first', [200, 409], 1],
    ['the correction comes first', [200, 200], 2],
  ])('to another donor during a redemption never moves a used code: %s', async (first, statuses, donor) => {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin);
    const { id, code } = await confirmedCode(site, admin);
    await createDonor(site, 'AMARA');
    const redeem = () => site.visitor().refused(redemption.redeemCode, { params: { code }, body: { pin } });
    const move = () => correct(admin, id, { studentId: 'AMARA' });
    const calls = first === 'the redeem comes first' ? [redeem, move] : [move, redeem];
    const answers = await collide(site, sql`select from discount_codes for update`, calls);
    expect(statusesOf(answers)).toEqual(statuses);
    expect(await donationsAndCodes()).toEqual([{ donor, isConfirmed: true, codeOwners: [donor] }]);
    expect(await site.database.select().from(codeRedemptions)).toHaveLength(1);
  });

  test('donations crosswise while merging and confirming never deadlocks', async () => {
    const admin = await site.admin();
    for (let round = 0; round < 3; round += 1) {
      const names = [`A${round}`, `B${round}`];
      const ids = [];
      for (const studentId of [...names, ...names]) ids.push(await loggedDonation(site, { studentId }));
      const [fromId, toId] = await Promise.all(names.map((name) => createDonor(site, name)));
      const answers = await Promise.all([
        ...ids.map((id, index) => correct(admin, id, { studentId: names[(index + 1) % 2] })),
        ...ids.map((id) => admin.refused(contract.confirmDonation, { body: { id } })),
        ...ids.map((id) => admin.refused(contract.unconfirmDonation, { body: { id, reason } })),
        admin.refused(contract.undoLastConfirmation, {}),
        admin.refused(donors.mergeParticipants, { body: { fromId: fromId!, toId: toId! } }),
      ]);
      // 503: the donor ID was merged away in the meantime.
      for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    }
    for (const { donor, isConfirmed, codeOwners } of await donationsAndCodes()) {
      expect(codeOwners).toEqual(isConfirmed ? [donor] : []);
    }
  });
});

describe('taking a confirmation back', () => {
  test.each([
    ['the redeem comes first', [200, 409]],
    ['the taking back comes first', [200, 404]],
  ])('during a redemption never leaves a pending donation with a used code: %s', async (first, statuses) => {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin);
    const { id, code } = await confirmedCode(site, admin);
    const redeem = () => site.visitor().refused(redemption.redeemCode, { params: { code }, body: { pin } });
    const takeBack = () => admin.refused(contract.unconfirmDonation, { body: { id, reason } });
    const isRedeemFirst = first === 'the redeem comes first';
    const calls = isRedeemFirst ? [redeem, takeBack] : [takeBack, redeem];
    const answers = await collide(site, sql`select from discount_codes for update`, calls);
    expect(statusesOf(answers)).toEqual(statuses);
    const codeOwners = isRedeemFirst ? [1] : [];
    expect(await donationsAndCodes()).toEqual([{ donor: 1, isConfirmed: isRedeemFirst, codeOwners }]);
    expect(await site.database.select().from(codeRedemptions)).toHaveLength(codeOwners.length);
  });

  test('ten times at once, beside an undo of the confirmation, succeeds once', async () => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () =>
        admin.refused(contract.unconfirmDonation, { body: { id, reason } }),
      ),
      admin.refused(contract.undoLastConfirmation, {}),
    ]);
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1);
    expect(await donationsAndCodes()).toEqual([{ donor: 1, isConfirmed: false, codeOwners: [] }]);
  });
});
