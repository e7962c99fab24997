import { describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as staff } from '#features/staff/contract.ts';
import { everyRow, loggedDonation, signInWithoutCode } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const DONOR_COOKIE = 'reround_donor';
const NOBODY = { ok: false, authenticated: false };

async function donorSignIn(body: { studentId?: string; email?: string; displayName?: string }) {
  const client = site.visitor();
  return { client, ...(await signInWithoutCode(client, body)) };
}

describe('signing a donor in', () => {
  test('starts a session of the owner of the donor ID, and is recorded', async () => {
    await loggedDonation(site);
    const { status, body, client } = await donorSignIn({ studentId: ' jthiessen ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, studentId: 'JTHIESSEN', participantId: 1, displayName: null });
    expect((await client.call(contract.studentMe, {})).body).toEqual({ ...body, authenticated: true });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'donor 1',
      actorRole: 'donor',
      action: 'donor.signed_in',
      entityType: 'participant',
      entityId: 1,
      participantId: 1,
    });
  });

  test('leads to the participant of earlier donations, however the ID is typed', async () => {
    await loggedDonation(site, { studentId: 'jthiessen' });
    const first = await donorSignIn({ studentId: 'JThiessen' });
    const second = await donorSignIn({ studentId: ' ＪＴＨＩＥＳＳＥＮ' });
    expect(second.body.participantId).toBe(first.body.participantId);
    expect((await everyRow(site))['participants']).toHaveLength(1);
  });

  test('with an ID without a donation creates no participant, and shows an empty dashboard', async () => {
    const { body, client } = await donorSignIn({
      studentId: 'NEW',
      email: 'new@example.ca',
      displayName: 'Ann New',
    });
    expect(body).toEqual({ ok: true, studentId: 'NEW', participantId: null, displayName: 'Ann New' });
    const rows = await everyRow(site);
    expect([rows['participants'], rows['students']]).toEqual([[], []]);
    const summary = await client.call(dashboard.donorSummary, {});
    expect(summary).toMatchObject({
      status: 200,
      body: { studentId: 'NEW', totals: { all: 0, confirmed: 0, pending: 0 }, codes: [], recent: [] },
    });
  });

  test('before the first donation shows that donation once it is logged', async () => {
    const { client } = await donorSignIn({ studentId: 'NEW' });
    await loggedDonation(site, { studentId: 'NEW' });
    const { body } = await client.call(dashboard.donorSummary, {});
    expect(body.totals).toEqual({ all: 1, confirmed: 0, pending: 1 });
  });

  test.each([
    [{}, { studentId: 'Please enter an email or a donor ID.' }],
    [{ studentId: '   ' }, { studentId: 'Please enter an email or a donor ID.' }],
    [
      { studentId: 'x'.repeat(65), email: 5, displayName: 'x'.repeat(121) },
      {
        studentId: 'Please use at most 64 characters',
        email: 'Please enter text',
        displayName: 'Please use at most 120 characters',
      },
    ],
  ])('refuses %j and changes nothing', async (body, fields) => {
    const before = await everyRow(site);
    const answer = await site.visitor().refused(contract.studentLogin, { body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
    expect(await everyRow(site)).toEqual(before);
  });

  test('starts a new session each time', async () => {
    const { client } = await donorSignIn({ studentId: 'JTHIESSEN' });
    const first = client.cookies.get(DONOR_COOKIE);
    await client.call(contract.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    expect(client.cookies.get(DONOR_COOKIE)).not.toBe(first);
  });
});

describe('a donor with a noted email', () => {
  async function createDonorWithEmail(email: string) {
    const admin = await site.admin();
    await loggedDonation(site);
    await admin.call(contract.updateParticipant, { params: { id: 1 }, body: { email } });
  }

  test('who types another email is refused with 401, and nothing changes', async () => {
    await createDonorWithEmail('jo@example.ca');
    const before = await everyRow(site);
    const client = site.visitor();
    const answer = await client.refused(contract.studentLogin, {
      body: { studentId: 'JTHIESSEN', email: 'mallory@example.ca', displayName: 'Mallory' },
    });
    expect(answer).toMatchObject({
      status: 401,
      body: { ok: false, code: 'wrong_credentials', error: 'That email does not match this donor ID.' },
    });
    expect(client.cookies.has(DONOR_COOKIE)).toBe(false);
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    ['the same email in another case', { email: 'JO@EXAMPLE.CA' }],
    ['no email', {}],
    ['a blank email', { email: ' ' }],
  ])('who types %s is signed in', async (_name, typedEmail) => {
    await createDonorWithEmail('jo@example.ca');
    expect((await donorSignIn({ studentId: 'JTHIESSEN', ...typedEmail })).status).toBe(200);
  });

  test('is not locked out by an email that somebody else typed before', async () => {
    await loggedDonation(site);
    await donorSignIn({ studentId: 'JTHIESSEN', email: 'mallory@example.ca', displayName: 'Mallory' });
    const signedIn = await donorSignIn({
      studentId: 'JTHIESSEN',
      email: 'jo@example.ca',
      displayName: 'Jo T',
    });
    expect(signedIn).toMatchObject({ status: 200, body: { displayName: 'Jo T' } });
  });
});

describe('signing a donor in by email alone', () => {
  const byEmail = (email: string) => donorSignIn({ email });

  test('leads to the person with that email, regardless of case', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    await admin.call(contract.updateParticipant, {
      params: { id: 1 },
      body: { email: 'grace@example.ca' },
    });
    const { body } = await byEmail('Grace@Example.ca');
    // Not the donor ID of the person, which an email that is corrected later must not reveal.
    expect(body).toMatchObject({ participantId: 1, studentId: 'GRACE@EXAMPLE.CA' });
  });

  test('leads to a person without donor IDs, who can then log donations under the email', async () => {
    const admin = await site.admin();
    const created = await admin.call(contract.upsertParticipant, {
      body: { displayName: 'Grace', email: 'grace@example.ca' },
    });
    const { body, client } = await byEmail('grace@example.ca');
    expect(body).toMatchObject({
      participantId: created.body.id,
      studentId: 'GRACE@EXAMPLE.CA',
      displayName: 'Grace',
    });
    await loggedDonation(site, { studentId: body.studentId });
    expect((await client.call(dashboard.donorSummary, {})).body.totals.all).toBe(1);
  });

  test('is refused if no donor ID can be made of the email', async () => {
    const answer = await site
      .visitor()
      .refused(contract.studentLogin, { body: { email: "o'brien@example.ca" } });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { email: 'No donor ID can be made of this email. Please enter your donor ID.' } },
    });
  });

  test('starts a session that ends when the email is changed', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    const setEmail = (email: string) =>
      admin.call(contract.updateParticipant, { params: { id: 1 }, body: { email } });
    await setEmail('typo@example.ca');
    const { client } = await byEmail('typo@example.ca');
    const byId = await site.donor('JTHIESSEN');
    await setEmail('typo@example.ca');
    expect((await client.call(dashboard.donorSummary, {})).status).toBe(200);
    await setEmail('grace@example.ca');
    expect((await client.refused(dashboard.donorSummary, {})).status).toBe(401);
    expect((await byId.call(dashboard.donorSummary, {})).status).toBe(200);
    expect((await byEmail('typo@example.ca')).body.participantId).toBeNull();
  });
});

