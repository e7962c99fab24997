import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as mailContract } from '#features/mail/contract.ts';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { contract as participantsContract } from '#features/donors/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { notifyEndingCodes } from '#features/rewards/server.ts';
import { dropBins, mails, participants } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';

const site = useTestSite();
const mailbox = useMailbox();

let admin: Client;

beforeEach(async () => {
  site.site.mailer = mailbox.mailer();
  admin = await site.admin();
});

const readOutbox = () => site.database.select().from(mails).orderBy(asc(mails.id));

async function readNotifications() {
  return (await readOutbox()).map(({ kind, content }) => ({ kind, ...(content as object) }));
}

async function sendAllMail() {
  while (await sendDueMail(site.site));
}

const updateDonor = (id: number, body: { displayName?: string; email: string | null }) =>
  admin.call(participantsContract.updateParticipant, { params: { id }, body });

const AMARA = { displayName: 'Amara', email: 'amara@example.ca' };

/** Logs a donation of AMARA, then puts the email on record. */
async function logForAmara(): Promise<number> {
  const id = await loggedDonation(site, { studentId: 'AMARA', weight: '3kg+' });
  await updateDonor(1, AMARA);
  return id;
}

describe('a donor with an email on record is notified', () => {
  test('when a donation was logged, but not before the email was on record', async () => {
    await logForAmara();
    expect(await readOutbox()).toEqual([]);
    const id = await loggedDonation(site, { studentId: 'AMARA', weight: '1-2kg' });
    expect(await readOutbox()).toMatchObject([
      { kind: 'donation_logged', recipient: 'amara@example.ca', participantId: 1, status: 'waiting' },
    ]);
    expect(await readNotifications()).toMatchObject([{ donorId: 'AMARA', donationId: id, weight: '1-2kg' }]);
  });

  test('with the name of a known bin, but no other text that a visitor typed', async () => {
    const typedText = 'your codes are on hold. Confirm at https://evil.example';
    await loggedDonation(site, { studentId: 'AMARA' });
    await updateDonor(1, { ...AMARA, displayName: typedText });
    const east = { name: 'UC East bin', location: 'University Centre', binCode: 'UC_EAST' };
    await site.database.insert(dropBins).values({ ...east, createdAt: site.now });
    for (const dropSite of ['UC East bin', typedText]) {
      const id = await loggedDonation(site, { studentId: 'AMARA', dropSite, binLocation: typedText });
      await admin.call(deciding.confirmDonation, { body: { id } });
    }
    expect(await readNotifications()).toMatchObject(
      ['UC East bin', 'UC East bin', null, null].map((bin) => expect.objectContaining({ bin }) as object),
    );
    await sendAllMail();
    expect(mailbox.deliveries).toHaveLength(4);
    expect(mailbox.deliveries[0]?.mail.text).toContain('from UC East bin');
    for (const { raw } of mailbox.deliveries) expect(raw).not.toContain('hold');
  });

  test('with their own donor ID, although another donor came first', async () => {
    await loggedDonation(site, { studentId: 'BEN' });
    const id = await loggedDonation(site, { studentId: 'AMARA' });
    await updateDonor(2, AMARA);
    await admin.call(deciding.confirmDonation, { body: { id } });
    expect(await readNotifications()).toMatchObject([{ donorId: 'AMARA', donationId: id }]);
  });

  test('of each donation in one confirmation, with its code', async () => {
    const ids = [await logForAmara(), await loggedDonation(site, { studentId: 'AMARA', weight: '0-1kg' })];
    const idWithoutEmail = await loggedDonation(site, { studentId: 'BEN' });
    await site.database.delete(mails);
    const { body } = await admin.call(deciding.confirmDonations, { body: { ids: [...ids, idWithoutEmail] } });
    expect(body.confirmed).toHaveLength(3);
    const [first, second] = await readNotifications();
    expect(first).toMatchObject({
      kind: 'donation_confirmed',
      donationId: ids[0],
      code: { code: expect.stringMatching(/^RR-/) as string, uses: 2 },
      gold: { donations: 1, of: 6 },
    });
    expect(second).toMatchObject({ kind: 'donation_confirmed', donationId: ids[1], gold: null });
    expect(await readNotifications()).toHaveLength(2);
  });

  test('of a rejection with its reason', async () => {
    const id = await logForAmara();
    await admin.call(deciding.rejectDonation, { body: { id, reason: 'Too wet' } });
    expect(await readNotifications()).toMatchObject([
      { kind: 'donation_rejected', donationId: id, reason: 'Too wet' },
    ]);
  });

  test('of a measured weight that differs from the claimed one, and of its correction', async () => {
    const id = await logForAmara();
    await admin.call(deciding.confirmDonation, { body: { id } });
    await sendAllMail();
    await site.database.delete(mails);
    const notifiedWeightsAfter = async (actualWeight: '3kg+' | '1-2kg' | '0-1kg') => {
      site.pass({ minutes: 1 });
      const body = { photoUrl: 'https://a.example/a.jpg', actualWeight };
      await admin.call(deciding.attachPhoto, { params: { id }, body });
      return (await readNotifications()).map((mail) => 'measured' in mail && mail.measured);
    };
    expect(await notifiedWeightsAfter('3kg+')).toEqual([]);
    expect(await notifiedWeightsAfter('1-2kg')).toEqual(['1-2kg']);
    // The same weight again. Then a correction, which replaces the waiting mail.
    expect(await notifiedWeightsAfter('1-2kg')).toEqual(['1-2kg']);
    expect(await notifiedWeightsAfter('0-1kg')).toEqual(['0-1kg']);
    await sendAllMail();
    expect(await notifiedWeightsAfter('1-2kg')).toEqual(['0-1kg', '1-2kg']);
  });

  test('once of a donation at the intake table: that it was confirmed, or else logged', async () => {
    await logForAmara();
    const donation = { participantId: 1, weight: '1-2kg', date: '2026-11-20' } as const;
    await admin.call(deciding.createDonation, { body: { ...donation, confirmNow: true } });
    await admin.call(deciding.createDonation, { body: { ...donation, actualWeight: '0-1kg' } });
    expect((await readNotifications()).map(({ kind }) => kind)).toEqual([
      'donation_confirmed',
      'donation_logged',
      'donation_measured',
    ]);
  });

  test('of each use of a code, with the store', async () => {
    const { body } = await admin.call(deciding.confirmDonation, { body: { id: await logForAmara() } });
    const { pin } = await partnerStore(admin, 'Thrift & Co');
    await site.database.delete(mails);
    const till = site.visitor();
    const use = { params: { code: body.discountCode }, body: { pin } };
    await till.call(redemption.redeemCode, use);
    await till.call(redemption.redeemCode, use);
    await till.refused(redemption.redeemCode, use);
    expect(await readNotifications()).toMatchObject([
      { kind: 'code_used', donorId: 'AMARA', code: body.discountCode, store: 'Thrift & Co', usesLeft: 1 },
      { kind: 'code_used', usesLeft: 0 },
    ]);
  });

  test('with the right number of uses left after a use, and after it was given back', async () => {
    const { body } = await admin.call(deciding.confirmDonation, { body: { id: await logForAmara() } });
    const { pin } = await partnerStore(admin, 'Thrift & Co');
    await site.database.delete(mails);
    site.pass({ days: 25 });
    await notifyEndingCodes(site.site);
    const params = { code: body.discountCode };
    const redeemed = await site.visitor().call(redemption.redeemCode, { params, body: { pin } });
    await notifyEndingCodes(site.site);
    expect(await readNotifications()).toMatchObject([
      { kind: 'code_used', usesLeft: 1 },
      { kind: 'code_ending', usesLeft: 1 },
    ]);
    const { redemptionId } = redeemed.body;
    await site.visitor().call(redemption.undoRedemption, { params, body: { pin, redemptionId } });
    expect(await readOutbox()).toEqual([]);
    await notifyEndingCodes(site.site);
    expect(await readNotifications()).toMatchObject([{ kind: 'code_ending', usesLeft: 2 }]);
  });

  test('once that a code ends within five days, and again after it was extended', async () => {
    const { body } = await admin.call(deciding.confirmDonation, { body: { id: await logForAmara() } });
    await site.database.delete(mails);
    const notificationsAfterTwoRuns = async () => {
      await notifyEndingCodes(site.site);
      await notifyEndingCodes(site.site);
      return await readNotifications();
    };
    site.pass({ days: 24 });
    expect(await notificationsAfterTwoRuns()).toEqual([]);
    site.pass({ days: 1 });
    const expiresAt = '2026-12-20T18:00:00.000Z';
    expect(await notificationsAfterTwoRuns()).toEqual([
      { kind: 'code_ending', donorId: 'AMARA', code: body.discountCode, usesLeft: 2, expiresAt },
    ]);
    expect(await readOutbox()).toMatchObject([
      { sendBefore: new Date(expiresAt), recipient: 'amara@example.ca' },
    ]);
    await sendAllMail();
    const newlySignedInAdmin = await site.admin();
    await newlySignedInAdmin.call(rewards.extendCode, {
      params: { id: 1 },
      body: { expiresAt: '2026-12-22' },
    });
    site.pass({ days: 3 });
    expect(await notificationsAfterTwoRuns()).toHaveLength(2);
  });
});

