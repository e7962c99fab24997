import { describe, expect, test } from 'vitest';
import {
  confirmedCode,
  DONATION,
  everyRow,
  loggedDonation,
  PHOTO,
  shownDonation,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract } from './contract.ts';
import { contract as participants } from '#features/donors/contract.ts';

const site = useTestSite();

const { date: DATE } = DONATION;

const proof = { photoUrl: PHOTO, actualWeight: '2-3kg' };

const attach = (admin: Client, id: number, body: object = proof) =>
  admin.refused(contract.attachPhoto, { params: { id }, body });

describe('a photo proof', () => {
  test('is attached with the measured weight, and is logged', async () => {
    const admin = await site.admin('robin');
    const { id } = await confirmedCode(site, admin);
    const donation = await shownDonation(admin, id);
    expect(await attach(admin, id)).toMatchObject({
      status: 200,
      body: { donation: { ...donation, ...proof, weightDiscrepancy: false } },
    });
    expect(await shownDonation(admin, id)).toEqual({ ...donation, ...proof });
    expect((await everyRow(site))['donations']).toMatchObject([
      { row: { photo_uploaded_by: 'robin', photo_uploaded_at: '2026-11-20T18:00:00+00:00' } },
    ]);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'robin',
      actorRole: 'admin',
      action: 'donation.photo_attached',
      entityType: 'donation',
      entityId: id,
      details: { actualWeight: '2-3kg', weightDiscrepancy: false },
    });
  });

  test.each([
    ['1-2kg', true],
    ['2-3kg', false],
  ] as const)(
    'measured as %s for a claimed 2-3kg has discrepancy %s, regardless of a sent one',
    async (actualWeight, expected) => {
      const admin = await site.admin();
      const { id } = await confirmedCode(site, admin);
      for (const weightDiscrepancy of [true, false, 'no', null]) {
        await attach(admin, id, { photoUrl: PHOTO, actualWeight, weightDiscrepancy });
        expect((await shownDonation(admin, id)).weightDiscrepancy).toBe(expected);
      }
    },
  );

  test('keeps the fields that a change leaves out', async () => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin);
    const changeProof = async (body: object) => (await attach(admin, id, body)).body['donation'];
    await changeProof({ photoUrl: PHOTO, actualWeight: '0-1kg' });
    site.pass({ minutes: 1 });
    expect(await changeProof({ actualWeight: '3kg+' })).toMatchObject({
      photoUrl: PHOTO,
      actualWeight: '3kg+',
    });
    expect((await everyRow(site))['donations']).toMatchObject([
      { row: { photo_uploaded_at: '2026-11-20T18:00:00+00:00' } },
    ]);
    const photoUrl = 'https://example.ca/photo.jpg';
    expect(await changeProof({ photoUrl })).toMatchObject({ photoUrl, actualWeight: '3kg+' });
  });

  test('makes the measured weight count', async () => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin);
    const kilograms = async () =>
      (await (await site.donor('JTHIESSEN')).call(dashboard.donorSummary, {})).body.kilogramsThisMonth;
    expect(await kilograms()).toBe(2.5);
    await attach(admin, id, { ...proof, actualWeight: '0-1kg' });
    expect(await kilograms()).toBe(0.5);
  });

  test('replaces an earlier one, whose file is deleted once no donation shows it', async () => {
    const admin = await site.admin();
    const { storage } = site.site;
    const name = PHOTO.slice('/uploads/'.length);
    await storage.save(name, Buffer.from('a photo'));
    const ids = [(await confirmedCode(site, admin)).id, (await confirmedCode(site, admin)).id];
    for (const id of ids) await attach(admin, id);
    const isFileStored = [];
    for (const id of ids) {
      await attach(admin, id);
      await attach(admin, id, { photoUrl: 'https://example.ca/photo.jpg' });
      isFileStored.push((await storage.read(name)) !== null);
      expect((await shownDonation(admin, id)).photoUrl).toBe('https://example.ca/photo.jpg');
    }
    expect(isFileStored).toEqual([true, false]);
  });

  test.each(['pending', 'rejected'])(
    'is refused with 409 for a %s donation, and changes nothing',
    async (state) => {
      const admin = await site.admin();
      const id = await loggedDonation(site);
      if (state === 'rejected') await admin.call(contract.rejectDonation, { body: { id } });
      const before = await everyRow(site);
      expect(await attach(admin, id)).toMatchObject({
        status: 409,
        body: { code: 'wrong_state', error: 'A photo can be attached to a confirmed donation only.' },
      });
      expect(await everyRow(site)).toEqual(before);
    },
  );

  test.each([
    [
      {},
      {
        photoUrl: 'Please enter a valid photo URL',
        actualWeight: 'Please select the actual measured weight',
      },
    ],
    [{ photoUrl: PHOTO, actualWeight: '' }, { actualWeight: 'Please select the actual measured weight' }],
    [{ photoUrl: 'photo.jpg', actualWeight: '1-2kg' }, { photoUrl: 'Please enter a valid photo URL' }],
    [
      { photoUrl: 'file:///etc/passwd', actualWeight: '1-2kg' },
      { photoUrl: 'Please enter a valid photo URL' },
    ],
  ])('with %j is refused with 400, and changes nothing', async (body, fields) => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin);
    const before = await everyRow(site);
    expect(await attach(admin, id, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test('is refused with 404 for an unknown donation', async () => {
    const admin = await site.admin();
    expect((await attach(admin, 999)).status).toBe(404);
  });
});

