// Sign-ins that wait for a mailed code, and browsers that need none. A donor ID without a known email also gets a pending
// sign-in, but no code. So neither the answer nor its time reveals who has donated.
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { queueMail } from '#features/mail/serverOutbox.ts';
import { type Database, inTransaction, type Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { PENDING_HOURS, TRUSTED_DAYS } from '#server/http/sessions.ts';
import { pendingSignIns, signInCodes, trustedBrowsers } from '#server/db/schema.ts';
import { digest, randomText, randomToken, sameText } from '#server/secrets.ts';
import { addDays, addSeconds } from '#shared/dates.ts';
import type { Language } from '#shared/languages.ts';
import { type Sentence, withValues } from '#shared/sentence.ts';

const SIGN_IN_DIGITS = 6;
const SIGN_IN_TRIES = 5;
/** How many of the newest codes of a pending sign-in work. */
const WORKING_CODES = 2;
const CODE_SECONDS = 10 * 60;
const PENDING_SECONDS = PENDING_HOURS * 60 * 60;

type PendingSignIn = typeof pendingSignIns.$inferSelect;

/** A pending sign-in whose mailed code was entered. */
export type ProvenSignIn = PendingSignIn & { email: string };

/** The hash includes the sign-in, so that a code works for no other sign-in. */
const codeHash = ({ secrets }: Site, { id }: PendingSignIn, code: string) =>
  secrets.hash('sign-in-code', `sign-in ${id} ${code}`);

/**
 * When a code from the last request expires. Answers use this time even if no code was mailed, because a difference would reveal
 * who has donated.
 */
function codesExpireAt({ expiresAt }: PendingSignIn): Date {
  const requestedAt = addSeconds(expiresAt, -PENDING_SECONDS);
  return addSeconds(requestedAt, CODE_SECONDS);
}

/**
 * Starts a pending sign-in and mails its code, if there is an address. If this browser already waits for the same sign-in, one
 * more code is mailed, and either code works.
 *
 * @param token of this browser's pending sign-in, if there is one.
 * @returns the token for the cookie.
 * @throws Refusal 429 if this browser has used up its tries.
 */
export async function startPendingSignIn(
  transaction: Transaction,
  site: Site,
  { target, token, language }: { target: SignInTarget; token: string | undefined; language: Language },
  now: Date,
): Promise<string> {
  if (token !== undefined) {
    const isPrevious = isPending(token, now);
    const [previous] = await transaction.select().from(pendingSignIns).where(isPrevious).for('update');
    if (previous && isSameSignIn(previous, target)) {
      await sendCode(transaction, site, { pending: previous, language }, now);
      return token;
    }
    await transaction.delete(pendingSignIns).where(isPrevious);
  }
  const newToken = randomToken();
  const [created] = await transaction
    .insert(pendingSignIns)
    .values({ ...target, tokenHash: digest(newToken), createdAt: now, expiresAt: pendingExpiresAt(now) })
    .returning();
  if (!created) throw new Error('The new sign-in was not returned.');
  await sendCode(transaction, site, { pending: created, language }, now);
  return newToken;
}

/** To whom a pending sign-in leads, what was claimed, and where its code goes. */
type SignInTarget = Omit<PendingSignIn, 'id' | 'tokenHash' | 'wrongTries' | 'createdAt' | 'expiresAt'>;

const pendingExpiresAt = (now: Date) => addSeconds(now, PENDING_SECONDS);

const isPending = (token: string, now: Date) =>
  and(eq(pendingSignIns.tokenHash, digest(token)), gt(pendingSignIns.expiresAt, now));

function isSameSignIn(pending: PendingSignIn, target: SignInTarget) {
  return (Object.keys(target) as (keyof SignInTarget)[]).every((field) => pending[field] === target[field]);
}

/**
 * Mails one more code for a locked pending sign-in. Nothing is mailed without an address or beyond the limit of mails; the answer
 * is the same.
 *
 * @throws Refusal 429 if the tries are used up and the last code has not expired.
 */
async function sendCode(
  transaction: Transaction,
  site: Site,
  { pending, language }: { pending: PendingSignIn; language: Language },
  now: Date,
): Promise<void> {
  const areTriesUsedUp = pending.wrongTries >= SIGN_IN_TRIES;
  if (areTriesUsedUp && codesExpireAt(pending) > now) throw lockedUntil(codesExpireAt(pending), now);
  await transaction
    .update(pendingSignIns)
    .set({ expiresAt: pendingExpiresAt(now), ...(areTriesUsedUp && { wrongTries: 0 }) })
    .where(eq(pendingSignIns.id, pending.id));
  if (pending.email === null) return;
  const code = randomText('0123456789', SIGN_IN_DIGITS);
  const expiresAt = addSeconds(now, CODE_SECONDS);
  const isQueued = await queueMail(
    transaction,
    site,
    {
      kind: 'sign_in_code',
      occasion: null,
      participantId: pending.participantId,
      recipient: pending.email,
      language,
      content: { sealedCode: site.secrets.sealMailedCode(code) },
      sendBefore: expiresAt,
    },
    now,
  );
  // A code that was not mailed could only be guessed, so it is not stored.
  if (!isQueued) return;
  await transaction.insert(signInCodes).values({
    pendingSignInId: pending.id,
    codeHash: codeHash(site, pending, code),
    createdAt: now,
    expiresAt,
  });
}

/**
 * Verifies a code. The try is counted first, in a separate statement. Otherwise simultaneous codes could get more tries than
 * are left.
 *
 * @throws Refusal if the code is wrong or too old, or no try is left.
 */
export async function verifyCode(
  database: Database,
  site: Site,
  { token, code, language }: { token: string | undefined; code: string; language: Language },
  now: Date,
): Promise<ProvenSignIn> {
  if (token === undefined) throw expiredSignIn();
  const pending = await countTry(database, token, now);
  if (!pending) throw await noTryRefusal(database, token, now);
  const workingCodes = await database
    .select()
    .from(signInCodes)
    .where(and(eq(signInCodes.pendingSignInId, pending.id), gt(signInCodes.expiresAt, now)))
    .orderBy(desc(signInCodes.id))
    .limit(WORKING_CODES);
  const hash = codeHash(site, pending, code);
  const { email } = pending;
  if (email !== null && workingCodes.some(({ codeHash: workingHash }) => sameText(workingHash, hash)))
    return { ...pending, email };
  if (codesExpireAt(pending) <= now)
    throw await replaceExpiredCode(database, site, { pending, language }, now);
  const triesLeft = SIGN_IN_TRIES - pending.wrongTries;
  if (triesLeft === 0) throw lockedUntil(codesExpireAt(pending), now);
  throw wrongCode(
    triesLeft === 1
      ? 'That code is not right. 1 try left.'
      : withValues('That code is not right. {tries} tries left.', { tries: triesLeft }),
  );
}

/** Counts a try. Returns undefined if there is no pending sign-in, or no try is left. */
async function countTry(database: Database, token: string, now: Date): Promise<PendingSignIn | undefined> {
  const [counted] = await database
    .update(pendingSignIns)
    .set({ wrongTries: sql`${pendingSignIns.wrongTries} + 1` })
    .where(and(isPending(token, now), lt(pendingSignIns.wrongTries, SIGN_IN_TRIES)))
    .returning();
  return counted;
}

async function noTryRefusal(database: Database, token: string, now: Date): Promise<Refusal> {
  const [pending] = await database.select().from(pendingSignIns).where(isPending(token, now));
  return pending && codesExpireAt(pending) > now ? lockedUntil(codesExpireAt(pending), now) : expiredSignIn();
}

/** For a sign-in that is too old or used up, or that leads to somebody else by now. */
export function expiredSignIn(): Refusal {
  return new Refusal('expired', 'This sign-in has ended. Please start again.');
}

function wrongCode(sentence: Sentence): Refusal {
  return new Refusal('wrong_credentials', sentence, {
    fields: { code: sentence },
    countsAgainst: 'wrongSignInCode',
  });
}

function lockedUntil(end: Date, now: Date): Refusal {
  const seconds = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  const sentence =
    minutes === 1
      ? 'Those were too many wrong codes. Ask for a new one in a minute.'
      : withValues('Those were too many wrong codes. Ask for a new one in {minutes} minutes.', { minutes });
  return new Refusal('too_many_requests', sentence, {
    retryAfterSeconds: seconds,
    countsAgainst: 'wrongSignInCode',
  });
}

/** Mails a new code in place of an expired one. Returns the refusal of the expired code. */
async function replaceExpiredCode(
  database: Database,
  site: Site,
  { pending: { id }, language }: { pending: PendingSignIn; language: Language },
  now: Date,
): Promise<Refusal> {
  await inTransaction(database, async (transaction) => {
    const [locked] = await transaction
      .select()
      .from(pendingSignIns)
      .where(eq(pendingSignIns.id, id))
      .for('update');
    if (!locked) throw expiredSignIn();
    await sendCode(transaction, site, { pending: locked, language }, now);
  });
  site.wakeMail();
  const sentence = 'That code was too old. A new one is on its way.';
  return new Refusal('expired', sentence, { fields: { code: sentence } });
}

/** Deletes a pending sign-in, because it works once. Returns false if another call deleted it first. */
export async function deletePendingSignIn(transaction: Transaction, { id }: PendingSignIn): Promise<boolean> {
  const deleted = await transaction
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.id, id))
    .returning({ id: pendingSignIns.id });
  return deleted.length > 0;
}

