import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { codeRedemptions, discountCodes, donations, participants } from '#server/db/schema.ts';
import {
  confirmedCode,
  DONATION,
  everyRow,
  loggedDonation,
  partnerStore,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';
import { contract as logging } from '#features/donations/contract.ts';

const site = useTestSite({ on: 'races' });

async function signInAdmins(count: number): Promise<Client[]> {
  const names = Array.from({ length: count }, (_, index) => `admin${index}`);
  return await Promise.all(names.map((name) => site.admin(name)));
}

function callAtOnce<Result>(count: number, call: (turn: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, turn) => call(turn)));
}

/** Counts the answers by status. */
function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The ids of the confirmed donations and of those with a code. Both lists must be the same. */
async function confirmedAndCodedIds() {
  const rows = await site.database.select().from(donations).orderBy(donations.id);
  const codes = await site.database.select().from(discountCodes).orderBy(discountCodes.donationId);
  return {
    confirmed: rows.filter(({ isConfirmed }) => isConfirmed).map(({ id }) => id),
    coded: codes.map(({ donationId }) => donationId),
  };
}

async function auditedIds(action: string): Promise<(number | null)[]> {
  const entries = (await site.audit()).filter((entry) => entry.action === action);
  return entries.map(({ entityId }) => entityId).toSorted((one, other) => (one ?? 0) - (other ?? 0));
}

describe('one donation', () => {
  test('confirmed by several admins twenty times at once is confirmed once, with one code', async () => {
    const clients = await signInAdmins(4);
    const id = await loggedDonation(site);
    const answers = await callAtOnce(20, async (turn) =>
      clients[turn % 4]!.refused(contract.confirmDonation, { body: { id } }),
    );
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 19 });
    for (const { status, body } of answers)
      expect(body.code).toBe(status === 200 ? undefined : 'already_confirmed');
    expect(await confirmedAndCodedIds()).toEqual({ confirmed: [id], coded: [id] });
    expect(await auditedIds('donation.confirmed')).toEqual([id]);
    const undone = await Promise.all(
      clients.map((client) => client.refused(contract.undoLastConfirmation, {})),
    );
    expect(countStatuses(undone)).toEqual({ 200: 1, 409: 3 });
  });

  test('confirmed and rejected at once gets one verdict', async () => {
    const clients = await signInAdmins(4);
    const id = await loggedDonation(site);
    const answers = await callAtOnce(20, async (turn) => {
      const verdict = turn % 2 === 0 ? contract.confirmDonation : contract.rejectDonation;
      return await clients[turn % 4]!.refused(verdict, { body: { id } });
    });
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 19 });
    const [donation] = await site.database.select().from(donations);
    const coded = donation?.isConfirmed ? [id] : [];
    expect((await confirmedAndCodedIds()).coded).toEqual(coded);
    expect(await auditedIds('donation.confirmed')).toEqual(coded);
    expect(await auditedIds('donation.rejected')).toEqual(donation?.isConfirmed ? [] : [id]);
  });
});

describe('donations of one donor', () => {
  test('rejected at once leave the time of the last one that is not rejected', async () => {
    const clients = await signInAdmins(2);
    const ids: number[] = [];
    // Each is of its own month. Otherwise one rejection would wait for the other at the month's count, not at the donor.
    for (const date of ['2026-08-15', '2026-09-15', '2026-10-15']) {
      ids.push(await loggedDonation(site, { date }));
      site.pass({ minutes: 1 });
    }
    const [, second, third] = ids;
    const answers = await collide(
      site,
      sql`select from participants for update`,
      [third, second].map(
        (id, turn) => () => clients[turn]!.call(contract.rejectDonation, { body: { id: id! } }),
      ),
    );
    expect(countStatuses(answers)).toEqual({ 200: 2 });
    const [donor] = (await clients[0]!.call(donors.participants, {})).body.items;
    expect(donor).toMatchObject({ total_donations: 1, last_donation_at: '2026-11-20T18:00:00.000Z' });
  });
});

describe('bulk confirmations that overlap', () => {
  test('in opposite order confirm each donation once, and none of them fails', async () => {
    const clients = await signInAdmins(2);
    const ids: number[] = [];
    for (let logged = 0; logged < 40; logged += 1) ids.push(await loggedDonation(site));
    const [firstIds, lastIds] = [ids.slice(0, 30), ids.slice(10).toReversed()];
    const answers = await callAtOnce(8, (turn) =>
      clients[turn % 2]!.call(contract.confirmDonations, {
        body: { ids: turn % 2 === 0 ? firstIds : lastIds },
      }),
    );
    expect(countStatuses(answers)).toEqual({ 200: 8 });
    const confirmed = answers.flatMap(({ body }) => body.confirmed).toSorted((one, other) => one - other);
    expect(confirmed).toEqual(ids);
    for (const { body } of answers) {
      expect(body.confirmed.length + body.skipped.length).toBe(30);
      for (const { reason } of body.skipped) expect(reason).toBe('already_confirmed');
    }
    expect(await confirmedAndCodedIds()).toEqual({ confirmed: ids, coded: ids });
    expect(await auditedIds('donation.confirmed')).toEqual(ids);
  });
});

