// Merges two participants, and undoes merges within thirty days. Either way both have to sign in again.
import { consoleOnly } from '#shared/sentence.ts';
import { and, type AnyColumn, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '#server/db/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { endSessionsOfParticipants } from '#server/http/sessions.ts';
import {
  discountCodes,
  donations,
  mergedShareTokens,
  merges,
  participants,
  students,
} from '#server/db/schema.ts';
import { addDays } from '#shared/dates.ts';
import { MERGE_UNDO_DAYS, noClaim } from './rules.ts';
import { moveMail, moveMailBack } from '#features/mail/serverOutbox.ts';
import { findByEmail } from './serverDonors.ts';
import { removedRefusal } from './serverRemoval.ts';
import { noSuchParticipant } from './serverRows.ts';

type Participant = typeof participants.$inferSelect;

/**
 * Moves everything of the source to the target, fills the target's empty noted fields, and deletes the source.
 *
 * @returns the merge's number, by which it can be undone.
 * @throws Refusal 404 if one of the two does not exist; 409 if one was removed.
 */
export async function merge(
  transaction: Transaction,
  { fromId, toId, mergedBy }: { fromId: number; toId: number; mergedBy: string },
  now: Date,
): Promise<number> {
  const locked = await lockParticipants(transaction, [fromId, toId]);
  const source = locked.find(({ id }) => id === fromId);
  const target = locked.find(({ id }) => id === toId);
  if (!source || !target) throw noSuchParticipant();
  if (source.removedAt || target.removedAt) throw removedRefusal();
  await endSessionsOfParticipants(transaction, [fromId, toId]);
  const keptDonationIds = await findTargetDonations(transaction, toId, source);
  const moved = await moveRecords(transaction, fromId, toId);
  const shareTokens = await moveShareLinks(transaction, source, toId);
  await transaction.delete(participants).where(eq(participants.id, fromId));
  const filled = fieldsToFill(target, source);
  const newsOff = [...target.newsOff, ...(filled.newsOff ?? [])];
  const keptBadges = Math.max(target.keptBadges, source.keptBadges);
  await transaction
    .update(participants)
    .set({ ...filled, newsOff, keptBadges })
    .where(eq(participants.id, toId));
  const [created] = await transaction
    .insert(merges)
    .values({
      ...moved,
      shareTokens,
      keptDonationIds,
      fromId,
      toId,
      mergedBy,
      mergedAt: now,
      filled,
      source: {
        displayName: source.displayName,
        email: source.email,
        phone: source.phone,
        claimedName: source.claimedName,
        claimedEmail: source.claimedEmail,
        isClaimProven: source.isClaimProven,
        language: source.language,
        shareToken: source.shareToken,
        isShareOff: source.isShareOff,
        newsOff: source.newsOff,
        keptBadges: source.keptBadges,
        createdAt: source.createdAt.toISOString(),
      },
    })
    .returning({ id: merges.id });
  if (!created) throw new Error('The new merge was not returned.');
  return created.id;
}

/** The donations that the target already has under a donor ID or the email of the source. An undo must not move them. */
async function findTargetDonations(
  transaction: Transaction,
  toId: number,
  source: Participant,
): Promise<number[]> {
  const ids = transaction
    .select({ studentId: students.studentId })
    .from(students)
    .where(eq(students.participantId, source.id));
  const isUnderEmail = source.email ? eq(donations.studentId, source.email.toUpperCase()) : undefined;
  const rows = await transaction
    .select({ id: donations.id })
    .from(donations)
    .where(and(eq(donations.participantId, toId), or(inArray(donations.studentId, ids), isUnderEmail)));
  return rows.map(({ id }) => id);
}

/** Locks in the order of IDs, so that two merges of the same pair in opposite directions do not deadlock. */
async function lockParticipants(transaction: Transaction, ids: number[]): Promise<Participant[]> {
  return await transaction
    .select()
    .from(participants)
    .where(inArray(participants.id, ids))
    .orderBy(participants.id)
    .for('update');
}

async function moveRecords(transaction: Transaction, fromId: number, toId: number) {
  const move = async (table: typeof donations | typeof discountCodes | typeof students) => {
    const moved = await transaction
      .update(table)
      .set({ participantId: toId })
      .where(eq(table.participantId, fromId))
      .returning({ id: table.id });
    return moved.map(({ id }) => id);
  };
  const donationIds = await move(donations);
  const codeIds = await move(discountCodes);
  await moveMail(transaction, fromId, toId);
  const studentRowIds = await move(students);
  return { donationIds, codeIds, studentRowIds };
}

/**
 * Moves the source's share link, and those of earlier merges into it. Links that are switched off are not moved, because they
 * must not show the target.
 *
 * @returns the tokens of the earlier merges, even if they were not moved.
 */
async function moveShareLinks(
  transaction: Transaction,
  { id: fromId, shareToken, isShareOff }: Participant,
  toId: number,
): Promise<string[]> {
  const earlier = await transaction
    .delete(mergedShareTokens)
    .where(eq(mergedShareTokens.participantId, fromId))
    .returning({ shareToken: mergedShareTokens.shareToken });
  if (!isShareOff) {
    const links = [{ shareToken }, ...earlier];
    await transaction
      .insert(mergedShareTokens)
      .values(links.map((link) => ({ ...link, participantId: toId })));
  }
  return earlier.map((link) => link.shareToken);
}

const profileFields = ['displayName', 'email', 'phone'] as const;

/**
 * The profile fields and the language that only the source has. The kinds of news that are off come with the email. Claims are
 * left out, because no admin accepted them.
 */
function fieldsToFill(target: Participant, source: Participant) {
  const filled: Merge['filled'] = {};
  for (const field of profileFields) {
    const value = source[field];
    if (target[field] === null && value !== null) filled[field] = value;
  }
  if (target.language === null && source.language !== null) filled.language = source.language;
  if (filled.email) filled.newsOff = source.newsOff.filter((kind) => !target.newsOff.includes(kind));
  return filled;
}

/**
 * Undoes a merge. The source exists again under its old number. It gets back everything that the merge moved, and later
 * donations under its donor IDs. A field that the merge filled is emptied, unless it was changed meanwhile. Kept badges stay.
 *
 * @throws Refusal 404 for an unknown merge; 409 if it was undone already or is too old, or if the target was merged again or
 * removed.
 */
export async function undoMerge(
  transaction: Transaction,
  mergeId: number,
  now: Date,
): Promise<{ fromId: number; toId: number }> {
  const [requested] = await transaction
    .select({ fromId: merges.fromId, toId: merges.toId })
    .from(merges)
    .where(eq(merges.id, mergeId));
  if (!requested)
    throw new Refusal('not_found', consoleOnly('There is no such merge, or it was too long ago.'));
  // The lock makes other merges of the target wait.
  const [target] = await lockParticipants(transaction, [requested.toId]);
  if (target?.removedAt) throw removedRefusal();
  const [undone] = await transaction
    .update(merges)
    .set({ undoneAt: now })
    .where(and(eq(merges.id, mergeId), isUndoable(transaction, now)))
    .returning();
  if (!target || !undone) throw await undoRefusal(transaction, mergeId, now);
  const { fromId, toId } = undone;
  await endSessionsOfParticipants(transaction, [toId]);
  await emptyFilledFields(transaction, undone);
  await restoreSource(transaction, undone);
  await moveRecordsBack(transaction, undone, target.email);
  await moveShareLinksBack(transaction, undone);
  const { email } = undone.source;
  if (email) await moveMailBack(transaction, { fromId, toId, email });
  return { fromId, toId };
}

type Merge = typeof merges.$inferSelect;

function isUndoable(executor: Executor, now: Date) {
  const later = alias(merges, 'later');
  const mergedSince = executor
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        gt(later.id, merges.id),
        isNull(later.undoneAt),
        or(eq(later.fromId, merges.toId), eq(later.toId, merges.toId)),
      ),
    );
  return and(
    isNull(merges.undoneAt),
    gt(merges.mergedAt, addDays(now, -MERGE_UNDO_DAYS)),
    sql`not exists ${mergedSince}`,
  );
}

