import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { admins } from '#server/schema.ts';
import type { Site } from './call.ts';

/** More often than once a minute nobody wants to know. */
const OLD_MILLISECONDS = 60_000;

/** Notes that an admin is there. The call that shows it neither waits for this nor fails with it. */
export function noteSeen(
  { database, clock }: Site,
  request: FastifyRequest,
  { adminId, lastSeenAt }: { adminId: number; lastSeenAt: Date | null },
): void {
  const now = clock();
  const old = new Date(now.getTime() - OLD_MILLISECONDS);
  if (lastSeenAt && lastSeenAt > old) return;
  // Whoever holds the row changes it or notes the same: there is nothing to wait for.
  const unseen = database
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, adminId), or(isNull(admins.lastSeenAt), lt(admins.lastSeenAt, now))))
    .for('no key update', { skipLocked: true });
  database
    .update(admins)
    .set({ lastSeenAt: now })
    .where(inArray(admins.id, unseen))
    .catch((error: unknown) => request.log.error({ error }, 'when an admin was seen could not be noted'));
}
