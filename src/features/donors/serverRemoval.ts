// A participant whom nobody is to know any more: the row stays for the sums, and says nothing of who it was.
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { endSessionsOfParticipants } from '#server/http/sessions.ts';
import { mergedShareTokens, merges, participants, students } from '#server/db/schema.ts';
import { randomToken } from '#server/secrets.ts';
import type { ParticipantMatch } from './contract.ts';
import { participantName } from './participantName.ts';

export function isRemoved(): Refusal {
  return new Refusal('wrong_state', 'This person was removed.');
}

/** What the console calls somebody, which is to be typed before they are removed. */
export function nameToType(person: Parameters<typeof participantName>[0]): string {
  return participantName(person);
}

/** Holds a participant until the transaction ends: a removal or merge comes before it, to be seen from now on, or has to wait. */
export async function waitForRemoval(transaction: Transaction, id: number): Promise<void> {
  await transaction
    .select({ id: participants.id })
    .from(participants)
    .where(eq(participants.id, id))
    .for('key share');
}

/**
 * Makes a participant nobody: profile, claims, donor IDs, share links and what merges kept go, sessions end. The row has
 * to be locked.
 */
export async function forgetParticipant(transaction: Transaction, id: number, now: Date): Promise<void> {
  // Before the donor IDs, by which sessions are found.
  await endSessionsOfParticipants(transaction, [id]);
  await transaction.delete(students).where(eq(students.participantId, id));
  await transaction.delete(mergedShareTokens).where(eq(mergedShareTokens.participantId, id));
  await emptyMerges(transaction, id);
  await transaction
    .update(participants)
    .set({
      displayName: null,
      email: null,
      phone: null,
      claimedName: null,
      claimedEmail: null,
      isClaimProven: false,
      shareToken: randomToken(),
      newsOff: [],
      language: null,
      removedAt: now,
    })
    .where(eq(participants.id, id));
}

/**
 * Merges go on saying that they were, for as long as they would, and nothing of whom: those into the participant, those
 * into whoever became it, and one of its own that was taken back.
 */
async function emptyMerges(transaction: Transaction, id: number): Promise<void> {
  const ids = await everyoneInside(transaction, id);
  await transaction
    .update(merges)
    .set({
      source: sql`jsonb_build_object('displayName', null, 'email', null, 'phone', null, 'claimedName', null,
        'claimedEmail', null, 'isClaimProven', false, 'language', null, 'shareToken', '', 'createdAt', ${merges.source} -> 'createdAt')`,
      filled: {},
      shareTokens: [],
    })
    .where(isInside(ids));
}

/** Merges into participants, and those of their own that were taken back. */
export function isInside(ids: readonly number[]): SQL | undefined {
  return or(and(inArray(merges.toId, [...ids]), isNull(merges.undoneAt)), inArray(merges.fromId, [...ids]));
}

export type Profile = Pick<
  ParticipantMatch,
  'displayName' | 'email' | 'phone' | 'claimedName' | 'claimedEmail'
>;

/** Who was merged into a participant, as far as merges that can be taken back say so. */
export async function profilesInside(executor: Executor, id: number): Promise<Profile[]> {
  const ids = await everyoneInside(executor, id);
  const rows = await executor.select({ source: merges.source }).from(merges).where(isInside(ids));
  return rows.map(({ source }) => source);
}

/** A participant's number, and of everyone who was merged into it, over however many steps. */
export async function everyoneInside(executor: Executor, id: number): Promise<number[]> {
  const { rows } = await executor.execute<{ id: number }>(sql`
    with recursive inside (id) as (
      select ${id}::int
      union select ${merges.fromId} from ${merges} join inside on ${merges.toId} = inside.id
      where ${merges.undoneAt} is null)
    select id from inside`);
  return rows.map((row) => row.id);
}
