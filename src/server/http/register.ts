import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Endpoint } from '#shared/endpoint.ts';
import type { CsvSeparator } from '#shared/lists.ts';
import { isForConsole, mayCall } from '#shared/roles.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { inTransaction } from '#server/db/database.ts';
import {
  type Callers,
  type CookieChange,
  type Implementation,
  type ReadCall,
  type Site,
  withCallOrigin,
  type WriteCall,
} from './call.ts';
import { type CsvTable, type JsonFile, sendCsv, sendJsonFile } from './downloads.ts';
import { checkCsrfToken, checkOrigin } from './guards.ts';
import { runOncePerKey } from './idempotency.ts';
import { translateAnswer } from './language.ts';
import { withinLimits } from './rateLimits.ts';
import { Refusal } from './refusal.ts';
import { applyCookie, findAdmin, findDonor, recordSessionUse, sessionToken } from './sessions.ts';
import { acceptUploads, readUpload, UPLOAD_BODY_BYTES } from './uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    callers: Callers;
  }
}

/** Serves an endpoint with all that its contract declares: access, guards, limits, validation, transaction. */
export function register(
  app: FastifyInstance,
  site: Site,
  room: string,
  implementation: Implementation,
): void {
  if (implementation.endpoint.upload === undefined) addRoute(app, site, room, implementation);
  else {
    // The endpoint has a scope of its own, so that others still refuse multipart bodies.
    void app.register(async (scope) => {
      await acceptUploads(scope);
      addRoute(scope, site, room, implementation);
    });
  }
}

function addRoute(app: FastifyInstance, site: Site, room: string, implementation: Implementation): void {
  const { name, endpoint } = implementation;
  app.route({
    ...(endpoint.upload !== undefined && { bodyLimit: UPLOAD_BODY_BYTES }),
    config: { endpoint: { room, name, declared: endpoint } },
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: routeSchema(endpoint),
    onRequest: async (request) => admit(site, endpoint, request),
    preValidation: (request, _reply, done) => {
      // A missing body counts as an empty form, so that the refusal names its fields.
      if (endpoint.body && request.body === undefined) request.body = {};
      done();
    },
    handler: async (request, reply) => {
      const result = await withinLimits(site, endpoint.limits ?? [], request, () =>
        withCallOrigin(request, () => answer(site, implementation, request, reply)),
      );
      if (endpoint.format === 'csv') {
        const { separator } = request.query as { separator?: CsvSeparator };
        return await sendCsv(reply, result as CsvTable, separator);
      }
      const response = translateAnswer(result, request);
      if (endpoint.format === 'json') return await sendJsonFile(reply, response as JsonFile<object>);
      return await reply.code(endpoint.status ?? 200).send(response);
    },
  });
}

function routeSchema(endpoint: Endpoint): FastifySchema {
  return {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.upload !== undefined && { consumes: ['multipart/form-data'] }),
    response: {
      [endpoint.status ?? 200]:
        endpoint.format === 'csv'
          ? { content: { 'text/csv': { schema: endpoint.response } } }
          : endpoint.response,
    },
  };
}

/** Finds the caller, and refuses callers without access, before the body is read. */
async function admit(site: Site, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  request.callers = { admin: null, donor: null };
  if (isForConsole(endpoint)) await admitAdmin(site, endpoint, request);
  if (endpoint.access === 'donor') {
    const donor = await findDonor(site.database, sessionToken(site, request, 'donor'), site.clock());
    if (!donor) throw new Refusal('unauthenticated', 'Please sign in.');
    request.callers.donor = donor;
  }
  if (endpoint.method === 'POST') checkOrigin(site, request);
}

async function admitAdmin(site: Site, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const now = site.clock();
  const found = await findAdmin(site.database, sessionToken(site, request, 'admin'), now);
  if (!found) throw new Refusal('unauthenticated', consoleOnly('Admin login required.'));
  const { csrfSecret, lastUsedAt, ...admin } = found;
  request.callers.admin = admin;
  if (admin.mustChangePassword && !endpoint.beforePasswordChange) {
    throw new Refusal('password_change_required', consoleOnly('Please change your password first.'));
  }
  if (admin.mustSetUpSecondFactor && !endpoint.beforeSecondFactor) {
    throw new Refusal('second_factor_setup_required', consoleOnly('Please set up your second factor first.'));
  }
  if (!mayCall(admin.role, endpoint)) {
    throw new Refusal('not_allowed', consoleOnly('Only an admin may do this. Please ask one.'));
  }
  if (endpoint.method === 'POST') checkCsrfToken(site, request, csrfSecret);
  // Not awaited: the call neither waits for it nor fails with it.
  recordSessionUse(site.database, { sessionId: admin.sessionId, lastUsedAt }, now).catch((error: Error) =>
    request.log.warn({ error }, 'The use of a session was not recorded.'),
  );
}

async function answer(
  site: Site,
  { endpoint, slowStep, handle, recordRefusal }: Implementation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const now = site.clock();
  const common = {
    site,
    now,
    request,
    callers: request.callers,
    admin: request.callers.admin as null,
    donor: request.callers.donor as null,
    params: request.params as never,
    query: request.query as never,
    body: request.body as never,
  };
  const upload = (endpoint.upload === undefined ? null : await readUpload(request, endpoint.upload)) as null;
  const read: ReadCall<Endpoint> = { ...common, database: site.database, reply, upload };
  if (endpoint.method === 'GET') {
    return await (handle as (call: ReadCall<Endpoint>) => Promise<unknown>)(read);
  }

  let cookies: CookieChange[] = [];
  let afterwards: (() => Promise<void>)[] = [];
  try {
    const fromSlowStep = (await slowStep?.(read)) as undefined;
    const response = await inTransaction(site.database, (transaction) => {
      // This may be the next try after a collision, and the earlier one was rolled back.
      cookies = [];
      afterwards = [];
      const changeCookie = (cookie: CookieChange) => void cookies.push(cookie);
      const afterCommit = (work: () => Promise<void>) => void afterwards.push(work);
      const write = { ...common, transaction, fromSlowStep, changeCookie, afterCommit };
      const runHandler = () => (handle as (call: WriteCall<Endpoint>) => Promise<unknown>)(write);
      return endpoint.idempotent
        ? runOncePerKey(transaction, { endpoint, request, secrets: site.secrets, now }, runHandler)
        : runHandler();
    });
    for (const cookie of cookies) applyCookie(site, reply, cookie);
    for (const work of afterwards) {
      await work().catch((error: unknown) => request.log.error({ error }, 'after a change'));
    }
    return response;
  } catch (error) {
    if (error instanceof Refusal) await recordRefusal?.(read, error);
    throw error;
  }
}
