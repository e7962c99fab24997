// What is said of giving a use back. The till itself starts without: only a redeemed code has to do with it.

export const undoLabel = 'Undo';
export const giveBackLabel = 'Give the use back';

/** Who gives a use back, and until when. */
export function whoGivesBack(
  minutes: number,
  { phone, email }: { phone: string | null; email: string },
): string {
  return `A use can be given back here for ${minutes} minutes. After that the office does it: ${phone ?? email}.`;
}
