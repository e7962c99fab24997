import type { ParticipantRow } from './contract.ts';

/** What a participant says of themselves, `says: Grace, g@x.ca`; null where that is nothing. */
export function claimText({
  claimedName,
  claimedEmail,
}: Pick<ParticipantRow, 'claimedName' | 'claimedEmail'>): string | null {
  const said = [claimedName, claimedEmail].filter((part) => part !== null);
  return said.length === 0 ? null : `says: ${said.join(', ')}`;
}
