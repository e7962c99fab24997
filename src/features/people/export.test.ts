import { describe, expect, test } from 'vitest';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as intake } from '#features/donations/intake/contract.ts';
import { contract as photoProof } from '#features/donations/photoProof/contract.ts';
import { contract as newsletter } from '#features/newsletter/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import {
  callAsStrangers,
  confirmedCode,
  DONATION,
  knownDonor,
  loggedDonation,
  partnerStore,
  PHOTO,
  strangersRefused,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const EMAIL = 'jo@example.ca';

async function note(
  admin: Client,
  id: number,
  body: { displayName?: string; email?: string; phone?: string },
) {
  await admin.call(participants.updateParticipant, { params: { id }, body });
}

async function fileOf(admin: Client, id: number) {
  return await admin.call(contract.exportPerson, { params: { id } });
}

describe('the file of a participant', () => {
  test('holds everything that is kept about them', async () => {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin);
    const { id: donation, code } = await confirmedCode(site, admin);
    await note(admin, 1, { displayName: 'Jo Thiessen', email: EMAIL, phone: '204-555-0134' });
    await site.visitor().call(auth.studentLogin, { body: { studentId: 'JTHIESSEN', displayName: 'Joey' } });
    await admin.call(photoProof.attachPhoto, {
      params: { id: donation },
      body: { photoUrl: PHOTO, actualWeight: '3kg+' },
    });
    const taken = { participantId: 1, weight: '1-2kg', date: DONATION.date, notes: 'Two mugs' } as const;
    await admin.call(intake.createDonation, { body: taken });
    await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin, clerk: 'Robin' } });
    await site.visitor().call(newsletter.subscribe, { body: { email: 'Jo@Example.ca', firstName: 'Jo' } });
    const request = { name: 'Jo', address: '12 Osborne Street', items: 'Books' };
    await site.visitor().call(pickups.requestPickup, { body: { ...request, phone: '(204) 555-0134' } });

    const { body, headers } = await fileOf(admin, 1);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="participant-1-2026-11-20.json"',
      'cache-control': 'no-store',
    });
    expect(body).toMatchObject({
      madeAt: '2026-11-20T18:00:00.000Z',
      participant: {
        id: 1,
        displayName: 'Jo Thiessen',
        email: EMAIL,
        phone: '204-555-0134',
        claimedName: 'Joey',
      },
      donorIds: [{ studentId: 'JTHIESSEN' }],
      shareLinks: [expect.stringMatching(/^http:\/\/localhost:3000\/p\/[\w-]{20,}$/)],
      sessions: [{ createdAt: '2026-11-20T18:00:00.000Z' }],
      newsletter: [{ email: 'Jo@Example.ca', firstName: 'Jo' }],
      pickups: [{ address: '12 Osborne Street', items: 'Books' }],
      donations: [
        {
          id: donation,
          studentId: 'JTHIESSEN',
          photoUrl: `http://localhost:3000${PHOTO}`,
          isConfirmed: true,
        },
        { notes: 'Two mugs', isConfirmed: false },
      ],
      codes: [{ code, donationId: donation, useCount: 1 }],
      redemptions: [{ code, store: 'Main Street Thrift' }],
    });
    expect(body.audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'donation.logged',
        'donation.confirmed',
        'participant.claimed',
        'code.redeemed',
      ]),
    );
    // What is others' own: admins, clerks, and what opens a session.
    expect(JSON.stringify(body)).not.toMatch(/alex|Robin|tokenHash/);
  });

  test('holds whom a merge brought in, for as long as it can be taken back', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    const from = await knownDonor(site, 'JT');
    await note(admin, from, { displayName: 'J. T.', email: 'old@example.ca' });
    await admin.call(participants.mergeParticipants, { body: { fromId: from, toId: 1 } });
    const { body } = await fileOf(admin, 1);
    expect(body.merges).toMatchObject([{ source: { displayName: 'J. T.', email: 'old@example.ca' } }]);
    // What was done about them before is under the number that they had then.
    expect(body.audit.map(({ action }) => action)).toContain('participant.updated');
    expect(body.shareLinks).toHaveLength(2);
  });

  test('holds nothing of the one whose email they claim', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    const other = await knownDonor(site, 'GRACE');
    await note(admin, other, { displayName: 'Grace', email: 'grace@example.ca' });
    const request = { name: 'Grace', email: 'grace@example.ca', address: 'Her street', items: 'A lamp' };
    await site.visitor().call(pickups.requestPickup, { body: request });
    await site.visitor().call(newsletter.subscribe, { body: { email: 'grace@example.ca' } });
    const body = { studentId: 'JTHIESSEN', email: 'grace@example.ca' };
    await site.visitor().call(auth.studentLogin, { body });
    expect((await fileOf(admin, 1)).body).toMatchObject({
      participant: { email: null, claimedEmail: 'grace@example.ca' },
      newsletter: [],
      pickups: [],
    });
  });

  test('is for admins, and of a participant that is there', async () => {
    const admin = await site.admin();
    const parts = { params: { id: 118 } };
    expect(await callAsStrangers(site, admin, contract.exportPerson, parts)).toEqual(strangersRefused);
    expect(await admin.refused(contract.exportPerson, parts)).toMatchObject({ status: 404 });
  });
});
