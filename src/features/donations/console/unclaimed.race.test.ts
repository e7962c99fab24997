import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { discountCodes, donations } from '#server/db/schema.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { createDonor } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

const reason = 'Asked for at the table';

async function countedBag(client: Client): Promise<number> {
  return (await client.call(contract.createUnclaimed, { body: { kilograms: 1.8 } })).body.id;
}

const give = (client: Client, id: number, studentId: string) => () =>
  client.refused(contract.correctDonation, { params: { id }, body: { studentId, reason } });

async function donorsOfBagsAndCodes() {
  const bags = await site.database.select().from(donations);
  const codes = await site.database.select().from(discountCodes);
  return {
    bags: bags.map(({ participantId, isConfirmed }) => [participantId, isConfirmed]),
    codes: codes.map(({ participantId }) => participantId),
  };
}

const outcomeOf = ({ status, body }: { status: number; body: { code?: unknown } }) => [status, body.code];

describe('giving an unclaimed bag', () => {
  test.each([
    ['while its confirmation exists', sql`select from confirmations for update`, [409, 'wrong_state']],
    // The confirmation is deleted with the account of the admin.
    ['without a confirmation', sql`select from donations for update`, [503, 'unavailable']],
  ])('to two donors at once gives it to one, with one code, %s', async (_, lock, refusal) => {
    const admin = await site.admin();
    const id = await countedBag(admin);
    if (refusal[0] === 503) await site.database.update(donations).set({ confirmationId: null });
    await createDonor(site, 'AMARA');
    await createDonor(site, 'BEN');
    const answers = await collide(site, lock, [give(admin, id, 'AMARA'), give(admin, id, 'BEN')]);
    expect(answers.map(outcomeOf)).toEqual([[200, undefined], refusal]);
    expect(await donorsOfBagsAndCodes()).toEqual({ bags: [[1, true]], codes: [1] });
  });

  test.each([
    ['the undo comes first', [200, 404], { bags: [], codes: [] }],
    ['the giving comes first', [200, 200], { bags: [[1, false]], codes: [] }],
  ])('and undoing it at once leaves no code without a bag: %s', async (first, statuses, expected) => {
    const [admin, volunteer] = [await site.admin(), await site.volunteer()];
    const id = await countedBag(volunteer);
    await createDonor(site, 'AMARA');
    const undo = () => volunteer.refused(contract.undoLastConfirmation, {});
    const calls = [undo, give(admin, id, 'AMARA')];
    const inOrder = first === 'the undo comes first' ? calls : calls.toReversed();
    const answers = await collide(site, sql`select from confirmations for update`, inOrder);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(await donorsOfBagsAndCodes()).toEqual(expected);
  });

  test('while a photo is attached does both, one after the other', async () => {
    const [admin, volunteer] = [await site.admin(), await site.volunteer()];
    const id = await countedBag(volunteer);
    await createDonor(site, 'AMARA');
    const body = { photoUrl: 'https://reround.example/bag.jpg', actualWeight: '1-2kg' } as const;
    const attach = () => volunteer.refused(contract.attachPhoto, { params: { id }, body });
    const answers = await collide(site, sql`select from donations for update`, [
      attach,
      give(admin, id, 'AMARA'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [bag] = await site.database.select().from(donations);
    expect(bag).toMatchObject({ participantId: 1, photoUrl: body.photoUrl, measuredKg: 1.8 });
  });
});

test('an undo of an unclaimed bag and taking it back at once delete it once', async () => {
  const admin = await site.admin();
  const id = await countedBag(admin);
  const answers = await collide(site, sql`select from confirmations for update`, [
    () => admin.refused(contract.undoLastConfirmation, {}),
    () => admin.refused(contract.unconfirmDonation, { body: { id, reason } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  const deleted = (await site.audit()).filter(({ action }) => action === 'donation.unclaimed_deleted');
  expect(deleted).toHaveLength(1);
});

test('bags that are given, undone, deleted and photographed, while their donors are merged, never deadlock', async () => {
  const [admin, volunteer] = [await site.admin(), await site.volunteer()];
  const photo = { photoUrl: 'https://reround.example/bag.jpg', actualWeight: '1-2kg' } as const;
  for (let round = 0; round < 3; round += 1) {
    const names = [`A${round}`, `B${round}`] as const;
    const [fromId, toId] = await Promise.all(names.map((name) => createDonor(site, name)));
    const bags: number[] = [];
    for (let counted = 0; counted < 4; counted += 1) bags.push(await countedBag(volunteer));
    const answers = await Promise.all([
      ...bags.flatMap((id) => names.map((name) => give(admin, id, name)())),
      ...bags.map((id) => admin.refused(contract.attachPhoto, { params: { id }, body: photo })),
      admin.refused(contract.unconfirmDonation, { body: { id: bags[0]!, reason } }),
      volunteer.refused(contract.undoLastConfirmation, {}),
      admin.refused(donors.mergeParticipants, { body: { fromId: fromId!, toId: toId! } }),
    ]);
    // 404: the bag was deleted. 503: it was just given, or the donor ID merged away.
    for (const { status } of answers) expect([200, 404, 409, 503]).toContain(status);
  }
  const codes = await site.database.select().from(discountCodes);
  for (const { id, participantId, isConfirmed } of await site.database.select().from(donations)) {
    const usable = codes.filter(({ donationId, revokedAt }) => donationId === id && revokedAt === null);
    const expected = isConfirmed && participantId !== null ? [participantId] : [];
    expect(usable.map((code) => code.participantId)).toEqual(expected);
  }
});
