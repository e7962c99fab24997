import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { inTransaction } from '#server/db/database.ts';
import { Secrets } from '#server/secrets.ts';
import { useMailbox } from '#server/testing/harness.ts';
import { siteForAll } from '#server/testing/siteProcesses.ts';
import { queueMail } from './serverOutbox.ts';

const MAILS = 40;
const WAIT = { timeout: 60_000, interval: 20 };

const mailbox = useMailbox();
// This server makes the tables and sends nothing, because the mail server's address is known only later.
const site = siteForAll({ servers: 1 });

async function queueMany(): Promise<void> {
  const mailing = { mailer: mailbox.mailer(), rateLimits: false, secrets: new Secrets('of a test') };
  await inTransaction(site.database, async (transaction) => {
    for (let number = 1; number <= MAILS; number += 1) {
      const mail = {
        kind: 'test',
        recipient: `jo${number}@example.ca`,
        language: 'en',
        content: { sentBy: null },
      } as const;
      await queueMail(transaction, mailing, mail, new Date());
    }
  });
}

test(
  'killing one of two senders loses no mail, and sends at most the mails in flight twice',
  { timeout: 300_000 },
  async () => {
    const settings = { ...site.settings, SMTP_URL: mailbox.smtpUrl, MAIL_FROM: mailbox.mailer().from };
    const killed = await site.processes.serve(settings);
    await site.processes.serve(settings);
    await queueMany();
    await vi.waitUntil(() => mailbox.deliveries.length >= 3, { ...WAIT, interval: 1 });
    killed.child.kill('SIGKILL');
    await killed.ended;
    // As if the leases of the killed process had ended.
    await site.database.execute(sql`update mails set leased_until = now() where leased_until is not null`);
    await vi.waitUntil(async () => {
      const { rows } = await site.database.execute(sql`select from mails where status <> 'sent'`);
      return rows.length === 0;
    }, WAIT);
    const ids = mailbox.deliveries.map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(MAILS);
    // The mail in flight may arrive twice, and so may the other server's, because its lease was ended, too.
    expect(ids.length - MAILS).toBeLessThanOrEqual(2);
  },
);
