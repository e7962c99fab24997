import { sql } from 'drizzle-orm';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { pickupUrl } from '#features/mail/serverLinks.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { pendingEmails, pendingSignIns, signInCodes, statementLinks } from '#server/db/schema.ts';
import { digest } from '#server/secrets.ts';
import { addDays } from '#shared/dates.ts';
import { confirmedCode, createDonor, loggedDonation, partnerStore } from './scenarios.ts';
import { START, type SiteUnderTest, TEST_SECRETS } from './siteUnderTest.ts';

/** The pending sign-in of the donor WAITER: the browser's token and the mailed code. An admin's pending email has the same code. */
export const WAITING = { token: 'a-sign-in-that-waits', code: '407926' };

/** The token of the link to the store's statements. */
export const STATEMENT_LINK = 'a-link-to-statements';

/** The token in the link of a pickup that was requested at `START`. */
export function pickupToken(id: number): string {
  const url = pickupUrl({ publicUrl: '', secrets: TEST_SECRETS }, { id, createdAt: START }, 'en');
  return url.replace('/pickup/', '');
}

/** Texts of people that a spreadsheet might take for formulas. */
const formulas = {
  name: '=Amara, "A"',
  claimedName: '=Ben',
  reason: '@wet',
  place: '+Hall',
  notes: '-full',
  clerk: '+Sam',
};

/**
 * Fills an empty site with rows of every kind. Names and numbers are the same each time:
 *
 * - participants AMARA, FUZZDONOR, BEN and WAITER
 * - donations: 1 to 3 are confirmed, 4 to 6 pending, 7 is rejected
 * - one store: code 2 was used there twice, and only there code 3 may be used
 * - two each of bins, overflow reports and pickups
 *
 * @param written the texts that people write.
 * @returns the store's PIN, which the server generates.
 */
export async function furnish(site: SiteUnderTest, written = formulas): Promise<string> {
  const admin = await site.admin();
  await site.admin('sam');
  // A second session of the same admin.
  await site.admin();
  const visitor = site.visitor();
  const { pin } = await partnerStore(admin);
  for (const studentId of ['AMARA', 'AMARA', 'FUZZDONOR']) await confirmedCode(site, admin, { studentId });
  for (const studentId of ['AMARA', 'FUZZDONOR', 'BEN', 'BEN']) await loggedDonation(site, { studentId });
  await admin.call(donors.updateParticipant, {
    params: { id: 1 },
    body: { displayName: written.name, email: 'amara@reround.example' },
  });
  // A donor claims a name for BEN.
  await site
    .visitor()
    .call(donors.studentLogin, { body: { studentId: 'BEN', displayName: written.claimedName } });
  await admin.call(deciding.rejectDonation, { body: { id: 7, reason: written.reason } });
  for (const binCode of ['LIBRARY', 'UC_EAST']) {
    await admin.call(bins.createBin, { body: { name: binCode, location: written.place, binCode } });
    await visitor.call(bins.reportOverflow, { body: { binId: 1, notes: written.notes } });
  }
  for (const name of ['Noah', 'Zoe']) {
    await visitor.call(pickups.requestPickup, {
      body: { name, address: '12 Osborne Street', items: 'Books' },
    });
  }
  await visitor.call(newsletter.subscribe, { body: { email: 'zoe@reround.example', firstName: 'Zoe' } });
  await site.database.execute(sql`update discount_codes set code = 'RR-KNWN' || (21 + id), max_uses = 10`);
  await site.database.execute(sql`update discount_codes set partner_id = 1 where id = 3`);
  for (const clerk of [written.clerk, undefined]) {
    await visitor.call(redemption.redeemCode, { params: { code: 'RR-KNWN23' }, body: { pin, clerk } });
  }
  const link = { partnerId: 1, tokenHash: digest(STATEMENT_LINK), createdBy: 'alex', createdAt: site.now };
  await site.database.insert(statementLinks).values(link);
  await site.database.execute(sql`update participants set share_token = 'a-share-token' where id = 1`);
  await site.database.execute(sql`
    insert into mails (kind, participant_id, recipient, content, message_id, status, tries, ended_at, answer, answer_code, created_at)
    values ('test', 1, 'amara@reround.example', '{"sentBy":"alex"}', '<1@reround.example>', 'failed', 1, ${site.now.toISOString()}, '550 No such user', 550, ${site.now.toISOString()})`);
  await createDonor(site, 'WAITER');
  const validity = { createdAt: site.now, expiresAt: addDays(site.now, 1) };
  await site.database.insert(pendingSignIns).values({
    tokenHash: digest(WAITING.token),
    studentId: 'WAITER',
    email: 'waiter@reround.example',
    isNotedEmail: false,
    ...validity,
  });
  const codeHash = site.site.secrets.hash('sign-in-code', `sign-in 1 ${WAITING.code}`);
  await site.database.insert(signInCodes).values({ pendingSignInId: 1, codeHash, ...validity });
  const pendingEmail = { adminId: 1, email: 'alex@reround.example' };
  const emailCodeHash = site.site.secrets.hash(
    'sign-in-code',
    `email 1 ${pendingEmail.email} ${WAITING.code}`,
  );
  await site.database
    .insert(pendingEmails)
    .values({ ...pendingEmail, codeHash: emailCodeHash, expiresAt: validity.expiresAt });
  return pin;
}
