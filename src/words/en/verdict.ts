// What is said of a code once it was checked: the till starts without.

export const valid = 'Valid Code';
export const invalid = 'Invalid Code';
export const fullyUsed = 'Fully Used';
export const redeemed = 'Redeemed';
export const givenBack = 'Given back';

export const usesLeft = (remaining: number) => (remaining === 1 ? '1 use left' : `${remaining} uses left`);

/** Until when a code is good, and where, if at one store only. */
export const goodUntil = (day: string, store?: string) => (store ? `${store}, until ${day}` : `Until ${day}`);

export const noSaving = 'Do not take the saving off.';
/** Goes on after the server's sentence that a code is used up. */
export const allSpent = (uses: number | undefined) => `. ${spentUses(uses)} No saving on this one.`;

function spentUses(uses: number | undefined): string {
  if (uses === 1) return 'Its one use is spent.';
  if (uses === 2) return 'Both uses are spent.';
  return uses === undefined ? 'All uses are spent.' : `All ${uses} uses are spent.`;
}

/** What a store takes off is in its own words. */
export const takeSavingOff = (saving: string | undefined) =>
  saving ? `Take the saving off now: ${saving}.` : 'Take the saving off now.';
export const nextCustomer = 'Next customer';
export const onceMore = 'Use this code once more';
export const noUsesLeft = 'This code has no uses left.';
export const checkAnother = 'Check another code';
export const newCodeByGiving = 'The donor can log a donation to earn a new code.';
