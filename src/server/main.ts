import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp, prepareData } from './app.ts';
import type { OpenDatabase } from './database.ts';
import { type Environment, readEnvironment } from './env.ts';
import type { Site } from '#server/http/call.ts';
import { openSiteDatabase } from './open.ts';
import { loadOrCreateSecretKey, Secrets } from './secrets.ts';
import { openStorage } from './storage.ts';
import { tidyDatabase } from './upkeep.ts';

const pages = fileURLToPath(new URL('../../dist/web', import.meta.url));
const FINISH_MILLISECONDS = 10_000;
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
    storage: openStorage(environment),
  };
  const madeAdmin = await prepareData(database, environment.firstAdmin, site.clock());
  if (madeAdmin) {
    console.log(`First admin: ${madeAdmin.username}  password: ${madeAdmin.password}  (shown this once)`);
  }
  const app = await buildApp({ site, environment, pages });
  stopOnSignal(app, opened);
  tidyEveryHour(app, site);
  await app.listen({ port: environment.port, host: environment.host });

  if (!environment.rateLimits) app.log.warn('RATE_LIMITS=off: nothing limits guessing or flooding.');
  if (secretKey.length < 32) app.log.warn('SECRET_KEY is shorter than 32 characters and so easier to guess.');
  console.log(`ReRound is ready on ${environment.publicUrl}`);
}

function tidyEveryHour(app: FastifyInstance, { database, clock }: Site): void {
  const tidy = () => {
    tidyDatabase(database, clock()).catch((error: unknown) => app.log.error({ error }, 'tidying failed'));
  };
  tidy();
  const timer = setInterval(tidy, 60 * 60 * 1000);
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** Finishes what is under way, closes the database and leaves with 0. */
function stopOnSignal(app: FastifyInstance, opened: OpenDatabase): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    // A client that never finishes must not hold the process for ever, nor keep the database from its closing.
    setTimeout(() => app.server.closeAllConnections(), FINISH_MILLISECONDS).unref();
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
