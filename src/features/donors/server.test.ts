import { beforeEach, describe, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { confirmedCode, everyRow, createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract, type ParticipantMatch } from './contract.ts';

const site = useTestSite();

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
});

interface Page {
  items: ParticipantMatch[];
  total: number;
  limit: number;
  offset: number;
}

interface Profile {
  displayName?: string;
  email?: string;
  phone?: string;
}

async function listParticipants(query = ''): Promise<Page> {
  const { status, body } = await admin.send<Page>('GET', `/api/admin/participants${query}`);
  expect(status).toBe(200);
  return body;
}

async function searchParticipants(text: string): Promise<ParticipantMatch[]> {
  const url = `/api/admin/participants/search?q=${encodeURIComponent(text)}`;
  return (await admin.send<Page>('GET', url)).body.items;
}

/** Creates a participant with a donor ID and a profile. Returns the participant's ID. */
async function createProfile(studentId: string, profile: Profile = {}): Promise<number> {
  const id = await createDonor(site, studentId);
  await admin.call(contract.updateParticipant, { params: { id }, body: profile });
  return id;
}

async function upsert(profile: Profile) {
  return (await admin.call(contract.upsertParticipant, { body: profile })).body;
}

const names = (items: readonly ParticipantMatch[]) => items.map(({ displayName }) => displayName);

describe('the list of participants', () => {
  test('shows who they are, their donor IDs and their totals', async () => {
    const id = await createProfile('JTHIESSEN', {
      displayName: 'Jo Thiessen',
      email: 'jo@example.ca',
      phone: '204-555-0134',
    });
    await confirmedCode(site, admin);
    await loggedDonation(site);
    const rejected = await loggedDonation(site);
    await admin.call(deciding.rejectDonation, { body: { id: rejected } });
    const page = await listParticipants();
    expect(page).toMatchObject({ ok: true, total: 1, limit: 50, offset: 0 });
    expect(page.items).toEqual([
      {
        id,
        displayName: 'Jo Thiessen',
        email: 'jo@example.ca',
        phone: '204-555-0134',
        claimedName: null,
        claimedEmail: null,
        isClaimProven: false,
        shareToken: expect.stringMatching(/^[\w-]{20,}$/) as string,
        isShareOff: false,
        total_donations: 2,
        confirmed_donations: 1,
        last_donation_at: '2026-11-20T18:00:00.000Z',
        removed_at: null,
        studentIds: ['JTHIESSEN'],
      },
    ]);
  });

  test('ignores rejected donations in the time of the last donation', async () => {
    const lastDonationTimes = async () =>
      (await listParticipants()).items.map(({ last_donation_at: at }) => at);
    const reject = async (id: number) => await admin.call(deciding.rejectDonation, { body: { id } });
    const first = await loggedDonation(site);
    site.pass({ minutes: 1 });
    const second = await loggedDonation(site);
    site.pass({ minutes: 1 });
    const third = await loggedDonation(site);
    await reject(second);
    expect(await lastDonationTimes()).toEqual(['2026-11-20T18:02:00.000Z']);
    await reject(third);
    expect(await lastDonationTimes()).toEqual(['2026-11-20T18:00:00.000Z']);
    await reject(first);
    expect(await lastDonationTimes()).toEqual([null]);
  });

  test('is sorted by latest donation, by name, or by number of donations', async () => {
    await createProfile('A', { displayName: 'amara' });
    await createProfile('B', { displayName: 'Bo' });
    await createProfile('C');
    await createProfile('D', { displayName: 'Dee' });
    site.pass({ minutes: 1 });
    await loggedDonation(site, { studentId: 'B' });
    await loggedDonation(site, { studentId: 'B' });
    site.pass({ minutes: 1 });
    await loggedDonation(site, { studentId: 'A' });
    expect(names((await listParticipants()).items)).toEqual(['amara', 'Bo', 'Dee', null]);
    expect(names((await listParticipants('?sort=recent')).items)).toEqual(['amara', 'Bo', 'Dee', null]);
    expect(names((await listParticipants('?sort=name')).items)).toEqual(['amara', 'Bo', 'Dee', null]);
    expect(names((await listParticipants('?sort=total')).items)).toEqual(['Bo', 'amara', 'Dee', null]);
    site.pass({ minutes: 1 });
    await loggedDonation(site, { studentId: 'D' });
    expect(names((await listParticipants()).items)).toEqual(['Dee', 'amara', 'Bo', null]);
    expect(names((await listParticipants('?sort=name')).items)).toEqual(['amara', 'Bo', 'Dee', null]);
  });

  test('comes in pages, also of a search', async () => {
    for (const displayName of ['Jo A', 'Jo B', 'Jo C', 'Liam']) await upsert({ displayName });
    const page = await listParticipants('?q=%20jo%20&sort=name&limit=2&offset=2');
    expect(page).toMatchObject({ total: 3, limit: 2, offset: 2 });
    expect(names(page.items)).toEqual(['Jo C']);
    expect((await listParticipants('?offset=50')).items).toEqual([]);
  });
});

