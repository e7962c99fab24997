import { contract as deciding } from '#features/donations/console/contract.ts';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as photoProof } from '#features/donations/console/contract.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import * as schema from '#server/db/schema.ts';
import { type Client, everyTable } from '#server/testing/siteUnderTest.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import {
  confirmedCode,
  DONATION,
  createDonor,
  loggedDonation,
  partnerStore,
  PHOTO,
} from '#server/testing/scenarios.ts';
import {
  contract,
  exportedAddressNews,
  exportedAuditRow,
  exportedBinReport,
  exportedCode,
  exportedDonation,
  exportedDonorId,
  exportedMail,
  exportedMerge,
  exportedPerson,
  exportedPickup,
  exportedRedemption,
  exportedSession,
  exportedSubscription,
  exportedTrustedBrowser,
  exportedUndeliverable,
} from './contract.ts';

const site = useTestSite();

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
});
const mailbox = useMailbox();

const EMAIL = 'jo@example.ca';

async function note(id: number, body: { displayName?: string; email?: string; phone?: string }) {
  await admin.call(donors.updateParticipant, { params: { id }, body });
}

async function fileOf(id: number) {
  return await admin.call(contract.exportPerson, { params: { id } });
}

/** Each table that tells of a donor: what the file has of it, and what it leaves out and why. */
const tablesOfDonors: readonly (readonly [PgTable, z.ZodObject, leftOut: Record<string, string>])[] = [
  [
    schema.participants,
    exportedPerson,
    {
      shareToken: 'among shareLinks',
      removedAt: 'there is no file of who was removed',
      searchText: 'the profile once more',
    },
  ],
  [
    schema.mergedShareTokens,
    z.object({}),
    { shareToken: 'among shareLinks', participantId: 'whose file it is' },
  ],
  [
    schema.merges,
    exportedMerge,
    {
      mergedBy: 'an admin’s name',
      filled: 'in the profile',
      studentRowIds: 'numbers of rows alone',
      donationIds: 'as before',
      keptDonationIds: 'as before',
      codeIds: 'as before',
      shareTokens: 'among shareLinks',
    },
  ],
  [
    schema.students,
    exportedDonorId,
    { id: 'a row’s number alone', participantId: 'whose file it is', searchText: 'the ID once more' },
  ],
  [
    schema.sessions,
    exportedSession,
    {
      id: 'a row’s number alone',
      tokenHash: 'a secret',
      csrfSecret: 'a secret',
      adminId: 'a donor’s has none',
      address: 'as before',
      userAgent: 'as before',
      lastUsedAt: 'as before',
      participantId: 'whose file it is',
    },
  ],
  [
    schema.trustedBrowsers,
    exportedTrustedBrowser,
    { id: 'a row’s number alone', tokenHash: 'a secret', participantId: 'whose file it is' },
  ],
  [
    schema.donations,
    exportedDonation,
    {
      participantId: 'whose file it is',
      year: 'in the date',
      confirmationId: 'a row’s number alone',
      confirmedBy: 'an admin’s name',
      loggedBy: 'as before',
      photoUploadedBy: 'as before',
      rejectedBy: 'as before',
      reopenedBy: 'as before',
      searchText: 'the texts once more',
    },
  ],
  [
    schema.discountCodes,
    exportedCode,
    {
      participantId: 'whose file it is',
      revokedBy: 'an admin’s name',
      markedUses: 'among the uses',
    },
  ],
  [
    schema.codeRedemptions,
    exportedRedemption,
    {
      codeId: 'the code is there',
      partnerId: 'the store’s name is there',
      clerk: 'a clerk’s name',
      tillId: 'a row’s number alone',
    },
  ],
  [
    schema.pickups,
    exportedPickup,
    { calendarSequence: 'a count of changes alone', formerStatus: 'the status before, to go back to' },
  ],
  [
    schema.overflowAlerts,
    exportedBinReport,
    {
      id: 'a row’s number alone',
      binId: 'the bin’s name is there',
      status: 'of the bin, not of them',
      acknowledgedBy: 'an admin’s name',
      acknowledgedAt: 'as the status',
      resolvedAt: 'as the status',
    },
  ],
  [
    schema.overflowReports,
    exportedBinReport,
    { id: 'a row’s number alone', alertId: 'the bin’s name is there' },
  ],
  [
    schema.mails,
    exportedMail,
    {
      occasion: 'in what it told',
      participantId: 'whose file it is',
      messageId: 'a mail’s number alone',
      tries: 'how it is sent, not what is kept of them',
      nextTryAt: 'as before',
      sendBefore: 'as before',
      passesMark: 'as before',
      leasedUntil: 'as before',
      answerCode: 'in the answer',
      searchText: 'the address once more',
    },
  ],
  [schema.undeliverableAddresses, exportedUndeliverable, { id: 'a row’s number alone' }],
  [schema.addressNewsOff, exportedAddressNews, { id: 'a row’s number alone' }],
  [
    schema.newsletterSubscribers,
    exportedSubscription,
    { id: 'a row’s number alone', searchText: 'the texts once more' },
  ],
  [
    schema.auditLog,
    exportedAuditRow,
    {
      actor: 'an admin’s name',
      participantId: 'whose file it is',
      requestId: 'a call’s number alone',
      searchText: 'the actor once more',
    },
  ],
];

/** These tell of nobody, of admins or stores, or not of whom. */
const tablesOfOthers: readonly PgTable[] = [
  schema.admins,
  schema.pendingEmails,
  schema.recoveryCodes,
  schema.confirmations,
  schema.partners,
  schema.tills,
  schema.tillLinks,
  schema.statements,
  schema.statementLinks,
  schema.dropBins,
  schema.binVisits,
  // Whoever asks for them is not known to be the person, and they are gone within the hour.
  schema.pendingSignIns,
  schema.signInCodes,
  // An admin gave it; it tells nothing.
  schema.idempotencyKeys,
  schema.rateLimits,
  schema.photos,
  schema.settings,
  schema.siteKey,
  schema.backups,
];

