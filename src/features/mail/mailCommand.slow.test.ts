import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectEmbedded } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { openEmbeddedDatabase } from '#server/db/embedded.ts';
import { auditLog } from '#server/db/schema.ts';
import { useMailbox } from '#server/testing/harness.ts';
import { type Running, runCommand } from '#server/testing/process.ts';

const MINUTE_MILLISECONDS = 60_000;
const mailbox = useMailbox();
let dataFolder: string;
const started: Running[] = [];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'reround-mail-'));
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await rm(dataFolder, { recursive: true, force: true });
});

async function run(settings: Record<string, string>, ...commandArguments: string[]) {
  const running = runCommand('mail', commandArguments, { DATA_DIR: dataFolder, ...settings });
  started.push(running);
  return await running.ended;
}

test(
  'the command sends a test mail, prints the mail server’s answer, and records each try in the audit log',
  { timeout: 2 * MINUTE_MILLISECONDS },
  async () => {
    await (await openEmbeddedDatabase(dataFolder)).close();
    const settings = { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'ReRound <letters@reround.example>' };
    expect(await run(settings, 'test', 'you@example.ca')).toEqual({
      code: 0,
      output: expect.stringMatching(/^The mail server took it: 250 /) as string,
    });
    expect(mailbox.deliveries).toMatchObject([
      { to: ['you@example.ca'], mail: { subject: 'Mail from ReRound works' } },
    ]);

    mailbox.behaviour = { recipient: () => ({ code: 550, text: 'No such user' }) };
    expect(await run(settings, 'test', 'you@example.ca')).toEqual({
      code: 1,
      output: 'The mail server did not take it: 550 No such user\n',
    });
    const { database, close } = connectEmbedded(await openEmbeddedDatabase(dataFolder));
    try {
      await migrateDatabase(database, async () => {});
      const rows = await database.select().from(auditLog).orderBy(auditLog.id);
      expect(rows).toMatchObject([
        { actor: 'shell', action: 'mail.tested', details: { result: 'sent' } },
        { actor: 'shell', action: 'mail.tested', details: { result: 'refused' } },
      ]);
    } finally {
      await close();
    }

    expect(await run({}, 'test', 'you@example.ca')).toEqual({
      code: 1,
      output: 'Mail is off: set SMTP_URL and MAIL_FROM.\n',
    });
    expect((await run(settings, 'test', 'you')).output).toBe('you is not an email address.\n');
  },
);