describe('asking who the donor is', () => {
  test('answers nobody without a session, with status 200', async () => {
    expect(await site.visitor().call(contract.studentMe, {})).toMatchObject({
      status: 200,
      body: NOBODY,
    });
  });

  test('answers nobody to an admin', async () => {
    const admin = await site.admin();
    expect((await admin.call(contract.studentMe, {})).body).toEqual(NOBODY);
  });

  test('answers nobody after ninety days', async () => {
    await loggedDonation(site);
    const donor = await site.donor('JTHIESSEN');
    site.pass({ days: 90, minutes: -1 });
    expect((await donor.call(contract.studentMe, {})).body.ok).toBe(true);
    site.pass({ minutes: 1 });
    expect((await donor.call(contract.studentMe, {})).body).toEqual(NOBODY);
  });
});

describe('a session of an ID without a donation', () => {
  test('ends after a day, because anyone may invent an ID', async () => {
    const donor = await site.donor('INVENTED');
    site.pass({ days: 1, minutes: -1 });
    expect((await donor.call(contract.studentMe, {})).body.ok).toBe(true);
    site.pass({ minutes: 1 });
    expect((await donor.call(contract.studentMe, {})).body).toEqual(NOBODY);
  });
});

describe('signing a donor out', () => {
  test('ends the session on the server', async () => {
    const donor = await site.donor('JTHIESSEN');
    const formerCookie = donor.cookies.get(DONOR_COOKIE) ?? '';
    expect(await donor.call(contract.studentLogout, {})).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(donor.cookies.has(DONOR_COOKIE)).toBe(false);
    donor.cookies.set(DONOR_COOKIE, formerCookie);
    expect((await donor.call(contract.studentMe, {})).body).toEqual(NOBODY);
    expect((await donor.refused(dashboard.donorSummary, {})).status).toBe(401);
  });

  test('succeeds without a session', async () => {
    expect(await site.visitor().call(contract.studentLogout, {})).toMatchObject({ status: 200 });
  });

  test('does not end the admin session of the same browser', async () => {
    const client = await site.admin();
    await client.call(contract.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    await client.call(contract.studentLogout, {});
    expect((await client.call(staff.adminMe, {})).body.ok).toBe(true);
  });
});
