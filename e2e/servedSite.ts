import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { connectEmbedded } from '#server/db/database.ts';
import { openMemoryDatabase } from '#server/db/embedded.ts';
import { ensurePreparedImage } from '#server/db/preparedImage.ts';
import { type Delivery, Mailbox } from '#server/testing/mailServer.ts';
import { createServerDatabase } from '#server/testing/testServer.ts';
import { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { type Day, dayOf } from '#shared/dates.ts';

const pages = fileURLToPath(new URL('../dist/web', import.meta.url));

/** The built site, served to a real browser. Each test starts with an empty database. */
export class ServedSite extends SiteUnderTest {
  url = '';
  /** The mail server, while the site sends mail. */
  mailbox: Mailbox | undefined;
  #aheadMilliseconds = 0;
  #readCount = 0;

  static async start(): Promise<ServedSite> {
    const { TEST_DATABASE_URL: serverUrl, TEST_DATABASE_TEMPLATE: template } = process.env;
    const opened =
      serverUrl && template
        ? await createServerDatabase(serverUrl, { template })
        : connectEmbedded(await openMemoryDatabase(await openAsBlob(await ensurePreparedImage())));
    const site = new ServedSite();
    await site.open(opened, { pages });
    // The clock runs, because the browser's clock does too.
    site.site.clock = () => new Date(Date.now() + site.#aheadMilliseconds);
    site.url = await site.app.listen({ port: 0, host: '127.0.0.1' });
    return site;
  }

  /** Today in the site's zone. */
  get today(): Day {
    return dayOf(this.site.clock(), this.site.timeZone);
  }

  override async reset(): Promise<void> {
    await super.reset();
    this.now = new Date();
    this.#aheadMilliseconds = 0;
  }

  async openMailbox(): Promise<void> {
    this.mailbox = new Mailbox();
    await this.mailbox.open();
    this.site.mailer = this.mailbox.mailer();
  }

  async closeMailbox(): Promise<void> {
    this.site.mailer = null;
    await this.mailbox?.close();
    this.mailbox = undefined;
    this.#readCount = 0;
  }

  /** Sends the waiting mail. Returns the mails that arrived since the last call. */
  async newMail(): Promise<Delivery[]> {
    while (await sendDueMail(this.site));
    const deliveries = this.mailbox?.deliveries ?? [];
    const unread = deliveries.slice(this.#readCount);
    this.#readCount = deliveries.length;
    return unread;
  }

  /** Waits for the one new mail, and returns its sign-in code. */
  async mailedCode(): Promise<string> {
    const texts: string[] = [];
    const readTexts = async () => texts.push(...(await this.newMail()).map(({ mail }) => mail.text ?? ''));
    await expect.poll(readTexts, 'how many mails came').toBeGreaterThan(0);
    const [, code] = /^ {4}(\d{6})$/m.exec(texts.join()) ?? [];
    if (code === undefined || texts.length > 1) throw new Error(`No code was mailed: ${texts.join('\n')}`);
    return code;
  }

  /** Moves the server's clock forward. */
  override pass({ days = 0, minutes = 0 }: { days?: number; minutes?: number }): void {
    this.#aheadMilliseconds += (days * 24 * 60 + minutes) * 60_000;
  }
}