describe('the search while somebody types', () => {
  test('lists the participant with that number first', async () => {
    const first = await upsert({ displayName: 'The First' });
    await upsert({ displayName: 'Donor', phone: `204-555-1${first.id}00` });
    const items = await searchParticipants(String(first.id));
    expect(names(items)).toEqual(['The First', 'Donor']);
  });

  test('finds participants by contact, start of a donor ID, or number, with their donor IDs', async () => {
    await loggedDonation(site, { studentId: 'QZ7846120' });
    const named = await admin.call(contract.upsertParticipant, {
      body: { displayName: 'Jo Thiessen', email: 'jo@example.ca', phone: '204-555-0134' },
    });
    const jo = named.body.id;
    const [byId] = await searchParticipants('qz78');
    expect(byId).toMatchObject({ displayName: null, studentIds: ['QZ7846120'], total_donations: 1 });
    for (const text of ['thies', 'JO@', '555-01', String(jo), `#${jo}`]) {
      expect((await searchParticipants(text)).map(({ id }) => id)).toEqual([jo]);
    }
    for (const text of ['', '   ', '7846120', '%', '999999999', '99999999999']) {
      expect(await searchParticipants(text)).toEqual([]);
    }
  });

  test('lists the latest donors first', async () => {
    for (const studentId of ['AB2', 'AB1', 'AB3', 'AB1']) {
      await loggedDonation(site, { studentId });
      site.pass({ minutes: 1 });
    }
    const items = await searchParticipants('ab');
    expect(items.map(({ studentIds }) => studentIds[0])).toEqual(['AB1', 'AB3', 'AB2']);
  });
});

describe('a profile', () => {
  test('changes only in the given fields, and the change is recorded', async () => {
    const { id } = await upsert({ displayName: 'Jo', email: 'jo@example.ca', phone: '204-555-0134' });
    const { status, body } = await admin.call(contract.updateParticipant, {
      params: { id },
      body: { displayName: ' Jo Thiessen ', email: '' },
    });
    expect(status).toBe(200);
    expect(body.participant).toMatchObject({
      id,
      displayName: 'Jo Thiessen',
      email: null,
      phone: '204-555-0134',
    });
    expect((await site.audit())[0]).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'participant.updated',
      entityType: 'participant',
      entityId: id,
      details: { fields: ['displayName', 'email'] },
    });
    expect(names(await searchParticipants('thiessen'))).toEqual(['Jo Thiessen']);
    expect(await searchParticipants('jo@example')).toEqual([]);
  });

  test.each([
    [
      { email: 'none', phone: '1'.repeat(21) },
      { email: 'Please enter a valid email address', phone: 'Phone must be 6 to 20 characters' },
    ],
    [{ displayName: 7 }, { displayName: 'Please enter text' }],
  ])('refuses %j and changes nothing', async (body, fields) => {
    const { id } = await upsert({ displayName: 'Jo' });
    const before = await everyRow(site);
    const answer = await admin.refused(contract.updateParticipant, { params: { id }, body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input', fields } });
    expect(await everyRow(site)).toEqual(before);
  });

  test('of an unknown participant is 404', async () => {
    const answer = await admin.refused(contract.updateParticipant, { params: { id: 999 }, body: {} });
    expect(answer).toMatchObject({
      status: 404,
      body: { ok: false, code: 'not_found', error: 'There is no such participant.' },
    });
  });
});

