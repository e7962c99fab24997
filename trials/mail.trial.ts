import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { queueMail } from '#features/mail/serverOutbox.ts';
import { type Database, inTransaction } from '#server/database.ts';
import type { Post } from '#server/mail.ts';
import { useMailbox } from '#server/testing/mailbox.ts';
import { Secrets } from '#server/secrets.ts';
import { Chance } from './chance.ts';
import { figure, isFull } from './figures.ts';
import { type Server, siteForAll } from './fixtures.ts';

const KILLS = isFull ? 20 : 2;
const MAILS = isFull ? 400 : 40;

const mailbox = useMailbox();

async function queueMany(database: Database, post: Post): Promise<void> {
  await inTransaction(database, async (transaction) => {
    for (let number = 1; number <= MAILS; number += 1) {
      const mail = {
        kind: 'test',
        occasion: null,
        participantId: null,
        recipient: `jo${number}@example.ca`,
        language: 'en',
        content: { sentBy: null },
      } as const;
      await queueMail(
        transaction,
        { post, rateLimits: false, secrets: new Secrets('of a trial') },
        mail,
        new Date(),
      );
    }
  });
}

describe('mail', () => {
  // It has the tables made, and sends nothing: where the mail server listens is known only now.
  const site = siteForAll({ servers: 1 });

  test('kill -9 of one of two senders loses no mail, and sends at most the one in flight twice', async () => {
    const chance = new Chance();
    figure('Kills', KILLS);
    figure('Seed (TRIALS_SEED)', String(chance.seed));
    const settings = { ...site.settings, SMTP_URL: mailbox.smtpUrl, MAIL_FROM: mailbox.post().from };
    const servers: Server[] = [await site.processes.serve(settings), await site.processes.serve(settings)];
    await queueMany(site.database, mailbox.post());
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = Math.min(mailbox.deliveries.length + chance.between(1, 5), MAILS);
      while (mailbox.deliveries.length < enough) await setTimeout(1);
      const index = chance.between(0, 1);
      const killed = servers[index] as Server;
      killed.child.kill('SIGKILL');
      await killed.ended;
      // As if the minute were over for which it had taken what it was sending.
      await site.database.execute(sql`update mails set leased_until = now() where leased_until is not null`);
      servers[index] = await site.processes.serve(settings);
    }
    const left = sql`select count(*)::int as left from mails where status <> 'sent'`;
    for (;;) {
      const { rows } = await site.database.execute<{ left: number }>(left);
      if (rows[0]?.left === 0) break;
      await setTimeout(50);
    }
    const ids = mailbox.deliveries.map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(MAILS);
    figure('Mails, none lost', MAILS);
    figure('Of them sent twice', ids.length - MAILS);
    // Of each kill the one in flight, and that of the other server, whose time was cut short here as well.
    expect(ids.length - MAILS).toBeLessThanOrEqual(2 * KILLS);
  });
});
