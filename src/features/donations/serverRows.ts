import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { donations, participants } from '#server/db/schema.ts';
import { donationRow } from './contract.ts';

// Written out, since no index that holds some rows only is used for a condition with a parameter in it.
export const isConfirmed = sql`${donations.isConfirmed}`;
export const isPending = sql`not ${donations.isConfirmed} and ${donations.rejectedAt} is null`;
export const isRejected = sql<boolean>`${donations.rejectedAt} is not null`;

/** A donation with its participant's name, as the console shows it. */
export const donationColumns = {
  ...columnsFor(donations, donationRow),
  participantName: participants.displayName,
  participantRemovedAt: participants.removedAt,
  claimedName: participants.claimedName,
  claimedEmail: participants.claimedEmail,
  isClaimProven: participants.isClaimProven,
};

/** Donations with their participants' names. */
export function donationRows(executor: Executor, condition: SQL | undefined) {
  return executor
    .select(donationColumns)
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .where(condition)
    .$dynamic();
}

/** Finds a page's donations by their ids: those before the page are then neither joined nor read whole. */
export function isOnPage(
  executor: Executor,
  condition: SQL | undefined,
  order: SQL[],
  { limit, offset }: { limit: number; offset: number },
): SQL {
  const ids = executor
    .select({ id: donations.id })
    .from(donations)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return inArray(donations.id, ids);
}

type Asked = { participantId: number; most: number };

/** A participant's pending donations, the oldest first. */
export const toDecideOf = (executor: Executor, { participantId, most }: Asked) =>
  donationRows(executor, and(eq(donations.participantId, participantId), isPending))
    .orderBy(asc(donations.date), asc(donations.id))
    .limit(most);

const isDecided = or(isConfirmed, isNotNull(donations.rejectedAt));

const latestDecided = (executor: Executor, { participantId, most }: Asked) =>
  donationRows(executor, and(eq(donations.participantId, participantId), isDecided))
    .orderBy(desc(donations.date), desc(donations.id))
    .limit(most);

/** A participant's confirmed and rejected donations, the newest first, and how many there are. */
export async function decidedOf(executor: Executor, participantId: number, most: number) {
  return await Promise.all([
    latestDecided(executor, { participantId, most }),
    executor.$count(donations, and(eq(donations.participantId, participantId), isDecided)),
  ]);
}
