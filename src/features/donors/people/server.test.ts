import { describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as search } from '#features/search/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { confirmedCode, createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { undeliverableAddresses } from '#server/db/schema.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract, MOST_SHOWN } from './contract.ts';

const site = useTestSite();

async function sheetOf(admin: Client, id: number) {
  return (await admin.call(contract.participantSheet, { params: { id } })).body;
}

async function updateProfile(
  admin: Client,
  id: number,
  body: { displayName?: string; phone?: string; email?: string },
) {
  await admin.call(donors.updateParticipant, { params: { id }, body });
}

describe('the sheet of a participant', () => {
  test('lists pending and decided donations, codes, and the figures of the year', async () => {
    const admin = await site.admin();
    const early = await confirmedCode(site, admin, { date: '2026-09-19' });
    const late = await confirmedCode(site, admin, { date: '2026-11-05', weight: '1-2kg' });
    const rejected = await loggedDonation(site, { date: '2026-10-27' });
    await admin.call(deciding.rejectDonation, { body: { id: rejected, reason: 'Wet' } });
    const newer = await loggedDonation(site, { date: '2026-11-16' });
    const older = await loggedDonation(site, { date: '2026-11-15' });
    await confirmedCode(site, admin, { studentId: 'ELSE' });
    await admin.call(rewards.revokeCode, { params: { id: 1 } });

    const sheet = await sheetOf(admin, 1);
    expect(sheet.participant).toMatchObject({
      id: 1,
      studentIds: ['JTHIESSEN'],
      total_donations: 4,
      confirmed_donations: 2,
    });
    expect(sheet.record).toEqual({ qualifyingThisYear: 1, confirmedThisMonth: 1 });
    expect(sheet.toDecide.map(({ id }) => id)).toEqual([older, newer]);
    expect(sheet.decided.total).toBe(3);
    expect(sheet.decided.items.map(({ id }) => id)).toEqual([late.id, rejected, early.id]);
    expect(sheet.codes).toMatchObject({ usable: 1, ended: 1 });
    expect(sheet.codes.items.map(({ code }) => code)).toEqual([late.code, early.code]);
  });

  test('lists a limited number of donations and codes, and counts all', async () => {
    const admin = await site.admin();
    const ids: number[] = [];
    for (let day = 0; day <= MOST_SHOWN; day += 1) ids.push(await loggedDonation(site));
    await admin.call(deciding.confirmDonations, { body: { ids } });
    const { decided, codes } = await sheetOf(admin, 1);
    expect(decided).toMatchObject({ total: MOST_SHOWN + 1 });
    expect(decided.items).toHaveLength(MOST_SHOWN);
    expect(codes).toMatchObject({ usable: MOST_SHOWN + 1, ended: 0 });
    expect(codes.items).toHaveLength(MOST_SHOWN);
  });

  test('of somebody without a donation is empty', async () => {
    const admin = await site.admin();
    const id = await createDonor(site, 'NEW');
    expect(await sheetOf(admin, id)).toMatchObject({
      toDecide: [],
      decided: { total: 0, items: [] },
      codes: { usable: 0, ended: 0, items: [] },
    });
  });

  test('of an unknown participant is 404', async () => {
    const admin = await site.admin();
    expect(await admin.refused(contract.participantSheet, { params: { id: 118 } })).toMatchObject({
      status: 404,
      body: { error: 'There is no such participant.' },
    });
  });
});

test('the sheet marks an email that a mail server refused', async () => {
  const admin = await site.admin();
  for (const studentId of ['AMARA', 'BEN']) await loggedDonation(site, { studentId });
  await updateProfile(admin, 1, { email: 'amara@example.ca' });
  expect((await sheetOf(admin, 1)).isEmailMarked).toBe(false);
  await site.database
    .insert(undeliverableAddresses)
    .values({ email: 'Amara@example.ca', answer: '550', since: site.now });
  expect((await sheetOf(admin, 1)).isEmailMarked).toBe(true);
  expect((await sheetOf(admin, 2)).isEmailMarked).toBe(false);
});

test('a volunteer sees no claims, and codes only masked and on sheets', async () => {
  const admin = await site.admin();
  const volunteer = await site.volunteer();
  const { code } = await confirmedCode(site, admin, { studentId: 'AMARA' });
  await loggedDonation(site, { studentId: 'BEN' });
  await updateProfile(admin, 1, { displayName: 'Amara', email: 'amara@example.ca' });
  await site.visitor().call(donors.studentLogin, { body: { studentId: 'BEN', email: 'amara@example.ca' } });

  const claimed = { claimedEmail: 'amara@example.ca' };
  expect(await sheetOf(admin, 2)).toMatchObject({ participant: claimed });
  const unclaimed = { studentIds: ['BEN'], claimedName: null, claimedEmail: null };
  expect(await sheetOf(volunteer, 2)).toMatchObject({ participant: unclaimed });
  const masked = `${code.slice(0, 6)}•••`;
  expect(await sheetOf(volunteer, 1)).toMatchObject({ codes: { items: [{ code: masked }] } });
  const query = { query: { q: 'BEN' } };
  expect((await volunteer.call(donors.searchParticipants, query)).body.items).toMatchObject([unclaimed]);
  expect((await volunteer.call(search.find, query)).body.participants).toMatchObject([unclaimed]);
  const byCode = { query: { q: code } };
  expect((await admin.call(search.find, byCode)).body.codes).toHaveLength(1);
  expect((await volunteer.call(search.find, byCode)).body.codes).toEqual([]);
});
