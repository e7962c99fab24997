// Sign-ins that wait for a mailed code. Whoever is nobody has one as well, with a code that nobody knows, so that no
// answer and no time tells who has given here.
import { fill, type Sentence } from '#shared/sentence.ts';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { queueMail } from '#features/mail/serverOutbox.ts';
import {
  type DonorCredentials,
  type Meant,
  type ProvenSignIn,
  signInProven,
} from '#features/donors/serverDonors.ts';
import { type Database, type Executor, inTransaction, type Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type DonorSignIn, PENDING_HOURS } from '#server/http/sessions.ts';
import { pendingSignIns, signInCodes } from '#server/db/schema.ts';
import { digest, randomText, randomToken, sameText } from '#server/secrets.ts';
import { addSeconds } from '#shared/dates.ts';
import type { Language } from '#shared/languages.ts';

const SIGN_IN_DIGITS = 6;
const SIGN_IN_TRIES = 5;
/** Of a pending sign-in, the newest ones. */
const WORKING_CODES = 2;
const CODE_MINUTES = 10;

type Pending = typeof pendingSignIns.$inferSelect;

const randomCode = () => randomText('0123456789', SIGN_IN_DIGITS);

/** How a code is kept: with what it is for, so that it is worth nothing for anything else. */
const codeHash = ({ secrets }: Pick<Site, 'secrets'>, subject: string, code: string) =>
  secrets.hash('sign-in-code', `${subject} ${code}`);

const ofPending = ({ id }: Pick<Pending, 'id'>) => `sign-in ${id}`;

const isWorking = ({ id }: Pick<Pending, 'id'>, now: Date) =>
  and(eq(signInCodes.pendingSignInId, id), gt(signInCodes.expiresAt, now));

/**
 * Until when a code works that was mailed when one was last asked for. Answers go by this, whether one was mailed or not: how
 * many an address was sent already would tell whose it is.
 */
const endOfCodes = ({ expiresAt }: Pending) =>
  addSeconds(expiresAt, (CODE_MINUTES - PENDING_HOURS * 60) * 60);

/** What somebody signs in with, and in which language. */
type Asked = DonorCredentials & { language: Language };

/**
 * Mails a code to whom a sign-in means, if there is an address. Whoever asks again in the same browser has both codes to
 * choose from.
 *
 * @param token of the sign-in that waits in this browser already, if one does.
 * @returns the token for its cookie.
 * @throws Refusal 429 where this browser has used up its tries.
 */
export async function startPending(
  transaction: Transaction,
  site: Site,
  { meant, given, token }: { meant: Meant; given: Asked; token: string | undefined },
  now: Date,
): Promise<string> {
  const { studentId, participantId, isByEmail, email, isNotedEmail } = meant;
  const { language } = given;
  const whose = {
    studentId,
    participantId: isByEmail ? participantId : null,
    email,
    isNotedEmail,
    claimedName: given.displayName ?? null,
    claimedEmail: given.email ?? null,
  };
  const kept = token === undefined ? undefined : await holdPending(transaction, token, now);
  if (kept && token !== undefined && isSameSignIn(kept, whose)) {
    await sendCode(transaction, site, { pending: kept, language }, now);
    return token;
  }
  if (kept) await transaction.delete(pendingSignIns).where(eq(pendingSignIns.id, kept.id));
  const newToken = randomToken();
  const [made] = await transaction
    .insert(pendingSignIns)
    .values({ ...whose, tokenHash: digest(newToken), createdAt: now, expiresAt: endOfPending(now) })
    .returning();
  if (!made) throw new Error('The new sign-in was not returned.');
  await sendCode(transaction, site, { pending: made, language }, now);
  return newToken;
}

const endOfPending = (now: Date) => addSeconds(now, PENDING_HOURS * 60 * 60);

async function holdPending(transaction: Transaction, token: string, now: Date): Promise<Pending | undefined> {
  const [held] = await transaction
    .select()
    .from(pendingSignIns)
    .where(and(eq(pendingSignIns.tokenHash, digest(token)), gt(pendingSignIns.expiresAt, now)))
    .for('update');
  return held;
}

function isSameSignIn(
  kept: Pending,
  whose: Omit<Pending, 'id' | 'tokenHash' | 'wrongTries' | 'createdAt' | 'expiresAt'>,
) {
  return (Object.keys(whose) as (keyof typeof whose)[]).every((field) => kept[field] === whose[field]);
}

/**
 * Sends a pending sign-in, which is held, a code more. Where there is no address, or it was sent its share, nothing is
 * mailed, which no answer tells.
 *
 * @throws Refusal 429 where the tries are used up and the code they were for would still work.
 */
async function sendCode(
  transaction: Transaction,
  site: Site,
  { pending, language }: { pending: Pending; language: Language },
  now: Date,
): Promise<void> {
  const isUsedUp = pending.wrongTries >= SIGN_IN_TRIES;
  if (isUsedUp && endOfCodes(pending) > now) throw lockedUntil(endOfCodes(pending), now);
  await transaction
    .update(pendingSignIns)
    .set({
      expiresAt: endOfPending(now),
      ...(isUsedUp && { wrongTries: 0 }),
    })
    .where(eq(pendingSignIns.id, pending.id));
  if (pending.email === null) return;
  const code = randomCode();
  const expiresAt = addSeconds(now, CODE_MINUTES * 60);
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
  // A code that nobody was sent would only be there to be guessed.
  if (!isQueued) return;
  await transaction.insert(signInCodes).values({
    pendingSignInId: pending.id,
    codeHash: codeHash(site, ofPending(pending), code),
    createdAt: now,
    expiresAt,
  });
}

