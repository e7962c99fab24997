import type { ParticipantRow } from './contract.ts';

type Claim = Pick<ParticipantRow, 'claimedName' | 'claimedEmail' | 'isClaimProven'>;

/**
 * What a participant says of themselves, `says: Grace, g@x.ca`, and of an email that they have proven,
 * `proved by a mailed code: g@x.ca`. Null where that is nothing.
 */
export function claimText({ claimedName, claimedEmail, isClaimProven }: Claim): string | null {
  if (isClaimProven) {
    return `proved by a mailed code: ${claimedEmail}${claimedName === null ? '' : `, says: ${claimedName}`}`;
  }
  const said = [claimedName, claimedEmail].filter((part) => part !== null);
  return said.length === 0 ? null : `says: ${said.join(', ')}`;
}

/** The same where nothing beside it says what it is worth: `says: Grace, g@x.ca, not proven`. */
export function claimWithWorth(claim: Claim): string | null {
  const text = claimText(claim);
  return text === null || claim.isClaimProven ? text : `${text}, not proven`;
}

/** What stands beside a donation that is to be confirmed: `new email g@x.ca, code entered`. */
export function claimBesideDonation(claim: Claim): string | null {
  const { claimedName, claimedEmail, isClaimProven } = claim;
  if (!isClaimProven) return claimWithWorth(claim);
  return `new email ${claimedEmail}, code entered${claimedName === null ? '' : `, says: ${claimedName}`}`;
}
