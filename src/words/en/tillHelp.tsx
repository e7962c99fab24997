// Help for clerks: what a store prints about the till, on one page.
import * as refusalWords from './tillRefusals.ts';
import { keepPin, offline, practise, pressAgain, typedWrong } from './till.tsx';
import { lock } from './keptPin.ts';
import { giveBack, undo } from './undo.tsx';
import { newCodeByGiving } from './verdict.ts';

export const heading = 'Help for clerks';
export const lead = (organization: string) =>
  `How to redeem a code of ${organization}, and what to do when one is refused.`;

export const redeem = 'Redeem';
export const giveBackText = `Press “${undo}” below the redeemed code, then “${giveBack}”.`;
export const practiseText = ({ valid, usedUp, expired }: Record<'valid' | 'usedUp' | 'expired', string>) =>
  `“${practise}” fills in ${valid}. Any eight digits redeem it, and 00000000 is a wrong PIN. ${usedUp} is used up, ${expired} has expired. Nothing is spent.`;
export const keepAndLock = 'Keep and lock the PIN';
export const keepAndLockText = (minutes: number) =>
  `“${keepPin}” holds for ${minutes} minutes without a press. “${lock}” forgets the PIN at once.`;

export interface Explained {
  /** In the till's own words. */
  says: string;
  means: string;
  help: string;
}

export const refusalsHeading = 'What each refusal means';
export const refusals: readonly Explained[] = [
  {
    says: refusalWords.notFound,
    means: 'There is no such code, or it was taken back.',
    help: typedWrong,
  },
  { says: refusalWords.expired, means: 'Its last day is over.', help: newCodeByGiving },
  { says: refusalWords.usedUp, means: 'All of its uses are spent.', help: newCodeByGiving },
  {
    says: refusalWords.otherPartner,
    means: 'It is good at one store only, and that is not yours.',
    help: 'The donor’s dashboard says at which one.',
  },
  {
    says: refusalWords.invalidPin,
    means: 'No partner store has this PIN.',
    help: 'Enter it again. Where it is right, it may have been changed: ask the office.',
  },
  {
    says: refusalWords.strangeCharacter,
    means: 'A character was misread.',
    help: 'Compare it with the donor’s phone or print.',
  },
  {
    says: refusalWords.tooManyTries,
    means: 'Too many wrong codes or PINs were entered here.',
    help: 'Wait as long as the till says.',
  },
];

export const troublesHeading = 'When the connection fails';
export const troubles: readonly Explained[] = [
  {
    says: offline,
    means: 'Nothing can be checked now, and nothing is redeemed later by itself.',
    help: 'Check the code that you wrote down once there is a connection.',
  },
  {
    says: pressAgain,
    means: 'The use may be taken already: only the answer got lost.',
    help: 'Press it with the same code and PIN, before the next customer.',
  },
];
