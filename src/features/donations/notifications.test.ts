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

const outbox = () => site.database.select().from(mails).orderBy(asc(mails.id));

async function notifications() {
  return (await outbox()).map(({ kind, content }) => ({ kind, ...(content as object) }));
}

async function sendAll() {
  while (await sendDueMail(site.site));
}

const updateDonor = (id: number, body: { displayName?: string; email: string | null }) =>
  admin.call(participantsContract.updateParticipant, { params: { id }, body });

const amarasProfile = { displayName: 'Amara', email: 'amara@example.ca' };

/** A donation of AMARA, whose email is on record. */
async function amarasDonation(): Promise<number> {
  const id = await loggedDonation(site, { studentId: 'AMARA', weight: '3kg+' });
  await updateDonor(1, amarasProfile);
  return id;
}

const amara = { donorId: 'AMARA' };

describe('a donor with an email on record is notified', () => {
  test('of a donation that was logged; one without an email on record gets nothing', async () => {
    await amarasDonation();
    expect(await outbox()).toEqual([]);
    const id = await loggedDonation(site, { studentId: 'AMARA', weight: '1-2kg' });
    expect(await outbox()).toMatchObject([
      { kind: 'donation_logged', recipient: 'amara@example.ca', participantId: 1, status: 'waiting' },
    ]);
    expect(await notifications()).toMatchObject([{ ...amara, donationId: id, weight: '1-2kg' }]);
  });

  test('of the bin by its own name, and of nothing else that a visitor typed', async () => {
    const typed = 'your codes are on hold. Confirm at https://evil.example';
    await loggedDonation(site, { studentId: 'AMARA' });
    await updateDonor(1, { ...amarasProfile, displayName: typed });
    const east = { name: 'UC East bin', location: 'University Centre', binCode: 'UC_EAST' };
    await site.database.insert(dropBins).values({ ...east, createdAt: site.now });
    for (const dropSite of ['UC East bin', typed]) {
      const id = await loggedDonation(site, { studentId: 'AMARA', dropSite, binLocation: typed });
      await admin.call(deciding.confirmDonation, { body: { id } });
    }
    expect(await notifications()).toMatchObject(
      ['UC East bin', 'UC East bin', null, null].map((bin) => expect.objectContaining({ bin }) as object),
    );
    await sendAll();
    expect(mailbox.deliveries).toHaveLength(4);
    expect(mailbox.deliveries[0]?.mail.text).toContain('from UC East bin');
    for (const { raw } of mailbox.deliveries) expect(raw).not.toContain('hold');
  });

  test('by their own donor ID, whoever was there before them', async () => {
    await loggedDonation(site, { studentId: 'BEN' });
    const id = await loggedDonation(site, { studentId: 'AMARA' });
    await updateDonor(2, amarasProfile);
    await admin.call(deciding.confirmDonation, { body: { id } });
    expect(await notifications()).toMatchObject([{ ...amara, donationId: id }]);
  });

  test('of confirmations with the code of each, of many at once too', async () => {
    const ids = [await amarasDonation(), await loggedDonation(site, { studentId: 'AMARA', weight: '0-1kg' })];
    const silent = await loggedDonation(site, { studentId: 'BEN' });
    await site.database.delete(mails);
    const { body } = await admin.call(deciding.confirmDonations, { body: { ids: [...ids, silent] } });
    expect(body.confirmed).toHaveLength(3);
    const [first, second] = await notifications();
    expect(first).toMatchObject({
      kind: 'donation_confirmed',
      donationId: ids[0],
      code: { code: expect.stringMatching(/^RR-/) as string, uses: 2 },
      gold: { donations: 1, of: 6 },
    });
    expect(second).toMatchObject({ kind: 'donation_confirmed', donationId: ids[1], gold: null });
    expect(await notifications()).toHaveLength(2);
  });

  test('of a rejection with its reason', async () => {
    const id = await amarasDonation();
    await admin.call(deciding.rejectDonation, { body: { id, reason: 'Too wet' } });
    expect(await notifications()).toMatchObject([
      { kind: 'donation_rejected', donationId: id, reason: 'Too wet' },
    ]);
  });

  test('of another weight than claimed, and of a correction once more', async () => {
    const id = await amarasDonation();
    await admin.call(deciding.confirmDonation, { body: { id } });
    await sendAll();
    await site.database.delete(mails);
    const measured = async (actualWeight: '3kg+' | '1-2kg' | '0-1kg') => {
      site.pass({ minutes: 1 });
      const body = { photoUrl: 'https://a.example/a.jpg', actualWeight };
      await admin.call(deciding.attachPhoto, { params: { id }, body });
      return (await notifications()).map((mail) => 'measured' in mail && mail.measured);
    };
    expect(await measured('3kg+')).toEqual([]);
    expect(await measured('1-2kg')).toEqual(['1-2kg']);
    // The same again, and what had not gone out when it was corrected.
    expect(await measured('1-2kg')).toEqual(['1-2kg']);
    expect(await measured('0-1kg')).toEqual(['0-1kg']);
    await sendAll();
    expect(await measured('1-2kg')).toEqual(['0-1kg', '1-2kg']);
  });

  test('at the table once: of the confirmation, or that it was logged', async () => {
    await amarasDonation();
    const donation = { participantId: 1, weight: '1-2kg', date: '2026-11-20' } as const;
    await admin.call(deciding.createDonation, { body: { ...donation, confirmNow: true } });
    await admin.call(deciding.createDonation, { body: { ...donation, actualWeight: '0-1kg' } });
    expect((await notifications()).map(({ kind }) => kind)).toEqual([
      'donation_confirmed',
      'donation_logged',
      'donation_measured',
    ]);
  });

  test('of each use of a code, and in which store', async () => {
    const { body } = await admin.call(deciding.confirmDonation, { body: { id: await amarasDonation() } });
    const { pin } = await partnerStore(admin, 'Thrift & Co');
    await site.database.delete(mails);
    const till = site.visitor();
    const use = { params: { code: body.discountCode }, body: { pin } };
    await till.call(redemption.redeemCode, use);
    await till.call(redemption.redeemCode, use);
    await till.refused(redemption.redeemCode, use);
    expect(await notifications()).toMatchObject([
      { kind: 'code_used', ...amara, code: body.discountCode, store: 'Thrift & Co', usesLeft: 1 },
      { kind: 'code_used', usesLeft: 0 },
    ]);
  });

  test('of no use that is given back before the mail goes, nor of uses left that are more again', async () => {
    const { body } = await admin.call(deciding.confirmDonation, { body: { id: await amarasDonation() } });
    const { pin } = await partnerStore(admin, 'Thrift & Co');
    await site.database.delete(mails);
    site.pass({ days: 25 });
    const params = { code: body.discountCode };
    const used = await site.visitor().call(redemption.redeemCode, { params, body: { pin } });
    await notifyEndingCodes(site.site);
    expect(await notifications()).toMatchObject([
      { kind: 'code_used', usesLeft: 1 },
      { kind: 'code_ending', usesLeft: 1 },
    ]);
    const { redemptionId } = used.body;
    await site.visitor().call(redemption.undoRedemption, { params, body: { pin, redemptionId } });
    expect(await outbox()).toEqual([]);
    await notifyEndingCodes(site.site);
    expect(await notifications()).toMatchObject([{ kind: 'code_ending', usesLeft: 2 }]);
  });

  test('once of a code that ends within five days, and again when it was extended', async () => {
    const { body } = await admin.call(deciding.confirmDonation, { body: { id: await amarasDonation() } });
    await site.database.delete(mails);
    const ending = async () => {
      await notifyEndingCodes(site.site);
      await notifyEndingCodes(site.site);
      return await notifications();
    };
    site.pass({ days: 24 });
    expect(await ending()).toEqual([]);
    site.pass({ days: 1 });
    const expiresAt = '2026-12-20T18:00:00.000Z';
    expect(await ending()).toEqual([
      { kind: 'code_ending', ...amara, code: body.discountCode, usesLeft: 2, expiresAt },
    ]);
    expect(await outbox()).toMatchObject([
      { sendBefore: new Date(expiresAt), recipient: 'amara@example.ca' },
    ]);
    await sendAll();
    const later = await site.admin();
    await later.call(rewards.extendCode, { params: { id: 1 }, body: { expiresAt: '2026-12-22' } });
    site.pass({ days: 3 });
    expect(await ending()).toHaveLength(2);
  });
});

