// What is said of a code once it was checked: the till starts without.

export const nextCustomerLabel = 'Next customer';
export const newCodeByGiving = 'The donor can log a donation to earn a new code.';
export const noSavingMessage = 'Do not take the saving off.';

export function usesLeft(remaining: number): string {
  return remaining === 1 ? '1 use left' : `${remaining} uses left`;
}
