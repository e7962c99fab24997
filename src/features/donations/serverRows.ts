import { eq, type SQL, sql } from 'drizzle-orm';
import { columnsFor } from '#server/columns.ts';
import type { Executor } from '#server/database.ts';
import { donations, participants } from '#server/schema.ts';
import { donationRow } from './contract.ts';

// Written out, since no index that holds some rows only is used for a condition with a parameter in it.
export const isConfirmed = sql`${donations.isConfirmed}`;
export const isPending = sql`not ${donations.isConfirmed} and ${donations.rejectedAt} is null`;

/** Donations with their participant's name, as the console shows them. */
export function donationRows(executor: Executor, condition: SQL | undefined) {
  return executor
    .select({ ...columnsFor(donations, donationRow), participantName: participants.displayName })
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .where(condition)
    .$dynamic();
}
