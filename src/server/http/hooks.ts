// What the server does around every request, whatever its route.
import { Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_CONSOLE_PATH } from '#shared/screens.ts';
import { isUnlisted } from '#shared/screenAt.ts';
import { clientAddress } from './addresses.ts';

/** Far more than a browser or a proxy ever has under way on one connection. */
const MOST_UNDER_WAY = 10;
const LAST_REQUESTS_MILLISECONDS = 300;

/** Closes a connection that does not wait for answers: Node starts every request as soon as it has read it. */
export function boundPipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  const change = (socket: Socket, by: 1 | -1) => {
    const count = (underWay.get(socket) ?? 0) + by;
    underWay.set(socket, count);
    return count;
  };
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    reply.raw.once('close', () => change(socket, -1));
    if (change(socket, 1) <= MOST_UNDER_WAY) return done();
    reply.hijack();
    socket.destroy();
  });
}

/**
 * Lets a stop answer the requests that are on their way. Node's own close cuts off connections on which nothing was read
 * yet, where the next request may be there already: so the server first only stops listening, and each answer is its
 * connection's last.
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

/** Tells browsers what pages of this site may do, on every answer. */
export function securityHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, secure);
    done();
  });
}

/** The same for an answer that no hook sees: one to a request that Fastify could not route. */
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
  if (isUnlisted(request.url.split('?', 1)[0] ?? '')) reply.header('x-robots-tag', 'noindex');
}

/** Two of the console's calls have no /api before them; pages, beside them, set a header of their own. */
function answersData(url: string): boolean {
  return url.startsWith('/api') || url.startsWith(ADMIN_CONSOLE_PATH);
}

/** A change that needs no fields may come without a body, whatever its content type says. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** What proxies and monitors ask every few seconds: that all is well is nothing for the log. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The route, not the address, which may hold a reward code or a share token.
    const route = request.routeOptions.url ?? 'none';
    const isAllWell = probes.has(route) && reply.statusCode === 200;
    request.log[isAllWell ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        refusal: request.refusal,
        // Absent before the guards have found one; a donor's ID is nothing for a log.
        admin: request.callers?.admin?.username,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        address: clientAddress(request.ip),
      },
      'answered',
    );
    done();
  });
}
