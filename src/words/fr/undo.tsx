// What is said of giving a use back. The till itself starts without: only a redeemed code has to do with it.
import type { ReactNode } from 'react';

export const undo = 'Annuler';
export const giveBack = 'Rendre l’utilisation';
/** It asks once. */
export const question = (code: string) => `Rendre l’utilisation au code ${code}\u00a0?`;
export const keepIt = 'Garder';

/** Minutes and seconds, as in `14 min 32 s`. */
export function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes > 0 ? `${minutes}\u00a0min\u00a0` : ''}${seconds % 60}\u00a0s`;
}

export const timeLeft = (time: ReactNode) => <>Reste {time}</>;
/** Goes on after the time. */
export const toGiveBack = 'pour rendre l’utilisation';
/** Both, as it is read out. */
export const minutesLeft = (minutes: number) => `Il reste ${minutes}\u00a0min pour rendre l’utilisation`;

/** Who gives a use back, and until when. */
export const whoGivesBack = (
  minutes: number,
  { phone, email }: { phone: string | null; email: string },
): string =>
  `Une utilisation peut être rendue ici pendant ${minutes}\u00a0minutes. Ensuite, c’est le bureau qui s’en occupe\u00a0: ${phone ?? email}.`;
