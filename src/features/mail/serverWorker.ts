// Sends the mail of the outbox. Any number of processes may do so at once: each takes one mail at a time.
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
import { linksOf } from './serverLinks.ts';
import { calendarOf, messageOf } from './serverMessage.ts';
import { addressNewsOf, isAddress, isUndeliverable, type Mail, withoutCode } from './serverOutbox.ts';
import { currentStaffEmail } from './serverStaffMail.ts';

/** For mail that other processes queue; this one's own wakes the worker. */
const POLL_MILLISECONDS = 2000;

/** How long the mail that is being sent may still take when the process stops. */
const GRACE_MILLISECONDS = 5000;

interface MailWorker {
  /** Sends what is due now, or after the round that is running. */
  wake: () => void;
  /** Takes no more mail and waits a moment for the one being sent. If it is cut off, it is tried again. */
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
      while (!stopping.signal.aborted && (await sendDueMail(site, cuttingOff.signal)));
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

/** @returns whether a mail was due. It is sent, or recorded as failed. */
export async function sendDueMail(site: Site, cutOff?: AbortSignal): Promise<boolean> {
  const { database, mailer, clock } = site;
  if (!mailer) return false;
  const taken = await takeDueMail(database, clock());
  if (!taken) return false;
  const { kind } = taken;
  const recipient = isStaffMail(kind)
    ? await currentStaffEmail(database, kind, taken)
    : await currentRecipient(database, taken);
  const mail = { ...taken, recipient: recipient ?? taken.recipient };
  const outcome = recipient === null ? unwanted : await trySending(site, mailer, mail, cutOff);
  await settleMail(database, mail, outcome, clock());
  return true;
}

/** Longer than sending may take (`server/mailer.ts`). */
const LEASE_SECONDS = 60;

/**
 * Leases a due mail, so that no other process sends it for a minute: first mail that somebody waits for, then the one that
 * is due longest. Undefined if none is due.
 */
export async function takeDueMail(database: Database, now: Date): Promise<Mail | undefined> {
  const isFree = or(isNull(mails.leasedUntil), lte(mails.leasedUntil, now));
  return await inTransaction(database, async (transaction) => {
    const [due] = await transaction
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.status, 'waiting'), lte(mails.nextTryAt, now), isFree))
      .orderBy(desc(inArray(mails.kind, [...awaitedMail])), asc(mails.nextTryAt), asc(mails.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const [taken] = await transaction
      .update(mails)
      .set({ leasedUntil: addSeconds(now, LEASE_SECONDS), tries: sql`${mails.tries} + 1` })
      .where(eq(mails.id, due.id))
      .returning();
    return taken;
  });
}

/**
 * The address to send to now: a donor's news goes to their current email. Null if the kind was switched off, which a resend
 * ignores, or if the donor no longer has an email.
 */
async function currentRecipient(
  executor: Executor,
  { kind, participantId, recipient, passesMark }: Mail,
): Promise<string | null> {
  const isKind = (name: MailKind) => name === kind;
  if (!donorNews.some(isKind) || participantId === null) {
    const off = passesMark ? [] : await addressNewsOf(executor, recipient);
    return off.some(isKind) ? null : recipient;
  }
  const [reader] = await executor
    .select({ email: participants.email, newsOff: participants.newsOff })
    .from(participants)
    .where(eq(participants.id, participantId));
  if (reader?.newsOff.some(isKind) && !passesMark) return null;
  return reader?.email ?? null;
}

/** The outcome of a mail that was not tried. */
interface Unsent {
  result: 'suppressed' | 'late';
  code: number | null;
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
  if (mail.sendBefore && mail.sendBefore <= clock()) {
    return { result: 'late', code: mail.answerCode, answer: mail.answer };
  }
  // A code is always tried: otherwise a donor whose address was refused once could never sign in again.
  const passesMark = mail.passesMark || hasCode(mail.kind);
  if (!passesMark && (await isUndeliverable(database, mail.recipient))) {
    return { result: 'suppressed', code: null, answer: null };
  }
  const { organization } = await readSettings(database);
  try {
    const { sealedCode } = mail.content as Partial<MailContents['sign_in_code']>;
    const message = messageOf(site, mail, organization, {
      ...linksOf(site, mail),
      signInCode: sealedCode ? secrets.openMailedCode(sealedCode) : undefined,
      calendar: calendarOf(site, mail, organization),
    });
    return await mailer.send(message, cutOff);
  } catch (error) {
    // Recorded as a failure, because a mail without an outcome would be taken again for ever.
    return { result: 'failed', code: null, answer: `It could not be written. ${String(error)}` };
  }
}

/** After each failed try: 1, 5 and 30 minutes, 2, 6, 12 and 24 hours. */
const WAITS_SECONDS = [60, 300, 1800, 7200, 21_600, 43_200, 86_400];

/**
 * Records the outcome of a try. After the lease another process may have the mail, and then only its outcome counts. A sent
 * mail counts in any case.
 */
export async function settleMail(
  database: Database,
  mail: Mail,
  outcome: Outcome | Unsent,
  now: Date,
): Promise<void> {
  const { recipient, leasedUntil } = mail;
  const hasLease = outcome.result === 'sent' || !leasedUntil ? undefined : eq(mails.leasedUntil, leasedUntil);
  await inTransaction(database, async (transaction) => {
    const settled = await transaction
      .update(mails)
      .set(valuesAfter(mail, outcome, now))
      .where(and(eq(mails.id, mail.id), eq(mails.status, 'waiting'), hasLease))
      .returning({ id: mails.id });
    if (outcome.result === 'sent') {
      await transaction
        .delete(undeliverableAddresses)
        .where(isAddress(undeliverableAddresses.email, recipient));
    }
    if (outcome.result === 'refused' && settled.length > 0) {
      await transaction
        .insert(undeliverableAddresses)
        .values({ email: recipient, answer: outcome.answer, since: now })
        .onConflictDoNothing();
    }
  });
}

function valuesAfter(mail: Mail, { result, code, answer }: Outcome | Unsent, now: Date): Partial<Mail> {
  // A mail that was not tried keeps the mail server's last answer.
  const values =
    result === 'suppressed'
      ? { answer: answer ?? mail.answer, leasedUntil: null, tries: mail.tries - 1 }
      : { recipient: mail.recipient, answer, answerCode: code, leasedUntil: null };
  const wait = result === 'failed' ? WAITS_SECONDS[mail.tries - 1] : undefined;
  if (wait !== undefined) {
    const nextTryAt = addSeconds(now, wait);
    if (!mail.sendBefore || nextTryAt < mail.sendBefore) return { ...values, nextTryAt };
  }
  const status = result === 'sent' || result === 'suppressed' ? result : 'failed';
  return { ...values, ...withoutCode(mail), status, nextTryAt: null, endedAt: now };
}
