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
  test('opens the dashboard of the ID’s donations and is recorded', async () => {
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

  test('leads to the participant of the donations logged before, however the ID is typed', async () => {
    await loggedDonation(site, { studentId: 'jthiessen' });
    const first = await donorSignIn({ studentId: 'JThiessen' });
    const second = await donorSignIn({ studentId: ' ＪＴＨＩＥＳＳＥＮ' });
    expect(second.body.participantId).toBe(first.body.participantId);
    expect((await everyRow(site))['participants']).toHaveLength(1);
  });

  test('under an ID without a donation creates no participant, and shows an empty dashboard', async () => {
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

  test('gives a new session each time', async () => {
    const { client } = await donorSignIn({ studentId: 'JTHIESSEN' });
    const first = client.cookies.get(DONOR_COOKIE);
    await client.call(contract.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    expect(client.cookies.get(DONOR_COOKIE)).not.toBe(first);
  });
});

describe('where a donor has a noted email', () => {
  async function noted(email: string) {
    const admin = await site.admin();
    await loggedDonation(site);
    await admin.call(contract.updateParticipant, { params: { id: 1 }, body: { email } });
  }

  test('another email is 401, and nothing changes', async () => {
    await noted('jo@example.ca');
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
  ])('%s is fine', async (_name, given) => {
    await noted('jo@example.ca');
    expect((await donorSignIn({ studentId: 'JTHIESSEN', ...given })).status).toBe(200);
  });

  test('an email that somebody else typed before locks nobody out', async () => {
    await loggedDonation(site);
    await donorSignIn({ studentId: 'JTHIESSEN', email: 'mallory@example.ca', displayName: 'Mallory' });
    const own = await donorSignIn({ studentId: 'JTHIESSEN', email: 'jo@example.ca', displayName: 'Jo T' });
    expect(own).toMatchObject({ status: 200, body: { displayName: 'Jo T' } });
  });
});

describe('signing a donor in by email alone', () => {
  const byEmail = (email: string) => donorSignIn({ email });

  test('is the person with that email, in any case of letters', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    await admin.call(contract.updateParticipant, {
      params: { id: 1 },
      body: { email: 'grace@example.ca' },
    });
    const { body } = await byEmail('Grace@Example.ca');
    // A donor ID cannot be changed: an email that is corrected later must not have given it away.
    expect(body).toMatchObject({ participantId: 1, studentId: 'GRACE@EXAMPLE.CA' });
  });

  test('is that person without any donor ID too, and the address then leads to them', async () => {
    const admin = await site.admin();
    const made = await admin.call(contract.upsertParticipant, {
      body: { displayName: 'Grace', email: 'grace@example.ca' },
    });
    const { body, client } = await byEmail('grace@example.ca');
    expect(body).toMatchObject({
      participantId: made.body.id,
      studentId: 'GRACE@EXAMPLE.CA',
      displayName: 'Grace',
    });
    await loggedDonation(site, { studentId: body.studentId });
    expect((await client.call(dashboard.donorSummary, {})).body.totals.all).toBe(1);
  });

  test('is refused where no donor ID can be made of it, so that two emails never make one', async () => {
    const answer = await site
      .visitor()
      .refused(contract.studentLogin, { body: { email: "o'brien@example.ca" } });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { email: 'No donor ID can be made of this email. Please enter your donor ID.' } },
    });
  });

  test('ends when the email is changed', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    const note = (email: string) =>
      admin.call(contract.updateParticipant, { params: { id: 1 }, body: { email } });
    await note('typo@example.ca');
    const { client } = await byEmail('typo@example.ca');
    const byId = await site.donor('JTHIESSEN');
    await note('typo@example.ca');
    expect((await client.call(dashboard.donorSummary, {})).status).toBe(200);
    await note('grace@example.ca');
    expect((await client.refused(dashboard.donorSummary, {})).status).toBe(401);
    expect((await byId.call(dashboard.donorSummary, {})).status).toBe(200);
    expect((await byEmail('typo@example.ca')).body.participantId).toBeNull();
  });
});

describe('asking who the donor is', () => {
  test('is 200 and nobody without a session', async () => {
    expect(await site.visitor().call(contract.studentMe, {})).toMatchObject({
      status: 200,
      body: NOBODY,
    });
  });

  test('is nobody for an admin', async () => {
    const admin = await site.admin();
    expect((await admin.call(contract.studentMe, {})).body).toEqual(NOBODY);
  });

  test('is nobody after ninety days', async () => {
    await loggedDonation(site);
    const donor = await site.donor('JTHIESSEN');
    site.pass({ days: 90, minutes: -1 });
    expect((await donor.call(contract.studentMe, {})).body.ok).toBe(true);
    site.pass({ minutes: 1 });
    expect((await donor.call(contract.studentMe, {})).body).toEqual(NOBODY);
  });
});

describe('a session of an ID without a donation', () => {
  test('is gone the next day, since anyone may invent an ID', async () => {
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
    const kept = donor.cookies.get(DONOR_COOKIE) ?? '';
    expect(await donor.call(contract.studentLogout, {})).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(donor.cookies.has(DONOR_COOKIE)).toBe(false);
    donor.cookies.set(DONOR_COOKIE, kept);
    expect((await donor.call(contract.studentMe, {})).body).toEqual(NOBODY);
    expect((await donor.refused(dashboard.donorSummary, {})).status).toBe(401);
  });

  test('is fine without a session', async () => {
    expect(await site.visitor().call(contract.studentLogout, {})).toMatchObject({ status: 200 });
  });

  test('leaves the admin session of the same browser', async () => {
    const both = await site.admin();
    await both.call(contract.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    await both.call(contract.studentLogout, {});
    expect((await both.call(staff.adminMe, {})).body.ok).toBe(true);
  });
});
