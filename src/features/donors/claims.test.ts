import { contract as donations } from '#features/donations/contract.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as donationIntake } from '#features/donations/console/contract.ts';
import {
  confirmedCode,
  DONATION,
  everyRow,
  createDonor,
  loggedDonation,
  signInWithoutCode,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
});

const GRACE = { displayName: 'Grace Friesen', email: 'grace@example.ca' };

/** Signs in with a donor ID, and claims a name and an email. */
async function signIn(studentId: string, claim: { displayName?: string; email?: string } = {}) {
  const client = site.visitor();
  const { body } = await signInWithoutCode(client, { studentId, ...claim });
  return { client, body };
}

async function findRow(id: number) {
  const { body } = await admin.call(contract.participants, { query: { q: `#${id}` } });
  return body.items.find((item) => item.id === id);
}

describe('what is typed at a sign-in', () => {
  test('is a claim, which finds no participant at an intake and opens no codes', async () => {
    await loggedDonation(site, { studentId: 'MALLORY' });
    const { client: stranger } = await signIn('MALLORY', GRACE);

    const intake = await admin.call(contract.upsertParticipant, { body: GRACE });
    expect(intake.body.created).toBe(true);
    await admin.call(donationIntake.createDonation, {
      body: { participantId: intake.body.id, weight: '2-3kg', date: '2026-11-20', confirmNow: true },
    });
    const { body } = await stranger.call(donations.donorSummary, {});
    expect(body.codes).toEqual([]);
  });

  test('shows the name to the donor who typed it, but not at the share link', async () => {
    await loggedDonation(site);
    const { client, body } = await signIn('JTHIESSEN', GRACE);
    expect(body.displayName).toBe('Grace Friesen');
    expect((await client.call(donations.donorSummary, {})).body.displayName).toBe('Grace Friesen');
    expect((await signIn('JTHIESSEN')).body.displayName).toBeNull();
    const row = await findRow(1);
    const shared = await site
      .visitor()
      .call(contract.publicStatus, { params: { shareToken: row?.shareToken ?? '' } });
    expect(shared.body.displayName).toBeNull();
  });

  test('is listed in the console beside the profile, but not in the export', async () => {
    await loggedDonation(site);
    await signIn('JTHIESSEN', GRACE);
    expect(await findRow(1)).toMatchObject({
      displayName: null,
      email: null,
      claimedName: 'Grace Friesen',
      claimedEmail: 'grace@example.ca',
    });
    const csv = await admin.send<string>('GET', '/api/admin/participants/export.csv');
    expect(csv.body).not.toContain('Grace');
  });

  test('is not searched', async () => {
    await loggedDonation(site);
    await signIn('JTHIESSEN', GRACE);
    const found = await admin.call(contract.participants, { query: { q: 'grace' } });
    expect(found.body.items).toEqual([]);
  });

  test('is recorded once in the audit log, without the typed values', async () => {
    await loggedDonation(site);
    await signIn('JTHIESSEN', GRACE);
    await signIn('JTHIESSEN', GRACE);
    const claimed = (await site.audit()).filter(({ action }) => action === 'participant.claimed');
    expect(claimed).toMatchObject([
      {
        actor: 'donor 1',
        actorRole: 'donor',
        entityType: 'participant',
        entityId: 1,
        details: { fields: ['displayName', 'email'] },
      },
    ]);
  });

  test('before the first donation is the claim of the browser that logs that donation', async () => {
    const { client } = await signIn('NEW', GRACE);
    await signIn('NEW', { displayName: 'Mallory', email: 'mallory@example.ca' });
    expect((await everyRow(site))['participants']).toEqual([]);
    await client.call(donations.logDonation, { body: { ...DONATION, studentId: 'NEW' } });
    expect(await findRow(1)).toMatchObject({
      displayName: null,
      claimedName: 'Grace Friesen',
      claimedEmail: 'grace@example.ca',
    });
  });

  test.each([['Grace\nFriesen'], ['Grace\u202eneseirF'], ['Gra\u2066ce']])(
    'is refused as a name if it has invisible characters: %j',
    async (displayName) => {
      const answer = await site
        .visitor()
        .refused(contract.studentLogin, { body: { studentId: 'D1', displayName } });
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { displayName: 'Please remove the unreadable characters' } },
      });
    },
  );
});

