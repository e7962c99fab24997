// Lines of which a store says that they are not its own. Each is answered once, by an admin, who may give the use back with it.
import { and, asc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { giveBackFor, refuseNamingDonor } from '#features/redemption/server.ts';
import { columnsFor } from '#server/columns.ts';
import type { Executor, Transaction } from '#server/database.ts';
import type { AdminCaller, Site } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { codeRedemptions, discountCodes, disputedRedemptions, partners } from '#server/schema.ts';
import { dispute } from './contract.ts';
import { lineOf, type StoreMonth, written } from './serverMonths.ts';

const columns = columnsFor(disputedRedemptions, dispute);

/** What is said of the lines of a store's month, answered or not. */
export async function disputesOf(executor: Executor, { partnerId, from, before }: StoreMonth) {
  const rows = await executor
    .select(columns)
    .from(disputedRedemptions)
    .innerJoin(codeRedemptions, eq(codeRedemptions.id, disputedRedemptions.redemptionId))
    .where(
      and(
        eq(codeRedemptions.partnerId, partnerId),
        gte(codeRedemptions.at, from),
        lt(codeRedemptions.at, before),
      ),
    )
    .orderBy(asc(disputedRedemptions.id));
  return rows;
}

/** What nobody has answered, oldest first. */
export async function openDisputes(executor: Executor) {
  const rows = await executor
    .select({ dispute: columns, partner: { id: partners.id, name: partners.name }, line: lineOf.columns })
    .from(disputedRedemptions)
    .innerJoin(codeRedemptions, eq(codeRedemptions.id, disputedRedemptions.redemptionId))
    .innerJoin(partners, eq(partners.id, codeRedemptions.partnerId))
    .leftJoin(lineOf.originals, eq(lineOf.originals.id, codeRedemptions.reverses))
    .where(isNull(disputedRedemptions.answeredAt))
    .orderBy(asc(disputedRedemptions.id));
  return rows.map((row) => ({
    ...row.dispute,
    partner: row.partner,
    line: written(row.line),
  }));
}

/**
 * Notes that a store says a line is not its own. Said again it is another note, until it is answered.
 *
 * @throws Refusal 404 for a line of another store, 409 once it is answered.
 */
export async function markLine(
  transaction: Transaction,
  store: { id: number; name: string },
  { redemptionId, note }: { redemptionId: number; note: string | undefined },
  now: Date,
) {
  const [line] = await transaction
    .select({ id: codeRedemptions.id })
    .from(codeRedemptions)
    .where(and(eq(codeRedemptions.id, redemptionId), eq(codeRedemptions.partnerId, store.id)));
  if (!line) throw new Refusal('not_found', 'There is no such line in this account.');
  const [marked] = await transaction
    .insert(disputedRedemptions)
    .values({ redemptionId, note, createdAt: now })
    .onConflictDoUpdate({
      target: disputedRedemptions.redemptionId,
      set: { note: sql`excluded.note` },
      setWhere: isNull(disputedRedemptions.answeredAt),
    })
    .returning(columns);
  if (!marked) throw alreadyAnswered();
  await recordAudit(transaction, now, {
    actor: store.name,
    actorRole: 'partner',
    action: 'statement.line_disputed',
    entityType: 'partner',
    entityId: store.id,
    details: { redemptionId },
  });
  return marked;
}

/**
 * Answers a store, and gives the use back if that is asked.
 *
 * @throws Refusal 404; 400 where it says whose code it is; 409 where it is answered, and where a use is to be given back that
 *   was given back before or that is none.
 */
export async function answer(
  transaction: Transaction,
  site: Site,
  given: { id: number; answer: string; giveBack: boolean },
  admin: AdminCaller,
  now: Date,
) {
  const [answered] = await transaction
    .update(disputedRedemptions)
    .set({
      answer: given.answer,
      answeredBy: admin.username,
      answeredAt: now,
    })
    .where(and(eq(disputedRedemptions.id, given.id), isNull(disputedRedemptions.answeredAt)))
    .returning(columns);
  if (!answered) {
    const isThere = await transaction.$count(disputedRedemptions, eq(disputedRedemptions.id, given.id));
    throw isThere ? alreadyAnswered() : new Refusal('not_found', 'No store has said that of a line.');
  }
  const { redemptionId } = answered;
  await refuseNamingDonor(transaction, redemptionId, {
    field: 'answer',
    text: given.answer,
    message: 'The store reads this: please say it without saying who it is',
  });
  const [line] = await transaction
    .select({ partnerId: codeRedemptions.partnerId, kind: codeRedemptions.kind })
    .from(codeRedemptions)
    .where(eq(codeRedemptions.id, redemptionId));
  if (!line) throw new Error('A line of the ledger is gone.');
  if (given.giveBack) {
    if (line.kind === 'reversed') {
      throw new Refusal('wrong_state', 'This line gave a use back. That is not taken back.');
    }
    await giveBackFor(transaction, site, admin, { id: redemptionId, reason: given.answer }, now);
  }
  await recordAudit(transaction, now, {
    ...doneBy(admin),
    action: 'statement.dispute_answered',
    entityType: 'partner',
    entityId: line.partnerId,
    details: { redemptionId, gaveBack: given.giveBack },
  });
  return answered;
}

/** Empties what stores said of uses of a participant's codes, where that is to be forgotten. */
export async function forgetNotes(
  transaction: Transaction,
  participantId: number,
  isToGo: (note: string) => boolean,
): Promise<void> {
  const said = await transaction
    .select({ id: disputedRedemptions.id, note: disputedRedemptions.note })
    .from(disputedRedemptions)
    .innerJoin(codeRedemptions, eq(codeRedemptions.id, disputedRedemptions.redemptionId))
    .innerJoin(discountCodes, eq(discountCodes.id, codeRedemptions.codeId))
    .where(eq(discountCodes.participantId, participantId))
    .for('update', { of: disputedRedemptions });
  const ids = said.filter(({ note }) => note !== null && isToGo(note)).map(({ id }) => id);
  await transaction
    .update(disputedRedemptions)
    .set({ note: null })
    .where(inArray(disputedRedemptions.id, ids));
}

function alreadyAnswered(): Refusal {
  return new Refusal('wrong_state', 'This line was answered already.');
}