async function undoRefusal(transaction: Transaction, mergeId: number, now: Date): Promise<Refusal> {
  const [found] = await transaction.select().from(merges).where(eq(merges.id, mergeId));
  if (found?.undoneAt) return new Refusal('wrong_state', consoleOnly('This merge was undone already.'));
  if (found && found.mergedAt <= addDays(now, -MERGE_UNDO_DAYS)) {
    return new Refusal('wrong_state', consoleOnly(`A merge can be undone for ${MERGE_UNDO_DAYS} days.`));
  }
  return new Refusal(
    'wrong_state',
    consoleOnly('The participant was merged again since. Undo that merge first.'),
  );
}

/**
 * Empties the fields that the merge filled, unless they were changed since. Also switches on the news that was off only for the
 * source's email, and drops the claim, which may be either person's.
 */
async function emptyFilledFields(transaction: Transaction, { toId, filled }: Merge): Promise<void> {
  const fields = [...profileFields, 'language' as const].filter((field) => filled[field] !== undefined);
  const emptied: PgUpdateSetSource<typeof participants> = {
    ...noClaim,
    newsOff: sql`${participants.newsOff} - ${sql.param(filled.newsOff ?? [])}::text[]`,
  };
  for (const field of fields) {
    const column = participants[field];
    emptied[field] = sql`case when lower(${column}) = lower(${filled[field]}) then null else ${column} end`;
  }
  await transaction.update(participants).set(emptied).where(eq(participants.id, toId));
}