describe('finding or creating a participant', () => {
  test('creates one with the given profile and a share link', async () => {
    const { status, body } = await admin.call(contract.upsertParticipant, {
      body: { displayName: 'Jo Thiessen', email: 'jo@example.ca', phone: '204-555-0134' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, created: true });
    const [row] = (await listParticipants()).items;
    expect(row).toMatchObject({
      id: body.id,
      displayName: 'Jo Thiessen',
      email: 'jo@example.ca',
      phone: '204-555-0134',
      total_donations: 0,
      last_donation_at: null,
    });
    expect(body.shareUrl).toBe(`http://localhost:3000/p/${row?.shareToken}`);
    expect((await site.audit())[0]).toMatchObject({
      action: 'participant.created',
      entityType: 'participant',
      entityId: body.id,
    });
  });

  test('finds by email in any case, and fills only empty fields', async () => {
    const first = await upsert({ displayName: 'Jo', email: 'jo@example.ca' });
    const again = await upsert({
      displayName: 'Someone',
      email: 'JO@Example.ca',
      phone: '204-555-0134',
    });
    expect(again).toEqual({ ...first, created: false });
    expect((await listParticipants()).items).toMatchObject([
      { displayName: 'Jo', email: 'jo@example.ca', phone: '204-555-0134' },
    ]);
    expect((await site.audit())[0]).toMatchObject({
      action: 'participant.updated',
      entityId: first.id,
      details: { fields: ['phone'] },
    });
  });

  test('finds by phone if the email is unknown, and by email if both are known', async () => {
    const byPhone = await upsert({ displayName: 'Jo', phone: '204-555-0134' });
    expect(await upsert({ email: 'jo@example.ca', phone: '204-555-0134' })).toMatchObject({
      id: byPhone.id,
      created: false,
    });
    const byEmail = await upsert({ displayName: 'Liam', email: 'liam@example.ca' });
    expect(await upsert({ email: 'liam@example.ca', phone: '204-555-0134' })).toMatchObject({
      id: byEmail.id,
      created: false,
    });
  });

  test('creates another participant each time if only a name is given', async () => {
    const [first, second] = [await upsert({ displayName: 'Jo' }), await upsert({ displayName: 'Jo' })];
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ created: true });
  });

  test('records nothing if nothing changes', async () => {
    await upsert({ displayName: 'Jo', email: 'jo@example.ca' });
    const before = await everyRow(site);
    await upsert({ email: 'jo@example.ca' });
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    [{}, { displayName: 'Please enter a name, an email or a phone number' }],
    [
      { displayName: ' ', email: '', phone: null },
      { displayName: 'Please enter a name, an email or a phone number' },
    ],
  ])('refuses %j and creates nobody', async (body, fields) => {
    const answer = await admin.refused(contract.upsertParticipant, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });
    expect((await listParticipants()).total).toBe(0);
  });
});

describe('a share link', () => {
  test('shows the name and the totals to anyone, and nothing else', async () => {
    await createProfile('JTHIESSEN', { displayName: 'Jo', email: 'jo@example.ca', phone: '204-555-0134' });
    await confirmedCode(site, admin);
    await loggedDonation(site);
    const shareToken = (await listParticipants()).items[0]?.shareToken ?? '';
    const { body } = await site.visitor().call(contract.publicStatus, { params: { shareToken } });
    expect(body).toEqual({ ok: true, displayName: 'Jo', totals: { all: 2, confirmed: 1, pending: 1 } });
  });

  test.each(['unknown', '1', "' or true --"])('with the unknown token %s is 404', async (shareToken) => {
    const answer = await site.visitor().refused(contract.publicStatus, { params: { shareToken } });
    expect(answer).toMatchObject({
      status: 404,
      body: { ok: false, code: 'not_found', error: 'Link not found or expired.' },
    });
  });
});

describe('the export', () => {
  async function exportCsv(query = ''): Promise<{ headers: Record<string, unknown>; text: string }> {
    const { headers, payload } = await site.app.inject({
      method: 'GET',
      url: `/api/admin/participants/export.csv${query}`,
      cookies: Object.fromEntries(admin.cookies),
    });
    return { headers, text: payload };
  }

  test('has the participants found with their donor IDs, but no share links', async () => {
    const id = await createProfile('JTHIESSEN', { displayName: 'Thiessen, "Jo"', email: 'jo@example.ca' });
    await upsert({ displayName: 'Liam Fehr' });
    await confirmedCode(site, admin);
    const { headers, text } = await exportCsv('?q=thiessen');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="participants-2026-11-20.csv"',
    });
    expect(text).toBe(
      [
        '\uFEFFid,name,email,phone,donor ids,donations,confirmed,last donation',
        `${id},"Thiessen, ""Jo""",jo@example.ca,,JTHIESSEN,1,1,2026-11-20T12:00:00-06:00`,
        '',
      ].join('\r\n'),
    );
  });

  test('has only its header if nobody is found', async () => {
    await upsert({ displayName: 'Jo' });
    expect((await exportCsv('?q=nobody')).text.split('\r\n')).toHaveLength(2);
  });
});
