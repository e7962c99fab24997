import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as siteContract } from '#features/settings/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { discountCodes, dropBins, mails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import {
  codeAndStore,
  confirmedCode,
  createDonor,
  everyRow,
  loggedDonation,
  partnerStore,
  shownDonation,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const mailbox = useMailbox();

const reason = 'The bags were swapped';

const correct = (admin: Client, id: number, body: object) =>
  admin.refused(contract.correctDonation, { params: { id }, body: { reason, ...body } });

const unconfirm = (admin: Client, id: number, body: object = { reason }) =>
  admin.refused(contract.unconfirmDonation, { body: { id, ...body } });

async function summaryOf(studentId: string) {
  return (await (await site.donor(studentId)).call(donations.donorSummary, {})).body;
}

const correctionEntries = async () =>
  (await site.audit()).filter(({ action }) => action === 'donation.corrected');

describe('a correction', () => {
  test('changes only the fields that are sent', async () => {
    const admin = await site.volunteer();
    const id = await loggedDonation(site, { binLocation: 'Hall', dropSite: 'Bin 4' });
    const before = await shownDonation(admin, id);
    const changes = { weight: '0-1kg', date: '2025-12-31', dropSite: '  UC East ' };
    const { status, body } = await correct(admin, id, changes);
    const after = { ...before, weight: '0-1kg', date: '2025-12-31', dropSite: 'UC East' };
    expect({ status, body }).toEqual({ status: 200, body: { ok: true, row: after } });
    expect((await correct(admin, id, { binLocation: ' ', dropSite: null })).body['row']).toEqual({
      ...after,
      binLocation: null,
      dropSite: null,
    });
  });

  test('is logged with its reason and both values, but with no names of people or of places that are not bins', async () => {
    const admin = await site.admin();
    await site.database
      .insert(dropBins)
      .values({ name: 'UC East', location: 'Hall', binCode: 'UC_EAST', createdAt: site.now });
    const id = await loggedDonation(site, { dropSite: 'Jo’s porch' });
    await correct(admin, id, { studentId: 'amara', weight: '3kg+', date: '2026-11-20', dropSite: 'UC East' });
    const [entry] = await correctionEntries();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      entityType: 'donation',
      entityId: id,
      participantId: 1,
      createdAt: site.now,
    });
    expect(entry?.details).toEqual({
      fields: ['studentId', 'weight', 'dropSite'],
      reason,
      before: { participantId: 1, weight: '2-3kg', dropSite: 'in words' },
      after: { participantId: 2, weight: '3kg+', dropSite: 'UC East' },
    });
  });

  test('of the claimed weight updates the discrepancy, and the measured weight still counts', async () => {
    const admin = await site.admin();
    const participantId = await createDonor(site, 'JTHIESSEN');
    const { id } = (
      await admin.call(contract.createDonation, {
        body: { participantId, weight: '0-1kg', actualWeight: '3kg+', date: '2026-11-20', confirmNow: true },
      })
    ).body;
    const kilograms = async () =>
      (await site.visitor().call(siteContract.siteInfo, {})).body.community.month.kg;
    expect(await kilograms()).toBe(3.5);
    await correct(admin, id, { weight: '3kg+' });
    expect(await shownDonation(admin, id)).toMatchObject({ actualWeight: '3kg+', weightDiscrepancy: false });
    await correct(admin, id, { weight: '1-2kg' });
    expect(await shownDonation(admin, id)).toMatchObject({ actualWeight: '3kg+', weightDiscrepancy: true });
    expect(await kilograms()).toBe(3.5);
  });

  test('of a confirmed donation’s weight and date changes sums and tiers', async () => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin, { weight: '1-2kg', date: '2026-10-30' });
    expect(await summaryOf('JTHIESSEN')).toMatchObject({ rewardTier: null, kilogramsThisMonth: 0 });
    expect((await correct(admin, id, { weight: '3kg+', date: '2026-11-19' })).status).toBe(200);
    expect(await summaryOf('JTHIESSEN')).toMatchObject({
      rewardTier: 'Green Giver',
      kilogramsThisMonth: 3.5,
      qualifyingDates: ['2026-11-19'],
    });
  });

  test('moves a donation with its unused code to another donor', async () => {
    const admin = await site.admin();
    const { id, code } = await confirmedCode(site, admin);
    expect((await correct(admin, id, { studentId: ' amara ' })).body['row']).toMatchObject({
      studentId: 'AMARA',
      participantId: 2,
      isConfirmed: true,
    });
    expect(await summaryOf('JTHIESSEN')).toMatchObject({ totals: { all: 0 }, codes: [] });
    expect(await summaryOf('AMARA')).toMatchObject({ totals: { all: 1, confirmed: 1 }, codes: [{ code }] });
    const { pin } = await partnerStore(admin);
    expect(
      (await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } })).status,
    ).toBe(200);
  });

  test('finds the other donor by a noted email, and creates one without a language for a new donor ID', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    const amara = await createDonor(site, 'AMARA');
    const profile = { email: 'amara@example.ca' };
    await admin.call(donors.updateParticipant, { params: { id: amara }, body: profile });
    await correct(admin, id, { studentId: 'Amara@example.ca' });
    expect(await shownDonation(admin, id)).toMatchObject({ participantId: amara });
    await correct(admin, id, { studentId: 'NEW' });
    const { participantId } = await shownDonation(admin, id);
    const { participants } = await everyRow(site);
    expect(participants?.at(-1)).toMatchObject({ row: { id: participantId, language: null } });
  });

  test('to another donor is refused as a whole if the code was used', async () => {
    const admin = await site.admin();
    const { code, pin } = await codeAndStore(site, admin);
    await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
    const before = await everyRow(site);
    expect(await correct(admin, 1, { studentId: 'AMARA', weight: '3kg+' })).toMatchObject({
      status: 409,
      body: { code: 'code_already_used' },
    });
    expect(await everyRow(site)).toEqual(before);
    // Other fields can be corrected, even if the request names the same donor.
    expect((await correct(admin, 1, { studentId: 'JTHIESSEN', weight: '3kg+' })).status).toBe(200);
  });

  test.each([
    [{ reason: ' ' }, 400, { reason: 'Please say why' }],
    [{ date: '2026-11-21' }, 400, { date: 'Date cannot be in the future' }],
    [{ date: '20-11-2026' }, 400, { date: 'Please enter a valid date' }],
    [{ weight: '9kg' }, 400, { weight: 'Please select a valid weight range' }],
    [{ studentId: 'A;B' }, 400, { studentId: 'A donor ID has only letters, digits, spaces and . _ @ / + -' }],
  ])('with %j is refused with %d, and nothing changes', async (body, status, fields) => {
    const admin = await site.admin();
    await createDonor(site, 'AMARA');
    const id = await loggedDonation(site);
    const before = await everyRow(site);
    const answer = await correct(admin, id, body);
    expect(answer).toMatchObject({ status, body: { fields } });
    expect(await everyRow(site)).toEqual(before);
  });

  test('of a confirmed donation needs an admin, and of a rejected or unknown one is refused', async () => {
    const [admin, volunteer] = [await site.admin(), await site.volunteer()];
    const { id: confirmed } = await confirmedCode(site, admin);
    const rejected = await loggedDonation(site);
    await admin.call(contract.rejectDonation, { body: { id: rejected } });
    const before = await everyRow(site);
    const outcome = async (caller: Client, id: number) => {
      const { status, body } = await correct(caller, id, { weight: '3kg+', studentId: 'NEW' });
      return [status, body.code];
    };
    expect(await outcome(volunteer, confirmed)).toEqual([403, 'not_allowed']);
    expect(await outcome(admin, rejected)).toEqual([409, 'wrong_state']);
    expect(await outcome(admin, 999)).toEqual([404, 'not_found']);
    expect(await everyRow(site)).toEqual(before);
    expect(await outcome(admin, confirmed)).toEqual([200, undefined]);
  });

  test('lets the removal of the new donor erase the donation, and is refused afterwards', async () => {
    const admin = await site.admin();
    const { id, code } = await confirmedCode(site, admin);
    await correct(admin, id, { studentId: 'AMARA', dropSite: 'Amara’s porch' });
    await admin.call(people.removePerson, { params: { id: 1 }, body: { reason: 'Asked' } });
    expect(await shownDonation(admin, id)).toMatchObject({ studentId: 'AMARA', dropSite: 'Amara’s porch' });
    await admin.call(people.removePerson, { params: { id: 2 }, body: { reason: 'Asked' } });
    expect(JSON.stringify(await everyRow(site))).not.toMatch(/amara/i);
    expect((await site.visitor().refused(redemption.checkCode, { params: { code } })).status).toBe(404);
    expect(await correct(admin, id, { dropSite: 'Hall' })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
  });

  test('decides which donor gets a donation and its code when a merge is undone', async () => {
    const admin = await site.admin();
    const [uncorrected, givenToTarget] = [await confirmedCode(site, admin), await confirmedCode(site, admin)];
    const givenToSource = await confirmedCode(site, admin, { studentId: '7850933' });
    const { mergeId } = (await admin.call(donors.mergeParticipants, { body: { fromId: 1, toId: 2 } })).body;
    await correct(admin, givenToTarget.id, { studentId: '7850933' });
    await correct(admin, givenToSource.id, { studentId: 'JTHIESSEN' });
    await admin.call(donors.undoMerge, { params: { mergeId } });
    const donorIds = await Promise.all(
      [uncorrected, givenToTarget, givenToSource].map(
        async ({ id }) => (await shownDonation(admin, id)).participantId,
      ),
    );
    expect(donorIds).toEqual([1, 2, 1]);
    const codes = await site.database.select().from(discountCodes).orderBy(asc(discountCodes.donationId));
    expect(codes.map(({ participantId }) => participantId)).toEqual([1, 2, 1]);
  });
});