/** Creates the source anew. What an older merge did not store gets its column's default. */
async function restoreSource(transaction: Transaction, { fromId, source }: Merge): Promise<void> {
  const { email, claimedName, claimedEmail, isClaimProven, createdAt, ...otherFields } = source;
  // Somebody else may have this email by now. It then becomes a claim.
  const emailOwner = email === null ? undefined : await findByEmail(transaction, email);
  const claim = emailOwner
    ? { ...noClaim, claimedEmail: email }
    : { claimedName, claimedEmail, isClaimProven };
  await transaction
    .insert(participants)
    .overridingSystemValue()
    .values({
      ...otherFields,
      ...claim,
      id: fromId,
      email: emailOwner ? null : email,
      createdAt: new Date(createdAt),
    });
}

async function moveRecordsBack(
  transaction: Transaction,
  merged: Merge,
  targetEmail: string | null,
): Promise<void> {
  const { fromId, toId, source } = merged;
  const returnedDonorIds = await transaction
    .update(students)
    .set({ participantId: fromId })
    .where(isOneOf(students.id, merged.studentRowIds))
    .returning({ studentId: students.studentId });
  // Donations under the target's noted email stay with the target, even if it is also a donor ID of the source.
  const ids = returnedDonorIds
    .map(({ studentId }) => studentId)
    .filter((studentId) => studentId !== targetEmail?.toUpperCase());
  if (source.email) ids.push(source.email.toUpperCase());
  // By donor ID instead of time, because a donation that waited for the merge has an earlier time.
  const donatedSince = and(
    inArray(donations.studentId, ids),
    sql`not ${isOneOf(donations.id, merged.keptDonationIds)}`,
  );
  const returnedDonations = await transaction
    .update(donations)
    .set({ participantId: fromId })
    .where(
      and(eq(donations.participantId, toId), or(isOneOf(donations.id, merged.donationIds), donatedSince)),
    )
    .returning({ id: donations.id });
  await transaction
    .update(discountCodes)
    .set({ participantId: fromId })
    .where(
      and(
        eq(discountCodes.participantId, toId),
        or(
          isOneOf(discountCodes.id, merged.codeIds),
          isOneOf(
            discountCodes.donationId,
            returnedDonations.map(({ id }) => id),
          ),
        ),
      ),
    );
}

/** Gives the source back its share link, and those of earlier merges unless the target has ended them since. */
async function moveShareLinksBack(
  transaction: Transaction,
  { fromId, source, shareTokens }: Merge,
): Promise<void> {
  await transaction.delete(mergedShareTokens).where(eq(mergedShareTokens.shareToken, source.shareToken));
  if (!source.isShareOff) {
    await transaction
      .update(mergedShareTokens)
      .set({ participantId: fromId })
      .where(inArray(mergedShareTokens.shareToken, shareTokens));
  } else if (shareTokens.length > 0) {
    await transaction
      .insert(mergedShareTokens)
      .values(shareTokens.map((shareToken) => ({ shareToken, participantId: fromId })));
  }
}

/**
 * Takes a donation and its codes out of the lists of merges, after its donor was corrected. If a merge is undone, they follow
 * their donor ID.
 */
export async function removeFromMerges(transaction: Transaction, donationId: number): Promise<void> {
  const codes = transaction
    .select({ id: discountCodes.id })
    .from(discountCodes)
    .where(eq(discountCodes.donationId, donationId));
  await transaction
    .update(merges)
    .set({
      donationIds: sql`array_remove(${merges.donationIds}, ${donationId}::int)`,
      keptDonationIds: sql`array_remove(${merges.keptDonationIds}, ${donationId}::int)`,
      codeIds: sql`array(select unnest(${merges.codeIds}) except ${codes})`,
    })
    .where(sql`${donationId}::int = any(${merges.donationIds} || ${merges.keptDonationIds})`);
}

/** Like `inArray`, but with one parameter for all IDs, because PostgreSQL takes at most 65,535 parameters. */
function isOneOf(column: AnyColumn, ids: readonly number[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::int[])`;
}

/** The merges into a participant that can still be undone, newest first. */
export async function findUndoableMerges(executor: Executor, toId: number, now: Date) {
  return await executor
    .select({
      id: merges.id,
      fromId: merges.fromId,
      fromName: sql<string | null>`${merges.source} ->> 'displayName'`,
      mergedBy: merges.mergedBy,
      mergedAt: merges.mergedAt,
    })
    .from(merges)
    .where(and(eq(merges.toId, toId), isUndoable(executor, now)))
    .orderBy(desc(merges.id));
}
