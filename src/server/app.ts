import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import { sql } from 'drizzle-orm';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { DestinationStream } from 'pino';
import { auth, ensureFirstAdmin } from '#features/auth/server.ts';
import { donationsFeature } from '#features/donations/server.ts';
import { partnersFeature } from '#features/partners/server.ts';
import { redemption } from '#features/redemption/server.ts';
import { site as siteFeature } from '#features/site/server.ts';
import { type Database, migrateDatabase } from './database.ts';
import type { Environment } from './env.ts';
import type { Site } from './http/call.ts';
import { handleErrors, sendError } from './http/errors.ts';
import { securityHeaders } from './http/headers.ts';
import { register } from './http/register.ts';
import { Refusal } from './http/refusal.ts';
import { cookieName, isSecure } from './http/sessions.ts';
import { servePages } from './pages.ts';

/** THE LIST of features. */
const features = [siteFeature, partnersFeature, auth, donationsFeature, redemption];

const BODY_LIMIT_BYTES = 64 * 1024;

interface AppOptions {
  site: Site;
  environment: Pick<Environment, 'trustProxy' | 'logLevel'>;
  /** Where the built front end is; without it only the API is served. */
  pages?: string | undefined;
  /** Where log lines go: standard output unless told. */
  logTo?: DestinationStream | undefined;
}

/** Builds the server: every feature's endpoints, the pages, and what all of them share. */
export async function buildApp({ site, environment, pages, logTo }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: environment.logLevel, base: null, ...(logTo && { stream: logTo }) },
    // A line of our own is written instead: addresses hold reward codes and share tokens.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: environment.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      sendError(error, request, reply);
    },
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  handleErrors(app);
  logAnswers(app);
  securityHeaders(app, isSecure(site));
  await app.register(cookie);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'ReRound', version: '1', description: 'Donations, reward codes and their redemption.' },
      servers: [{ url: site.publicUrl }],
      components: {
        securitySchemes: {
          admin: { type: 'apiKey', in: 'cookie', name: cookieName(site, 'admin') },
          donor: { type: 'apiKey', in: 'cookie', name: cookieName(site, 'donor') },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  app.decorateRequest('callers');

  for (const implementation of features.flat()) register(app, site, implementation);
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => reply.send(app.swagger()));
  healthChecks(app, site);
  app.setNotFoundHandler((request, reply) =>
    sendError(new Refusal('not_found', 'There is nothing here.'), request, reply),
  );
  if (pages) await servePages(app, pages);
  return app;
}

/**
 * Brings the database to this version and makes the first admin where there is none.
 *
 * @returns the first admin's name and made-up password, to be shown once; null if none was made up.
 */
export async function prepareData(
  database: Database,
  firstAdmin: Environment['firstAdmin'],
  now: Date,
): Promise<{ username: string; password: string } | null> {
  return await migrateDatabase(database, (locked) => ensureFirstAdmin(locked, firstAdmin, now));
}

/** A change that needs no fields may come without a body, whatever its content type says. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        // The route, not the address, which may hold a reward code or a share token.
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
      },
      'answered',
    );
    done();
  });
}

function healthChecks(app: FastifyInstance, site: Site): void {
  app.get('/healthz', { schema: { hide: true } }, (_request, reply) => reply.send({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await site.database.execute(sql`select 1`);
      return await reply.send({ ok: true });
    } catch (error) {
      request.log.error({ error: (error as Error).cause ?? error }, 'the database does not answer');
      throw new Refusal('unavailable', 'The database does not answer.', { retryAfterSeconds: 5 });
    }
  });
}
