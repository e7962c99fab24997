import { contract as donors } from '#features/donors/contract.ts';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { contract } from './contract.ts';
import type { MailContents } from '#features/mail/serverKinds.ts';
import { donations, mails, participants as people } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';

const site = useTestSite();
const mailbox = useMailbox();

const email = 'grace@example.ca';
const claim = { claimedName: null, claimedEmail: email, isClaimProven: true };

beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

/** A pending donation whose donor has proven an email since. */
async function claimed(proves = email): Promise<number> {
  const id = await loggedDonation(site, { studentId: 'GFRIESEN' });
  const client = site.visitor();
  await client.call(donors.studentLogin, { body: { studentId: 'GFRIESEN', email: proves } });
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

const donor = async () => (await site.database.select().from(people).where(eq(people.id, 1)))[0];
const isConfirmed = async (id: number) =>
  (await site.database.select().from(donations).where(eq(donations.id, id)))[0]?.isConfirmed;

test('a claim is accepted with the confirmation, whose code is mailed to it', async () => {
  const id = await claimed();
  const admin = await site.admin();
  await admin.call(contract.confirmDonation, { body: { id, acceptClaim: true, ...claim } });
  expect(await donor()).toMatchObject({ email, claimedEmail: null, isClaimProven: false });
  const sent = await site.database.select().from(mails).where(eq(mails.kind, 'donation_confirmed'));
  expect(sent.map(({ recipient }) => recipient)).toEqual([email]);
  const actions = (await site.audit()).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['participant.claim_accepted', 'donation.confirmed']));
});

test('a claim stays one where the confirmation does not accept it, and nothing is mailed', async () => {
  const id = await claimed();
  const admin = await site.admin();
  await admin.call(contract.confirmDonation, { body: { id } });
  expect(await donor()).toMatchObject({ email: null, ...claim });
  expect(await site.database.$count(mails, eq(mails.kind, 'donation_confirmed'))).toBe(0);
});

test('a volunteer accepts no claim, and nothing is confirmed', async () => {
  const id = await claimed();
  const volunteer = await site.volunteer();
  const body = { id, acceptClaim: true };
  expect(await volunteer.refused(contract.confirmDonation, { body })).toMatchObject({
    status: 403,
    body: { code: 'not_allowed' },
  });
  expect(await isConfirmed(id)).toBe(false);
});

test('an email of somebody else, another claim than was seen, or none at all confirms nothing', async () => {
  const admin = await site.admin();
  const other = { displayName: 'Jo', email };
  const { body: jo } = await admin.call(donors.upsertParticipant, { body: other });
  const id = await claimed();
  const refused = async (body: object) =>
    (await admin.refused(contract.confirmDonation, { body: { id, acceptClaim: true, ...body } })).body.code;
  expect(await refused({ claimedEmail: 'mallory@example.ca' })).toBe('wrong_state');
  expect(await refused(claim)).toBe('email_taken');
  await admin.call(donors.decideClaim, {
    params: { id: jo.id + 1 },
    body: { accept: false },
  });
  expect(await refused({})).toBe('wrong_state');
  expect(await isConfirmed(id)).toBe(false);
});

test('the claim stands in each list of pending donations, for admins alone', async () => {
  const id = await claimed();
  const inLists = async (client: Awaited<ReturnType<typeof site.admin>>) => {
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
  for (const row of await inLists(await site.admin())) expect(row).toMatchObject(claim);
  const none = { claimedName: null, claimedEmail: null, isClaimProven: false };
  for (const row of await inLists(await site.volunteer())) expect(row).toMatchObject(none);
});
