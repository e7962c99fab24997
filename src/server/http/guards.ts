import { withValues } from '#shared/sentence.ts';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopbackUrl } from '#shared/publicUrl.ts';
import { sameText, type Secrets } from '#server/secrets.ts';
import type { Site } from './call.ts';
import { Refusal } from './refusal.ts';

/** The anti-forgery token that belongs to a session's secret. */
export function csrfToken(secrets: Secrets, csrfSecret: string): string {
  return secrets.hash('csrf-token', csrfSecret);
}

/** @throws Refusal 403 if the request's X-CSRF-Token is not the session's. */
export function checkCsrfToken(site: Site, request: FastifyRequest, csrfSecret: string): void {
  const sent = request.headers['x-csrf-token'];
  if (typeof sent === 'string' && sameText(sent, csrfToken(site.secrets, csrfSecret))) return;
  throw new Refusal('csrf_token_invalid', 'Please reload the page and try again.');
}

/**
 * Refuses a change that another site's page sends from a visitor's browser. Other programs send no origin, and have
 * nobody's cookies.
 *
 * @throws Refusal 403 for a foreign origin.
 */
export function checkOrigin(site: Site, request: FastifyRequest): void {
  const { origin } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  const isOwnPage = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  if (isOwnPage && (origin === undefined || isOwnOrigin(site, request, origin))) return;
  throw new Refusal(
    'origin_refused',
    withValues('This request came from another site. Please open {address} and try again there.', {
      address: site.publicUrl,
    }),
  );
}

/**
 * A site at `localhost` is also reached by this machine's IP address, but by no other name: a stranger could point their
 * name here (DNS rebinding), and Origin and Host would agree.
 */
function isOwnOrigin(site: Site, request: FastifyRequest, origin: string): boolean {
  if (origin === new URL(site.publicUrl).origin) return true;
  if (!isLoopbackUrl(site.publicUrl) || !URL.canParse(origin)) return false;
  const { protocol, host, hostname } = new URL(origin);
  const isOtherName = !isLoopbackUrl(origin) && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return /^https?:$/.test(protocol) && host === request.host && !isOtherName;
}
