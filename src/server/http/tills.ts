import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '#server/database.ts';
import { partners, tills } from '#server/schema.ts';
import { digest } from '#server/secrets.ts';
import type { KnownTill, Site } from './call.ts';
import { sessionToken } from './sessions.ts';

// What OWASP calls a device cookie: a browser that the console's link made a till, or that once redeemed with a right
// PIN, has an allowance of its own that no stranger's guesses use up.

/**
 * The till that a request's browser is, or null. It is bound to the PIN of its store, so that a new PIN or switching the
 * store off makes a stranger of whoever knew the old one, and known only until the console ends it.
 */
export async function knownTill(
  executor: Executor,
  site: Site,
  request: FastifyRequest,
): Promise<KnownTill | null> {
  const token = sessionToken(site, request, 'till');
  if (!token) return null;
  const [till] = await executor
    .select({ id: tills.id, partnerId: tills.partnerId, lastUsedAt: tills.lastUsedAt })
    .from(tills)
    .innerJoin(partners, and(eq(partners.id, tills.partnerId), eq(partners.pinHash, tills.pinHash)))
    .where(and(eq(tills.tokenHash, digest(token)), isNull(tills.endedAt), eq(partners.isActive, true)));
  return till ?? null;
}