describe('what the file of a participant may contain', () => {
  test.each(tablesOfDonors.map(([table, ...rest]) => [getTableName(table), table, ...rest] as const))(
    'of %s is in it, or left out for a reason',
    (_name, table, inFile, leftOut) => {
      const columns = Object.keys(getTableColumns(table));
      const held = Object.keys(inFile.shape).filter((name) => columns.includes(name));
      expect([...held, ...Object.keys(leftOut)].toSorted()).toEqual(columns.toSorted());
    },
  );

  test('is looked for in every table', () => {
    const named = [...tablesOfDonors.map(([table]) => table), ...tablesOfOthers];
    expect(named.map(getTableName).toSorted()).toEqual(everyTable.map(getTableName).toSorted());
  });
});

describe('the file of a participant', () => {
  test('contains everything that is stored about them', async () => {
    const { pin } = await partnerStore(admin);
    const { id: donation, code } = await confirmedCode(site, admin);
    await note(1, { displayName: 'Jo Thiessen', email: EMAIL, phone: '204-555-0134' });
    await site.visitor().call(donors.studentLogin, { body: { studentId: 'JTHIESSEN', displayName: 'Joey' } });
    await admin.call(photoProof.attachPhoto, {
      params: { id: donation },
      body: { photoUrl: PHOTO, actualWeight: '3kg+' },
    });
    const taken = { participantId: 1, weight: '1-2kg', date: DONATION.date, notes: 'Two mugs' } as const;
    await admin.call(deciding.createDonation, { body: taken });
    await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin, clerk: 'Robin' } });
    await site.visitor().call(newsletter.subscribe, { body: { email: 'Jo@Example.ca', firstName: 'Jo' } });
    const request = { name: 'Jo', address: '12 Osborne Street', items: 'Books' };
    await site.visitor().call(pickups.requestPickup, { body: { ...request, phone: '(204) 555-0134' } });

    const { body, headers } = await fileOf(1);
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
      sessions: [{ studentId: 'JTHIESSEN', claimedName: 'Joey', createdAt: '2026-11-20T18:00:00.000Z' }],
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
      codes: [{ code, donationId: donation, useCount: 1, partnerId: null }],
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
    const rows = (action: string) => body.audit.filter((row) => row.action === action);
    expect(rows('participant.updated')).toMatchObject([
      { details: { fields: ['displayName', 'email', 'phone'] }, actorRole: 'admin', address: null },
    ]);
    expect(rows('donor.signed_in')).toMatchObject([{ actorRole: 'donor', address: '127.0.0.1' }]);
    // What is others' own: admins, clerks, and what opens a session.
    expect(JSON.stringify(body)).not.toMatch(/alex|Robin|tokenHash/);
  });

  test('contains mail to them without sign-in codes, and that their address refused it', async () => {
    await loggedDonation(site);
    await note(1, { email: EMAIL });
    site.site.mailer = mailbox.mailer();
    await confirmedCode(site, admin);
    await site.visitor().call(donors.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    mailbox.behaviour = { recipient: () => ({ code: 550, text: 'No such user' }) };
    await sendDueMail(site.site);
    const { body } = await fileOf(1);
    expect(body.undeliverable).toMatchObject([
      { email: EMAIL, answer: expect.stringContaining('No such user') },
    ]);
    const mailed = body.mails.map(({ kind, recipient, content }) => ({ kind, recipient, content }));
    expect(mailed).toContainEqual({ kind: 'sign_in_code', recipient: EMAIL, content: {} });
    expect(body.mails).toContainEqual(
      expect.objectContaining({
        kind: 'donation_confirmed',
        content: expect.objectContaining({ donorId: 'JTHIESSEN' }),
      }),
    );
  });

  test('contains the merged profile while the merge can be undone', async () => {
    await loggedDonation(site);
    const from = await createDonor(site, 'JT');
    await note(from, { displayName: 'J. T.', email: 'old@example.ca' });
    await admin.call(donors.mergeParticipants, { body: { fromId: from, toId: 1 } });
    const { body } = await fileOf(1);
    expect(body.merges).toMatchObject([{ source: { displayName: 'J. T.', email: 'old@example.ca' } }]);
    // What was done about them before is under the number that they had then.
    expect(body.audit.map(({ action }) => action)).toContain('participant.updated');
    expect(body.shareLinks).toHaveLength(2);
  });

  test('contains nothing of the person whose email they claim', async () => {
    await loggedDonation(site);
    const other = await createDonor(site, 'GRACE');
    await note(other, { displayName: 'Grace', email: 'grace@example.ca' });
    const request = { name: 'Grace', email: 'grace@example.ca', address: 'Her street', items: 'A lamp' };
    await site.visitor().call(pickups.requestPickup, { body: request });
    await site.visitor().call(newsletter.subscribe, { body: { email: 'grace@example.ca' } });
    const body = { studentId: 'JTHIESSEN', email: 'grace@example.ca' };
    await site.visitor().call(donors.studentLogin, { body });
    expect((await fileOf(1)).body).toMatchObject({
      participant: { email: null, claimedEmail: 'grace@example.ca' },
      newsletter: [],
      pickups: [],
    });
  });

  test('is of a participant that is there', async () => {
    const answer = await admin.refused(contract.exportPerson, { params: { id: 118 } });
    expect(answer).toMatchObject({ status: 404 });
  });
});
