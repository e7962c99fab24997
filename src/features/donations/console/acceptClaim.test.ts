import { contract as donors } from '#features/donors/contract.ts';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { contract } from './contract.ts';
import type { MailContents } from '#features/mail/serverKinds.ts';
import { donations, mails, participants } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';

const site = useTestSite();
const mailbox = useMailbox();

const email = 'grace@example.ca';
const claim = { claimedName: null, claimedEmail: email, isClaimProven: true };

beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

/** Logs a donation, whose donor then proves a new email. */
async function donationWithProvenClaim(): Promise<number> {
  const id = await loggedDonation(site, { studentId: 'GFRIESEN' });
  const client = site.visitor();
  await client.call(donors.studentLogin, { body: { studentId: 'GFRIESEN', email } });
  const [mail] = await site.database
    .select()
    .from(mails)
    .where(eq(mails.kind, 'sign_in_code'))
    .orderBy(desc(mails.id));
  const { sealedCode } = (mail?.content ?? {}) as Partial<MailContents['sign_in_code']>;
  const code = site.site.secrets.openMailedCode(sealedCode ?? '');
  await client.call(donors.studentLoginCode, { body: { code } });
  return id;
}

const readDonor = async () =>
  (await site.database.select().from(participants).where(eq(participants.id, 1)))[0];
const isConfirmed = async (id: number) =>
  (await site.database.select().from(donations).where(eq(donations.id, id)))[0]?.isConfirmed;

test('a confirmation accepts a claim and mails the code to the claimed email', async () => {
  const id = await donationWithProvenClaim();
  const admin = await site.admin();
  await admin.call(contract.confirmDonation, { body: { id, acceptClaim: true, ...claim } });
  expect(await readDonor()).toMatchObject({ email, claimedEmail: null, isClaimProven: false });
  const confirmationMails = await site.database
    .select()
    .from(mails)
    .where(eq(mails.kind, 'donation_confirmed'));
  expect(confirmationMails.map(({ recipient }) => recipient)).toEqual([email]);
  const actions = (await site.audit()).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['participant.claim_accepted', 'donation.confirmed']));
});

test('a confirmation that does not accept the claim leaves it as it is and mails nothing', async () => {
  const id = await donationWithProvenClaim();
  const admin = await site.admin();
  await admin.call(contract.confirmDonation, { body: { id } });
  expect(await readDonor()).toMatchObject({ email: null, ...claim });
  expect(await site.database.$count(mails, eq(mails.kind, 'donation_confirmed'))).toBe(0);
});

test('a volunteer cannot accept a claim, and nothing is confirmed', async () => {
  const id = await donationWithProvenClaim();
  const volunteer = await site.volunteer();
  const body = { id, acceptClaim: true };
  expect(await volunteer.refused(contract.confirmDonation, { body })).toMatchObject({
    status: 403,
    body: { code: 'not_allowed' },
  });
  expect(await isConfirmed(id)).toBe(false);
});

test('a claim that has changed, is missing or has somebody else’s email is refused, and nothing is confirmed', async () => {
  const admin = await site.admin();
  const profile = { displayName: 'Jo', email };
  const { body: jo } = await admin.call(donors.upsertParticipant, { body: profile });
  const id = await donationWithProvenClaim();
  const refusalCode = async (body: object) =>
    (await admin.refused(contract.confirmDonation, { body: { id, acceptClaim: true, ...body } })).body.code;
  expect(await refusalCode({ claimedEmail: 'mallory@example.ca' })).toBe('wrong_state');
  expect(await refusalCode(claim)).toBe('email_taken');
  await admin.call(donors.decideClaim, {
    params: { id: jo.id + 1 },
    body: { accept: false },
  });
  expect(await refusalCode({})).toBe('wrong_state');
  expect(await isConfirmed(id)).toBe(false);
});

test('each list of pending donations shows the claim to admins only', async () => {
  const id = await donationWithProvenClaim();
  const claimsInLists = async (client: Awaited<ReturnType<typeof site.admin>>) => {
    const [pending] = (await client.call(contract.findDonations, {})).body.items;
    const [found] = (await client.call(contract.searchDonations, { query: { status: 'pending' } })).body
      .items;
    const [latest] = (await client.call(contract.adminSummary, {})).body.latestPending;
    expect([pending?.id, found?.id, latest?.id]).toEqual([id, id, id]);
    return [
      pending,
      latest,
      found && {
        claimedName: found.claimed_name,
        claimedEmail: found.claimed_email,
        isClaimProven: found.is_claim_proven,
      },
    ];
  };
  for (const row of await claimsInLists(await site.admin())) expect(row).toMatchObject(claim);
  const none = { claimedName: null, claimedEmail: null, isClaimProven: false };
  for (const row of await claimsInLists(await site.volunteer())) expect(row).toMatchObject(none);
});
