import { setTimeout } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import { sql } from 'drizzle-orm';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { DestinationStream } from 'pino';
import { auditFeature, recordShellCommand } from '#features/audit/server.ts';
import { staffFeature } from '#features/staff/server.ts';
import { ensureFirstAdmin } from '#features/staff/serverAccounts.ts';
import { staffMailOffPage } from '#features/staff/serverMailOff.ts';
import { notifyDaily } from '#features/staff/serverDailyList.ts';
import { binsFeature } from '#features/bins/server.ts';
import { deleteOldReporterEmails } from '#features/bins/serverReporters.ts';
import { donationConsoleFeature } from '#features/donations/console/server.ts';
import { donationsFeature } from '#features/donations/server.ts';
import { searchFeature } from '#features/search/server.ts';
import { healthFeature } from '#features/health/server.ts';
import { serveMetrics } from '#features/health/serverMetrics.ts';
import { mailFeature } from '#features/mail/server.ts';
import { deleteOldMail } from '#features/mail/serverOutbox.ts';
import { startMailWorker } from '#features/mail/serverWorker.ts';
import {
  newsletterConfirmPage,
  newsletterFeature,
  newsletterUnsubscribePage,
} from '#features/mail/newsletter/server.ts';
import { participantsFeature } from '#features/donors/server.ts';
import { newsFeature, newsOffPage } from '#features/donors/serverNews.ts';
import { findByShareToken } from '#features/donors/serverShareLinks.ts';
import { donorSignInFeature } from '#features/donors/serverSignIn.ts';
import { partnersFeature } from '#features/partners/server.ts';
import { peopleFeature } from '#features/donors/people/server.ts';
import {
  deleteOldAuditEntries,
  deleteOldPickups,
  deleteOldSignInData,
} from '#features/donors/people/serverRetention.ts';
import { deleteUnusedPhotos, photosFeature } from '#features/donations/photos/server.ts';
import { pickupsFeature } from '#features/pickups/server.ts';
import { redemptionFeature } from '#features/till/server.ts';
import { notifyEndingCodes, rewardsFeature } from '#features/rewards/server.ts';
import { publicSite, settingsFeature } from '#features/settings/server.ts';
import { closeMonths } from '#features/till/serverClosing.ts';
import { statementsFeature } from '#features/till/serverStatements.ts';
import { todayFeature } from '#features/today/server.ts';
import { tillLinkPage, tillsFeature } from '#features/till/serverTills.ts';
import { type Database, inTransaction } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { uploadName, UPLOADS_PATH } from '#shared/fields.ts';
import type { Language } from '#shared/languages.ts';
import { screens } from '#shared/screens.ts';
import { serveCrawlerFiles, Pages, servePages } from './pages.ts';
import type { Environment } from './env.ts';
import type { Site } from '#server/http/call.ts';
import {
  acceptEmptyJson,
  limitPipelining,
  finishRequests,
  logAnswers,
  sendSecurityHeaders,
  setSecurityHeaders,
} from '#server/http/hooks.ts';
import { describeError, sendError } from '#server/http/errors.ts';
import { serveLinkPages } from '#server/http/linkPages.ts';
import { register } from '#server/http/register.ts';
import { Refusal } from '#server/http/refusal.ts';
import { writeBySchema } from '#server/http/serializer.ts';
import { isSecure } from '#server/http/sessions.ts';
import { describeApi } from './openApi.ts';
import { checkClock, tidyDatabase } from '#server/db/upkeep.ts';

/** Every feature, by its room. */
const features = {
  audit: auditFeature,
  bins: binsFeature,
  donations: donationsFeature,
  'donations/console': donationConsoleFeature,
  'donations/photos': photosFeature,
  donors: [...participantsFeature, ...donorSignInFeature, ...newsFeature],
  'donors/people': peopleFeature,
  health: healthFeature,
  mail: mailFeature,
  'mail/newsletter': newsletterFeature,
  partners: partnersFeature,
  pickups: pickupsFeature,
  rewards: rewardsFeature,
  search: searchFeature,
  settings: settingsFeature,
  staff: staffFeature,
  today: todayFeature,
  till: [...redemptionFeature, ...tillsFeature, ...statementsFeature],
};

const linkPages = [
  newsOffPage,
  staffMailOffPage,
  newsletterConfirmPage,
  newsletterUnsubscribePage,
  tillLinkPage,
];

/** Hourly upkeep. Any number of processes may do it at once. */
const hourly: readonly ((site: Site, log: FastifyBaseLogger) => Promise<void>)[] = [
  ({ database, clock }) => tidyDatabase(database, clock()),
  deleteUnusedPhotos,
  deleteOldMail,
  deleteOldReporterEmails,
  notifyEndingCodes,
  closeMonths,
  deleteOldAuditEntries,
  deleteOldPickups,
  deleteOldSignInData,
];

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
/** Enough for a photo of 5 MB over a poor connection. */
const REQUEST_TIMEOUT_MILLISECONDS = 120_000;
/** Longer than the longest database query, during which a connection is silent. */
const IDLE_TIMEOUT_MILLISECONDS = 60_000;
const MOST_CONNECTIONS = 10_000;

interface AppOptions {
  site: Site;
  environment: Pick<Environment, 'trustProxy' | 'logLevel'> & Partial<Pick<Environment, 'metricsPort'>>;
  /** The folder of the built front end. Without it only the API is served. */
  pagesFolder?: string | undefined;
  /** Where log lines go: standard output by default. */
  logTo?: DestinationStream | undefined;
  /** True once the process is about to stop. `/readyz` then answers 503, so that a load balancer sends no more requests. */
  isStopping?: (() => boolean) | undefined;
}