describe('deciding a claim', () => {
  async function createClaim() {
    await loggedDonation(site);
    await signIn('JTHIESSEN', GRACE);
    return { params: { id: 1 } };
  }

  test('as accepted changes the profile and is recorded', async () => {
    const { params } = await createClaim();
    const { status, body } = await admin.call(contract.decideClaim, { params, body: { accept: true } });
    expect(status).toBe(200);
    expect(body.participant).toMatchObject({ ...GRACE, claimedName: null, claimedEmail: null });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      action: 'participant.claim_accepted',
      entityId: 1,
      details: { fields: ['displayName', 'email'] },
    });
    const found = await admin.call(contract.upsertParticipant, { body: { email: 'GRACE@example.ca' } });
    expect(found.body).toMatchObject({ id: 1, created: false });
  });

  test('as dropped leaves nothing of the claim', async () => {
    const { params } = await createClaim();
    const { body } = await admin.call(contract.decideClaim, { params, body: { accept: false } });
    expect(body.participant).toMatchObject({
      displayName: null,
      email: null,
      claimedName: null,
      claimedEmail: null,
    });
    expect((await site.audit())[0]).toMatchObject({ action: 'participant.claim_dropped' });
  });

  test('is 409 if somebody else has the email, and names the owner', async () => {
    const { params } = await createClaim();
    const owner = await admin.call(contract.upsertParticipant, {
      body: { displayName: 'Grace F', email: 'Grace@example.ca' },
    });
    const before = await everyRow(site);
    const answer = await admin.refused(contract.decideClaim, { params, body: { accept: true } });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'email_taken',
        error: 'Grace F (No. 2) has this email already. If they are one person, merge the two.',
        participant: { id: owner.body.id, displayName: 'Grace F' },
      },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test('is 409 if the claim has changed since it was shown', async () => {
    const { params } = await createClaim();
    await signIn('JTHIESSEN', { displayName: 'Mallory', email: 'mallory@example.ca' });
    const answer = await admin.refused(contract.decideClaim, {
      params,
      body: { accept: true, claimedName: GRACE.displayName, claimedEmail: GRACE.email },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(await findRow(1)).toMatchObject({ displayName: null, claimedName: 'Mallory' });
  });

  test('is 409 without a claim, 404 without a participant, 400 without a decision', async () => {
    const { params } = await createClaim();
    await admin.call(contract.decideClaim, { params, body: { accept: false } });
    const statusOf = async (id: number, body: unknown) =>
      (await admin.refused(contract.decideClaim, { params: { id }, body })).status;
    expect(await statusOf(1, { accept: true })).toBe(409);
    expect(await statusOf(99, { accept: true })).toBe(404);
    expect(await statusOf(1, {})).toBe(400);
  });
});

describe('a noted email', () => {
  test('belongs to one person, regardless of case', async () => {
    await admin.call(contract.upsertParticipant, { body: GRACE });
    await loggedDonation(site);
    const answer = await admin.refused(contract.updateParticipant, {
      params: { id: 2 },
      body: { email: 'GRACE@EXAMPLE.CA' },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'email_taken', participant: { id: 1, displayName: 'Grace Friesen' } },
    });
    expect(answer.body['fields']).toHaveProperty('email');
  });

  test('may change in case for its own person', async () => {
    await admin.call(contract.upsertParticipant, { body: GRACE });
    const { status } = await admin.call(contract.updateParticipant, {
      params: { id: 1 },
      body: { email: 'Grace@Example.ca' },
    });
    expect(status).toBe(200);
  });

  test('does not open the codes of its person if it is typed beside another ID', async () => {
    const { code } = await confirmedCode(site, admin);
    await admin.call(contract.updateParticipant, { params: { id: 1 }, body: GRACE });
    const { client } = await signIn('MALLORY', GRACE);
    await loggedDonation(site, { studentId: 'MALLORY' });
    const { body } = await client.call(donations.donorSummary, {});
    expect(JSON.stringify(body)).not.toContain(code);
  });
});

