// Sends the mail of the outbox. Any number of processes may do so at once: each takes one mail at a time.
import type { FastifyBaseLogger } from 'fastify';
import { readSettings } from '#server/settings.ts';
import type { Site } from '#server/http/call.ts';
import type { Outcome, Post } from '#server/mailer.ts';
import { hasCode, isStaffMail } from '#shared/mail.ts';
import type { MailContents } from './serverKinds.ts';
import { confirmUrl, pickupUrlOf, unsubscribeUrl } from './serverLinks.ts';
import { calendarOf, messageOf } from './serverMessage.ts';
import {
  currentRecipient,
  isUndeliverable,
  type Mail,
  settleMail,
  takeDueMail,
  type Unsent,
} from './serverOutbox.ts';
import { currentStaffEmail } from './serverStaffMail.ts';

/** For mail that other processes queue; this one's own wakes the worker. */
const POLL_MILLISECONDS = 2000;

/** How long the mail being sent may still take when the process stops. */
const LAST_MILLISECONDS = 5000;

export interface MailWorker {
  /** Sends what is due now, or after the round that is running. */
  wake: () => void;
  /** Takes no more mail and waits a moment for the one being sent. If it is cut off, it is tried again. */
  stop: () => Promise<void>;
}

export function startMailWorker(
  site: Site,
  log: FastifyBaseLogger,
  lastMilliseconds = LAST_MILLISECONDS,
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
    const timer = setTimeout(() => cuttingOff.abort(), lastMilliseconds);
    await running;
    clearTimeout(timer);
  }

  return { wake, stop };
}

/** @returns whether a mail was due. It is sent, or recorded as failed. */
export async function sendDueMail(site: Site, cutOff?: AbortSignal): Promise<boolean> {
  const { database, post, clock } = site;
  if (!post) return false;
  const taken = await takeDueMail(database, clock());
  if (!taken) return false;
  const { kind } = taken;
  const recipient = isStaffMail(kind)
    ? await currentStaffEmail(database, kind, taken)
    : await currentRecipient(database, taken);
  const mail = { ...taken, recipient: recipient ?? taken.recipient };
  const outcome = recipient === null ? unwanted : await trySending(site, post, mail, cutOff);
  await settleMail(database, mail, outcome, clock());
  return true;
}

const unwanted: Unsent = {
  result: 'suppressed',
  code: null,
  answer: 'Not sent: it was switched off, or no email is confirmed any more.',
};

async function trySending(
  site: Site,
  post: Post,
  mail: Mail,
  cutOff: AbortSignal | undefined,
): Promise<Outcome | Unsent> {
  const { database, clock, secrets } = site;
  if (mail.sendBefore && mail.sendBefore <= clock()) {
    return { result: 'late', code: mail.answerCode, answer: mail.answer };
  }
  // A code is always tried: else a donor whose address was refused once could never sign in again.
  const passesMark = mail.passesMark || hasCode(mail.kind);
  if (!passesMark && (await isUndeliverable(database, mail.recipient))) {
    return { result: 'suppressed', code: null, answer: null };
  }
  const { organization } = await readSettings(database);
  try {
    const { sealedCode } = mail.content as Partial<MailContents['sign_in_code']>;
    const message = messageOf(site, mail, organization, {
      off: unsubscribeUrl(site, mail),
      confirm: confirmUrl(site, mail),
      pickup: pickupUrlOf(site, mail),
      signInCode: sealedCode ? secrets.openMailedCode(sealedCode) : undefined,
      calendar: calendarOf(site, mail, organization),
    });
    return await post.send(message, cutOff);
  } catch (error) {
    // Recorded as a failure: a mail without an outcome would be taken again for ever.
    return { result: 'failed', code: null, answer: `It could not be written. ${String(error)}` };
  }
}
