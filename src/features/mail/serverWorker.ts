// Sends what the outbox holds. Any number of processes may do so at once: each takes one mail at a time.
import type { FastifyBaseLogger } from 'fastify';
import { readSettings } from '#features/site/server.ts';
import type { Site } from '#server/http/call.ts';
import type { Outcome, Post } from '#server/mail.ts';
import type { Organization } from '#shared/organization.ts';
import { calendarOf } from './serverCalendar.ts';
import { isUndeliverable, type Mail, settleMail, takeDueMail, type Unsent } from './serverOutbox.ts';
import type { MailContents } from './mailContents.ts';
import { confirmUrl, unsubscribeUrl } from './serverLinks.ts';
import { type Enclosure, messageOf } from './serverTemplates.ts';

/** How often a process looks for mail whose time has come. What it writes itself it looks for at once. */
const LOOK_MILLISECONDS = 2000;

/** Sends mail until it is stopped. */
export class MailWorker {
  readonly #site: Site;
  readonly #log: FastifyBaseLogger;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isWanted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(site: Site, log: FastifyBaseLogger) {
    this.#site = site;
    this.#log = log;
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
        while (!this.#isStopped && (await sendDueMail(this.#site)));
      } catch (error) {
        this.#log.error({ error }, 'mail could not be taken from the outbox');
      }
    });
  }

  /** Takes no more mail, and waits for the one that is being sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}

/** Takes a mail that is due and tries to send it. Gives whether there was one. */
export async function sendDueMail(site: Site): Promise<boolean> {
  const { database, post, clock } = site;
  if (!post) return false;
  const mail = await takeDueMail(database, clock());
  if (!mail) return false;
  await settleMail(database, mail, await tried(site, post, mail), clock());
  return true;
}

async function tried(site: Site, post: Post, mail: Mail): Promise<Outcome | Unsent> {
  const { database, clock } = site;
  if (mail.sendBefore && mail.sendBefore <= clock()) return { result: 'late' };
  if (!mail.passesMark && (await isUndeliverable(database, mail.recipient))) return { result: 'suppressed' };
  const { organization } = await readSettings(database);
  return await post.send(messageOf(site, mail, organization, enclosureOf(site, mail, organization)));
}

/** A sign-in code is opened at the last moment: nothing that is kept tells it. */
function enclosureOf(site: Site, mail: Mail, organization: Organization): Enclosure {
  const sealedCode =
    mail.kind === 'sign_in_code' ? (mail.content as MailContents['sign_in_code']).sealedCode : null;
  return {
    off: unsubscribeUrl(site, mail),
    confirm: confirmUrl(site, mail),
    signInCode: sealedCode === null ? undefined : site.secrets.openMailedCode(sealedCode),
    calendar: calendarOf(site, mail, organization),
  };
}
