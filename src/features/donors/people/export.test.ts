import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
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
const mailbox = useMailbox();

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
});

const EMAIL = 'jo@example.ca';

async function updateProfile(id: number, body: { displayName?: string; email?: string; phone?: string }) {
  await admin.call(donors.updateParticipant, { params: { id }, body });
}

async function exportFile(id: number) {
  return await admin.call(contract.exportPerson, { params: { id } });
}

/** Each table with data about donors: the columns that the file contains, and those left out with the reason. */
const tablesOfDonors: readonly (readonly [PgTable, z.ZodObject, leftOut: Record<string, string>])[] = [
  [
    schema.participants,
    exportedPerson,
    {
      shareToken: 'among shareLinks',
      removedAt: 'a removed person has no file',
      searchText: 'repeats the profile',
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
      studentRowIds: 'only IDs of rows',
      donationIds: 'only IDs of rows',
      keptDonationIds: 'only IDs of rows',
      codeIds: 'only IDs of rows',
      shareTokens: 'among shareLinks',
    },
  ],
  [
    schema.students,
    exportedDonorId,
    { id: 'only the ID of a row', participantId: 'whose file it is', searchText: 'repeats the ID' },
  ],
  [
    schema.sessions,
    exportedSession,
    {
      id: 'only the ID of a row',
      tokenHash: 'a secret',
      csrfSecret: 'a secret',
      adminId: 'only in sessions of admins',
      address: 'only in sessions of admins',
      userAgent: 'only in sessions of admins',
      lastUsedAt: 'only in sessions of admins',
      participantId: 'whose file it is',
    },
  ],
  [
    schema.trustedBrowsers,
    exportedTrustedBrowser,
    { id: 'only the ID of a row', tokenHash: 'a secret', participantId: 'whose file it is' },
  ],
  [
    schema.donations,
    exportedDonation,
    {
      participantId: 'whose file it is',
      year: 'in the date',
      confirmationId: 'only the ID of a row',
      confirmedBy: 'an admin’s name',
      loggedBy: 'an admin’s name',
      photoUploadedBy: 'an admin’s name',
      rejectedBy: 'an admin’s name',
      reopenedBy: 'an admin’s name',
      searchText: 'repeats the texts',
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
      codeId: 'the code instead',
      partnerId: 'the store’s name instead',
      clerk: 'a clerk’s name',
      tillId: 'only the ID of a row',
    },
  ],
  [
    schema.pickups,
    exportedPickup,
    { calendarSequence: 'only a count of changes', formerStatus: 'only for undoing a change' },
  ],
  [
    schema.overflowAlerts,
    exportedBinReport,
    {
      id: 'only the ID of a row',
      binId: 'the bin’s name instead',
      status: 'about the bin, not the person',
      acknowledgedBy: 'an admin’s name',
      acknowledgedAt: 'about the bin, not the person',
      resolvedAt: 'about the bin, not the person',
    },
  ],
  [
    schema.overflowReports,
    exportedBinReport,
    { id: 'only the ID of a row', alertId: 'the bin’s name instead' },
  ],
  [
    schema.mails,
    exportedMail,
    {
      occasion: 'in the content',
      participantId: 'whose file it is',
      messageId: 'only the ID of the mail',
      tries: 'about the sending, not the person',
      nextTryAt: 'about the sending, not the person',
      sendBefore: 'about the sending, not the person',
      passesMark: 'about the sending, not the person',
      leasedUntil: 'about the sending, not the person',
      answerCode: 'in the answer',
      searchText: 'repeats the address',
    },
  ],
  [schema.undeliverableAddresses, exportedUndeliverable, { id: 'only the ID of a row' }],
  [schema.addressNewsOff, exportedAddressNews, { id: 'only the ID of a row' }],
  [
    schema.newsletterSubscribers,
    exportedSubscription,
    { id: 'only the ID of a row', searchText: 'repeats the texts' },
  ],
  [
    schema.auditLog,
    exportedAuditRow,
    {
      actor: 'an admin’s name',
      participantId: 'whose file it is',
      requestId: 'only the ID of a request',
      searchText: 'repeats the actor',
    },
  ],
];

/** These tables are about nobody, about admins or stores, or do not say about whom. */
const otherTables: readonly PgTable[] = [
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
  // Whether the person asked for these is not known, and they are deleted within the hour.
  schema.pendingSignIns,
  schema.signInCodes,
  // Sent by admins, without data about donors.
  schema.idempotencyKeys,
  schema.rateLimits,
  schema.photos,
  schema.settings,
  schema.siteKey,
  schema.backups,
];

