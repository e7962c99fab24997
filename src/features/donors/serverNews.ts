// Which news donors have switched off.
import { and, eq, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/database.ts';
import { participants } from '#server/db/schema.ts';
import type { DonorNewsKind, NewsKind } from '#shared/mail.ts';
import { hasEmail } from './serverDonors.ts';

/** Where a participant's news goes, and the kinds that do not. */
export async function newsOffOf(
  executor: Executor,
  id: number,
): Promise<{ email: string | null; newsOff: readonly NewsKind[] }> {
  const [found] = await executor
    .select({ email: participants.email, newsOff: participants.newsOff })
    .from(participants)
    .where(eq(participants.id, id));
  return found ?? { email: null, newsOff: [] };
}

/** Switches kinds of a donor's news on and off, and leaves the others as they are. */
export async function switchDonorNews(
  transaction: Transaction,
  id: number,
  kinds: Partial<Record<DonorNewsKind, boolean>>,
): Promise<void> {
  const named = Object.keys(kinds);
  if (named.length === 0) return;
  const off = named.filter((kind) => kinds[kind as DonorNewsKind] === false);
  const others = sql`${participants.newsOff} - ${sql.param(named)}::text[]`;
  await transaction
    .update(participants)
    .set({ newsOff: sql`(${others}) || ${JSON.stringify(off)}::jsonb` })
    .where(eq(participants.id, id));
}

/** Switches a kind off for whoever a mail went to. Gives whether it was on. */
export async function switchNewsOffByMail(
  transaction: Transaction,
  { kind, email, participantId }: { kind: NewsKind; email: string; participantId: number | null },
): Promise<boolean> {
  const isReader = or(
    hasEmail(email),
    participantId === null ? undefined : eq(participants.id, participantId),
  );
  const changed = await transaction
    .update(participants)
    .set({ newsOff: sql`${participants.newsOff} || to_jsonb(${kind}::text)` })
    .where(and(isReader, sql`not ${participants.newsOff} ? ${kind}`))
    .returning({ id: participants.id });
  return changed.length > 0;
}
