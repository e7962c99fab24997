import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { deleteUnusedPhotos } from '#features/donations/photos/server.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as siteContract } from '#features/settings/contract.ts';
import { auditLog, merges, newsletterSubscribers, students } from '#server/db/schema.ts';
import {
  confirmedCode,
  DONATION,
  everyRow,
  createDonor,
  loggedDonation,
  partnerStore,
  PHOTO,
  shownDonation,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
});

const photoName = PHOTO.slice('/uploads/'.length);

const profile = { displayName: 'Jo Thiessen', email: 'jo@example.ca', phone: '204-555-0134' };

/** Creates participant 1 with data of every kind that the site stores. */
async function createFullDonor() {
  const { pin } = await partnerStore(admin);
  const used = await confirmedCode(site, admin);
  const unused = await confirmedCode(site, admin);
  await admin.call(donors.updateParticipant, { params: { id: 1 }, body: profile });
  await site.visitor().call(redemption.redeemCode, { params: { code: used.code }, body: { pin } });
  await site.visitor().call(donors.studentLogin, { body: { studentId: 'JTHIESSEN', displayName: 'Joey' } });
  if (!(await site.site.storage.read(photoName))) {
    await site.site.storage.save(photoName, Buffer.from('a photo'));
  }
  await admin.call(deciding.attachPhoto, {
    params: { id: used.id },
    body: { photoUrl: PHOTO, actualWeight: '3kg+' },
  });
  const intake = { participantId: 1, weight: '1-2kg', date: DONATION.date, notes: 'Heirloom of Jo' } as const;
  await admin.call(deciding.createDonation, { body: intake });
  const rejected = await loggedDonation(site);
  await admin.call(deciding.rejectDonation, { body: { id: rejected, reason: 'Jo called' } });
  await admin.call(deciding.reopenDonation, { body: { id: rejected, reason: 'Jo called again' } });
  await admin.call(deciding.rejectDonation, { body: { id: rejected, reason: 'Jo was rude' } });
  await site.visitor().call(newsletter.subscribe, { body: { email: 'Jo@example.ca', firstName: 'Jo' } });
  const request = { name: 'Jo Thiessen', address: '12 Osborne Street', items: 'Books' };
  await site.visitor().call(pickups.requestPickup, { body: { ...request, email: 'JO@example.ca' } });
  return { used, unused, rejected };
}

const remove = (id: number, body: { reason: string; name?: string } = { reason: 'Asked' }) =>
  admin.call(contract.removePerson, { params: { id }, body });

const refusedRemoval = (id: number, body: object = { reason: 'Asked' }) =>
  admin.refused(contract.removePerson, { params: { id }, body });