describe('taking a confirmation back', () => {
  test('makes the donation pending and revokes its code, even days later and by another admin', async () => {
    const [admin, volunteer] = [await site.admin(), await site.volunteer()];
    const pending = await loggedDonation(site);
    const before = await shownDonation(admin, pending);
    await volunteer.call(contract.confirmDonation, { body: { id: pending } });
    site.pass({ days: 9 });
    const later = await site.admin();
    expect((await unconfirm(later, pending)).body).toEqual({ ok: true, id: pending });
    expect(await shownDonation(later, pending)).toEqual(before);
    const [code] = (await later.call(rewards.codes, { query: { donationId: pending } })).body.items;
    expect(code).toMatchObject({ revoked_at: site.now.toISOString(), use_count: 0 });
    const entries = (await site.audit()).slice(0, 2);
    expect(entries).toMatchObject([
      { action: 'donation.unconfirmed', actor: 'alex', entityId: pending, details: { reason } },
      { action: 'code.revoked', actor: 'alex' },
    ]);
    // A new confirmation issues another code.
    const again = await later.call(contract.confirmDonation, { body: { id: pending } });
    expect(again.status).toBe(200);
  });

  test('leaves the rest of a bulk confirmation to its undo, and ends an empty confirmation', async () => {
    const admin = await site.admin();
    const ids = [await loggedDonation(site), await loggedDonation(site)];
    await admin.call(contract.confirmDonations, { body: { ids } });
    await unconfirm(admin, ids[0]!);
    const last = await admin.call(contract.lastConfirmation, {});
    expect(last.body.confirmation?.donations.map(({ id }) => id)).toEqual([ids[1]]);
    await unconfirm(admin, ids[1]!);
    expect((await admin.call(contract.lastConfirmation, {})).body.confirmation).toBeNull();
    expect((await admin.refused(contract.undoLastConfirmation, {})).body.code).toBe('nothing_to_undo');
  });

  test('is refused if the code was used or the donation is not confirmed', async () => {
    const admin = await site.admin();
    const { code, pin } = await codeAndStore(site, admin);
    await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
    const pending = await loggedDonation(site);
    const rejected = await loggedDonation(site);
    await admin.call(contract.rejectDonation, { body: { id: rejected } });
    const before = await everyRow(site);
    const outcome = async (id: number, body?: object) => {
      const answer = await unconfirm(admin, id, body);
      return [answer.status, answer.body.code];
    };
    expect(await outcome(1)).toEqual([409, 'code_already_used']);
    expect(await outcome(pending)).toEqual([409, 'wrong_state']);
    expect(await outcome(rejected)).toEqual([409, 'wrong_state']);
    expect(await outcome(999)).toEqual([404, 'not_found']);
    expect(await outcome(1, { reason: ' ' })).toEqual([400, 'invalid_input']);
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('the mail', () => {
  /** Logs a donation of AMARA. She and BEN have noted emails. */
  async function amarasDonation(admin: Client) {
    site.site.mailer = mailbox.mailer();
    for (const [index, name] of ['amara', 'ben'].entries()) {
      await createDonor(site, name.toUpperCase());
      const body = { email: `${name}@example.ca` };
      await admin.call(donors.updateParticipant, { params: { id: index + 1 }, body });
    }
    return await loggedDonation(site, { studentId: 'AMARA' });
  }

  const waitingMails = async () => {
    const rows = await site.database
      .select()
      .from(mails)
      .where(eq(mails.status, 'waiting'))
      .orderBy(asc(mails.id));
    return rows.map(({ kind, recipient, content }) => ({ kind, recipient, ...(content as object) }));
  };

  test('that still waits goes to the new donor, with their current code', async () => {
    const admin = await site.admin();
    const id = await amarasDonation(admin);
    await correct(admin, id, { studentId: 'BEN' });
    expect(await waitingMails()).toMatchObject([{ kind: 'donation_logged', recipient: 'ben@example.ca' }]);
    const code = (await admin.call(contract.confirmDonation, { body: { id } })).body.discountCode;
    await correct(admin, id, { studentId: 'AMARA', weight: '3kg+' });
    expect(await waitingMails()).toMatchObject([
      {
        kind: 'donation_confirmed',
        recipient: 'amara@example.ca',
        donorId: 'AMARA',
        weight: '3kg+',
        code: { code, uses: 2 },
      },
    ]);
  });

  test('that was sent already is sent again only to another donor', async () => {
    const admin = await site.admin();
    const id = await amarasDonation(admin);
    await admin.call(contract.confirmDonation, { body: { id } });
    await site.database.update(mails).set({ status: 'sent', nextTryAt: null, endedAt: site.now });
    await correct(admin, id, { weight: '3kg+' });
    expect(await waitingMails()).toEqual([]);
    await correct(admin, id, { studentId: 'BEN' });
    expect(await waitingMails()).toMatchObject([{ kind: 'donation_confirmed', recipient: 'ben@example.ca' }]);
  });

  test('of a confirmation that was taken back is not sent', async () => {
    const admin = await site.admin();
    const id = await amarasDonation(admin);
    await admin.call(contract.confirmDonation, { body: { id } });
    await unconfirm(admin, id);
    expect(await waitingMails()).toMatchObject([{ kind: 'donation_logged' }]);
  });
});
