import type { ParticipantRow } from './contract.ts';

type Claim = Pick<ParticipantRow, 'claimedName' | 'claimedEmail' | 'isClaimProven'>;

/** A claim as text: `says: Grace, g@x.ca`, or if proven `new email g@x.ca, code entered`. Null without a claim. */
export function claimText({ claimedName, claimedEmail, isClaimProven }: Claim): string | null {
  if (isClaimProven) {
    return `new email ${claimedEmail}, code entered${claimedName === null ? '' : `, says: ${claimedName}`}`;
  }
  const parts = [claimedName, claimedEmail].filter((part) => part !== null);
  return parts.length === 0 ? null : `says: ${parts.join(', ')}`;
}

/** A claim as text, followed by `not yet checked` unless it is proven. Null without a claim. */
export function claimWithStatus(claim: Claim): string | null {
  const text = claimText(claim);
  return text === null || claim.isClaimProven ? text : `${text}, not yet checked`;
}
