import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '#server/database.ts';
import { partners, tills } from '#server/schema.ts';
import { digest } from '#server/secrets.ts';
import type { RegisteredTill, Site } from './call.ts';
import { sessionToken } from './sessions.ts';

// What OWASP calls a device cookie: a browser that the console's link made a till, or that once redeemed with a right
// PIN, has an allowance of its own that no stranger's guesses use up.

/**
 * The till that a request's browser is registered as, or null. It is bound to the PIN of its store: a new PIN, or switching
 * the store off, suspends it, and the console can end it.
 */
export async function registeredTill(
  executor: Executor,
  site: Site,
  request: FastifyRequest,
): Promise<RegisteredTill | null> {
  const token = sessionToken(site, request, 'till');
  if (!token) return null;
  const [till] = await executor
    .select({ id: tills.id, partnerId: tills.partnerId, lastUsedAt: tills.lastUsedAt })
    .from(tills)
    .innerJoin(partners, and(eq(partners.id, tills.partnerId), eq(partners.pinHash, tills.pinHash)))
    .where(and(eq(tills.tokenHash, digest(token)), isNull(tills.endedAt), eq(partners.isActive, true)));
  return till ?? null;
}
