/** What a row of the ledger is: a use that a store took, or one that was given back. */
export const redemptionKinds = ['redeemed', 'reversed'] as const;
