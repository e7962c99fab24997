import { describe, expect, test } from 'vitest';
import { contract as people } from '#features/donors/people/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import {
  DONATION,
  everyRow,
  loggedDonation,
  namedParticipant,
  PHOTO,
  shownDonation,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract } from './contract.ts';
import { kilogramsIn } from '#shared/weights.ts';
import { guessProfileField, intakeDefaults, resolvePlace } from './intakeForm.ts';

const site = useTestSite();

const { date: DATE } = DONATION;

async function readTotals(admin: Client, id: number) {
  const { participant } = (await admin.call(people.participantSheet, { params: { id } })).body;
  return { all: participant.total_donations, confirmed: participant.confirmed_donations };
}

/** A valid body, once the participant exists. */
const validBody = { participantId: 1, weight: '1-2kg', date: DATE } as const;

describe('taking a donation in at the table', () => {
  test('stores the sent fields as a pending donation, and is logged', async () => {
    const admin = await site.admin('robin');
    const participantId = await namedParticipant(admin);
    const body = {
      participantId,
      studentId: ' jthiessen ',
      weight: '2-3kg',
      date: '2026-11-18',
      binLocation: ' University Centre ',
      dropSite: 'UC East',
      notes: 'Two boxes',
      photoUrl: PHOTO,
    } as const;
    const answer = await admin.call(contract.createDonation, { body });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, id: 1, discountCode: null } });
    expect(await shownDonation(admin, 1)).toMatchObject({
      participantId,
      participantName: 'Jo Thiessen',
      studentId: 'JTHIESSEN',
      weight: '2-3kg',
      actualWeight: null,
      weightDiscrepancy: false,
      date: '2026-11-18',
      binLocation: 'University Centre',
      dropSite: 'UC East',
      notes: 'Two boxes',
      photoUrl: PHOTO,
      loggedBy: 'robin',
      isConfirmed: false,
      rejectedAt: null,
    });
    expect((await everyRow(site))['donations']).toMatchObject([
      { row: { year: 2026, photo_uploaded_by: 'robin', photo_uploaded_at: '2026-11-20T18:00:00+00:00' } },
    ]);
    expect(await readTotals(admin, participantId)).toEqual({ all: 1, confirmed: 0 });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'robin',
      actorRole: 'admin',
      action: 'donation.created',
      entityType: 'donation',
      entityId: 1,
      createdAt: site.now,
    });
  });

  test('needs only a participant, a weight and a date', async () => {
    const admin = await site.admin();
    const participantId = await namedParticipant(admin);
    const body = { participantId, weight: '0-1kg', date: DATE, studentId: ' ', actualWeight: '' } as const;
    await admin.call(contract.createDonation, { body });
    expect(await shownDonation(admin, 1)).toMatchObject({
      studentId: null,
      actualWeight: null,
      binLocation: null,
      dropSite: null,
      notes: null,
      photoUrl: null,
    });
    expect((await everyRow(site))['donations']).toMatchObject([
      { row: { photo_uploaded_by: null, photo_uploaded_at: null } },
    ]);
    expect((await everyRow(site))['students']).toEqual([]);
  });

  test('with "confirm now" issues a usable code, logs both steps and can be undone', async () => {
    const admin = await site.admin();
    const participantId = await namedParticipant(admin);
    const { body } = await admin.call(contract.createDonation, {
      body: { participantId, weight: '3kg+', date: DATE, confirmNow: true },
    });
    const code = body.discountCode ?? '';
    expect(code).toMatch(/^RR-[A-HJKMNP-Z2-9]{6}$/);
    expect(await shownDonation(admin, body.id)).toMatchObject({ isConfirmed: true, confirmedBy: 'alex' });
    expect(await readTotals(admin, participantId)).toEqual({ all: 1, confirmed: 1 });
    expect((await site.visitor().call(redemption.checkCode, { params: { code } })).status).toBe(200);
    const actions = (await site.audit()).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['donation.confirmed', 'donation.created']);
    const undone = await admin.call(contract.undoLastConfirmation, {});
    expect(undone.body.undone).toEqual([body.id]);
  });

  test('computes the weight discrepancy and ignores a sent one', async () => {
    const admin = await site.admin();
    const participantId = await namedParticipant(admin);
    const measured = { weight: '3kg+', actualWeight: '0-1kg', weightDiscrepancy: false };
    await admin.refused(contract.createDonation, { body: { participantId, date: DATE, ...measured } });
    expect(await shownDonation(admin, 1)).toMatchObject({ ...measured, weightDiscrepancy: true });
  });

  test('links a new donor ID to the participant', async () => {
    const admin = await site.admin();
    const participantId = await namedParticipant(admin);
    await admin.call(contract.createDonation, {
      body: { participantId, studentId: 'newcomer', weight: '1-2kg', date: DATE },
    });
    const id = await loggedDonation(site, { studentId: 'NewComer' });
    expect((await shownDonation(admin, id)).participantId).toBe(participantId);
    const donor = await site.donor('newcomer');
    const { body } = await donor.call(donations.donorSummary, {});
    expect(body).toMatchObject({ displayName: 'Jo Thiessen', totals: { all: 2 } });
  });

  test('refuses a donor ID of somebody else, and stores nothing', async () => {
    const admin = await site.admin();
    await loggedDonation(site, { studentId: 'TAKEN' });
    const participantId = await namedParticipant(admin);
    const body = { ...validBody, participantId, studentId: 'taken' };
    const answer = await admin.refused(contract.createDonation, { body });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'duplicate', fields: { studentId: 'No. 1 has this donor ID.' } },
    });
    const missing = await admin.refused(donations.donationDetails, { params: { id: 2 } });
    expect(missing.status).toBe(404);
  });

  test('stores a donation once if it is sent twice with the same key', async () => {
    const admin = await site.admin();
    await namedParticipant(admin);
    const body = { ...validBody, confirmNow: true };
    const headers = { 'idempotency-key': 'one-form' };
    const first = await admin.call(contract.createDonation, { body }, { headers });
    const again = await admin.call(contract.createDonation, { body }, { headers });
    expect(again.body).toEqual(first.body);
    const rows = await everyRow(site);
    expect([rows['donations'], rows['discount_codes']].map((list) => list?.length)).toEqual([1, 1]);
    const changed = { body: { ...body, weight: '3kg+' } };
    expect((await admin.refused(contract.createDonation, changed, { headers })).status).toBe(409);
  });

  test.each([
    [
      {},
      {
        participantId: 'Participant ID is required',
        weight: 'Please select a valid weight range',
        date: 'Date is required',
      },
    ],
    [{ ...validBody, participantId: '1' }, { participantId: 'Participant ID is required' }],
    [{ ...validBody, weight: '5kg' }, { weight: 'Please select a valid weight range' }],
    [{ ...validBody, actualWeight: '5kg' }, { actualWeight: 'Please select the actual measured weight' }],
    [{ ...validBody, date: '2026-11-21' }, { date: 'Date cannot be in the future' }],
    [{ ...validBody, date: '2026-02-30' }, { date: 'Please enter a valid date' }],
    [{ ...validBody, photoUrl: 'javascript:alert(1)' }, { photoUrl: 'Please enter a valid photo URL' }],
    [
      { ...validBody, photoUrl: 'data:image/png;base64,AAAA' },
      { photoUrl: 'Please enter a valid photo URL' },
    ],
    [{ ...validBody, photoUrl: '/uploads/../secret.key' }, { photoUrl: 'Please enter a valid photo URL' }],
    [{ ...validBody, notes: 'x'.repeat(1001) }, { notes: 'Please use at most 1000 characters' }],
  ])('refuses %j with 400 and changes nothing', async (body, fields) => {
    const admin = await site.admin();
    await namedParticipant(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createDonation, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });
    expect(await everyRow(site)).toEqual(before);
  });

  test('refuses an unknown participant with 404 and changes nothing', async () => {
    const admin = await site.admin();
    const before = await everyRow(site);
    const body = { ...validBody, participantId: 999, studentId: 'NEW', confirmNow: true };
    const answer = await admin.refused(contract.createDonation, { body });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await everyRow(site)).toEqual(before);
  });
});

