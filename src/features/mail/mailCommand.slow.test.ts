import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectEmbedded, migrateDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { auditLog } from '#server/schema.ts';
import { useMailbox } from '#server/testing/mailbox.ts';
import { type Running, runCommand } from '#server/testing/process.ts';

const MINUTES = 60_000;
const mailbox = useMailbox();
let data: string;
const started: Running[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'reround-mail-'));
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await rm(data, { recursive: true, force: true });
});

async function run(settings: Record<string, string>, ...parameters: string[]) {
  const running = runCommand('mail', parameters, { DATA_DIR: data, ...settings });
  started.push(running);
  return await running.ended;
}

const pemOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

test(
  'a mail is tried out from a shell, which says what the mail server answered; each try is in the audit log',
  { timeout: 2 * MINUTES },
  async () => {
    await (await openEmbeddedDatabase(data)).close();
    const settings = { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'ReRound <letters@reround.example>' };
    expect(await run(settings, 'test', 'you@example.ca')).toEqual({
      code: 0,
      output: expect.stringMatching(/^The mail server took it: 250 /) as string,
    });
    expect(mailbox.deliveries).toMatchObject([
      { to: ['you@example.ca'], mail: { subject: 'Mail from ReRound works' } },
    ]);

    expect((await run(settings, 'test', 'you@example.ca', 'fr')).code).toBe(0);
    expect(mailbox.deliveries[1]?.mail.subject).toBe('ReRound\u00a0: l’envoi de courriels fonctionne');

    mailbox.behaviour = { recipient: () => ({ code: 550, text: 'No such user' }) };
    expect(await run(settings, 'test', 'you@example.ca')).toEqual({
      code: 1,
      output: 'The mail server did not take it: 550 No such user\n',
    });
    const { database, close } = connectEmbedded(await openEmbeddedDatabase(data));
    try {
      await migrateDatabase(database, async () => {});
      const rows = await database.select().from(auditLog).orderBy(auditLog.id);
      expect(rows).toMatchObject([
        { actor: 'shell', action: 'mail.tested', details: { result: 'sent' } },
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
    expect((await run(settings, 'test', 'you@example.ca', 'de')).output).toMatch(/^de is no language: /);
    expect((await run(settings)).output).toMatch(/^npm run mail -- test ADDRESS/);
  },
);

test('a check says what mail lacks, and the DNS records to set', { timeout: 2 * MINUTES }, async () => {
  expect(await run({}, 'check')).toEqual({
    code: 1,
    output: `The postal address was not looked at. There is no database in ${data}. Set DATA_DIR, or DATABASE_URL.
SMTP_URL and MAIL_FROM are not set: mail is off.
PUBLIC_URL is http://localhost:3000: the links in mails need an address that begins with https://.

Missing: 2.
`,
  });

  await (await openEmbeddedDatabase(data)).close();
  const settings = {
    PUBLIC_URL: 'https://reround.example',
    SMTP_URL: 'smtp://203.0.113.7',
    MAIL_FROM: 'ReRound <letters@reround.example>',
    DKIM_DOMAIN: 'elsewhere.example',
    DKIM_SELECTOR: 'letters',
    DKIM_PRIVATE_KEY: pemOf(1024).replaceAll('\n', String.raw`\n`),
  };
  const { output } = await run(settings, 'check');
  for (const said of [
    'clear',
    'v=spf1 ip4:203.0.113.7 ~all',
    'DKIM_DOMAIN is elsewhere.example',
    'has 1024 bits',
  ]) {
    expect(output).toContain(said);
  }

  const good = {
    ...settings,
    SMTP_URL: 'smtps://mail.example.ca',
    DKIM_DOMAIN: 'reround.example',
    DKIM_PRIVATE_KEY: pemOf(2048),
  };
  const checked = await run(good, 'check');
  expect(checked.output).toContain('reround.example. TXT "v=spf1 a:mail.example.ca ~all"\n');
  expect(checked.output).toMatch(
    /^letters\._domainkey\.reround\.example\. TXT "v=DKIM1; k=rsa; p=.{237}" "[^"]+"$/m,
  );
  expect(checked.output).toContain('_dmarc.reround.example. TXT "v=DMARC1; p=none"\n');
});