describe('waiting mail that is no longer true', () => {
  test('is withdrawn when a confirmation is undone; sent mail stays, and the next confirmation is mailed too', async () => {
    const id = await logForAmara();
    await admin.call(deciding.confirmDonation, { body: { id } });
    await admin.call(deciding.undoLastConfirmation, {});
    expect(await readNotifications()).toEqual([]);
    await admin.call(deciding.confirmDonation, { body: { id } });
    await sendAllMail();
    await admin.call(deciding.undoLastConfirmation, {});
    const { body } = await admin.call(deciding.confirmDonation, { body: { id } });
    expect(await readOutbox()).toMatchObject([
      { status: 'sent' },
      { status: 'waiting', content: { code: { code: body.discountCode } } },
    ]);
  });

  test('is withdrawn when a rejected donation is reopened', async () => {
    const id = await logForAmara();
    await admin.call(deciding.rejectDonation, { body: { id } });
    await admin.call(deciding.reopenDonation, { body: { id } });
    expect(await readNotifications()).toEqual([]);
  });

  test.each([
    [
      'its code is extended',
      (newlySignedInAdmin: Client) =>
        newlySignedInAdmin.call(rewards.extendCode, { params: { id: 1 }, body: { expiresAt: '2027-03-01' } }),
    ],
    [
      'an undo deletes its code',
      (newlySignedInAdmin: Client) => newlySignedInAdmin.call(deciding.undoLastConfirmation, {}),
    ],
  ])('is withdrawn when %s', async (_change, change) => {
    await admin.call(deciding.confirmDonation, { body: { id: await logForAmara() } });
    await site.database.delete(mails);
    site.pass({ days: 25 });
    await notifyEndingCodes(site.site);
    expect(await readNotifications()).toMatchObject([{ kind: 'code_ending' }]);
    await change(await site.admin());
    expect(await readNotifications()).toEqual([]);
  });
});

