// Sends the mail in the outbox. Several processes may do so at once, because each leases one mail at a time.
import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, type Executor, inTransaction } from '#server/db/database.ts';
import { mails, participants, undeliverableAddresses } from '#server/db/schema.ts';
import { readSettings } from '#server/settings.ts';
import type { Site } from '#server/http/call.ts';
import type { Mailer, Outcome } from '#server/mailer.ts';
import { addSeconds } from '#shared/dates.ts';
import { awaitedMail, donorNews, hasCode, isStaffMail, type MailKind } from '#shared/mail.ts';
import type { MailContents } from './serverKinds.ts';
import { signedLinks } from './serverLinks.ts';
import { composeCalendar, composeMessage } from './serverMessage.ts';
import { equalsEmail, findSwitchedOffNews, isUndeliverable, type Mail, withoutCode } from './serverOutbox.ts';
import { currentStaffEmail } from './serverStaffMail.ts';

/** Polling finds mail that other processes queue. Mail of this process wakes the worker. */
const POLL_MILLISECONDS = 2000;

/** How long the process waits, when it stops, for the mail that is being sent. */
const GRACE_MILLISECONDS = 5000;

interface MailWorker {
  /** Sends due mail, after the current round if one is running. */
  wake: () => void;
  /** Takes no more mail, and waits a moment for the mail being sent. If that is cut off, it will be tried again. */
  stop: () => Promise<void>;
}

export function startMailWorker(
  site: Site,
  log: FastifyBaseLogger,
  graceMilliseconds = GRACE_MILLISECONDS,
): MailWorker {
  const stopping = new AbortController();
  const cuttingOff = new AbortController();
  let isQueued = false;
  let running: Promise<void> = Promise.resolve();

  async function sendAll(): Promise<void> {
    isQueued = false;
    try {
      let wasDue = true;
      while (wasDue && !stopping.signal.aborted) wasDue = await sendDueMail(site, cuttingOff.signal);
    } catch (error) {
      log.error({ error }, 'mail could not be taken from the outbox');
    }
  }

  function wake(): void {
    if (stopping.signal.aborted || isQueued) return;
    isQueued = true;
    running = running.then(sendAll);
  }

  wake();
  const polling = setInterval(wake, POLL_MILLISECONDS);

  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(polling);
    const timer = setTimeout(() => cuttingOff.abort(), graceMilliseconds);
    await running;
    clearTimeout(timer);
  }

  return { wake, stop };
}

/** Sends one mail, or records why it failed. @returns whether a mail was due. */
export async function sendDueMail(site: Site, cutOff?: AbortSignal): Promise<boolean> {
  const { database, mailer, clock } = site;
  if (!mailer) return false;
  const dueMail = await takeDueMail(database, clock());
  if (!dueMail) return false;
  const recipient = await findRecipient(database, dueMail);
  const mail = { ...dueMail, recipient: recipient ?? dueMail.recipient };
  const outcome = recipient === null ? unwanted : await trySending(site, mailer, mail, cutOff);
  await settleMail(database, mail, outcome, clock());
  return true;
}

/** A lease lasts longer than sending may take, which `server/mailer.ts` limits. */
const LEASE_SECONDS = 60;

/**
 * Leases a due mail, so that no other process sends it for a minute. Mail that somebody waits for comes first, and then the
 * mail that has been due longest. Undefined if none is due.
 */
export async function takeDueMail(database: Database, now: Date): Promise<Mail | undefined> {
  const isNotLeased = or(isNull(mails.leasedUntil), lte(mails.leasedUntil, now));
  return await inTransaction(database, async (transaction) => {
    const [due] = await transaction
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.status, 'waiting'), lte(mails.nextTryAt, now), isNotLeased))
      .orderBy(desc(inArray(mails.kind, [...awaitedMail])), asc(mails.nextTryAt), asc(mails.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const [leased] = await transaction
      .update(mails)
      .set({ leasedUntil: addSeconds(now, LEASE_SECONDS), tries: sql`${mails.tries} + 1` })
      .where(eq(mails.id, due.id))
      .returning();
    return leased;
  });
}

/**
 * The email to send to. News to a donor or staff goes to their current email. Null if they no longer have one. Also null if
 * the kind was switched off, unless an admin sent the mail again.
 */
