// A store's statement on paper.

export const heading = 'Statement';
export const openUntil = (day: string) => `Open until ${day}: lines may still come`;
export const closedAt = (instant: string) => `Closed ${instant}`;

/** Goes on after a use that is given back: why it stands in another month than it was taken in. */
export const isClosed = (monthName: string) => `, ${monthName} is closed`;
export const nothingRedeemed = (monthName: string) => `Nothing was redeemed in ${monthName}.`;

export const netUses = 'Net uses';
export const howItIsKept =
  'Codes are shown but for their last three characters. A use that is given back after a month has closed stands in the month in which that was done; a closed month never changes.';

/** @param email the office's. */
export const notYours = (email: string) => `Something is not yours? Write to ${email}.`;
