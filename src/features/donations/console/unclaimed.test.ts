import { describe, expect, test } from 'vitest';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { discountCodes, donations as table, mails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import {
  confirmedCode,
  createDonor,
  everyRow,
  loggedDonation,
  PHOTO,
  shownDonation,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const mailbox = useMailbox();

const reason = 'Asked for at the table';

/** Counts an unclaimed bag and returns its id. */
async function countedBag(client: Client, body: object = {}): Promise<number> {
  const answer = await client.refused(contract.createUnclaimed, { body: { kilograms: 1.8, ...body } });
  if (answer.status !== 201) throw new Error(`The bag was refused: ${JSON.stringify(answer.body)}`);
  return answer.body['id'] as number;
}

const give = (client: Client, id: number, body: object = {}) =>
  client.refused(contract.correctDonation, { params: { id }, body: { studentId: 'AMARA', reason, ...body } });

const readCommunity = async () => (await site.visitor().call(settings.communitySummary, {})).body;

const findIds = async (client: Client, query: object) =>
  (await client.call(contract.searchDonations, { query })).body.items.map(({ id }) => id);

async function auditEntriesOf(id: number) {
  const entries = (await site.audit()).filter(
    ({ entityType, entityId }) => entityType === 'donation' && entityId === id,
  );
  return entries.map(({ action, participantId, details }) => ({ action, participantId, details }));
}

describe('an unclaimed bag', () => {
  test('is confirmed at once, today, at its bin, without donor, mark and code, and is logged', async () => {
    const admin = await site.admin();
    const bin = { name: 'UC East', location: 'University Centre', binCode: 'UC_EAST' };
    await admin.call(bins.createBin, { body: bin });
    // In Winnipeg it is still the 19th.
    site.pass({ minutes: -14 * 60 });
    const volunteer = await site.volunteer();
    const body = { kilograms: '1,8', binId: 1, notes: ' Found on top ' };
    const answer = await volunteer.call(contract.createUnclaimed, { body });
    expect(answer).toMatchObject({ status: 201, body: { ok: true, id: 1 } });
    expect(await shownDonation(volunteer, 1)).toMatchObject({
      participantId: null,
      participantName: null,
      participantRemovedAt: null,
      studentId: null,
      isClaimProven: false,
      mark: null,
      weight: '1-2kg',
      actualWeight: '1-2kg',
      measured_kg: 1.8,
      weightDiscrepancy: false,
      date: '2026-11-19',
      dropSite: 'UC East',
      binLocation: 'University Centre',
      notes: 'Found on top',
      loggedBy: 'vera',
      isConfirmed: true,
      confirmedBy: 'vera',
      confirmedAt: site.now.toISOString(),
      alike: 0,
    });
    expect(await site.database.select().from(discountCodes)).toEqual([]);
    expect(await auditEntriesOf(1)).toEqual([
      {
        action: 'donation.unclaimed_created',
        participantId: null,
        details: { kilograms: 1.8, binId: 1 },
      },
    ]);
  });

  test('counts for the community and for no person', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin, { weight: '2-3kg' });
    await countedBag(admin, { kilograms: 7.5 });
    expect(await readCommunity()).toMatchObject({ confirmedThisMonth: 10, weighedShare: 0.75 });
    const { stats } = (await admin.call(contract.adminSummary, {})).body;
    expect(stats).toMatchObject({ confirmedThisMonth: 2, activeStudents: 1, pendingCount: 0 });
    const { weeks } = (await admin.call(contract.charts, {})).body;
    expect(weeks.at(-1)).toMatchObject({ confirmed: 2, pending: 0 });
    const list = (await admin.call(donors.participants, {})).body;
    expect(list.items).toMatchObject([{ total_donations: 1, confirmed_donations: 1 }]);
  });

  test.each([
    ['no kilograms', { kilograms: undefined }, 400, 'invalid_input'],
    ['a blank', { kilograms: '' }, 400, 'invalid_input'],
    ['no weight at all', { kilograms: 0 }, 400, 'invalid_input'],
    ['an unknown bin', { binId: 99 }, 404, 'not_found'],
  ])('is refused with %s, and nothing is changed', async (_, body, status, code) => {
    const admin = await site.admin();
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createUnclaimed, { body: { kilograms: 1.8, ...body } });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(await everyRow(site)).toEqual(before);
  });

  test('is counted once if the same key is sent twice', async () => {
    const admin = await site.admin();
    const press = () =>
      admin.call(
        contract.createUnclaimed,
        { body: { kilograms: 1.8 } },
        { headers: { 'idempotency-key': 'press-1' } },
      );
    expect([(await press()).body.id, (await press()).body.id]).toEqual([1, 1]);
    expect(await readCommunity()).toMatchObject({ confirmedThisMonth: 1.8 });
  });

  test('is in the lists of confirmed donations, and is found by its status', async () => {
    const admin = await site.admin();
    const { id: claimed } = await confirmedCode(site, admin);
    const bag = await countedBag(admin, { notes: 'blue suitcase' });
    const pending = await loggedDonation(site);
    expect(await findIds(admin, { status: 'unclaimed' })).toEqual([bag]);
    expect(await findIds(admin, { status: 'confirmed' })).toEqual([bag, claimed]);
    expect(await findIds(admin, { q: 'suitcase' })).toEqual([bag]);
    expect(await findIds(admin, {})).toEqual([pending, bag, claimed]);
    const confirmed = (await admin.call(contract.confirmedDonations, {})).body;
    expect(confirmed.items.map(({ id, participantId }) => [id, participantId])).toEqual([
      [bag, null],
      [claimed, 1],
    ]);
    const photos = (await admin.call(contract.photoDonations, {})).body;
    expect(photos.map(({ id }) => id)).toEqual([bag, claimed]);
    expect((await admin.call(contract.findDonations, {})).body.items.map(({ id }) => id)).toEqual([pending]);
    const file = await admin.call(contract.exportDonations, { query: { status: 'unclaimed' } });
    const [, row, ...furtherRows] = file.body.trimEnd().split('\r\n');
    expect(row).toMatch(
      new RegExp(`^${bag},confirmed,2026-11-20,,Unclaimed bag,,,1-2kg,1-2kg,1.8,,,,blue suitcase,`),
    );
    expect(furtherRows).toEqual([]);
  });

  test('cannot be decided again', async () => {
    const admin = await site.admin();
    const id = await countedBag(admin);
    const before = await everyRow(site);
    const { confirmDonation, rejectDonation, reopenDonation, confirmDonations } = contract;
    const outcomes = [
      await admin.refused(confirmDonation, { body: { id } }),
      await admin.refused(confirmDonation, { body: { id, kilograms: 2 } }),
      await admin.refused(confirmDonation, { body: { id, kilograms: 2, acceptClaim: true } }),
      await admin.refused(rejectDonation, { body: { id } }),
      await admin.refused(reopenDonation, { body: { id, reason } }),
    ].map(({ status, body }) => [status, body.code]);
    const confirmed = [409, 'already_confirmed'];
    expect(outcomes).toEqual([confirmed, confirmed, confirmed, confirmed, [409, 'wrong_state']]);
    expect((await admin.call(confirmDonations, { body: { ids: [id] } })).body).toMatchObject({
      confirmed: [],
      skipped: [{ id, reason: 'already_confirmed' }],
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test('accepts a photo and another weight, without a discrepancy', async () => {
    const admin = await site.admin();
    const id = await countedBag(admin);
    const body = { photoUrl: PHOTO, actualWeight: '2-3kg' } as const;
    const answer = await admin.call(contract.attachPhoto, { params: { id }, body });
    expect(answer.body.donation).toMatchObject({
      participantId: null,
      photoUrl: PHOTO,
      weight: '2-3kg',
      actualWeight: '2-3kg',
      measured_kg: null,
      weightDiscrepancy: false,
    });
    expect(await readCommunity()).toMatchObject({ confirmedThisMonth: 2.5 });
  });

  test('stays when people are merged or removed', async () => {
    const admin = await site.admin();
    const bag = await countedBag(admin, { notes: 'blue suitcase' });
    const before = await shownDonation(admin, bag);
    await loggedDonation(site, { studentId: 'AMARA' });
    await loggedDonation(site, { studentId: 'BEN' });
    const { mergeId } = (await admin.call(donors.mergeParticipants, { body: { fromId: 1, toId: 2 } })).body;
    await admin.call(donors.undoMerge, { params: { mergeId } });
    await admin.call(people.removePerson, { params: { id: 1 }, body: { reason: 'Asked for' } });
    expect(await shownDonation(admin, bag)).toEqual(before);
  });
});

describe('an undo of an unclaimed bag', () => {
  test('is offered for the bag alone, deletes it, takes it out of the sums, and is logged', async () => {
    const volunteer = await site.volunteer();
    const id = await countedBag(volunteer);
    const { confirmation } = (await volunteer.call(contract.lastConfirmation, {})).body;
    expect(confirmation?.donations).toMatchObject([{ id, participantId: null, measured_kg: 1.8 }]);
    const body = { confirmationId: confirmation!.id };
    const answer = await volunteer.call(contract.undoLastConfirmation, { body });
    expect(answer.body).toEqual({ ok: true, undone: [id] });
    expect((await volunteer.refused(donations.donationDetails, { params: { id } })).status).toBe(404);
    expect(await readCommunity()).toMatchObject({ confirmedThisMonth: 0, weighedShare: null });
    expect(await auditEntriesOf(id)).toEqual([
      {
        action: 'donation.unclaimed_deleted',
        participantId: null,
        details: { kilograms: 1.8, date: '2026-11-20' },
      },
      { action: 'donation.unclaimed_created', participantId: null, details: { kilograms: 1.8 } },
    ]);
    expect((await volunteer.refused(contract.undoLastConfirmation, {})).status).toBe(409);
  });

  test('by taking its confirmation back needs an admin and a reason, and deletes it on any day', async () => {
    const volunteer = await site.volunteer();
    const id = await countedBag(volunteer);
    const body = { id, reason: 'Counted twice' };
    expect((await volunteer.refused(contract.unconfirmDonation, { body })).status).toBe(403);
    site.pass({ days: 3 });
    const admin = await site.admin();
    expect((await admin.call(contract.unconfirmDonation, { body })).body).toEqual({ ok: true, id });
    expect(await site.database.select().from(table)).toEqual([]);
    expect((await auditEntriesOf(id))[0]).toEqual({
      action: 'donation.unclaimed_deleted',
      participantId: null,
      details: { kilograms: 1.8, date: '2026-11-20', reason: 'Counted twice' },
    });
    // An empty confirmation must not be offered.
    expect((await (await site.volunteer()).refused(contract.undoLastConfirmation, {})).status).toBe(409);
  });

  test('leaves it pending with a mark and without a code if it was given to a donor', async () => {
    const admin = await site.admin();
    const id = await countedBag(admin);
    await give(admin, id);
    expect((await admin.call(contract.undoLastConfirmation, {})).body.undone).toEqual([id]);
    expect(await shownDonation(admin, id)).toMatchObject({
      isConfirmed: false,
      studentId: 'AMARA',
      mark: expect.stringMatching(/^[A-Z2-9]{3}$/),
      measured_kg: 1.8,
    });
    expect(await site.database.select().from(discountCodes)).toEqual([]);
  });
});

describe('an unclaimed bag that is given to its donor', () => {
  test('is an ordinary confirmed donation, with a code by the current settings', async () => {
    const admin = await site.admin();
    await admin.call(settings.changeSettings, { body: { usesPerCode: 3, daysValid: 10, term: '2026-3' } });
    const id = await countedBag(await site.volunteer());
    site.pass({ minutes: 60 });
    const { status, body } = await give(admin, id);
    const row = await shownDonation(admin, id);
    expect({ status, body }).toEqual({ status: 200, body: { ok: true, row } });
    expect(row).toMatchObject({
      participantId: 1,
      studentId: 'AMARA',
      isConfirmed: true,
      confirmedBy: 'vera',
      measured_kg: 1.8,
    });
    expect(await site.database.select().from(discountCodes)).toMatchObject([
      { participantId: 1, donationId: id, maxUses: 3, useCount: 0, term: '2026-3', generatedAt: site.now },
    ]);
    expect(await findIds(admin, { status: 'unclaimed' })).toEqual([]);
    const summary = (await (await site.donor('AMARA')).call(donations.donorSummary, {})).body;
    expect(summary).toMatchObject({
      totals: { all: 1, confirmed: 1 },
      rewardTier: 'Green Giver',
      kilogramsThisMonth: 1.8,
      codes: [{ maxUses: 3 }],
    });
    expect((await auditEntriesOf(id))[0]).toEqual({
      action: 'donation.corrected',
      participantId: 1,
      details: {
        fields: ['studentId'],
        before: { participantId: null },
        after: { participantId: 1 },
        reason,
      },
    });
  });

  test('is mailed to its donor, and is part of their data export', async () => {
    site.site.mailer = mailbox.mailer();
    const admin = await site.admin();
    await createDonor(site, 'AMARA');
    const email = 'amara@example.ca';
    await admin.call(donors.updateParticipant, { params: { id: 1 }, body: { email } });
    const id = await countedBag(admin);
    await give(admin, id);
    const [code] = await site.database.select().from(discountCodes);
    expect(await site.database.select().from(mails)).toMatchObject([
      {
        kind: 'donation_confirmed',
        recipient: email,
        content: { donationId: id, code: { code: code?.code } },
      },
    ]);
    const file = (await admin.call(people.exportPerson, { params: { id: 1 } })).body;
    expect(file.donations).toMatchObject([{ id, measuredKg: 1.8 }]);
    expect(file.codes).toMatchObject([{ donationId: id }]);
  });

  test('loses its notes when its donor is removed, and still counts', async () => {
    const admin = await site.admin();
    const id = await countedBag(admin, { notes: 'Amara’s suitcase' });
    await give(admin, id);
    await admin.call(people.removePerson, { params: { id: 1 }, body: { reason: 'Asked for' } });
    expect(await shownDonation(admin, id)).toMatchObject({ notes: null, studentId: null, isConfirmed: true });
    expect(await readCommunity()).toMatchObject({ confirmedThisMonth: 1.8 });
  });

  test('needs an admin, and stays unclaimed after other corrections', async () => {
    const volunteer = await site.volunteer();
    const id = await countedBag(volunteer);
    const before = await everyRow(site);
    expect((await give(volunteer, id)).body.code).toBe('not_allowed');
    expect(await everyRow(site)).toEqual(before);
    const admin = await site.admin();
    const body = { date: '2026-11-18', dropSite: 'UC East', reason: 'Found on Wednesday' };
    const answer = await admin.call(contract.correctDonation, { params: { id }, body });
    expect(answer.body.row).toMatchObject({ participantId: null, date: '2026-11-18', dropSite: 'UC East' });
    expect(await site.database.select().from(discountCodes)).toEqual([]);
  });
});