describe('a noted email that is typed as a donor ID', () => {
  const ADDRESS = 'GRACE@EXAMPLE.CA';

  test('leads to its person, although somebody else donated under it before', async () => {
    await loggedDonation(site, { studentId: ADDRESS });
    const squatter = await site.donor(ADDRESS);
    const { body: grace } = await admin.call(contract.upsertParticipant, { body: GRACE });
    const { code } = await confirmedCode(site, admin, { studentId: ADDRESS });
    const owner = await signIn(ADDRESS);
    expect(owner.body.participantId).toBe(grace.id);
    expect((await owner.client.call(donations.donorSummary, {})).body.codes).toMatchObject([{ code }]);
    expect((await squatter.call(donations.donorSummary, {})).body.codes).toEqual([]);
  });

  test('is refused at an intake for somebody else, as is any taken donor ID', async () => {
    await admin.call(contract.upsertParticipant, { body: GRACE });
    await createDonor(site, 'JTHIESSEN');
    const { body: mallory } = await admin.call(contract.upsertParticipant, {
      body: { displayName: 'Mallory' },
    });
    for (const [studentId, taken] of [
      [ADDRESS, 'Grace Friesen (No. 1) has this donor ID.'],
      ['JTHIESSEN', 'No. 2 has this donor ID.'],
    ] as const) {
      const before = await everyRow(site);
      const answer = await admin.refused(donationIntake.createDonation, {
        body: { participantId: mallory.id, studentId, weight: '1-2kg', date: DONATION.date },
      });
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'duplicate', fields: { studentId: taken } },
      });
      expect(await everyRow(site)).toEqual(before);
    }
  });

  test('leads to nobody after the email is changed', async () => {
    await admin.call(contract.upsertParticipant, { body: GRACE });
    await loggedDonation(site, { studentId: ADDRESS });
    await admin.call(contract.updateParticipant, { params: { id: 1 }, body: { email: 'other@example.ca' } });
    expect((await signIn(ADDRESS)).body.participantId).toBeNull();
  });
});

describe('a phone number', () => {
  test('of somebody else gives an attacker neither the profile nor a noted email in it', async () => {
    const phone = '204-555-0142';
    await admin.call(contract.upsertParticipant, { body: { displayName: 'Grace F', phone } });
    const named = await admin.call(contract.upsertParticipant, {
      body: { displayName: 'Mallory', email: 'mallory@example.ca', phone },
    });
    expect(named.body).toMatchObject({ id: 2, created: true });
    const unnamed = await admin.call(contract.upsertParticipant, {
      body: { email: 'mal@example.ca', phone },
    });
    expect(unnamed.body).toMatchObject({ id: 1, created: false });
    expect(await findRow(1)).toMatchObject({ email: null, claimedEmail: 'mal@example.ca' });
    expect((await signIn('MAL@EXAMPLE.CA')).body.participantId).toBeNull();
  });

  test.each([
    ['unknown', 'no phone'],
    ['( ) - - -', 'call me'],
    ['ext. 12', 'room 12'],
  ])('without enough digits, as %j, does not match %j', async (noted, typed) => {
    await admin.call(contract.upsertParticipant, { body: { displayName: 'Grace', phone: noted } });
    const { body } = await admin.call(contract.upsertParticipant, { body: { phone: typed } });
    expect(body.created).toBe(true);
  });

  test.each([
    ['204-555-0142', '2045550142'],
    ['2045550142', '204-555-0142'],
    ['204-555-0142', '+1 (204) 555-0142'],
    ['1 204 555 0142', '204.555.0142'],
  ])('noted as %s also finds its person when typed as %s', async (noted, phone) => {
    await admin.call(contract.upsertParticipant, { body: { displayName: 'Grace', phone: noted } });
    const found = await admin.call(contract.upsertParticipant, { body: { phone } });
    expect(found.body).toMatchObject({ id: 1, created: false });
    for (const search of [contract.participants, contract.searchParticipants]) {
      const { body } = await admin.call(search, { query: { q: phone } });
      expect(body.items.map(({ id }) => id)).toEqual([1]);
    }
  });
});
