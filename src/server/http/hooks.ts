import { Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_CONSOLE_PATH } from '#shared/screens.ts';
import { isNoindex } from '#shared/screenAt.ts';
import { clientAddress } from './addresses.ts';

/** Far more requests than a browser or a proxy has open on one connection. */
const MOST_OPEN_REQUESTS = 10;
const LAST_REQUESTS_MILLISECONDS = 300;

/** Closes a connection with too many pipelined requests, which Node would start all at once. */
export function limitPipelining(app: FastifyInstance): void {
  const openRequests = new WeakMap<Socket, number>();
  const addToCount = (socket: Socket, by: 1 | -1) => {
    const count = (openRequests.get(socket) ?? 0) + by;
    openRequests.set(socket, count);
    return count;
  };
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    reply.raw.once('close', () => addToCount(socket, -1));
    if (addToCount(socket, 1) <= MOST_OPEN_REQUESTS) return done();
    reply.hijack();
    socket.destroy();
  });
}

/**
 * Answers requests that are still arriving while the server stops. Node's own close would drop connections with an unread
 * request, so the server first only stops listening, and each answer is its connection's last.
 */
export function finishRequests(app: FastifyInstance): void {
  let isFinishing = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isFinishing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    isFinishing = true;
    Server.prototype.close.call(app.server);
    await setTimeout(LAST_REQUESTS_MILLISECONDS);
  });
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Partner logos and photo proofs may lie on other hosts.
  "img-src 'self' https: http:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function sendSecurityHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, secure);
    done();
  });
}

/** Sets the headers also where no hook runs, for requests that Fastify could not route. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  reply.headers({
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  });
  if (secure) reply.header('strict-transport-security', 'max-age=31536000');
  if (answersData(request.url)) reply.header('cache-control', 'no-store');
  if (isNoindex(request.url.split('?', 1)[0] ?? '')) reply.header('x-robots-tag', 'noindex');
}

/** Two calls of the console are not under /api. Pages set their own header later. */
function answersData(url: string): boolean {
  return url.startsWith('/api') || url.startsWith(ADMIN_CONSOLE_PATH);
}

/** Accepts an empty body of type JSON, for changes without fields. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** Proxies ask these every few seconds, so a success is logged only at the level debug. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Only the route is logged, because a URL may hold a reward code or a share token.
    const route = request.routeOptions.url ?? 'none';
    const isHealthyProbe = probes.has(route) && reply.statusCode === 200;
    request.log[isHealthyProbe ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        refusal: request.refusal,
        // Only admins are named, because a donor's ID is personal.
        admin: request.callers?.admin?.username,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        address: clientAddress(request.ip),
      },
      'answered',
    );
    done();
  });
}
