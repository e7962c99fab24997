// `npm run mail`: sends a test mail.
import { recordShellCommand } from '#features/audit/server.ts';
import { readSettings } from '#server/settings.ts';
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { inTransaction } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { readEnvironment } from '#server/env.ts';
import { createMailer } from '#server/mailer.ts';
import { openSiteDatabase } from '#server/db/open.ts';
import { randomToken } from '#server/secrets.ts';
import { requiredEmail } from '#shared/fields.ts';
import { composeMessage } from './serverMessage.ts';

export const command: Command = {
  summary: 'A test mail, to see whether mail can be sent.',
  usage: 'npm run mail -- test ADDRESS   sends a mail there and prints what the mail server answers',
  run,
};

/** @throws Error with the mail server's answer if it refuses the mail. */
async function run(commandArguments: string[]): Promise<void> {
  const [action, address, ...furtherArguments] = readCall(commandArguments, {}).positionals;
  if (action !== 'test' || address === undefined || furtherArguments.length > 0) throw new WrongCall();
  const { success, data: recipient } = requiredEmail('Please give an email address').safeParse(address);
  if (!success) throw new Error(`${address} is not an email address.`);
  const environment = readEnvironment(process.env);
  const mailer = createMailer(environment);
  if (!mailer) throw new Error('Mail is off: set SMTP_URL and MAIL_FROM.');
  const { database, close } = await openSiteDatabase(environment);
  try {
    await migrateDatabase(database, async () => {});
    const { organization } = await readSettings(database);
    const mail = {
      kind: 'test',
      content: { sentBy: null },
      language: 'en',
      recipient,
      messageId: `<${randomToken()}@${mailer.domain}>`,
      createdAt: new Date(),
    } as const;
    const { result, answer } = await mailer.send(composeMessage(environment, mail, organization));
    await inTransaction(database, (transaction) =>
      recordShellCommand(transaction, new Date(), 'mail.tested', { result }),
    );
    if (result !== 'sent') throw new Error(`The mail server did not take it: ${answer}`);
    console.log(`The mail server took it: ${answer}`);
  } finally {
    await close();
  }
}
