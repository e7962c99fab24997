import type { FastifyRequest } from 'fastify';
import { digest, randomToken, sameText } from '#server/secrets.ts';
import type { CookieChange, Site } from './call.ts';
import { sessionToken } from './sessions.ts';

// By its cookie a browser is known as the one in which donations were logged: an email that is proven in it becomes the
// noted one of whoever gave nothing elsewhere. It is signed, so that nobody chooses their own.

const browserCookie = /^(?<browser>[\w-]{43})\.(?<signature>[\w-]{43})$/;

/** How the browser of a request stands with the donations that were logged in it. Null where it logged none. */
export function browserHashOf(site: Site, request: FastifyRequest): string | null {
  const browser = knownBrowser(site, request);
  return browser === null ? null : digest(browser);
}

/** The same for a donation that is being logged, and the cookie by which the browser is known from then on. */
export function rememberBrowser(
  site: Site,
  request: FastifyRequest,
): { browserHash: string; cookie: CookieChange } {
  const browser = knownBrowser(site, request) ?? randomToken();
  const signature = site.secrets.hash('donor-browser', browser);
  return { browserHash: digest(browser), cookie: { name: 'browser', token: `${browser}.${signature}` } };
}

function knownBrowser(site: Site, request: FastifyRequest): string | null {
  const parts = browserCookie.exec(sessionToken(site, request, 'browser') ?? '')?.groups;
  const { browser = '', signature = '' } = parts ?? {};
  return parts && sameText(signature, site.secrets.hash('donor-browser', browser)) ? browser : null;
}