describe('waiting mail', () => {
  const switchOffRejections = () =>
    site.database.update(participants).set({ newsOff: ['donation_rejected'] });

  beforeEach(async () => {
    await admin.call(deciding.rejectDonation, { body: { id: await logForAmara() } });
  });

  test('goes to the email that is on record when it is sent', async () => {
    await updateDonor(1, { email: 'amara.m@example.ca' });
    await sendAllMail();
    expect(mailbox.deliveries.map(({ to }) => to)).toEqual([['amara.m@example.ca']]);
    expect(await readOutbox()).toMatchObject([{ status: 'sent', recipient: 'amara.m@example.ca' }]);
  });

  test.each([
    ['its kind was switched off', switchOffRejections],
    ['no email is on record any more', () => updateDonor(1, { email: null })],
  ])('is not sent if %s', async (_reason, change) => {
    await change();
    await sendAllMail();
    expect(mailbox.deliveries).toEqual([]);
    expect(await readOutbox()).toMatchObject([
      { status: 'suppressed', answer: 'Not sent: it was switched off, or no email is confirmed any more.' },
    ]);
  });

  test('is sent although its kind was switched off, if an admin sends it again', async () => {
    await switchOffRejections();
    await sendAllMail();
    const [mail] = await readOutbox();
    await admin.call(mailContract.resendMail, { params: { id: mail?.id ?? 0 } });
    await sendAllMail();
    expect(mailbox.deliveries).toHaveLength(1);
  });

  test('goes to the first donor again after a merge is undone', async () => {
    await loggedDonation(site, { studentId: 'ELSE' });
    await updateDonor(2, { email: 'else@example.ca' });
    const merge = { body: { fromId: 1, toId: 2 } };
    const { body } = await admin.call(participantsContract.mergeParticipants, merge);
    await admin.call(participantsContract.undoMerge, { params: { mergeId: body.mergeId } });
    await sendAllMail();
    expect(await readOutbox()).toMatchObject([{ participantId: 1, recipient: 'amara@example.ca' }]);
  });
});

test('a kind of mail that the donor has switched off is not queued', async () => {
  const id = await logForAmara();
  await site.database.update(participants).set({ newsOff: ['donation_confirmed'] });
  await admin.call(deciding.confirmDonation, { body: { id } });
  expect(await readNotifications()).toEqual([]);
  await loggedDonation(site, { studentId: 'AMARA' });
  expect(await readNotifications()).toMatchObject([{ kind: 'donation_logged' }]);
});

test('without mail settings nothing is queued', async () => {
  const id = await logForAmara();
  site.site.mailer = null;
  await loggedDonation(site, { studentId: 'AMARA' });
  await admin.call(deciding.confirmDonation, { body: { id } });
  site.pass({ days: 25 });
  await notifyEndingCodes(site.site);
  expect(await readOutbox()).toEqual([]);
});