export async function findRecipient(executor: Executor, mail: Mail): Promise<string | null> {
  const { kind, participantId, recipient, passesMark: isForced } = mail;
  if (isStaffMail(kind)) return await currentStaffEmail(executor, kind, mail);
  const isKind = (name: MailKind) => name === kind;
  if (!donorNews.some(isKind) || participantId === null) {
    const switchedOff = isForced ? [] : await findSwitchedOffNews(executor, recipient);
    return switchedOff.some(isKind) ? null : recipient;
  }
  const [reader] = await executor
    .select({ email: participants.email, newsOff: participants.newsOff })
    .from(participants)
    .where(eq(participants.id, participantId));
  if (reader?.newsOff.some(isKind) && !isForced) return null;
  return reader?.email ?? null;
}

/** The outcome of a mail that was not tried. */
interface Unsent {
  result: 'suppressed' | 'late';
  code: null;
  /** Null if the mail keeps the mail server's last answer. */
  answer: string | null;
}

const unwanted: Unsent = {
  result: 'suppressed',
  code: null,
  answer: 'Not sent: it was switched off, or no email is confirmed any more.',
};

async function trySending(
  site: Site,
  mailer: Mailer,
  mail: Mail,
  cutOff: AbortSignal | undefined,
): Promise<Outcome | Unsent> {
  const { database, clock, secrets } = site;
  if (mail.sendBefore && mail.sendBefore <= clock()) return { result: 'late', code: null, answer: null };
  // A code is always tried. Otherwise a donor whose address was refused once could never sign in again.
  const isForced = mail.passesMark || hasCode(mail.kind);
  if (!isForced && (await isUndeliverable(database, mail.recipient))) {
    return { result: 'suppressed', code: null, answer: null };
  }
  const { organization } = await readSettings(database);
  try {
    const { sealedCode } = mail.content as Partial<MailContents['sign_in_code']>;
    const signInCode = sealedCode ? secrets.openMailedCode(sealedCode) : undefined;
    const secretValues = { ...signedLinks(site, mail), signInCode };
    const calendar = composeCalendar(site, mail, organization);
    return await mailer.send(composeMessage(site, mail, organization, secretValues, calendar), cutOff);
  } catch (error) {
    // A failure is recorded, because a mail without an outcome would be tried for ever.
    return { result: 'failed', code: null, answer: `It could not be written. ${String(error)}` };
  }
}

/** The waits after failed tries: 1, 5 and 30 minutes, and 2, 6, 12 and 24 hours. */
const RETRY_WAITS_SECONDS = [60, 300, 1800, 7200, 21_600, 43_200, 86_400];

/**
 * Records the outcome of a try. Once the lease has ended another process may have taken the mail, and then only that
 * process's outcome counts. But a mail that was sent always counts as sent.
 */
export async function settleMail(
  database: Database,
  mail: Mail,
  outcome: Outcome | Unsent,
  now: Date,
): Promise<void> {
  const { recipient, leasedUntil } = mail;
  const holdsLease =
    outcome.result === 'sent' || !leasedUntil ? undefined : eq(mails.leasedUntil, leasedUntil);
  await inTransaction(database, async (transaction) => {
    const settledRows = await transaction
      .update(mails)
      .set(valuesAfterTry(mail, outcome, now))
      .where(and(eq(mails.id, mail.id), eq(mails.status, 'waiting'), holdsLease))
      .returning({ id: mails.id });
    if (outcome.result === 'sent') {
      await transaction
        .delete(undeliverableAddresses)
        .where(equalsEmail(undeliverableAddresses.email, recipient));
    }
    if (outcome.result === 'refused' && settledRows.length > 0) {
      await transaction
        .insert(undeliverableAddresses)
        .values({ email: recipient, answer: outcome.answer, since: now })
        .onConflictDoNothing();
    }
  });
}

function valuesAfterTry(mail: Mail, { result, code, answer }: Outcome | Unsent, now: Date): Partial<Mail> {
  const isUntried = result === 'suppressed' || result === 'late';
  const values = {
    leasedUntil: null,
    // `takeDueMail` has counted the try already.
    ...(isUntried ? { tries: mail.tries - 1 } : { recipient: mail.recipient }),
    ...(answer !== null && { answer, answerCode: code }),
  };
  const waitSeconds = result === 'failed' ? RETRY_WAITS_SECONDS[mail.tries - 1] : undefined;
  if (waitSeconds !== undefined) {
    const nextTryAt = addSeconds(now, waitSeconds);
    if (!mail.sendBefore || nextTryAt < mail.sendBefore) return { ...values, nextTryAt };
  }
  const status = result === 'sent' || result === 'suppressed' ? result : 'failed';
  return { ...values, ...withoutCode(mail), status, nextTryAt: null, endedAt: now };
}
