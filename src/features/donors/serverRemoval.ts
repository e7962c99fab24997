// Locks participants for a change, and erases them. An erased row stays for the totals, without anything that identifies the
// person.
import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { endSessionsOfParticipants } from '#server/http/sessions.ts';
import { mergedShareTokens, merges, participants, students } from '#server/db/schema.ts';
import { randomToken } from '#server/secrets.ts';
import type { ParticipantMatch } from './contract.ts';
import { noClaim } from './rules.ts';
import { noSuchParticipant } from './serverRows.ts';

export function removedRefusal(): Refusal {
  return new Refusal('wrong_state', 'This person was removed.');
}

/**
 * Locks a participant for a change, until the transaction ends.
 *
 * @returns the row.
 * @throws Refusal 404; 409 if they were removed.
 */
export async function lockForChange(transaction: Transaction, id: number) {
  const [locked] = await transaction.select().from(participants).where(eq(participants.id, id)).for('update');
  if (!locked) throw noSuchParticipant();
  if (locked.removedAt) throw removedRefusal();
  return locked;
}

/** Locks a participant until the transaction ends: a removal or merge has to wait. */
export async function lockParticipant(transaction: Transaction, id: number): Promise<void> {
  await transaction
    .select({ id: participants.id })
    .from(participants)
    .where(eq(participants.id, id))
    .for('key share');
}

/** Erases profile, claims, donor IDs, share links, sessions, and copies in merges. The row must be locked. */
export async function eraseParticipant(transaction: Transaction, id: number, now: Date): Promise<void> {
  // Sessions are found by the donor IDs, so they end before these are deleted.
  await endSessionsOfParticipants(transaction, [id]);
  await transaction.delete(students).where(eq(students.participantId, id));
  await transaction.delete(mergedShareTokens).where(eq(mergedShareTokens.participantId, id));
  await eraseMergedProfiles(transaction, id);
  await transaction
    .update(participants)
    .set({
      displayName: null,
      email: null,
      phone: null,
      ...noClaim,
      shareToken: randomToken(),
      isShareOff: false,
      newsOff: [],
      language: null,
      removedAt: now,
    })
    .where(eq(participants.id, id));
}

/**
 * Erases the stored profiles of all who were merged into the participant, directly or indirectly. Also erases its own, which
 * is stored with merges that were undone.
 */
async function eraseMergedProfiles(transaction: Transaction, id: number): Promise<void> {
  const ids = await findMergedIds(transaction, id);
  await transaction
    .update(merges)
    .set({
      source: sql`jsonb_build_object('displayName', null, 'email', null, 'phone', null, 'claimedName', null,
        'claimedEmail', null, 'isClaimProven', false, 'language', null, 'shareToken', '', 'createdAt', ${merges.source} -> 'createdAt')`,
      filled: {},
      shareTokens: [],
    })
    .where(isMergeOf(ids));
}

/** Whether a merge went into one of the participants and was not undone, or merged one of them away. */
export function isMergeOf(ids: readonly number[]): SQL | undefined {
  return or(and(inArray(merges.toId, [...ids]), isNull(merges.undoneAt)), inArray(merges.fromId, [...ids]));
}

export type Profile = Pick<
  ParticipantMatch,
  'displayName' | 'email' | 'phone' | 'claimedName' | 'claimedEmail'
>;

/** The IDs of a participant and of all who were merged into it, directly or indirectly. */
export async function findMergedIds(executor: Executor, id: number): Promise<number[]> {
  const { rows } = await executor.execute<{ id: number }>(sql`
    with recursive merged (id) as (
      select ${id}::int
      union select ${merges.fromId} from ${merges} join merged on ${merges.toId} = merged.id
      where ${merges.undoneAt} is null)
    select id from merged`);
  return rows.map((row) => row.id);
}

/** A participant's profile and the stored merged ones, without emails that are somebody else's by now. */
export async function findProfiles(executor: Executor, person: Profile & { id: number }): Promise<Profile[]> {
  const ids = await findMergedIds(executor, person.id);
  const merged = await executor.select({ source: merges.source }).from(merges).where(isMergeOf(ids));
  const emails = merged.flatMap(({ source }) => source.email?.toLowerCase() ?? []);
  const isSomebodyElses = and(
    inArray(sql`lower(${participants.email})`, emails),
    ne(participants.id, person.id),
  );
  const owners = await executor
    .select({ email: participants.email })
    .from(participants)
    .where(isSomebodyElses);
  const takenEmails = new Set(owners.map(({ email }) => email?.toLowerCase()));
  const mergedProfiles = merged.map(({ source }) =>
    takenEmails.has(source.email?.toLowerCase()) ? { ...source, email: null } : source,
  );
  return [person, ...mergedProfiles];
}
