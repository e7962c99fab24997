// What is said of giving a use back. The till itself starts without: only a redeemed code has to do with it.
import type { ReactNode } from 'react';

export const undo = 'Undo';
export const giveBack = 'Give the use back';
/** It asks once. */
export const question = (code: string) => `Give the use back to ${code}?`;
export const keepIt = 'Keep it';

/** Minutes and seconds, as in `14:32`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export const timeLeft = (time: ReactNode) => <>{time} left</>;
/** Goes on after the time. */
export const toGiveBack = 'to give the use back';
/** Both, as it is read out. */
export const minutesLeft = (minutes: number) => `${minutes} min left to give the use back`;

/** Who gives a use back, and until when. */
export const whoGivesBack = (
  minutes: number,
  { phone, email }: { phone: string | null; email: string },
): string =>
  `A use can be given back here for ${minutes} minutes. After that the office does it: ${phone ?? email}.`;
