/** Kinds of rows of the ledger. */
export const redemptionKinds = ['redeemed', 'reversed'] as const;
