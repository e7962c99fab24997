import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { destination } from 'pino';
import packageJson from '#package.json' with { type: 'json' };
import { makeNightlyBackup } from '#server/backup/nightly.ts';
import { serveBackups } from '#server/backup/runningSite.ts';
import { buildApp, doEachMinute, doHourly, prepareData, recordBackup, startSendingMail } from './app.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import { explainedListening, messageOf } from './reasons.ts';
import { createMailer } from './mailer.ts';
import { type Environment, readEnvironment, warningsOf } from './env.ts';
import { openOrMakeSiteDatabase } from '#server/db/open.ts';
import { repository, restrictDataFolders } from './files.ts';
import { openSecrets } from './siteKey.ts';
import { openStorage } from './storage.ts';
import { boundLog, vacuumTables } from '#server/db/upkeep.ts';

const pagesFolder = join(repository, 'dist/web');
const MINUTE_MILLISECONDS = 60_000;
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS;
/** How much of the embedded database's log a start after a crash may replay: about a second's work. */
const DATABASE_LOG_BYTES = 64 * 1024 * 1024;
const LOG_BUFFER_CHARACTERS = 4 * 1024 * 1024;
/** After a signal, how long open connections may take to finish. */
const FINISH_MILLISECONDS = 10_000;
/** After a signal, how long until the process ends even with unfinished work. */
const STOP_MILLISECONDS = 20_000;

try {
  await start(readEnvironment(process.env));
} catch (error) {
  printError(error);
  process.exit(1);
}

/** Prints the sentence of an error, and its stack only with LOG_LEVEL=debug or trace. */
function printError(error: unknown): void {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  console.error(messageOf(cause));
  // The stack of the cause only: a failed query's own lists its parameters.
  const showsStack = ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '');
  if (showsStack && cause instanceof Error) console.error(cause.stack);
}

async function start(environment: Environment): Promise<void> {
  await restrictDataFolders(environment.dataDirectory);
  const opened = await openOrMakeSiteDatabase(environment);
  const { database } = opened;
  const secrets = await migrateDatabase(database, (locked) => openSecrets(locked, environment));
  let wakeMail = () => {};
  const site = {
    database,
    secrets,
    clock: () => new Date(),
    timeZone: environment.timeZone,
    publicUrl: environment.publicUrl,
    rateLimits: environment.rateLimits,
    storage: openStorage(environment),
    mailer: createMailer(environment),
    dataDirectory: environment.dataDirectory,
    makesBackups: environment.backups !== undefined,
    wakeMail: () => wakeMail(),
  };
  const newAdmin = await prepareData(database, environment, site.clock());
  if (newAdmin) {
    const { username, password } = newAdmin;
    console.log(
      `First admin: ${username}  password: ${password}  (shown this once, to be changed at the first sign-in)`,
    );
  }
  // Lines that nobody reads are dropped before they fill the memory.
  const logTo = destination({ sync: false, maxLength: LOG_BUFFER_CHARACTERS });
  let isStopping = false;
  const app = await buildApp({ site, environment, pagesFolder, logTo, isStopping: () => isStopping });
  wakeMail = startSendingMail(app, site);
  onFirstSignal(async (signal) => {
    isStopping = true;
    app.log.info({ signal }, 'stopping');
    await pause(environment.drainSeconds * 1000);
    await finish(app, opened);
  });
  repeat(HOUR_MILLISECONDS, app, (onFailure) => doHourly(site, app.log, onFailure));
  repeat(MINUTE_MILLISECONDS, app, () => doEachMinute(site));
  if (environment.databaseUrl === undefined) {
    repeat(MINUTE_MILLISECONDS, app, () => boundLog(database, DATABASE_LOG_BYTES));
    repeat(MINUTE_MILLISECONDS, app, () => vacuumTables(database, site.clock(), site.timeZone));
    await serveBackups(app, database, environment, () => recordBackup(site));
  }
  repeat(HOUR_MILLISECONDS, app, () => makeNightlyBackup({ site, environment, log: app.log }));
  const { port, host } = environment;
  await app.listen({ port, host }).catch((error: Error) => {
    throw explainedListening(error, 'PORT');
  });

  for (const warning of warningsOf(environment)) app.log.warn(warning);
  console.log(`ReRound is ready on ${environment.publicUrl}, version ${packageJson.version}.`);
}

/** Does upkeep once the app listens, and then regularly until it closes. A stop interrupts running upkeep. */
function repeat(
  milliseconds: number,
  app: FastifyInstance,
  work: (onFailure: (error: unknown) => void) => Promise<void>,
): void {
  let isClosing = false;
  const onFailure = (error: unknown) => {
    if (isClosing) app.log.info({ error }, 'upkeep was broken off by the stop');
    else app.log.error({ error }, 'upkeep failed');
  };
  const run = () => {
    work(onFailure).catch(onFailure);
  };
  app.addHook('onListen', (done) => {
    run();
    done();
  });
  const timer = setInterval(run, milliseconds);
  app.addHook('onClose', (_app, done) => {
    isClosing = true;
    clearInterval(timer);
    done();
  });
}

function onFirstSignal(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let isHandled = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isHandled) return;
    isHandled = true;
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Finishes open requests and closes the database. */
async function finish(app: FastifyInstance, opened: OpenDatabase): Promise<void> {
  // A client that never finishes must not keep the database from closing.
  setTimeout(() => app.server.closeAllConnections(), FINISH_MILLISECONDS).unref();
  setTimeout(() => {
    console.error('Stopping took too long: the process ends with work under way.');
    process.exit(1);
  }, STOP_MILLISECONDS).unref();
  await app.close();
  await opened.close();
}
