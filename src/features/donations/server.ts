// Donations: what one is, and what each part of this feature does to it. A donation is pending until it is confirmed
// or rejected, and counts for its donor from the moment it is logged.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { doneBy } from '#features/audit/server.ts';
import { asSeenBy } from '#features/donors/serverRows.ts';
import { yearOf } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import type { Transaction } from '#server/db/database.ts';
import { type AdminCaller, implement } from '#server/http/call.ts';
import { busy } from '#server/http/queue.ts';
import { Refusal } from '#server/http/refusal.ts';
import { donations, participants } from '#server/db/schema.ts';
import { contract } from './contract.ts';
import { isDiscrepancy } from './rules.ts';
import { donationRows } from './serverRows.ts';

export const donationsFeature = implement(contract, {
  donationDetails: async ({ database, params, admin }) => {
    const [row] = await donationRows(database, eq(donations.id, params.id));
    if (!row) throw noSuchDonation();
    return { ok: true as const, row: asSeenBy(admin, row) };
  },
});

type NewDonation = Omit<typeof donations.$inferInsert, 'year' | 'weightDiscrepancy' | 'createdAt'>;

/** Adds a donation. */
export async function addDonation(
  transaction: Transaction,
  donation: NewDonation,
  now: Date,
): Promise<number> {
  const [added] = await transaction
    .insert(donations)
    .values({
      ...donation,
      year: yearOf(donation.date),
      weightDiscrepancy: isDiscrepancy(donation.weight, donation.actualWeight ?? null),
      createdAt: now,
    })
    .returning({ id: donations.id });
  if (!added) throw new Error('The new donation was not returned.');
  return added.id;
}

/** Has other changes of a donor's donations wait until the transaction ends, so that each sees those before it. */
export async function lockDonor(transaction: Transaction, participantId: number): Promise<void> {
  await transaction
    .select({ id: participants.id })
    .from(participants)
    .where(eq(participants.id, participantId))
    .for('no key update');
}

/** A merge takes donations to another participant at most a few times while somebody waits for it. */
const MOST_LOOKS = 10;

/**
 * Locks the donors of donations. Whatever changes donations and their donors locks participants first, then donations,
 * then codes, so that no two deadlock.
 *
 * @returns who they are, and which of them were removed.
 */
export async function lockDonors(
  transaction: Transaction,
  ofDonations: SQL,
): Promise<{ id: number; removedAt: Date | null }[]> {
  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    const donors = transaction.select({ id: donations.participantId }).from(donations).where(ofDonations);
    const locked = await transaction
      .select({ id: participants.id, removedAt: participants.removedAt })
      .from(participants)
      .where(inArray(participants.id, donors))
      .orderBy(participants.id)
      .for('no key update');
    const ids = locked.map(({ id }) => id);
    const isMoved = sql`${donations.participantId} <> all(${sql.param(ids)}::int[])`;
    if ((await transaction.$count(donations, and(ofDonations, isMoved))) === 0) return locked;
  }
  throw busy();
}

export function noSuchDonation(): Refusal {
  return new Refusal('not_found', consoleOnly('There is no such donation.'));
}

/** What an admin did to a donation, for the audit log. */
export function aboutDonation(
  admin: AdminCaller,
  action: string,
  { id, participantId }: { id: number; participantId: number },
  details: Record<string, unknown> = {},
) {
  return {
    ...doneBy(admin),
    action,
    entityType: 'donation' as const,
    entityId: id,
    participantId,
    details,
  };
}
