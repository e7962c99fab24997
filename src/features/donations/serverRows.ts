import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/database.ts';
import { donations, participants } from '#server/schema.ts';
import type { DonationRow } from './contract.ts';

// Written out, since no index that holds some rows only is used for a condition with a parameter in it.
export const isConfirmed = sql`${donations.isConfirmed}`;
export const isPending = sql`not ${donations.isConfirmed} and ${donations.rejectedAt} is null`;

/** Donations with their participant's name, as the console shows them. */
export function donationRows(executor: Executor, condition: SQL | undefined) {
  return executor
    .select({ donation: donations, participantName: participants.displayName })
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .where(condition)
    .$dynamic();
}

export function onWire({
  donation,
  participantName,
}: Awaited<ReturnType<typeof donationRows>>[number]): DonationRow {
  return {
    ...donation,
    participantName,
    createdAt: donation.createdAt.toISOString(),
    confirmedAt: donation.confirmedAt?.toISOString() ?? null,
    rejectedAt: donation.rejectedAt?.toISOString() ?? null,
  };
}
