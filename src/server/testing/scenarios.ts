import { eq, getTableName, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { contract as donors } from '#features/donors/contract.ts';
import { hashPassword } from '#features/staff/serverAccounts.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { findOrCreateDonor } from '#features/donors/serverDonors.ts';
import { contract as partners } from '#features/partners/contract.ts';
import type { Endpoint, EndpointArguments } from '#shared/endpoint.ts';
import { inTransaction } from '#server/db/database.ts';
import { admins } from '#server/db/schema.ts';
import { type Client, everyTable, type SiteUnderTest } from './siteUnderTest.ts';

/** A donation on the day of the tests' clock. */
export const DONATION = { studentId: 'JTHIESSEN', weight: '2-3kg', date: '2026-11-20' } as const;

/** The code of an authenticator app at a moment, or some steps of 30 seconds later. */
export function appCode(secret: string, now: Date, later = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: now.getTime() + later * 30_000 });
}

/** A number in the digits of another script, whose zero has the given code point. */
export function inScript(number: string, zero: number): string {
  return number.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** A possible address of an uploaded photo. */
export const PHOTO = '/uploads/abcdefghijklmnopqrstuvwx.webp';

/** Sets the email of an admin or volunteer, and which mails go there. */
export async function noteStaffEmail(
  { database }: Pick<SiteUnderTest, 'database'>,
  username: string,
  choices: { overflow?: boolean; pickup?: boolean; daily?: boolean },
  email = `${username}@reround.example`,
): Promise<void> {
  const { overflow = false, pickup = false, daily = false } = choices;
  await database
    .update(admins)
    .set({ email, notifyOverflow: overflow, notifyPickup: pickup, notifyDaily: daily })
    .where(eq(admins.username, username));
}

type DonationFields = Partial<EndpointArguments<typeof donations.logDonation>['body']>;

/** Makes the participant of a donor ID without a donation. Returns its id. */
export async function createDonor(site: SiteUnderTest, studentId: string): Promise<number> {
  return await inTransaction(site.database, (transaction) =>
    findOrCreateDonor(transaction, { studentId, language: 'en' }, site.now),
  );
}

/** Signs a donor in on a site that sends no mail and therefore no code. */
export async function signInWithoutCode(
  client: Client,
  body: { studentId?: string; email?: string; displayName?: string },
) {
  const answer = await client.call(donors.studentLogin, { body });
  if ('codeSent' in answer.body) throw new Error('A code was sent.');
  return { ...answer, body: answer.body };
}

/** Adds an admin whose password is hashed at full cost, unless the username exists. */
export async function addAdmin(
  { database, now }: Pick<SiteUnderTest, 'database' | 'now'>,
  admin: { username: string; password: string; mustChangePassword?: boolean },
): Promise<void> {
  const { username, password, mustChangePassword = false } = admin;
  const passwordHash = await hashPassword(password);
  const row = { username, passwordHash, mustChangePassword, createdAt: now };
  await database.insert(admins).values(row).onConflictDoNothing();
}

/** Logs a pending donation. Returns its id. */
export async function loggedDonation(site: SiteUnderTest, fields: DonationFields = {}): Promise<number> {
  const { status, body } = await site
    .visitor()
    .call(donations.logDonation, { body: { ...DONATION, ...fields } });
  if (status !== 201) throw new Error(`The donation was refused: ${JSON.stringify(body)}`);
  return body.id;
}

/** Logs a donation and confirms it. Returns its id and its reward code. */
export async function confirmedCode(
  site: SiteUnderTest,
  admin: Client,
  fields: DonationFields = {},
): Promise<{ id: number; code: string }> {
  const id = await loggedDonation(site, fields);
  const { status, body } = await admin.call(deciding.confirmDonation, { body: { id } });
  if (status !== 200) throw new Error(`The confirmation was refused: ${JSON.stringify(body)}`);
  return { id, code: body.discountCode };
}

/** Adds a participant who has only a name. Returns their id. */
export async function namedParticipant(admin: Client): Promise<number> {
  const profile = { displayName: 'Jo Thiessen' };
  return (await admin.call(donors.upsertParticipant, { body: profile })).body.id;
}

/** A donation as the console shows it. */
export async function shownDonation(admin: Client, id: number) {
  return (await admin.call(donations.donationDetails, { params: { id } })).body.row;
}

/** Adds a partner store. */
export async function partnerStore(admin: Client, name = 'Main Street Thrift') {
  const { status, body } = await admin.call(partners.createPartner, { body: { name } });
  if (status !== 200) throw new Error(`The partner was refused: ${JSON.stringify(body)}`);
  return { partner: body.partner, pin: body.pin };
}

/** Makes a code with two uses, and a store. Returns the code and the store's PIN. */
export async function codeAndStore(site: SiteUnderTest, admin?: Client) {
  const signedIn = admin ?? (await site.admin());
  const { code } = await confirmedCode(site, signedIn);
  return { code, pin: (await partnerStore(signedIn)).pin };
}

/** Every row of every table, for comparison before and after a call that must change nothing. */
export async function everyRow(site: SiteUnderTest): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const table of everyTable) {
    const name = getTableName(table);
    // Each call records the use of its session, which is no change of data.
    const usageColumns = name === 'sessions' ? `- '{last_used_at,expires_at}'::text[]` : '';
    const { rows } = await site.database.execute(
      sql.raw(`select to_jsonb(${name}) - 'last_seen_at' ${usageColumns} as row from ${name} order by 1`),
    );
    contents[name] = rows;
  }
  return contents;
}

interface StrangerAnswer {
  who: string;
  status: number;
  code: unknown;
}

/** The answers of an admin's changing endpoint to everyone but an admin's own page. */
export const strangersRefusedChange: StrangerAnswer[] = [
  { who: 'nobody', status: 401, code: 'unauthenticated' },
  { who: 'a donor', status: 401, code: 'unauthenticated' },
  { who: 'an admin without the CSRF token', status: 403, code: 'csrf_token_invalid' },
  { who: "an admin with another session's CSRF token", status: 403, code: 'csrf_token_invalid' },
];

/** Calls an admin's endpoint as everyone who may not call it. */
export async function callAsStrangers<E extends Endpoint>(
  site: SiteUnderTest,
  admin: Client,
  endpoint: E,
  parts: EndpointArguments<E>,
): Promise<StrangerAnswer[]> {
  const ask = async (who: string, client: Client, headers: Record<string, string> = {}) => {
    const { status, body } = await client.refused(endpoint, parts, { headers });
    return { who, status, code: body.code };
  };
  const answers = [await ask('nobody', site.visitor()), await ask('a donor', await site.donor('STRANGER'))];
  if (endpoint.method === 'GET') return answers;
  const { csrfToken: otherToken } = await site.admin('another');
  const { csrfToken } = admin;
  admin.csrfToken = undefined;
  answers.push(await ask('an admin without the CSRF token', admin));
  answers.push(
    await ask("an admin with another session's CSRF token", admin, { 'x-csrf-token': otherToken ?? '' }),
  );
  admin.csrfToken = csrfToken;
  return answers;
}

/** A column of a CSV file, counted from 0, without its header. Nothing up to that column may be quoted. */
export function columnOf(file: string, column: number): string[] {
  const [, ...lines] = file.trimEnd().split('\r\n');
  return lines.map((line) => line.split(',')[column] ?? '');
}