describe('the tables', () => {
  test.each(tablesOfDonors.map(([table, ...rest]) => [getTableName(table), table, ...rest] as const))(
    'the file contains each column of %s, or leaves it out for a reason',
    (_name, table, fileSchema, leftOut) => {
      const columns = Object.keys(getTableColumns(table));
      const included = Object.keys(fileSchema.shape).filter((name) => columns.includes(name));
      expect([...included, ...Object.keys(leftOut)].toSorted()).toEqual(columns.toSorted());
    },
  );

  test('are all listed here', () => {
    const listed = [...tablesOfDonors.map(([table]) => table), ...otherTables];
    expect(listed.map(getTableName).toSorted()).toEqual(everyTable.map(getTableName).toSorted());
  });
});

describe('the file of a participant', () => {
  test('contains everything that is stored about them', async () => {
    const { pin } = await partnerStore(admin);
    const { id: donation, code } = await confirmedCode(site, admin);
    await updateProfile(1, { displayName: 'Jo Thiessen', email: EMAIL, phone: '204-555-0134' });
    await site.visitor().call(donors.studentLogin, { body: { studentId: 'JTHIESSEN', displayName: 'Joey' } });
    await admin.call(deciding.attachPhoto, {
      params: { id: donation },
      body: { photoUrl: PHOTO, actualWeight: '3kg+' },
    });
    const intake = { participantId: 1, weight: '1-2kg', date: DONATION.date, notes: 'Two mugs' } as const;
    await admin.call(deciding.createDonation, { body: intake });
    await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin, clerk: 'Robin' } });
    await site.visitor().call(newsletter.subscribe, { body: { email: 'Jo@Example.ca', firstName: 'Jo' } });
    const request = { name: 'Jo', address: '12 Osborne Street', items: 'Books' };
    await site.visitor().call(pickups.requestPickup, { body: { ...request, phone: '(204) 555-0134' } });

    const { body, headers } = await exportFile(1);
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
    const entries = (action: string) => body.audit.filter((row) => row.action === action);
    expect(entries('participant.updated')).toMatchObject([
      { details: { fields: ['displayName', 'email', 'phone'] }, actorRole: 'admin', address: null },
    ]);
    expect(entries('donor.signed_in')).toMatchObject([{ actorRole: 'donor', address: '127.0.0.1' }]);
    // Names of admins and clerks, and secrets of sessions.
    expect(JSON.stringify(body)).not.toMatch(/alex|Robin|tokenHash/);
  });

  test('contains mail to them without sign-in codes, and the refusal by their mail server', async () => {
    await loggedDonation(site);
    await updateProfile(1, { email: EMAIL });
    site.site.mailer = mailbox.mailer();
    await confirmedCode(site, admin);
    await site.visitor().call(donors.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    mailbox.behaviour = { recipient: () => ({ code: 550, text: 'No such user' }) };
    await sendDueMail(site.site);
    const { body } = await exportFile(1);
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

  test('contains the merged profile with its language while the merge can be undone', async () => {
    await loggedDonation(site);
    const from = await createDonor(site, 'JT');
    await updateProfile(from, { displayName: 'J. T.', email: 'old@example.ca' });
    const { participants } = schema;
    await site.database.update(participants).set({ language: 'fr' }).where(eq(participants.id, from));
    await admin.call(donors.mergeParticipants, { body: { fromId: from, toId: 1 } });
    const { body } = await exportFile(1);
    expect(body.merges).toMatchObject([
      { source: { displayName: 'J. T.', email: 'old@example.ca', language: 'fr' } },
    ]);
    // Entries from before the merge have the number of the merged participant.
    expect(body.audit.map(({ action }) => action)).toContain('participant.updated');
    expect(body.shareLinks).toHaveLength(2);
  });

  test('contains nothing of the person whose email they claim', async () => {
    await loggedDonation(site);
    const grace = await createDonor(site, 'GRACE');
    await updateProfile(grace, { displayName: 'Grace', email: 'grace@example.ca' });
    const request = { name: 'Grace', email: 'grace@example.ca', address: 'Her street', items: 'A lamp' };
    await site.visitor().call(pickups.requestPickup, { body: request });
    await site.visitor().call(newsletter.subscribe, { body: { email: 'grace@example.ca' } });
    const body = { studentId: 'JTHIESSEN', email: 'grace@example.ca' };
    await site.visitor().call(donors.studentLogin, { body });
    expect((await exportFile(1)).body).toMatchObject({
      participant: { email: null, claimedEmail: 'grace@example.ca' },
      newsletter: [],
      pickups: [],
    });
  });

  test('of an unknown participant is 404', async () => {
    const answer = await admin.refused(contract.exportPerson, { params: { id: 118 } });
    expect(answer).toMatchObject({ status: 404 });
  });
});
