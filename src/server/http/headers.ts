import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_CONSOLE_PATH } from '#shared/adminPath.ts';
import { isKeptFromSearch } from '#shared/screenAt.ts';

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
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  });
  if (secure) reply.header('strict-transport-security', 'max-age=31536000');
  if (answersData(request.url)) reply.header('cache-control', 'no-store');
  if (isKeptFromSearch(request.url.split('?', 1)[0] ?? '')) reply.header('x-robots-tag', 'noindex');
}

/** Two of the console's calls have no /api before them; pages, beside them, set a header of their own. */
function answersData(url: string): boolean {
  return url.startsWith('/api') || url.startsWith(ADMIN_CONSOLE_PATH);
}
