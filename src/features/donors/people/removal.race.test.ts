import { eq, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { notifyEndingCodes } from '#features/rewards/server.ts';
import { discountCodes, mails, participants, sessions, students } from '#server/db/schema.ts';
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

/** A donor with a pending donation, and helpers that remove them among other calls. */
async function prepareRemoval() {
  const admin = await site.admin();
  const pending = await loggedDonation(site);
  return { admin, pending, ...removalBy(admin) };
}

function removalBy(admin: Client) {
  const remove: Call = () =>
    admin.call(contract.removePerson, { params: { id: 1 }, body: { reason: 'Asked' } });
  /** Lets the calls wait for the donor's row, and continue in this order. */
  const runInOrder = async (...calls: Call[]) => {
    const lock = sql`select from participants where id = 1 for update`;
    return (await collide<{ status: number }>(site, lock, calls)).map(({ status }) => status);
  };
  return { remove, runInOrder };
}

const logDonation: Call = () => site.visitor().call(logging.logDonation, { body: DONATION });

async function expectNothingLeft() {
  const [row] = await site.database.select().from(participants).where(eq(participants.id, 1));
  expect(row).toMatchObject({ claimedName: null, email: null, removedAt: site.now });
  const usable = await site.database
    .select()
    .from(discountCodes)
    .where(sql`participant_id = 1 and revoked_at is null`);
  expect(usable).toEqual([]);
}

describe('while a participant is being removed', () => {
  test('a donation under the donor ID belongs to the removed participant or to a new one', async () => {
    const { admin, remove, runInOrder } = await prepareRemoval();
    expect(await runInOrder(logDonation, remove, logDonation)).toEqual([201, 200, 201]);
    const before = await shownDonation(admin, 2);
    const after = await shownDonation(admin, 3);
    expect(before).toMatchObject({ participantId: 1, studentId: null });
    expect(after.studentId).toBe(DONATION.studentId);
    expect(after.participantId).not.toBe(1);
    const ids = await site.database.select().from(students);
    expect(ids.map(({ participantId }) => participantId)).toEqual([after.participantId]);
    await expectNothingLeft();
  });

  test.each(['before', 'after'])('a confirmation %s the removal leaves no usable code', async (when) => {
    const { admin, pending, remove, runInOrder } = await prepareRemoval();
    const confirm: Call = () => admin.call(deciding.confirmDonation, { body: { id: pending } });
    const calls = when === 'before' ? [confirm, remove] : [remove, confirm];
    expect(await runInOrder(...calls)).toEqual([200, 200]);
    expect(await shownDonation(admin, pending)).toMatchObject({ isConfirmed: true, studentId: null });
    await expectNothingLeft();
  });

  test.each(['before', 'after'])(
    'a use that is given back %s the removal leaves no usable code',
    async (when) => {
      const { admin, remove, runInOrder } = await prepareRemoval();
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
      expect(await runInOrder(...calls)).toEqual([200, 200]);
      await expectNothingLeft();
    },
  );

  test.each(['before', 'after'])(
    'a rejection and a photo %s the removal leave no text and no photo',
    async (when) => {
      const { admin, pending, remove, runInOrder } = await prepareRemoval();
      const { id: confirmed } = await confirmedCode(site, admin);
      const reject: Call = () =>
        admin.call(deciding.rejectDonation, { body: { id: pending, reason: 'Jo was rude' } });
      const body = { photoUrl: PHOTO, actualWeight: '2-3kg' } as const;
      const attach: Call = () => admin.call(deciding.attachPhoto, { params: { id: confirmed }, body });
      const calls = when === 'before' ? [reject, attach, remove] : [remove, reject, attach];
      // After a deadlock the database retries any of the calls, which then may come before or after the removal.
      for (const status of await runInOrder(...calls)) expect([200, 409]).toContain(status);
      expect(await shownDonation(admin, pending)).toMatchObject({
        rejectedBy: 'alex',
        rejectionReason: null,
      });
      expect(await shownDonation(admin, confirmed)).toMatchObject({ isConfirmed: true, photoUrl: null });
      await expectNothingLeft();
    },
  );

  test('a second removal, a merge and a change of the profile are 409', async () => {
    const { admin, remove, runInOrder } = await prepareRemoval();
    await loggedDonation(site, { studentId: 'ELSE' });
    const merge: Call = () => admin.call(donors.mergeParticipants, { body: { fromId: 2, toId: 1 } });
    const updateProfile: Call = () =>
      admin.call(donors.updateParticipant, { params: { id: 1 }, body: { displayName: 'Jo' } });
    expect(await runInOrder(remove, remove, merge, updateProfile)).toEqual([200, 409, 409, 409]);
    await expectNothingLeft();
  });

  test.each(['before', 'after'])(
    'a sign-in %s the removal leaves neither a claim nor a session with access to their data',
    async (when) => {
      const { admin, remove, runInOrder } = await prepareRemoval();
      const profile = { email: 'jo@example.ca' };
      await admin.call(donors.updateParticipant, { params: { id: 1 }, body: profile });
      const signInAs = (body: object): [Client, Call] => {
        const browser = site.visitor();
        return [browser, () => browser.call(donors.studentLogin, { body })];
      };
      const [byId, signIn] = signInAs({ studentId: DONATION.studentId });
      const [byEmail, signInByEmail] = signInAs(profile);
      const calls = when === 'before' ? [signIn, signInByEmail, remove] : [remove, signIn, signInByEmail];
      expect(await runInOrder(...calls)).toEqual([200, 200, 200]);
      for (const browser of [byId, byEmail]) {
        const { body } = await browser.call(donors.studentMe, {});
        expect(body).toMatchObject(when === 'before' ? { authenticated: false } : { participantId: null });
      }
      // After a removal the sign-in is like a first one: its session lasts until the next day.
      const donorSessions = await site.database.select().from(sessions).where(isNotNull(sessions.studentId));
      const tomorrow = new Date('2026-11-21T18:00:00Z');
      expect(donorSessions.map(({ participantId, expiresAt }) => ({ participantId, expiresAt }))).toEqual(
        when === 'before' ? [] : [byId, byEmail].map(() => ({ participantId: null, expiresAt: tomorrow })),
      );
      await expectNothingLeft();
    },
  );

  test('the donor is not notified of an expiring code', async () => {
    const { admin, pending } = await prepareRemoval();
    await admin.call(deciding.confirmDonation, { body: { id: pending } });
    await admin.call(donors.updateParticipant, { params: { id: 1 }, body: { email: 'jo@example.ca' } });
    site.pass({ days: 26 });
    site.site.mailer = mailbox.mailer();
    const { remove, runInOrder } = removalBy(await site.admin());
    const notify: Call = async () => {
      await notifyEndingCodes(site.site);
      return { status: 200 };
    };
    expect(await runInOrder(remove, notify)).toEqual([200, 200]);
    expect(await site.database.select().from(mails)).toEqual([]);
  });
});