describe('removing a participant', () => {
  test('leaves nothing that identifies them, and does not change the totals', async () => {
    const { used } = await createFullDonor();
    const before = (await site.visitor().call(siteContract.siteInfo, {})).body.community;
    const { body } = await remove(1, { reason: 'Asked by mail' });
    expect(body.participant).toMatchObject({
      displayName: null,
      email: null,
      phone: null,
      claimedName: null,
      total_donations: 3,
      confirmed_donations: 2,
      removed_at: '2026-11-20T18:00:00.000Z',
    });
    // Earlier audit entries stay as they are.
    const { audit_log: _, ...otherTables } = await everyRow(site);
    expect(JSON.stringify(otherTables)).not.toMatch(
      /\bJo\b|JTHIESSEN|example\.ca|0134|Osborne|Heirloom|rude|uploads/,
    );
    expect(await site.site.storage.read(photoName)).toBeNull();
    expect((await site.visitor().call(siteContract.siteInfo, {})).body.community).toEqual(before);
    expect(await shownDonation(admin, used.id)).toMatchObject({
      participantId: 1,
      participantRemovedAt: '2026-11-20T18:00:00.000Z',
      actualWeight: '3kg+',
      isConfirmed: true,
    });
    expect((await site.audit()).map(({ action, details }) => ({ action, details }))).toEqual(
      expect.arrayContaining([
        {
          action: 'participant.removed',
          details: { reason: 'Asked by mail', codes: 2, pickups: 1, newsletter: 1 },
        },
      ]),
    );
  });

  test('has a preview of what will be erased and what will stay', async () => {
    await createFullDonor();
    const { body } = await admin.call(contract.removalPreview, { params: { id: 1 } });
    expect(body).toEqual({
      ok: true,
      name: 'Jo Thiessen',
      goes: {
        donorIds: ['JTHIESSEN'],
        contacts: ['Jo Thiessen', 'Joey', 'jo@example.ca', '204-555-0134'],
        texts: 2,
        photos: 1,
        codes: 2,
        pickups: 1,
        openPickups: 1,
        newsletter: true,
      },
      stays: { donations: 4, pending: 1, kilograms: 6, uses: 1 },
    });
  });

  test('ends their sessions, codes and share link', async () => {
    const { used, unused } = await createFullDonor();
    const donor = await site.donor('JTHIESSEN');
    const byEmail = site.visitor();
    await byEmail.call(donors.studentLogin, { body: { email: profile.email } });
    const { shareToken } = (await admin.call(contract.participantSheet, { params: { id: 1 } })).body
      .participant;
    await remove(1);
    for (const browser of [donor, byEmail]) {
      expect((await browser.call(donors.studentMe, {})).body).toMatchObject({ authenticated: false });
    }
    for (const { code } of [used, unused]) {
      expect(await site.visitor().refused(redemption.checkCode, { params: { code } })).toMatchObject({
        status: 404,
      });
    }
    const { removed_at: _, ...row } = (await admin.call(contract.participantSheet, { params: { id: 1 } }))
      .body.participant;
    for (const token of [shareToken, row.shareToken]) {
      const link = { params: { shareToken: token } };
      expect(await site.visitor().refused(donors.publicStatus, link)).toMatchObject({ status: 404 });
    }
  });

  test('erases profiles in direct and indirect merges, which can no longer be undone', async () => {
    await loggedDonation(site);
    const [middle, first] = [await createDonor(site, 'MIDDLE'), await createDonor(site, 'FIRST')];
    await admin.call(donors.updateParticipant, {
      params: { id: first },
      body: { displayName: 'J. Thiessen' },
    });
    for (const [fromId, toId] of [
      [first, middle],
      [middle, 1],
    ] as const) {
      await admin.call(donors.mergeParticipants, { body: { fromId, toId } });
    }
    await remove(1);
    expect(JSON.stringify(await site.database.select().from(merges))).not.toMatch(/Thiessen|FIRST/);
    const undo = { params: { mergeId: 2 } };
    expect(await admin.refused(donors.undoMerge, undo)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', error: 'This person was removed.' },
    });
  });

  test('erases what is stored under merged contacts, unless they belong to somebody else by now', async () => {
    await createFullDonor();
    const [first, second] = [await createDonor(site, 'FIRST'), await createDonor(site, 'SECOND')];
    const profiles = [
      [first, { displayName: 'J. Thiessen', email: 'old@example.ca', phone: '204-555-0777' }],
      [second, { email: 'theirs@example.ca' }],
    ] as const;
    for (const [id, body] of profiles) {
      await admin.call(donors.updateParticipant, { params: { id }, body });
      await admin.call(donors.mergeParticipants, { body: { fromId: id, toId: 1 } });
    }
    const other = await createDonor(site, 'ELSE');
    await admin.call(donors.updateParticipant, {
      params: { id: other },
      body: { email: 'Theirs@example.ca' },
    });
    const request = { name: 'J', address: '3 Elm', items: 'Mugs' };
    for (const contact of [
      { email: 'OLD@example.ca' },
      { phone: '204 555 0777' },
      { email: 'theirs@example.ca' },
    ]) {
      await site.visitor().call(pickups.requestPickup, { body: { ...request, ...contact } });
    }
    for (const email of ['old@example.ca', 'theirs@example.ca']) {
      await site.visitor().call(newsletter.subscribe, { body: { email } });
    }
    const { goes } = (await admin.call(contract.removalPreview, { params: { id: 1 } })).body;
    expect(goes.contacts).toEqual(expect.arrayContaining(['J. Thiessen', 'old@example.ca', '204-555-0777']));
    expect(goes.contacts).not.toContain('theirs@example.ca');
    const file = (await admin.call(contract.exportPerson, { params: { id: 1 } })).body;
    expect(file.newsletter.map(({ email }) => email)).toEqual(['Jo@example.ca', 'old@example.ca']);
    expect(file.pickups).toHaveLength(3);
    await remove(1);
    const left = (await admin.call(pickups.adminPickups, {})).body.pickups;
    expect(left.map(({ email }) => email)).toEqual(['theirs@example.ca']);
    const subscribed = await site.database.select().from(newsletterSubscribers);
    expect(subscribed.map(({ email }) => email)).toEqual(['theirs@example.ca']);
  });

  test('leaves a photo that is also attached to a donation of somebody else', async () => {
    await createFullDonor();
    const other = await confirmedCode(site, admin, { studentId: 'ELSE' });
    await admin.call(deciding.attachPhoto, {
      params: { id: other.id },
      body: { photoUrl: PHOTO, actualWeight: '3kg+' },
    });
    await remove(1);
    expect(await site.site.storage.read(photoName)).not.toBeNull();
    expect(await shownDonation(admin, other.id)).toMatchObject({ photoUrl: PHOTO });
    expect(await shownDonation(admin, 1)).toMatchObject({ photoUrl: null });
  });

  test('deletes a photo later if the storage fails to delete it at once', async () => {
    await createFullDonor();
    const { storage } = site.site;
    const otherNames = ['b', 'c'].map((letter) => `${letter.repeat(24)}.webp`);
    for (const name of otherNames) {
      if (!(await storage.read(name))) await storage.save(name, Buffer.from('a photo'));
      const body = { photoUrl: `/uploads/${name}`, actualWeight: '3kg+' } as const;
      await admin.call(deciding.attachPhoto, {
        params: { id: (await confirmedCode(site, admin)).id },
        body,
      });
    }
    const storageRemove = vi.spyOn(storage, 'remove').mockRejectedValueOnce(new Error('The bucket is away.'));
    expect((await remove(1)).status).toBe(200);
    storageRemove.mockRestore();
    expect(site.log).toContain('The bucket is away.');
    const countPhotos = async () => {
      const files = await Promise.all([photoName, ...otherNames].map((name) => storage.read(name)));
      return files.filter((file) => file !== null).length;
    };
    // The other photos were deleted at once.
    expect(await countPhotos()).toBe(1);
    expect(await shownDonation(admin, 1)).toMatchObject({ photoUrl: null });
    await deleteUnusedPhotos(site.site, site.app.log);
    expect(await countPhotos()).toBe(0);
  });

  test('leaves the place of a donation if it is a bin, and erases a typed one', async () => {
    // Logged before the bin exists, because later donations would take the location of the bin.
    await loggedDonation(site, { dropSite: 'UC EAST', binLocation: 'university centre' });
    await loggedDonation(site, { dropSite: 'Jo’s porch', binLocation: 'UC_E' });
    await admin.call(bins.createBin, {
      body: { name: 'UC East', location: 'University Centre', binCode: 'UC_E' },
    });
    expect((await admin.call(contract.removalPreview, { params: { id: 1 } })).body.goes.texts).toBe(1);
    await remove(1);
    expect(await shownDonation(admin, 1)).toMatchObject({
      dropSite: 'UC EAST',
      binLocation: 'university centre',
    });
    expect(await shownDonation(admin, 2)).toMatchObject({ dropSite: null, binLocation: 'UC_E' });
  });

  test('leaves a pickup of the same phone number under another email', async () => {
    await createFullDonor();
    const request = {
      name: 'Sam',
      address: '3 Elm',
      items: 'Mugs',
      phone: profile.phone,
      email: 's@example.org',
    };
    await site.visitor().call(pickups.requestPickup, { body: request });
    await remove(1);
    const { body } = await admin.call(pickups.adminPickups, {});
    expect(body.pickups.map(({ name }) => name)).toEqual(['Sam']);
  });

  test('is final: 409 the second time, 404 for an unknown number, 400 without a reason or with another name', async () => {
    await createFullDonor();
    expect(await refusedRemoval(118)).toMatchObject({ status: 404 });
    expect(await refusedRemoval(1, { reason: ' ' })).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Please say why' } },
    });
    for (const name of ['Jo Thiesen', '', ' \u200b', null]) {
      expect(await refusedRemoval(1, { reason: 'Asked', name })).toMatchObject({
        status: 400,
        body: { fields: { name: 'That is not the name of this person' } },
      });
    }
    expect((await remove(1, { reason: 'Joint wish', name: ' jo  THIESSEN ' })).status).toBe(200);
    for (const endpoint of [contract.removalPreview, contract.exportPerson]) {
      expect(await admin.refused(endpoint, { params: { id: 1 } })).toMatchObject({ status: 409 });
    }
    expect(await refusedRemoval(1)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });
});

