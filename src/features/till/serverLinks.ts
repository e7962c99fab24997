// The link by which a store reads its own account: one that stands for each store, of which only a digest is kept.
import { and, eq, isNull } from 'drizzle-orm';
import { adminRecorder } from '#features/audit/server.ts';
import type { Executor, Transaction } from '#server/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { partners, statementLinks } from '#server/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { consoleOnly } from '#shared/sentence.ts';

const record = adminRecorder('partner');

const stands = (partnerId: number) =>
  and(eq(statementLinks.partnerId, partnerId), isNull(statementLinks.endedAt));

/** The link of a store that stands, or null. */
export async function standingLink(executor: Executor, partnerId: number) {
  const [link] = await executor
    .select({ createdAt: statementLinks.createdAt, createdBy: statementLinks.createdBy })
    .from(statementLinks)
    .where(stands(partnerId));
  return link ?? null;
}

/** Gives a store another link and ends the one before. Two that are made at once are made one after the other. */
export async function makeLink(
  transaction: Transaction,
  partnerId: number,
  admin: AdminCaller,
  now: Date,
): Promise<string> {
  await endStanding(transaction, partnerId, now);
  const token = randomToken();
  await transaction.insert(statementLinks).values({
    partnerId,
    tokenHash: digest(token),
    createdBy: admin.username,
    createdAt: now,
  });
  await record(transaction, now, admin, 'statement.link_created', partnerId);
  return token;
}

/** @throws Refusal 404 where none stands. */
export async function endLink(
  transaction: Transaction,
  partnerId: number,
  admin: AdminCaller,
  now: Date,
): Promise<void> {
  if (!(await endStanding(transaction, partnerId, now))) {
    throw new Refusal('not_found', consoleOnly('This partner has no link to its statements.'));
  }
  await record(transaction, now, admin, 'statement.link_ended', partnerId);
}

async function endStanding(transaction: Transaction, partnerId: number, now: Date): Promise<boolean> {
  const ended = await transaction
    .update(statementLinks)
    .set({ endedAt: now })
    .where(stands(partnerId))
    .returning({ id: statementLinks.id });
  return ended.length > 0;
}

/**
 * The store of a link. One that was switched off reads its account all the same: what it took is still to be settled.
 *
 * @throws Refusal 404 for a link that nobody was given, or that ended.
 */
export async function storeByLink(executor: Executor, token: string): Promise<{ id: number; name: string }> {
  const [store] = await executor
    .select({ id: partners.id, name: partners.name })
    .from(statementLinks)
    .innerJoin(partners, eq(partners.id, statementLinks.partnerId))
    .where(and(eq(statementLinks.tokenHash, digest(token)), isNull(statementLinks.endedAt)));
  if (store) return store;
  throw new Refusal(
    'not_found',
    'This link does not work, or works no more. Please open the whole of it, or ask the office for another.',
  );
}