describe('news that is no longer true before it went out', () => {
  test('is withdrawn with an undone confirmation; one that went out stays, and the next is sent anew', async () => {
    const id = await amarasDonation();
    await admin.call(deciding.confirmDonation, { body: { id } });
    await admin.call(deciding.undoLastConfirmation, {});
    expect(await notifications()).toEqual([]);
    await admin.call(deciding.confirmDonation, { body: { id } });
    await sendAll();
    await admin.call(deciding.undoLastConfirmation, {});
    const { body } = await admin.call(deciding.confirmDonation, { body: { id } });
    expect(await outbox()).toMatchObject([
      { status: 'sent' },
      { status: 'waiting', content: { code: { code: body.discountCode } } },
    ]);
  });

  test('is withdrawn with a rejection that was taken back', async () => {
    const id = await amarasDonation();
    await admin.call(deciding.rejectDonation, { body: { id } });
    await admin.call(deciding.reopenDonation, { body: { id } });
    expect(await notifications()).toEqual([]);
  });

  test('is withdrawn with a code that was extended meanwhile', async () => {
    await admin.call(deciding.confirmDonation, { body: { id: await amarasDonation() } });
    await site.database.delete(mails);
    site.pass({ days: 25 });
    await notifyEndingCodes(site.site);
    const later = await site.admin();
    await later.call(rewards.extendCode, { params: { id: 1 }, body: { expiresAt: '2027-03-01' } });
    expect(await notifications()).toEqual([]);
  });
});