describe('undo', () => {
  test('pressed ten times at once undoes only the last confirmation', async () => {
    const [admin] = await signInAdmins(1);
    const older = await confirmedCode(site, admin!);
    const ids = [await loggedDonation(site), await loggedDonation(site)];
    await admin!.call(contract.confirmDonations, { body: { ids } });
    const press = () => admin!.refused(contract.undoLastConfirmation, {});
    const answers = await collide(
      site,
      sql`select from confirmations for update`,
      Array.from({ length: 10 }, () => press),
    );
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 9 });
    expect(answers.find(({ status }) => status === 200)?.body['undone']).toEqual(ids);
    expect(await confirmedAndCodedIds()).toEqual({ confirmed: [older.id], coded: [older.id] });
    expect(await auditedIds('donation.confirmation_undone')).toEqual(ids);
  });

  test.each([
    ['the redeem comes first', { redeem: 200, undo: 409 }],
    ['the undo comes first', { redeem: 404, undo: 200 }],
  ])('and redeeming never leave a pending donation with a used code: %s', async (first, statuses) => {
    const [admin] = await signInAdmins(1);
    const { pin } = await partnerStore(admin!);
    const { id, code } = await confirmedCode(site, admin!);
    const redeem = () => site.visitor().refused(redemption.redeemCode, { params: { code }, body: { pin } });
    const undo = () => admin!.refused(contract.undoLastConfirmation, {});
    const calls = first === 'the redeem comes first' ? [redeem, undo] : [undo, redeem];
    const answers = await collide(site, sql`select from discount_codes for update`, calls);
    const [redeemed, undone] = calls[0] === redeem ? answers : answers.toReversed();
    expect({ redeem: redeemed?.status, undo: undone?.status }).toEqual(statuses);
    const confirmedIds = statuses.redeem === 200 ? [id] : [];
    expect(await confirmedAndCodedIds()).toEqual({ confirmed: confirmedIds, coded: confirmedIds });
    expect(await site.database.select().from(codeRedemptions)).toHaveLength(confirmedIds.length);
    expect(await auditedIds('donation.confirmation_undone')).toHaveLength(1 - confirmedIds.length);
  });

  test('and redeeming at once succeed in exactly one of the two, round after round', async () => {
    const [admin] = await signInAdmins(1);
    const { pin } = await partnerStore(admin!);
    for (let round = 0; round < 15; round += 1) {
      const { id, code } = await confirmedCode(site, admin!);
      const [redeemed, undone] = await Promise.all([
        site.visitor().refused(redemption.redeemCode, { params: { code }, body: { pin } }),
        admin!.refused(contract.undoLastConfirmation, {}),
      ]);
      expect(['redeem 200, undo 409', 'redeem 404, undo 200']).toContain(
        `redeem ${redeemed.status}, undo ${undone.status}`,
      );
      const { confirmed, coded } = await confirmedAndCodedIds();
      expect(coded).toEqual(confirmed);
      expect(confirmed.includes(id)).toBe(redeemed.status === 200);
    }
    const used = (await site.database.select().from(discountCodes)).filter(({ useCount }) => useCount > 0);
    expect(await site.database.select().from(codeRedemptions)).toHaveLength(used.length);
  });

  test('and confirming the same donation at once leave it confirmed with one code, or pending with none', async () => {
    const [first, second] = await signInAdmins(2);
    const { id } = await confirmedCode(site, first!);
    const answers = await callAtOnce(12, async (turn) =>
      turn % 2 === 0
        ? await first!.refused(contract.undoLastConfirmation, {})
        : await second!.refused(contract.confirmDonation, { body: { id } }),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { confirmed, coded } = await confirmedAndCodedIds();
    expect(coded).toEqual(confirmed);
    const confirmedCount = (await auditedIds('donation.confirmed')).length;
    const undoneCount = (await auditedIds('donation.confirmation_undone')).length;
    expect(confirmedCount - undoneCount).toBe(confirmed.length);
  });
});

describe('a new donor ID', () => {
  test('with thirty first donations at once creates one participant', async () => {
    const answers = await callAtOnce(30, (turn) =>
      site.visitor().call(logging.logDonation, {
        body: { ...DONATION, studentId: turn % 2 === 0 ? 'newcomer' : ' NEWCOMER ' },
      }),
    );
    expect(countStatuses(answers)).toEqual({ 201: 30 });
    const rows = await everyRow(site);
    expect(rows['participants']).toHaveLength(1);
    expect(rows['students']).toHaveLength(1);
    expect(new Set((await site.database.select().from(donations)).map((row) => row.participantId)).size).toBe(
      1,
    );
    expect(rows['donations']).toHaveLength(30);
  });

  test('that signs in and donates for the first time at once creates one participant', async () => {
    const answers = await callAtOnce(30, async (turn) =>
      turn % 2 === 0
        ? await site.visitor().refused(logging.logDonation, { body: { ...DONATION, studentId: 'NEWCOMER' } })
        : await site.visitor().refused(donors.studentLogin, { body: { studentId: 'newcomer' } }),
    );
    expect(countStatuses(answers)).toEqual({ 200: 15, 201: 15 });
    expect((await everyRow(site))['participants']).toHaveLength(1);
  });

  test('that signs in with different names at once stores the complete claim of one of them', async () => {
    await loggedDonation(site);
    const people = ['one', 'two', 'three'].map((name) => ({
      displayName: name,
      email: `${name}@example.ca`,
    }));
    const answers = await callAtOnce(12, (turn) =>
      site.visitor().refused(donors.studentLogin, { body: { studentId: 'JTHIESSEN', ...people[turn % 3] } }),
    );
    expect(countStatuses(answers)).toEqual({ 200: 12 });
    const [row] = await site.database.select().from(participants);
    expect(people).toContainEqual({ displayName: row?.claimedName, email: row?.claimedEmail });
  });
});

test('one Idempotency-Key sent with thirty equal donations at once creates one donation', async () => {
  const headers = { 'idempotency-key': 'press-1' };
  const answers = await callAtOnce(30, () =>
    site.visitor().call(logging.logDonation, { body: DONATION }, { headers }),
  );
  expect(countStatuses(answers)).toEqual({ 201: 30 });
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await everyRow(site))['donations']).toHaveLength(1);
});
