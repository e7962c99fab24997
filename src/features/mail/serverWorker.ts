// Sends what the outbox holds. Any number of processes may do so at once: each takes one mail at a time.
import type { FastifyBaseLogger } from 'fastify';
import { readSettings } from '#features/site/server.ts';
import type { Site } from '#server/http/call.ts';
import type { Message, Outcome, Post } from '#server/mail.ts';
import { operatorMail } from '#shared/mail.ts';
import type { Organization } from '#shared/organization.ts';
import { calendarOf } from './serverCalendar.ts';
import {
  isUndeliverable,
  type Mail,
  recipientNow,
  settleMail,
  takeDueMail,
  type Unsent,
} from './serverOutbox.ts';
import type { MailContents } from './serverKinds.ts';
import { confirmUrl, unsubscribeUrl } from './serverLinks.ts';
import { messageOf } from './serverMessage.ts';

/** How often a process looks for mail whose time has come. What it writes itself it looks for at once. */
const LOOK_MILLISECONDS = 2000;

/** How long the mail that is being sent may take once the process is to end, which is not waited for much longer. */
const LAST_MILLISECONDS = 5000;

/** Sends mail until it is stopped. */
export class MailWorker {
  readonly #site: Site;
  readonly #log: FastifyBaseLogger;
  readonly #lastMilliseconds: number;
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isWanted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(site: Site, log: FastifyBaseLogger, lastMilliseconds = LAST_MILLISECONDS) {
    this.#site = site;
    this.#log = log;
    this.#lastMilliseconds = lastMilliseconds;
  }

  /** Looks now and from then on, again and again. */
  start(): void {
    this.wake();
    this.#timer = setInterval(() => this.wake(), LOOK_MILLISECONDS);
  }

  /** Looks at once, or once more after the look that is under way. */
  wake(): void {
    if (this.#isStopped || this.#isWanted) return;
    this.#isWanted = true;
    this.#running = this.#running.then(async () => {
      this.#isWanted = false;
      try {
        while (!this.#isStopped && (await sendDueMail(this.#site, this.#ending.signal)));
      } catch (error) {
        this.#log.error({ error }, 'mail could not be taken from the outbox');
      }
    });
  }

  /** Takes no more mail, and waits a moment for the one that is being sent: what is cut off is tried again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    const timer = setTimeout(() => this.#ending.abort(), this.#lastMilliseconds);
    await this.#running;
    clearTimeout(timer);
  }
}

/** Takes a mail that is due and tries to send it, until it is told to stop. Gives whether there was one. */
export async function sendDueMail(site: Site, stopping?: AbortSignal): Promise<boolean> {
  const { database, post, clock } = site;
  if (!post) return false;
  const taken = await takeDueMail(database, clock());
  if (!taken) return false;
  const recipient = await recipientNow(database, taken);
  if (recipient === null) {
    await settleMail(database, taken, { result: 'unwanted' }, clock());
    return true;
  }
  const mail = { ...taken, recipient };
  await settleMail(database, mail, await tried(site, post, mail, stopping), clock());
  return true;
}

async function tried(
  site: Site,
  post: Post,
  mail: Mail,
  stopping: AbortSignal | undefined,
): Promise<Outcome | Unsent> {
  const { database, clock } = site;
  if (mail.sendBefore && mail.sendBefore <= clock()) return { result: 'late' };
  // An alarm is tried whatever came of the last: else one bad answer would silence all that follow.
  // So is a code that somebody asks for: else a donor could never sign in again.
  const passesMark =
    mail.passesMark || mail.kind === 'sign_in_code' || operatorMail.some((kind) => kind === mail.kind);
  if (!passesMark && (await isUndeliverable(database, mail.recipient))) return { result: 'suppressed' };
  const { organization } = await readSettings(database);
  let message: Message;
  try {
    message = messageOf(site, mail, organization, enclosureOf(site, mail, organization));
  } catch (error) {
    // A failure like any other: mail that is taken and never settled would be taken again for ever.
    return { result: 'failed', code: null, answer: `It could not be written. ${String(error)}` };
  }
  return await post.send(message, stopping);
}

/** A sign-in code is opened at the last moment: nothing that is kept tells it. */
function enclosureOf(site: Site, mail: Mail, organization: Organization) {
  const sealedCode =
    mail.kind === 'sign_in_code' ? (mail.content as MailContents['sign_in_code']).sealedCode : null;
  return {
    off: unsubscribeUrl(site, mail),
    confirm: confirmUrl(site, mail),
    signInCode: sealedCode === null ? undefined : site.secrets.openMailedCode(sealedCode),
    calendar: calendarOf(site, mail, organization),
  };
}
