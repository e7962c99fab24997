import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import { donationStatus } from '#features/donations/rules.ts';
import { inBatches } from '#server/batches.ts';
import { columnsFor } from '#server/columns.ts';
import type { Executor } from '#server/database.ts';
import { donations, participants } from '#server/schema.ts';
import { searchRow } from './contract.ts';

/** Donations with all that a search shows of their participant, and whatever else is asked for. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- nothing else is asked for
export function searchRows<More extends Record<string, SQL.Aliased> = Record<never, never>>(
  executor: Executor,
  condition: SQL | undefined,
  more?: More,
) {
  return executor
    .select({
      ...columnsFor(donations, searchRow),
      participant_name: participants.displayName,
      participant_removed_at: participants.removedAt,
      claimed_name: participants.claimedName,
      claimed_email: participants.claimedEmail,
      is_claim_proven: participants.isClaimProven,
      participant_email: participants.email,
      participant_phone: participants.phone,
      notes: donations.notes,
      ...(more as More),
    })
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .where(condition)
    .$dynamic();
}

type FoundRow = Awaited<ReturnType<typeof searchRows>>[number];

const csvColumns = {
  id: (row: FoundRow) => row.id,
  status: (row: FoundRow) => donationStatus({ isConfirmed: row.is_confirmed, rejectedAt: row.rejected_at }),
  date: (row: FoundRow) => row.date,
  'donor id': (row: FoundRow) => row.student_id,
  participant: (row: FoundRow) => row.participant_name,
  email: (row: FoundRow) => row.participant_email,
  phone: (row: FoundRow) => row.participant_phone,
  weight: (row: FoundRow) => row.weight,
  'measured weight': (row: FoundRow) => row.actual_weight,
  'bin location': (row: FoundRow) => row.bin_location,
  'drop site': (row: FoundRow) => row.drop_site,
  notes: (row: FoundRow) => row.notes,
  'confirmed by': (row: FoundRow) => row.confirmed_by,
  'confirmed at': (row: FoundRow) => row.confirmed_at?.toISOString() ?? null,
  'rejected by': (row: FoundRow) => row.rejected_by,
  'rejected at': (row: FoundRow) => row.rejected_at?.toISOString() ?? null,
  'rejection reason': (row: FoundRow) => row.rejection_reason,
  photo: (row: FoundRow) => row.photo_url,
};

export const csvHeader = Object.keys(csvColumns);

const foundInBatches = inBatches('donations to export', (executor, condition, afterId, limit) =>
  searchRows(executor, and(condition, gt(donations.id, afterId)))
    .orderBy(asc(donations.id))
    .limit(limit),
);

/** The donations that a search shows, oldest first, in batches for a file. */
export async function* exportedRows(executor: Executor, condition: SQL | undefined) {
  const columns = Object.values(csvColumns);
  for await (const rows of foundInBatches(executor, condition)) {
    yield rows.map((row) => columns.map((column) => column(row)));
  }
}
