import { eq, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { notifyEndingCodes } from '#features/rewards/server.ts';
import { discountCodes, mails, participants as people, sessions, students } from '#server/db/schema.ts';
import { collide, useMailbox, useTestSite } from '#server/testing/harness.ts';
import {
  confirmedCode,
  DONATION,
  loggedDonation,
  partnerStore,
  PHOTO,
  shownDonation,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });
const mailbox = useMailbox();

type Call = () => Promise<{ status: number }>;

/** A donor with a pending donation, and a removal of theirs among calls that all wait for their row in this order. */
async function beingRemoved() {
  const admin = await site.admin();
  const pending = await loggedDonation(site);
  return { admin, pending, ...beingRemovedBy(admin) };
}

function beingRemovedBy(admin: Client) {
  const remove: Call = () =>
    admin.call(contract.removePerson, { params: { id: 1 }, body: { reason: 'Asked' } });
  const inOrder = async (...calls: Call[]) => {
    const lock = sql`select from participants where id = 1 for update`;
    return (await collide<{ status: number }>(site, lock, calls)).map(({ status }) => status);
  };
  return { remove, inOrder };
}

const log: Call = () => site.visitor().call(logging.logDonation, { body: DONATION });

async function nothingOfThemLeft() {
  const [row] = await site.database.select().from(people).where(eq(people.id, 1));
  expect(row).toMatchObject({ claimedName: null, email: null, removedAt: site.now });
  const usable = await site.database
    .select()
    .from(discountCodes)
    .where(sql`participant_id = 1 and revoked_at is null`);
  expect(usable).toEqual([]);
}

describe('while a participant is being removed', () => {
  test('a donation under the donor ID is whole before it, or begins somebody new', async () => {
    const { admin, remove, inOrder } = await beingRemoved();
    expect(await inOrder(log, remove, log)).toEqual([201, 200, 201]);
    const before = await shownDonation(admin, 2);
    const after = await shownDonation(admin, 3);
    expect(before).toMatchObject({ participantId: 1, studentId: null });
    expect(after.studentId).toBe(DONATION.studentId);
    expect(after.participantId).not.toBe(1);
    const ids = await site.database.select().from(students);
    expect(ids.map(({ participantId }) => participantId)).toEqual([after.participantId]);
    await nothingOfThemLeft();
  });

  test.each(['before', 'after'])('a confirmation that comes %s it leaves no usable code', async (when) => {
    const { admin, pending, remove, inOrder } = await beingRemoved();
    const confirm: Call = () => admin.call(deciding.confirmDonation, { body: { id: pending } });
    const calls = when === 'before' ? [confirm, remove] : [remove, confirm];
    expect(await inOrder(...calls)).toEqual([200, 200]);
    expect(await shownDonation(admin, pending)).toMatchObject({ isConfirmed: true, studentId: null });
    await nothingOfThemLeft();
  });

  test.each(['before', 'after'])(
    'a use that is given back %s it of a code that was used up leaves no usable code',
    async (when) => {
      const { admin, remove, inOrder } = await beingRemoved();
      const { code } = await confirmedCode(site, admin);
      const { pin } = await partnerStore(admin);
      const redeem = () => site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
      const { redemptionId } = (await redeem()).body;
      await redeem();
      const giveBack: Call = () =>
        admin.call(redemption.reverseRedemption, {
          params: { id: redemptionId },
          body: { reason: 'Not theirs' },
        });
      const calls = when === 'before' ? [giveBack, remove] : [remove, giveBack];
      expect(await inOrder(...calls)).toEqual([200, 200]);
      await nothingOfThemLeft();
    },
  );

  test.each(['before', 'after'])(
    'a rejection and a photo that come %s it leave no text and no photo',
    async (when) => {
      const { admin, pending, remove, inOrder } = await beingRemoved();
      const { id: confirmed } = await confirmedCode(site, admin);
      const reject: Call = () =>
        admin.call(deciding.rejectDonation, { body: { id: pending, reason: 'Jo was rude' } });
      const body = { photoUrl: PHOTO, actualWeight: '2-3kg' } as const;
      const attach: Call = () => admin.call(deciding.attachPhoto, { params: { id: confirmed }, body });
      const calls = when === 'before' ? [reject, attach, remove] : [remove, reject, attach];
      // Of calls that hold what each other needs the database lets any begin anew: behind the removal, or before it.
      for (const status of await inOrder(...calls)) expect([200, 409]).toContain(status);
      expect(await shownDonation(admin, pending)).toMatchObject({
        rejectedBy: 'alex',
        rejectionReason: null,
      });
      expect(await shownDonation(admin, confirmed)).toMatchObject({ isConfirmed: true, photoUrl: null });
      await nothingOfThemLeft();
    },
  );

  test('a second removal is 409, and so are a merge and a change of the profile', async () => {
    const { admin, remove, inOrder } = await beingRemoved();
    await loggedDonation(site, { studentId: 'ELSE' });
    const merge: Call = () => admin.call(donors.mergeParticipants, { body: { fromId: 2, toId: 1 } });
    const note: Call = () =>
      admin.call(donors.updateParticipant, { params: { id: 1 }, body: { displayName: 'Jo' } });
    expect(await inOrder(remove, remove, merge, note)).toEqual([200, 409, 409, 409]);
    await nothingOfThemLeft();
  });

  test.each(['before', 'after'])(
    'a sign-in that comes %s it leaves neither a claim nor a session that opens what was theirs',
    async (when) => {
      const { admin, remove, inOrder } = await beingRemoved();
      const profile = { email: 'jo@example.ca' };
      await admin.call(donors.updateParticipant, { params: { id: 1 }, body: profile });
      const signInAs = (body: object): [Client, Call] => {
        const browser = site.visitor();
        return [browser, () => browser.call(donors.studentLogin, { body })];
      };
      const [byId, signIn] = signInAs({ studentId: DONATION.studentId });
      const [byEmail, signInByEmail] = signInAs(profile);
      const calls = when === 'before' ? [signIn, signInByEmail, remove] : [remove, signIn, signInByEmail];
      expect(await inOrder(...calls)).toEqual([200, 200, 200]);
      for (const browser of [byId, byEmail]) {
        const { body } = await browser.call(donors.studentMe, {});
        expect(body).toMatchObject(when === 'before' ? { authenticated: false } : { participantId: null });
      }
      // Who signs in after a removal is as anybody who signs in with that for the first time: until the next day.
      const kept = await site.database.select().from(sessions).where(isNotNull(sessions.studentId));
      const tomorrow = new Date('2026-11-21T18:00:00Z');
      expect(kept.map(({ participantId, expiresAt }) => ({ participantId, expiresAt }))).toEqual(
        when === 'before' ? [] : [byId, byEmail].map(() => ({ participantId: null, expiresAt: tomorrow })),
      );
      await nothingOfThemLeft();
    },
  );

  test('nobody is notified of an expiring code', async () => {
    const { admin, pending } = await beingRemoved();
    await admin.call(deciding.confirmDonation, { body: { id: pending } });
    await admin.call(donors.updateParticipant, { params: { id: 1 }, body: { email: 'jo@example.ca' } });
    site.pass({ days: 26 });
    site.site.mailer = mailbox.mailer();
    const { remove, inOrder } = beingRemovedBy(await site.admin());
    const tell: Call = async () => {
      await notifyEndingCodes(site.site);
      return { status: 200 };
    };
    expect(await inOrder(remove, tell)).toEqual([200, 200]);
    expect(await site.database.select().from(mails)).toEqual([]);
  });
});