test.each([
  ['Jo Thiessen', 'displayName'],
  ['Priya', 'displayName'],
  ['jo@example.ca', 'email'],
  ['204-555-0134', 'phone'],
  ['2045550134', 'phone'],
  ['+1 (204) 555 0134', 'phone'],
  ['555-0134', 'phone'],
  ['7850933', 'studentId'],
  ['aokafor2', 'studentId'],
  ['Henry the 8th', 'displayName'],
  ['2045550134 or 2045550135', 'displayName'],
])('a search for %j without a match fills the %s of a new participant', (text, field) => {
  expect(guessProfileField(text)).toBe(field);
});

test.each([
  ['2.4', 2.4],
  ['2,4', 2.4],
  [' 12 ', 12],
  ['.75', 0.75],
  ['3.', 3],
  ['0.05', 0.05],
  ['500', 500],
  ['0,04', null],
  ['500.01', null],
  ['2.345', null],
  ['-2', null],
  ['1e2', null],
  ['2 kg', null],
  ['.', null],
  ['', null],
])('%j is read as %j kilograms', (text, kilograms) => {
  expect(kilogramsIn(text)).toBe(kilograms);
});

test.each([
  [undefined, { dropSite: undefined }],
  ['Pembina Hall', { dropSite: 'Pembina Hall' }],
  ['uc east', { dropSite: 'UC East', binLocation: 'East door' }],
  ['Library', { dropSite: 'Library' }],
  ['Library, west', { dropSite: 'Library', binLocation: 'west' }],
])('%j is resolved to the place %j', (where, place) => {
  const bins = [
    { name: 'UC East', location: 'East door' },
    { name: 'Library', location: 'east' },
    { name: 'Library', location: 'west' },
  ];
  expect(resolvePlace(where, bins)).toEqual(place);
});

test('the next form keeps a chosen day, and otherwise starts with today', () => {
  const carriedOver = { where: 'University Centre' };
  expect(intakeDefaults(carriedOver, '2026-11-21').date).toBe('2026-11-21');
  expect(intakeDefaults({ ...carriedOver, date: '2026-11-18' }, '2026-11-21').date).toBe('2026-11-18');
});