describe('the photo page’s list', () => {
  const readList = async (admin: Client, query = '') => {
    const { status, body, headers } = await admin.send<{ studentId: string | null }[]>(
      'GET',
      `${contract.photoDonations.path}${query}`,
    );
    const ids = body.map(({ studentId }) => studentId);
    return { status, ids, total: Number(headers['x-total-count']) };
  };

  test('lists confirmed donations, the latest first, by photo, text and page', async () => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin, { studentId: 'FIRST' });
    await attach(admin, id);
    site.pass({ minutes: 1 });
    await confirmedCode(site, admin, { studentId: 'SECOND' });
    site.pass({ minutes: 1 });
    const person = { displayName: 'Jo Thiessen', phone: '204-555-0123' };
    const participantId = (await admin.call(participants.upsertParticipant, { body: person })).body.id;
    await admin.call(contract.createDonation, {
      body: {
        participantId,
        weight: '1-2kg',
        date: DATE,
        dropSite: 'Pembina Hall',
        notes: '100% wool, second box',
        confirmNow: true,
      },
    });
    await loggedDonation(site, { studentId: 'PENDING' });
    expect(await readList(admin)).toMatchObject({ status: 200, ids: [null, 'SECOND', 'FIRST'], total: 3 });
    expect(await readList(admin, '?photo=without')).toMatchObject({ ids: [null, 'SECOND'], total: 2 });
    expect(await readList(admin, '?photo=with')).toMatchObject({ ids: ['FIRST'], total: 1 });
    expect(await readList(admin, '?q=SeCoNd')).toMatchObject({ ids: [null, 'SECOND'], total: 2 });
    expect(await readList(admin, '?q=100%25')).toMatchObject({ ids: [null], total: 1 });
    expect(await readList(admin, '?q=Thiess')).toMatchObject({ ids: [null], total: 1 });
    expect(await readList(admin, '?q=jo')).toMatchObject({ ids: [null], total: 1 });
    expect(await readList(admin, '?q=thiessen&photo=with')).toMatchObject({ ids: [], total: 0 });
    expect(await readList(admin, '?q=thiessen%20204')).toMatchObject({ ids: [], total: 0 });
    expect(await readList(admin, '?q=204-555')).toMatchObject({ ids: [], total: 0 });
    expect(await readList(admin, '?q=pembina')).toMatchObject({ ids: [], total: 0 });
    expect(await readList(admin, '?q=hall%20100')).toMatchObject({ ids: [], total: 0 });
    expect(await readList(admin, '?limit=1&offset=1')).toMatchObject({ ids: ['SECOND'], total: 3 });
    expect((await admin.send('GET', `${contract.photoDonations.path}?photo=some`)).status).toBe(400);
  });
});
