// `npm run key`: gives the site another key, on the machine that it runs on.
import { recordShellCommand } from '#features/audit/server.ts';
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { inTransaction } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { readEnvironment } from '#server/env.ts';
import {
  dropSecondFactors,
  findFingerprint,
  keyPath,
  overwriteKeyFile,
  replaceFingerprint,
} from '#server/siteKey.ts';
import { openSiteDatabase } from '#server/db/open.ts';
import { randomSecretKey, Secrets, SHORTEST_KEY } from '#server/secrets.ts';
import { listPartnerNames } from './server.ts';

const usage = `npm run key -- new   gives the site a new key if the old one is lost or in wrong hands: every partner then needs a new PIN,
                     and every second factor is off until its admin sets it up anew

SECRET_KEY is the new key if it is set. Otherwise one is made and kept in DATA_DIR.`;

export const command: Command = { summary: "The site's secret key.", usage, run };

async function run(parameters: string[]): Promise<void> {
  if (readCall(parameters, {}).positionals.join(' ') !== 'new') throw new WrongCall();
  const environment = readEnvironment(process.env);
  const { secretKey, dataDirectory } = environment;
  if (secretKey !== undefined && secretKey.length < SHORTEST_KEY) {
    throw new Error(
      `The new SECRET_KEY has fewer than ${SHORTEST_KEY} characters. Make one with \`openssl rand -base64 48\`.`,
    );
  }
  const key = secretKey ?? randomSecretKey();
  const { database, close } = await openSiteDatabase(environment);
  try {
    await migrateDatabase(database, async () => {});
    const [partners, admins] = await inTransaction(database, async (transaction) => {
      const secrets = new Secrets(key);
      if ((await findFingerprint(transaction)) === secrets.fingerprint()) {
        throw new Error('SECRET_KEY is the key that the site has already. Set another one first.');
      }
      await replaceFingerprint(transaction, secrets);
      await recordShellCommand(transaction, new Date(), 'key.rotated', { newPins: true });
      const names = [await listPartnerNames(transaction), await dropSecondFactors(transaction)] as const;
      // The key is written last, so that a failed write changes nothing in the database.
      if (secretKey === undefined) await overwriteKeyFile(dataDirectory, key);
      return names;
    });
    const keyLocation = secretKey === undefined ? `in ${keyPath(dataDirectory)}` : 'SECRET_KEY';
    console.log(
      `The site has a new key: ${keyLocation}. Start all of its processes with it, and make a new backup.`,
    );
    if (partners.length > 0) console.log(`These partners need a new PIN:\n${partners.join('\n')}`);
    if (admins.length > 0) console.log(`These admins have no second factor any more:\n${admins.join('\n')}`);
  } finally {
    await close();
  }
}
