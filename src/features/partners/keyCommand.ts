// `npm run key`: gives the site another key, on the machine that it runs on.
import { recordShell } from '#features/audit/server.ts';
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { type Database, inTransaction, migrateDatabase } from '#server/database.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { keepNextKey, keptKey, keyPath, takeNextKey } from '#server/keyFile.ts';
import { openSiteDatabase } from '#server/open.ts';
import { randomPinKey, randomSecretKey, Secrets, SHORTEST_KEY } from '#server/secrets.ts';
import { dropSecondFactors, isSiteKey, openSecrets, replaceSiteKey } from '#server/siteKey.ts';
import { partnerNames } from './server.ts';

const usage = `npm run key -- rotate              gives the site a new key; PINs stay as they are
npm run key -- rotate --new-pins   does so where the old key is lost or in wrong hands: every partner then needs a new PIN,
                                   and every second factor is off until its admin sets it up anew

The new key is SECRET_KEY where that is set, else one made and kept in DATA_DIR. The old one is OLD_SECRET_KEY where
that is set, else the one in DATA_DIR.`;

export const command: Command = { summary: "The site's secret key.", usage, run };

async function run(given: string[]): Promise<void> {
  const { positionals, values } = readCall(given, { 'new-pins': { type: 'boolean' } });
  if (positionals.join(' ') !== 'rotate') throw new WrongCall();
  const newPins = values['new-pins'] === true;
  const environment = readEnvironment(process.env);
  const opened = await openSiteDatabase(environment);
  try {
    await migrateDatabase(opened.database, async () => {});
    await rotate(opened.database, environment, newPins);
  } finally {
    await opened.close();
  }
}

async function rotate(database: Database, environment: Environment, newPins: boolean): Promise<void> {
  const { secretKey, dataDirectory } = environment;
  if (secretKey !== undefined && secretKey.length < SHORTEST_KEY) {
    throw new Error(
      `The new SECRET_KEY has fewer than ${SHORTEST_KEY} characters. Make one with \`openssl rand -base64 48\`.`,
    );
  }
  if (secretKey !== undefined && !newPins && (await isSiteKey(database, secretKey))) {
    throw new Error('The site has this SECRET_KEY already. Set SECRET_KEY to the new key.');
  }
  const next = secretKey ?? randomSecretKey();
  const before = newPins ? null : await presentSecrets(database, environment);
  const after = before ? before.renewed(next) : new Secrets(next, randomPinKey());
  // On the disk before the database belongs to it: whatever comes in between, the next start finds it.
  if (secretKey === undefined) await keepNextKey(dataDirectory, next);
  const left = await inTransaction(database, async (transaction) => {
    if (!(await replaceSiteKey(transaction, before, after))) {
      throw new Error('The key was changed by another process at the same time. Nothing was done here.');
    }
    await recordShell(transaction, new Date(), 'key.rotated', { newPins });
    if (!newPins) return null;
    return { partners: await partnerNames(transaction), admins: await dropSecondFactors(transaction) };
  });
  if (secretKey === undefined) await takeNextKey(dataDirectory);
  report(secretKey === undefined ? `in ${keyPath(dataDirectory)}` : 'SECRET_KEY', left);
  const kept = secretKey === undefined ? null : await keptKey(dataDirectory);
  if (kept === null || kept === secretKey) return;
  console.log(
    `The one in ${keyPath(dataDirectory)} opens the site no more. Move it to the backups of before, which may need it, or remove it.`,
  );
}

/** The secrets that the site has had until now. */
async function presentSecrets(
  database: Database,
  { secretKey, dataDirectory }: Environment,
): Promise<Secrets> {
  const given = process.env['OLD_SECRET_KEY'] || undefined;
  if (given === undefined && secretKey !== undefined && (await keptKey(dataDirectory)) === null) {
    throw new Error(
      'Set OLD_SECRET_KEY to the key that the site has had and SECRET_KEY to the new one; if the old one is lost, add --new-pins.',
    );
  }
  return await openSecrets(database, { secretKey: given, dataDirectory }, true);
}

function report(where: string, left: { partners: string[]; admins: string[] } | null): void {
  console.log(`The site has a new key: ${where}. Start all of its processes with it, and make a new backup.`);
  if (left?.partners.length) console.log(`These partners need a new PIN:\n${left.partners.join('\n')}`);
  if (left?.admins.length) {
    console.log(`These admins have no second factor any more:\n${left.admins.join('\n')}`);
  }
}
