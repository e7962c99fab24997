import type { ParticipantRow } from './contract.ts';

type Claim = Pick<ParticipantRow, 'claimedName' | 'claimedEmail' | 'isClaimProven'>;

/** A claim: `says: Grace, g@x.ca`, or with a proven email `proved by a mailed code: g@x.ca`. Null without a claim. */
export function claimText({ claimedName, claimedEmail, isClaimProven }: Claim): string | null {
  if (isClaimProven) {
    return `proved by a mailed code: ${claimedEmail}${claimedName === null ? '' : `, says: ${claimedName}`}`;
  }
  const parts = [claimedName, claimedEmail].filter((part) => part !== null);
  return parts.length === 0 ? null : `says: ${parts.join(', ')}`;
}

/** The same with `not proven`, where nothing beside it says so. */
export function claimWithWorth(claim: Claim): string | null {
  const text = claimText(claim);
  return text === null || claim.isClaimProven ? text : `${text}, not proven`;
}

/** The claim beside a pending donation: `new email g@x.ca, code entered`. */
export function claimBesideDonation(claim: Claim): string | null {
  const { claimedName, claimedEmail, isClaimProven } = claim;
  if (!isClaimProven) return claimWithWorth(claim);
  return `new email ${claimedEmail}, code entered${claimedName === null ? '' : `, says: ${claimedName}`}`;
}
