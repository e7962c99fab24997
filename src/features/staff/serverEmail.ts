// The email of an admin or volunteer, proved by a mailed code, and what they chose to be mailed. Only mail to staff goes
// there; it plays no part in signing in.
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import { queueMail } from '#features/mail/serverOutbox.ts';
import type { Database, Executor, Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { admins, pendingEmails } from '#server/db/schema.ts';
import { randomText, sameText } from '#server/secrets.ts';
import { addSeconds } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import type { MailChoices } from './contract.ts';
import { dailyListDay } from './rules.ts';
import { loginRequired } from './serverAccounts.ts';

const CODE_DIGITS = 6;
const CODE_TRIES = 5;
const CODE_MINUTES = 10;

type PendingEmail = typeof pendingEmails.$inferSelect;

interface OwnEmail {
  adminId: number;
  email: string;
}

const codeHash = ({ secrets }: Site, { adminId, email }: OwnEmail, code: string) =>
  secrets.hash('sign-in-code', `email ${adminId} ${email} ${code}`);

const choiceColumns = {
  overflow: admins.notifyOverflow,
  pickup: admins.notifyPickup,
  daily: admins.notifyDaily,
};

/** The proved email of an admin and what is mailed there. */
export async function readOwnMail(
  executor: Executor,
  adminId: number,
): Promise<{ email: string | null; notify: MailChoices }> {
  const [ownMail] = await executor
    .select({ email: admins.email, notify: choiceColumns })
    .from(admins)
    .where(eq(admins.id, adminId));
  if (!ownMail) throw loginRequired();
  return ownMail;
}

/**
 * Mails an admin a code, which replaces their previous one.
 *
 * @returns whether the code was queued. It is not if the site sends no mail, or the mailbox has reached a limit.
 */
export async function sendEmailCode(
  transaction: Transaction,
  site: Site,
  { adminId, email }: OwnEmail,
  now: Date,
): Promise<boolean> {
  const code = randomText('0123456789', CODE_DIGITS);
  const expiresAt = addSeconds(now, CODE_MINUTES * 60);
  const isQueued = await queueMail(
    transaction,
    site,
    {
      kind: 'email_code',
      recipient: email,
      language: 'en',
      content: { sealedCode: site.secrets.sealMailedCode(code) },
      sendBefore: expiresAt,
    },
    now,
  );
  if (!isQueued) return false;
  const pending = { email, codeHash: codeHash(site, { adminId, email }, code), wrongTries: 0, expiresAt };
  await transaction
    .insert(pendingEmails)
    .values({ adminId, ...pending })
    .onConflictDoUpdate({ target: pendingEmails.adminId, set: pending });
  return true;
}

/**
 * Verifies a code. The try is counted first, in its own statement, so that codes sent at once cannot exceed the limit.
 *
 * @throws Refusal 401 if the code is wrong, 410 if it is too old or missing, 429 after too many tries.
 */
export async function verifyEmailCode(
  database: Database,
  site: Site,
  { adminId, code }: { adminId: number; code: string },
  now: Date,
): Promise<PendingEmail> {
  const isPending = and(eq(pendingEmails.adminId, adminId), gt(pendingEmails.expiresAt, now));
  const [pending] = await database
    .update(pendingEmails)
    .set({ wrongTries: sql`${pendingEmails.wrongTries} + 1` })
    .where(and(isPending, lt(pendingEmails.wrongTries, CODE_TRIES)))
    .returning();
  if (!pending) {
    const isUsedUp = (await database.$count(pendingEmails, isPending)) > 0;
    throw isUsedUp ? tooManyTries() : expired();
  }
  if (sameText(pending.codeHash, codeHash(site, pending, code))) return pending;
  const triesLeft = CODE_TRIES - pending.wrongTries;
  if (triesLeft === 0) throw tooManyTries();
  const sentence = consoleOnly(
    `That code is not right. ${triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left.`,
  );
  throw new Refusal('wrong_credentials', sentence, { fields: { code: sentence } });
}

/**
 * Saves the email whose code was right, and uses the code up.
 *
 * @throws Refusal 410 if another call used it first, or another code was sent since.
 */
export async function saveProvedEmail(transaction: Transaction, pending: PendingEmail): Promise<string> {
  const { adminId, email } = pending;
  const spent = await transaction
    .delete(pendingEmails)
    .where(and(eq(pendingEmails.adminId, adminId), eq(pendingEmails.codeHash, pending.codeHash)))
    .returning({ adminId: pendingEmails.adminId });
  if (spent.length === 0) throw expired();
  await transaction.update(admins).set({ email }).where(eq(admins.id, adminId));
  return email;
}

/** Deletes an admin's email and switches off all mail to them. @returns whether there was an email. */
export async function removeEmail(transaction: Transaction, adminId: number): Promise<boolean> {
  await transaction.delete(pendingEmails).where(eq(pendingEmails.adminId, adminId));
  const removed = await transaction
    .update(admins)
    .set({ email: null, notifyOverflow: false, notifyPickup: false, notifyDaily: false })
    .where(and(eq(admins.id, adminId), isNotNull(admins.email)))
    .returning({ id: admins.id });
  return removed.length > 0;
}

/** Updates what is mailed to an admin. @returns all choices, and the names of those switched on and off. */
export async function updateMailChoices(
  transaction: Transaction,
  { timeZone }: Pick<Site, 'timeZone'>,
  adminId: number,
  choices: Partial<Record<keyof MailChoices, boolean | undefined>>,
  now: Date,
): Promise<{ notify: MailChoices; on: string[]; off: string[] }> {
  const [row] = await transaction
    .select({ before: choiceColumns })
    .from(admins)
    .where(eq(admins.id, adminId))
    .for('no key update');
  if (!row) throw loginRequired();
  const { before } = row;
  const { overflow = before.overflow, pickup = before.pickup, daily = before.daily } = choices;
  const notify = { overflow, pickup, daily };
  await transaction
    .update(admins)
    .set({
      notifyOverflow: overflow,
      notifyPickup: pickup,
      notifyDaily: daily,
      // Skips the list that is due already, so that the first one comes the next morning.
      ...(daily && !before.daily && { dailyListOn: dailyListDay(now, timeZone) }),
    })
    .where(eq(admins.id, adminId));
  const names = ['overflow', 'pickup', 'daily'] as const;
  return {
    notify,
    on: names.filter((name) => notify[name] && !before[name]),
    off: names.filter((name) => before[name] && !notify[name]),
  };
}

function expired(): Refusal {
  const sentence = consoleOnly('That code is too old. Please ask for a new one.');
  return new Refusal('expired', sentence, { fields: { code: sentence } });
}

function tooManyTries(): Refusal {
  const sentence = consoleOnly('Those were too many wrong codes. Please ask for a new one.');
  return new Refusal('too_many_requests', sentence, { fields: { code: sentence } });
}
