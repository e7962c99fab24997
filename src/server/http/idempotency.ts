import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Transaction } from '#server/db/database.ts';
import { idempotencyKeys } from '#server/db/schema.ts';
import type { Secrets } from '#server/secrets.ts';
import { Refusal } from './refusal.ts';

/**
 * Does work once for each `Idempotency-Key`. Key and answer commit with the work: a second call waits for the first one's
 * commit and gets the same answer, and a refused call leaves the key free. Without the header it just does the work.
 *
 * @throws Refusal 409 if the key came before with another request; 400 for an unusable key.
 */
export async function runOncePerKey(
  transaction: Transaction,
  call: { endpoint: Endpoint; request: FastifyRequest; secrets: Secrets; now: Date },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = idempotencyKey(call.request);
  if (key === undefined) return await work();
  const endpoint = `${call.endpoint.method} ${call.endpoint.path}`;
  const { params, body } = call.request;
  // Keyed, because a plain hash of a redeem's body would give its PIN away.
  const requestHash = call.secrets.hash('idempotent-request', JSON.stringify([params, body]));
  const matchesKey = and(eq(idempotencyKeys.endpoint, endpoint), eq(idempotencyKeys.key, key));
  const inserted = await transaction
    .insert(idempotencyKeys)
    .values({ endpoint, key, requestHash, createdAt: call.now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length > 0) {
    const response = await work();
    await transaction
      .update(idempotencyKeys)
      .set({ response: sql`${JSON.stringify(response)}::json` })
      .where(matchesKey);
    return response;
  }
  const [earlier] = await transaction.select().from(idempotencyKeys).where(matchesKey);
  if (earlier?.requestHash === requestHash) return earlier.response;
  throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was already used for another request.', {
    // Counted, because repeating a request with other PINs would otherwise find the right one.
    ...(call.endpoint.limits?.includes('wrongPin') && { countsAgainst: 'wrongPin' }),
  });
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Refusal('invalid_input', 'Idempotency-Key must be 1 to 255 visible characters.');
}