describe('news that waits as its reader changes', () => {
  const switchOff = () => site.database.update(participants).set({ newsOff: ['donation_rejected'] });

  beforeEach(async () => {
    await admin.call(deciding.rejectDonation, { body: { id: await amarasDonation() } });
  });

  test('goes to the email that is on record by then', async () => {
    await updateDonor(1, { email: 'amara.m@example.ca' });
    await sendAll();
    expect(mailbox.deliveries.map(({ to }) => to)).toEqual([['amara.m@example.ca']]);
    expect(await outbox()).toMatchObject([{ status: 'sent', recipient: 'amara.m@example.ca' }]);
  });

  test.each([
    ['its kind was switched off', switchOff],
    ['no email is on record any more', () => updateDonor(1, { email: null })],
  ])('goes nowhere where %s', async (_why, change) => {
    await change();
    await sendAll();
    expect(mailbox.deliveries).toEqual([]);
    expect(await outbox()).toMatchObject([
      { status: 'suppressed', answer: 'Not sent: it was switched off, or no email is confirmed any more.' },
    ]);
  });

  test('goes out all the same where an admin sends it again', async () => {
    await switchOff();
    await sendAll();
    const [mail] = await outbox();
    await admin.call(mailContract.resendMail, { params: { id: mail?.id ?? 0 } });
    await sendAll();
    expect(mailbox.deliveries).toHaveLength(1);
  });

  test('is theirs again, and goes to them, once a merge of them is taken back', async () => {
    await loggedDonation(site, { studentId: 'ELSE' });
    await updateDonor(2, { email: 'else@example.ca' });
    const merge = { body: { fromId: 1, toId: 2 } };
    const { body } = await admin.call(participantsContract.mergeParticipants, merge);
    await admin.call(participantsContract.undoMerge, { params: { mergeId: body.mergeId } });
    await sendAll();
    expect(await outbox()).toMatchObject([{ participantId: 1, recipient: 'amara@example.ca' }]);
  });
});

test('a kind that a donor has switched off is not written, nor anything to somebody who was removed', async () => {
  const id = await amarasDonation();
  await site.database.update(participants).set({ newsOff: ['donation_confirmed'] });
  await admin.call(deciding.confirmDonation, { body: { id } });
  expect(await notifications()).toEqual([]);
  await loggedDonation(site, { studentId: 'AMARA' });
  expect(await notifications()).toMatchObject([{ kind: 'donation_logged' }]);
});

test('with mail off nothing is written', async () => {
  const id = await amarasDonation();
  site.site.mailer = null;
  await loggedDonation(site, { studentId: 'AMARA' });
  await admin.call(deciding.confirmDonation, { body: { id } });
  site.pass({ days: 25 });
  await notifyEndingCodes(site.site);
  expect(await outbox()).toEqual([]);
});