/** Whether a donor trusts the browser with this cookie. */
export async function isTrustedBrowser(
  transaction: Transaction,
  token: string | undefined,
  participantId: number | null,
  now: Date,
): Promise<boolean> {
  if (token === undefined) return false;
  const isValidTrust = and(
    eq(trustedBrowsers.tokenHash, digest(token)),
    // For an unknown donor, an ID that nobody has is looked up, so that the time taken reveals nothing.
    eq(trustedBrowsers.participantId, participantId ?? 0),
    gt(trustedBrowsers.expiresAt, now),
  );
  return (await transaction.$count(trustedBrowsers, isValidTrust)) > 0;
}

/** Trusts this browser for one more donor and rotates its cookie. Returns the new token for the cookie. */
export async function trustBrowser(
  transaction: Transaction,
  token: string | undefined,
  participantId: number,
  now: Date,
): Promise<string> {
  const newToken = randomToken();
  const expiresAt = addDays(now, TRUSTED_DAYS);
  if (token !== undefined) {
    await transaction
      .update(trustedBrowsers)
      .set({ tokenHash: digest(newToken) })
      .where(eq(trustedBrowsers.tokenHash, digest(token)));
  }
  await transaction
    .insert(trustedBrowsers)
    .values({ tokenHash: digest(newToken), participantId, createdAt: now, expiresAt })
    .onConflictDoUpdate({
      target: [trustedBrowsers.tokenHash, trustedBrowsers.participantId],
      set: { createdAt: now, expiresAt },
    });
  return newToken;
}
