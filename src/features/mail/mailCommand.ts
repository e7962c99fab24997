// `npm run mail`: tries mail out and says what it lacks, on the machine that the site runs on.
import { recordShell } from '#features/audit/server.ts';
import { readSettings } from '#features/site/server.ts';
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { type Database, inTransaction, migrateDatabase, refuseOtherSchema } from '#server/database.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { openPost, type Post } from '#server/mail.ts';
import { openSiteDatabase } from '#server/open.ts';
import { randomToken } from '#server/secrets.ts';
import { requiredEmail } from '#shared/fields.ts';
import { type Language, languages } from '#shared/languages.ts';
import { missingForMail } from './serverCheck.ts';
import { dnsRecords, zoneLine } from './serverDnsRecords.ts';
import { messageOf } from './serverTemplates.ts';

const usage = `npm run mail -- test ADDRESS [fr]   sends a mail there, in French if that is said, and prints what the mail server answers
npm run mail -- check               says what mail lacks, and which DNS records to set`;

export const command: Command = { summary: 'Whether mail can be sent.', usage, run };

async function run(given: string[]): Promise<void> {
  const [action, address, language = 'en', ...others] = readCall(given, {}).positionals;
  const environment = readEnvironment(process.env);
  if (action === 'test' && address !== undefined && others.length === 0) {
    if (!isLanguage(language)) throw new WrongCall(`${language} is no language: ${languages.join(' or ')}.`);
    await tryOut(environment, address, language);
  } else if (action === 'check' && address === undefined) await check(environment);
  else throw new WrongCall();
}

function isLanguage(text: string): text is Language {
  return languages.some((language) => language === text);
}

/** @throws Error with the answer of a server that does not take it. */
async function tryOut(environment: Environment, address: string, language: Language): Promise<void> {
  const { success, data: recipient } = requiredEmail('Please give an email address').safeParse(address);
  if (!success) throw new Error(`${address} is not an email address.`);
  const post = openPost(environment);
  if (!post) throw new Error('Mail is off: set SMTP_URL and MAIL_FROM.');
  const opened = await openSiteDatabase(environment);
  try {
    await migrateDatabase(opened.database, async () => {});
    await sendTest(opened.database, environment, post, { recipient, language });
  } finally {
    await opened.close();
  }
}

async function sendTest(
  database: Database,
  environment: Environment,
  post: Post,
  to: { recipient: string; language: Language },
): Promise<void> {
  const { organization } = await readSettings(database);
  const row = {
    kind: 'test' as const,
    content: { sentBy: null },
    ...to,
    messageId: `<${randomToken()}@${post.domain}>`,
    createdAt: new Date(),
  };
  const { result, answer } = await post.send(messageOf(environment, row, organization));
  await inTransaction(database, (transaction) =>
    recordShell(transaction, new Date(), 'mail.tested', { result }),
  );
  if (result !== 'sent') throw new Error(`The mail server did not take it: ${answer}`);
  console.log(`The mail server took it: ${answer}`);
}

/** @throws Error that says how much is missing. */
async function check(environment: Environment): Promise<void> {
  const missing = missingForMail(environment, await organizationOf(environment));
  for (const sentence of missing) console.log(sentence);
  if (environment.mail) {
    console.log(
      '\nThese records belong into the DNS; of the first, take what your mail provider says if it says another:',
    );
    for (const record of dnsRecords(environment.mail)) console.log(zoneLine(record));
  }
  if (missing.length > 0) throw new Error(`\nMissing: ${missing.length}.`);
  console.log(
    '\nNothing is missing that can be known without the network. Try it: npm run mail -- test ADDRESS',
  );
}

/** Whom mails would name. Undefined, and said so, where the database cannot be read. */
async function organizationOf(environment: Environment) {
  try {
    const opened = await openSiteDatabase(environment);
    try {
      await refuseOtherSchema(opened.database);
      return (await readSettings(opened.database)).organization;
    } finally {
      await opened.close();
    }
  } catch (error) {
    console.log(
      `The postal address was not looked at. ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}