/** Builds the server: every feature's endpoints, and the pages. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { site, environment, pagesFolder, logTo, isStopping = () => false } = options;
  const app = fastify({
    http: { headersTimeout: HEADERS_TIMEOUT_MILLISECONDS },
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    connectionTimeout: IDLE_TIMEOUT_MILLISECONDS,
    logger: {
      level: environment.logLevel,
      base: null,
      // The multipart parser traces its options, and Node's parser the bytes it cannot read, which may be cookies.
      redact: { paths: ['busboyOptions', 'err.rawPacket'], remove: true },
      serializers: { error: describeError },
      ...(logTo && { stream: logTo }),
    },
    // Fastify's own lines contain URLs, which hold reward codes and share tokens.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: environment.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      setSecurityHeaders(request, reply, isSecure(site));
      // Nothing has limited the body of such a request, so its connection is closed.
      sendError(error, request, reply.header('connection', 'close'));
    },
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered while stopping: `finishRequests`.
    return503OnClosing: false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(writeBySchema);
  app.removeContentTypeParser('text/plain');
  app.server.maxConnections = MOST_CONNECTIONS;
  limitPipelining(app);
  acceptEmptyJson(app);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  logAnswers(app);
  if (environment.metricsPort !== undefined) await serveMetrics(app, environment.metricsPort);
  finishRequests(app);
  sendSecurityHeaders(app, isSecure(site));
  await app.register(cookie);
  await describeApi(app, site);
  app.decorateRequest('callers');

  const pages =
    pagesFolder === undefined
      ? undefined
      : await Pages.read(pagesFolder, site.publicUrl, () => publicSite(site));
  for (const [room, implementations] of Object.entries(features)) {
    for (const implementation of implementations) register(app, site, room, implementation);
  }
  const readMailLinkPage = async (language: Language) => {
    const page = await pages?.get(language, screens.mailLink.path);
    return page?.uncompressed.toString();
  };
  serveLinkPages(app, site, linkPages, readMailLinkPage);
  serveUploads(app, site);
  serveHealthChecks(app, site, isStopping);
  app.setNotFoundHandler((request, reply) =>
    sendError(new Refusal('not_found', 'There is nothing here.'), request, reply),
  );
  if (pagesFolder !== undefined && pages) {
    serveCrawlerFiles(app, site.publicUrl);
    await servePages(
      app,
      pagesFolder,
      pages,
      async (shareToken) => (await findByShareToken(site.database, shareToken)) !== undefined,
    );
  }
  return app;
}

/**
 * Migrates the database and makes the first admin if there is none.
 *
 * @returns the first admin with the generated password, to be shown once; null if no password was generated.
 */
export async function prepareData(
  database: Database,
  settings: Pick<Environment, 'firstAdmin' | 'publicUrl'>,
  now: Date,
): Promise<{ username: string; password: string } | null> {
  return await migrateDatabase(database, (locked) => ensureFirstAdmin(locked, settings, now));
}

/**
 * Sends the mail in the outbox until the app closes, if the site sends mail.
 *
 * @returns a function that makes the worker read the outbox now.
 */
export function startSendingMail(app: FastifyInstance, site: Site): () => void {
  if (!site.mailer) return () => {};
  const { wake, stop } = startMailWorker(site, app.log);
  app.addHook('onClose', stop);
  return wake;
}

/** Does the hourly upkeep. A failed part does not stop the others. With a wrong clock nothing is done, or data would go too early. */
export async function doHourly(
  site: Site,
  log: FastifyBaseLogger,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    await checkClock(site.database, site.clock());
  } catch (error) {
    onFailure(error);
    return;
  }
  await Promise.all(hourly.map((work) => work(site, log).catch(onFailure)));
}

/** Does what is due at a minute of the day, such as the daily list. Any number of processes may do it at once. */
export async function doEachMinute(site: Site): Promise<void> {
  await notifyDaily(site);
}

/** Records a backup that the owner asked for through the running process. */
export async function recordBackup({ database, clock }: Site): Promise<void> {
  await inTransaction(database, (transaction) => recordShellCommand(transaction, clock(), 'backup.made', {}));
}

/** Serves uploaded photos, whose names nobody can guess. */
function serveUploads(app: FastifyInstance, site: Site): void {
  const schema = { hide: true };
  app.get<{ Params: { name: string } }>(`${UPLOADS_PATH}:name`, { schema }, async (request, reply) => {
    const { name } = request.params;
    const photo = uploadName.test(name) ? await site.storage.read(name) : null;
    if (!photo) throw new Refusal('not_found', 'There is no such photo.');
    return await reply
      .type('image/webp')
      .header('content-disposition', `inline; filename="${name}"`)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(photo);
  });
}

function serveHealthChecks(app: FastifyInstance, site: Site, isStopping: () => boolean): void {
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) => reply.send({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    if (isStopping()) {
      throw new Refusal('unavailable', 'This process is stopping.', { retryAfterSeconds: 5 });
    }
    try {
      await checkDatabase(site);
      return { ok: true };
    } catch (error) {
      request.log.error({ error: (error as Error).cause ?? error }, 'the database does not answer');
      throw new Refusal('unavailable', 'The database does not answer.', { retryAfterSeconds: 5 });
    }
  });
}

const READY_TIMEOUT_MILLISECONDS = 5_000;

/** @throws Error if the database does not answer within five seconds. */
async function checkDatabase({ database }: Site): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([
      database.execute(sql`select 1`),
      setTimeout(READY_TIMEOUT_MILLISECONDS, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`no answer in ${READY_TIMEOUT_MILLISECONDS / 1000} s`);
      }),
    ]);
  } finally {
    timer.abort();
  }
}
