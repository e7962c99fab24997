import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp, prepareData } from './app.ts';
import type { OpenDatabase } from './database.ts';
import { type Environment, readEnvironment } from './env.ts';
import { openSiteDatabase } from './open.ts';
import { loadOrCreateSecretKey, Secrets } from './secrets.ts';

const pages = fileURLToPath(new URL('../../dist/web', import.meta.url));
const STOP_MILLISECONDS = 20_000;

try {
  await start(readEnvironment(process.env));
} catch (error) {
  // Someone typed `npm start`: the sentence helps them, the stack does not.
  console.error(error instanceof Error && !process.env['LOG_LEVEL'] ? error.message : error);
  process.exit(1);
}

async function start(environment: Environment): Promise<void> {
  const opened = await openSiteDatabase(environment);
  const { database } = opened;
  const secretKey = environment.secretKey ?? (await loadOrCreateSecretKey(environment.dataDirectory));
  const site = {
    database,
    secrets: new Secrets(secretKey),
    clock: () => new Date(),
    timeZone: environment.timeZone,
    publicUrl: environment.publicUrl,
    rateLimits: environment.rateLimits,
  };
  const madeAdmin = await prepareData(database, environment.firstAdmin, site.clock());
  const app = await buildApp({ site, environment, pages });
  stopOnSignal(app, opened);
  await app.listen({ port: environment.port, host: environment.host });

  if (!environment.rateLimits) app.log.warn('RATE_LIMITS=off: nothing limits guessing or flooding.');
  console.log(`ReRound is ready on ${environment.publicUrl}`);
  if (madeAdmin) {
    console.log(`First admin: ${madeAdmin.username}  password: ${madeAdmin.password}  (shown this once)`);
  }
}

/** Finishes what is under way, closes the database and leaves with 0. */
function stopOnSignal(app: FastifyInstance, opened: OpenDatabase): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    // A client that never finishes must not hold the process for ever.
    setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
    app
      .close()
      .then(() => opened.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