async function workingCodes(executor: Executor, pending: Pick<Pending, 'id'>, now: Date) {
  return await executor
    .select()
    .from(signInCodes)
    .where(isWorking(pending, now))
    .orderBy(desc(signInCodes.id))
    .limit(WORKING_CODES);
}

/**
 * Looks at a code. The try is counted before, in a statement of its own: of any number sent at the same moment no more are
 * looked at than there are tries left.
 *
 * @throws Refusal where it is wrong, too old, or one too many.
 */
export async function proofOfSignIn(
  database: Database,
  site: Site,
  { token, code, language }: { token: string | undefined; code: string; language: Language },
  now: Date,
): Promise<Pending> {
  const pending = token === undefined ? undefined : await takeTry(database, token, now);
  if (!pending) throw await whyNoTry(database, token, now);
  const working = await workingCodes(database, pending, now);
  const hash = codeHash(site, ofPending(pending), code);
  if (working.some((one) => sameText(one.codeHash, hash))) return pending;
  if (endOfCodes(pending) <= now) throw await tooOld(database, site, { pending, language }, now);
  const left = SIGN_IN_TRIES - pending.wrongTries;
  if (left === 0) throw lockedUntil(endOfCodes(pending), now);
  throw wrongCode(
    left === 1
      ? 'That is not the newest code. 1 try left.'
      : fill('That is not the newest code. {tries} tries left.', { tries: left }),
  );
}

async function takeTry(database: Database, token: string, now: Date): Promise<Pending | undefined> {
  const [taken] = await database
    .update(pendingSignIns)
    .set({ wrongTries: sql`${pendingSignIns.wrongTries} + 1` })
    .where(
      and(
        eq(pendingSignIns.tokenHash, digest(token)),
        gt(pendingSignIns.expiresAt, now),
        lt(pendingSignIns.wrongTries, SIGN_IN_TRIES),
      ),
    )
    .returning();
  return taken;
}

async function whyNoTry(database: Database, token: string | undefined, now: Date): Promise<Refusal> {
  const [locked] = await database
    .select()
    .from(pendingSignIns)
    .where(and(eq(pendingSignIns.tokenHash, digest(token ?? '')), gt(pendingSignIns.expiresAt, now)));
  return locked && endOfCodes(locked) > now ? lockedUntil(endOfCodes(locked), now) : startAgain();
}

/** For whoever has waited too long, or is somebody else by now. */
function startAgain(): Refusal {
  return new Refusal('expired', 'This sign-in has ended. Please start again.');
}

function wrongCode(sentence: Sentence): Refusal {
  return new Refusal('wrong_credentials', sentence, {
    fields: { code: sentence },
    countsAgainst: 'wrongSignInCode',
  });
}

function lockedUntil(moment: Date, now: Date): Refusal {
  const seconds = Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  const sentence =
    minutes === 1
      ? 'Those were too many wrong codes. Ask for a new one in a minute.'
      : fill('Those were too many wrong codes. Ask for a new one in {minutes} minutes.', { minutes });
  return new Refusal('too_many_requests', sentence, {
    retryAfterSeconds: seconds,
    countsAgainst: 'wrongSignInCode',
  });
}

/** Sends a new code in the place of one that is too old, and says so. */
async function tooOld(
  database: Database,
  site: Site,
  { pending: { id }, language }: { pending: Pending; language: Language },
  now: Date,
): Promise<Refusal> {
  const isThere = await inTransaction(database, async (transaction) => {
    const [held] = await transaction
      .select()
      .from(pendingSignIns)
      .where(eq(pendingSignIns.id, id))
      .for('update');
    if (held) await sendCode(transaction, site, { pending: held, language }, now);
    return held !== undefined;
  });
  if (!isThere) return startAgain();
  site.wakeMail();
  const sentence = 'That code was too old. A new one is on its way.';
  return new Refusal('expired', sentence, { fields: { code: sentence } });
}

/**
 * Signs in whom a code has proven, and spends it: of two calls with the same code one signs in.
 *
 * @throws Refusal 410 where it is spent, or somebody else is meant by now.
 */
export async function spendPending(
  transaction: Transaction,
  pending: Pending,
  language: Language,
  now: Date,
): Promise<DonorSignIn> {
  const { studentId, participantId, email, claimedName, claimedEmail } = pending;
  const proven: ProvenSignIn = { studentId, participantId, email, claimedName, claimedEmail, language };
  // Before the pending one is held: a merge holds the participant first, too.
  const signIn = await signInProven(transaction, proven, now);
  const [spent] = await transaction
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.id, pending.id))
    .returning({ id: pendingSignIns.id });
  if (!signIn || !spent) throw startAgain();
  return signIn;
}
