import { nameOf } from '#features/donors/participantName.ts';
import { REMOVED_NAME } from '#shared/removedName.ts';
import type { CodeRow } from './contract.ts';

export function ownerName(row: CodeRow): string {
  if (row.participant_removed_at !== null) return REMOVED_NAME;
  return nameOf(
    { name: row.participant_name, donorId: row.participant_student_id, email: row.participant_email },
    `Participant ${row.participant_id}`,
  );
}

/** Donor ID and email, without the one that serves as the name. */
export function ownerDetails(row: CodeRow): string {
  const name = ownerName(row);
  return [row.participant_student_id, row.participant_email]
    .filter((part) => part !== null && part !== name)
    .join(', ');
}

/** How many of a code's uses were taken: `1 of 2`. */
export function usesText({ use_count, max_uses }: CodeRow): string {
  return `${use_count} of ${max_uses}`;
}
