import type { ParticipantRow } from './contract.ts';

type Claim = Pick<ParticipantRow, 'claimedName' | 'claimedEmail' | 'isClaimProven'>;

/** A claim: `says: Grace, g@x.ca`, or after a mailed code `new email g@x.ca, code entered`. Null without a claim. */
export function claimText({ claimedName, claimedEmail, isClaimProven }: Claim): string | null {
  if (isClaimProven) {
    return `new email ${claimedEmail}, code entered${claimedName === null ? '' : `, says: ${claimedName}`}`;
  }
  const parts = [claimedName, claimedEmail].filter((part) => part !== null);
  return parts.length === 0 ? null : `says: ${parts.join(', ')}`;
}

/** A claim with `not yet checked` unless it is proven, for places where nothing else says so. */
export function claimWithStatus(claim: Claim): string | null {
  const text = claimText(claim);
  return text === null || claim.isClaimProven ? text : `${text}, not yet checked`;
}
