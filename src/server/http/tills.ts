import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type Given, prepared } from '#server/prepared.ts';
import { partners } from '#server/schema.ts';
import { randomToken, sameText, type Secrets } from '#server/secrets.ts';
import type { CookieChange, Site, WriteCall } from './call.ts';
import { cookieName } from './sessions.ts';
import type { Endpoint } from '#shared/endpoint.ts';

// What OWASP calls a device cookie: a browser that once redeemed with a right PIN is a till, and has an
// allowance of its own that no stranger's guesses use up.

const tillCookie = /^(?<till>[\w-]{43})\.(?<partnerId>[1-9]\d{0,8})\.(?<signature>[\w-]{43})$/;

/**
 * The till that a request's browser is, or null. Its cookie is bound to the PIN of the store that it
 * redeemed for, so that a new PIN or switching the store off makes a stranger of whoever knew the old one.
 */
export async function knownTill(site: Site, request: FastifyRequest): Promise<string | null> {
  const parts = tillCookie.exec(request.cookies[cookieName(site, 'till')] ?? '')?.groups;
  if (!parts) return null;
  const { till = '', partnerId = '', signature = '' } = parts;
  const [partner] = await pinOfPartner(site.database, { partnerId: Number(partnerId) });
  return partner && sameText(signature, sign(site.secrets, till, partner)) ? till : null;
}

const pinOfPartner = prepared('PIN of an active partner', (executor, given: Given<{ partnerId: number }>) =>
  executor
    .select({ id: partners.id, pinHash: partners.pinHash })
    .from(partners)
    .where(and(eq(partners.id, given.partnerId), eq(partners.isActive, true))),
);

/** Makes a till of the browser that redeemed for a partner, or keeps it one. */
export function rememberTill(
  { callers, site, changeCookie }: Pick<WriteCall<Endpoint>, 'callers' | 'site' | 'changeCookie'>,
  partner: { id: number; pinHash: string },
): void {
  callers.till ??= randomToken();
  const { till } = callers;
  const change: CookieChange = {
    name: 'till',
    token: `${till}.${partner.id}.${sign(site.secrets, till, partner)}`,
  };
  changeCookie(change);
}

function sign(secrets: Secrets, till: string, partner: { id: number; pinHash: string }): string {
  return secrets.hash('till', `${till}.${partner.id}.${partner.pinHash}`);
}