describe('a removed participant', () => {
  test('cannot be changed: no profile, merge, photo, code or intake', async () => {
    const { used } = await createFullDonor();
    const other = await createDonor(site, 'ELSE');
    await remove(1);
    const answers = [
      await admin.refused(donors.updateParticipant, { params: { id: 1 }, body: { displayName: 'Jo' } }),
      await admin.refused(donors.decideClaim, { params: { id: 1 }, body: { accept: true } }),
      await admin.refused(donors.mergeParticipants, { body: { fromId: 1, toId: other } }),
      await admin.refused(donors.mergeParticipants, { body: { fromId: other, toId: 1 } }),
      await admin.refused(deciding.attachPhoto, {
        params: { id: used.id },
        body: { photoUrl: PHOTO, actualWeight: '3kg+' },
      }),
      await admin.refused(rewards.createCode, { body: { participantId: 1, expiresAt: '2026-12-31' } }),
      await admin.refused(deciding.createDonation, {
        body: { participantId: 1, weight: '1-2kg', date: DONATION.date },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 404, 404]);
    const found = await admin.call(donors.searchParticipants, { query: { q: '1' } });
    expect(found.body.items.map(({ id }) => id)).not.toContain(1);
  });

  test('earns no usable code by a pending donation, whose weight counts', async () => {
    const id = await loggedDonation(site);
    await remove(1);
    const { status, body } = await admin.call(deciding.confirmDonation, { body: { id } });
    expect(status).toBe(200);
    const code = { params: { code: body.discountCode } };
    expect(await site.visitor().refused(redemption.checkCode, code)).toMatchObject({ status: 404 });
    expect((await site.visitor().call(siteContract.siteInfo, {})).body.community.month.kg).toBe(2.5);
    // Undoing the confirmation and confirming again issues no usable code either.
    await admin.call(deciding.undoLastConfirmation, { body: {} });
    const again = await admin.call(deciding.confirmDonation, { body: { id } });
    expect(again.status).toBe(200);
    const { usable } = (await admin.call(contract.participantSheet, { params: { id: 1 } })).body.codes;
    expect(usable).toBe(0);
  });

  test('has no reasons stored with later decisions about their donations', async () => {
    const id = await loggedDonation(site);
    await remove(1);
    await admin.call(deciding.rejectDonation, { body: { id, reason: 'Jo was rude' } });
    expect(await shownDonation(admin, id)).toMatchObject({ rejectedBy: 'alex', rejectionReason: null });
    await admin.call(deciding.reopenDonation, { body: { id, reason: 'Jo called' } });
    expect(await shownDonation(admin, id)).toMatchObject({ reopenedBy: 'alex', reopeningReason: null });
  });

  test('is not reused for the next person with the same donor ID or email', async () => {
    await createFullDonor();
    await remove(1);
    const id = await loggedDonation(site);
    const { participantId } = await shownDonation(admin, id);
    expect(participantId).not.toBe(1);
    const updated = await admin.call(donors.updateParticipant, {
      params: { id: participantId! },
      body: profile,
    });
    expect(updated.body.participant).toMatchObject(profile);
    const [donor] = await site.database.select().from(students).where(eq(students.studentId, 'JTHIESSEN'));
    expect(donor?.participantId).toBe(participantId);
  });

  test('is shown as removed in the lists', async () => {
    const { used } = await createFullDonor();
    await remove(1);
    const removed = '2026-11-20T18:00:00.000Z';
    const rows = await Promise.all([
      admin.call(donations.donationDetails, { params: { id: used.id } }).then(({ body }) => body.row),
      admin.call(deciding.adminSummary, {}).then(({ body }) => body.latestPending[0]),
    ]);
    for (const row of rows) expect(row).toMatchObject({ participantRemovedAt: removed, studentId: null });
    const searched = await admin.call(deciding.searchDonations, {});
    expect(searched.body.items[0]).toMatchObject({ participant_removed_at: removed });
    expect((await admin.call(rewards.codes, {})).body.items[0]).toMatchObject({
      participant_removed_at: removed,
      participant_name: null,
    });
    const [, line] = (await admin.call(donors.exportParticipants, {})).body.split('\r\n');
    expect(line).toMatch(/^1,,,,,3,2,[^,]*$/);
    expect(await site.database.$count(auditLog, eq(auditLog.action, 'photo.deleted'))).toBe(1);
  });
});
