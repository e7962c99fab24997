// `npm run check`: tests whether the site can run. It changes no data, and removes the photo that it writes to the bucket.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Command, WrongCall } from '#server/commandLine.ts';
import type { Database } from '#server/db/database.ts';
import {
  refuseOtherMigrationDatabase,
  refuseOtherSchema,
  UnpreparedDatabase,
} from '#server/db/migrations.ts';
import { DATABASE_FOLDER, isInUse } from '#server/db/embedded.ts';
import { type Environment, readEnvironment, validateFirstAdmin, warningsOf } from '#server/env.ts';
import { refuseOtherOwner } from '#server/files.ts';
import { signInToMailServer } from '#server/mailer.ts';
import { openSiteDatabase } from '#server/db/open.ts';
import { reasonOf } from '#server/reasons.ts';
import { refuseOtherKey } from '#server/siteKey.ts';
import { openStorage } from '#server/storage.ts';
import { backupProblem, diskProblem } from './rules.ts';
import { readNightlyState } from './server.ts';

export const command: Command = {
  summary: 'Whether the site can run, and what to fix if not.',
  usage: 'npm run check   ends with 1 if the site cannot run',
  run,
};

/** The limit of one check, since a server or a disk may hang. */
const CHECK_TIMEOUT_MILLISECONDS = 20_000;
const MAIL_TIMEOUT_MILLISECONDS = 6_000;

/** A problem that does not stop the site from running. */
class Warning extends Error {}

let hasFailed = false;

/** Prints the result of a check, or its error. */
async function runCheck(name: string, check: () => Promise<string>): Promise<void> {
  const timeout = setTimeout(CHECK_TIMEOUT_MILLISECONDS, undefined, { ref: false }).then(() => {
    throw new Error(`No answer in ${CHECK_TIMEOUT_MILLISECONDS / 1000} s`);
  });
  const print = (state: string, sentence: string) =>
    console.log(`${state.padEnd(7)}  ${name.padEnd(10)}  ${sentence.replaceAll('\n', ' ')}`);
  try {
    print('good', await Promise.race([check(), timeout]));
  } catch (error) {
    if (error instanceof Warning || error instanceof UnpreparedDatabase) {
      print('warning', error.message);
    } else {
      hasFailed = true;
      print('bad', `${reasonOf(error)}.`);
    }
  }
}

async function run(parameters: string[]): Promise<void> {
  if (parameters.length > 0) throw new WrongCall();
  hasFailed = false;
  let environment: Environment | undefined;
  await runCheck('settings', async () => {
    environment = readEnvironment(process.env);
    const warnings = warningsOf(environment);
    if (warnings.length > 0) throw new Warning(warnings.join(' '));
    return 'Every setting can be used.';
  });
  if (environment) await checkSite(environment);
  if (hasFailed) throw new Error('The site cannot run: fix what is bad.');
  console.log('The site can run.');
}

async function checkSite(environment: Environment): Promise<void> {
  const { dataDirectory, backups, mail, bucket } = environment;
  await checkDatabase(environment);
  await runCheck('DATA_DIR', () => checkFolder(dataDirectory));
  const { place } = backups ?? {};
  if (place?.kind === 'folder') await runCheck('BACKUP_DIR', () => checkFolder(place.folder));
  if (bucket) await runCheck('photos', () => checkBucket(environment));
  await runCheck('mail', async () => {
    if (!mail) throw new Warning('Mail is off: SMTP_URL and MAIL_FROM switch it on.');
    const { host } = new URL(mail.smtpUrl);
    await signInToMailServer(mail, MAIL_TIMEOUT_MILLISECONDS).catch((error: unknown) => {
      throw new Error(
        `The mail server at ${host} takes no sign-in: ${reasonOf(error)}. Correct SMTP_URL, or ask whoever runs that server`,
      );
    });
    return `The mail server at ${host} takes the sign-in.`;
  });
}

async function checkDatabase(environment: Environment): Promise<void> {
  const { databaseUrl, dataDirectory } = environment;
  let opened: Awaited<ReturnType<typeof openSiteDatabase>> | undefined;
  let isReady = false;
  const isEmbedded = databaseUrl === undefined;
  await runCheck('database', async () => {
    if (isEmbedded) {
      const folder = join(dataDirectory, DATABASE_FOLDER);
      refuseOtherOwner(folder);
      if (!existsSync(folder)) {
        validateFirstAdmin(environment);
        throw new Warning(`There is no database in ${dataDirectory} yet: the first start makes one.`);
      }
      if (isInUse(dataDirectory)) return await checkRunningSite(environment);
    }
    opened = await openSiteDatabase(environment);
    await refuseOtherSchema(opened.database);
    await refuseOtherMigrationDatabase(opened.database);
    isReady = true;
    return 'The database answers, and is of this version.';
  });
  if (opened && isReady) await checkContents(opened.database, environment);
  // A PostgreSQL connection ends with the process. Closing it here could wait for ever if the server hangs.
  if (isEmbedded) await opened?.close();
}

/** Asks the running site, since only one process can open the embedded database. */
async function checkRunningSite({ host, port }: Environment): Promise<string> {
  const address = `http://${isIPv6(host) ? `[${host}]` : host}:${port}/readyz`;
  const { status } = await fetch(address).catch((error: unknown) => {
    throw new Error(`A process has the database, and ${address} does not answer: ${reasonOf(error)}`);
  });
  if (status !== 200) throw new Error(`The running site answers ${status} at ${address}`);
  return 'The running site answers. Its console shows whether nightly backups come.';
}

async function checkContents(database: Database, environment: Environment): Promise<void> {
  await runCheck('key', async () => {
    await refuseOtherKey(database, environment);
    return 'It is the one that the database belongs to.';
  });
  await runCheck('backups', async () => {
    if (!environment.backups) throw new Warning('There are no nightly backups: BACKUP_DIR switches them on.');
    const state = await readNightlyState(database, new Date());
    const problem = backupProblem(state);
    if (problem !== null) {
      // With the embedded database the site is stopped during this check, so it could make no backups.
      throw environment.databaseUrl === undefined ? new Warning(problem) : new Error(problem);
    }
    if (state.ageMilliseconds === null) throw new Warning('No nightly backup was made yet.');
    return 'The last nightly backup was read back whole.';
  });
}

/** Checks the folder, or its nearest parent that exists. */
async function checkFolder(folder: string): Promise<string> {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  await access(nearest, constants.W_OK | constants.X_OK);
  const { bavail, bsize } = await statfs(nearest);
  const freeBytes = bavail * bsize;
  const problem = diskProblem(nearest, freeBytes);
  if (problem !== null) throw new Error(problem);
  return `${folder} can be written, with room for ${Math.floor(freeBytes / 1e6).toLocaleString('en-CA')} MB.`;
}

async function checkBucket(environment: Environment): Promise<string> {
  const storage = openStorage(environment);
  const photoName = `${randomUUID().replaceAll('-', '').slice(0, 24)}.webp`;
  await storage.save(photoName, Buffer.from(photoName));
  await storage.remove(photoName);
  return 'A photo can be written to the bucket and removed.';
}
