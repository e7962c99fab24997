import { strangeCharacterMessage } from '#features/redemption/codeInput.ts';
import { invalidPinMessage, otherPartnerMessage, refusalMessages } from '#features/redemption/rules.ts';
import { typedWrongHint } from '#features/redemption/tillWords.ts';
import { offlineMessage, pressAgain } from '#features/redemption/verdict.ts';
import { newCodeByGiving } from '#features/redemption/verdictWords.ts';
import { tooManyTries } from '#shared/limits.ts';

interface Explained {
  /** In the till's own words. */
  says: string;
  means: string;
  help: string;
}

export const refusals: readonly Explained[] = [
  {
    says: refusalMessages.not_found,
    means: 'There is no such code, or it was taken back.',
    help: typedWrongHint,
  },
  { says: refusalMessages.expired, means: 'Its last day is over.', help: newCodeByGiving },
  { says: refusalMessages.used_up, means: 'All of its uses are spent.', help: newCodeByGiving },
  {
    says: otherPartnerMessage,
    means: 'It is good at one store only, and that is not yours.',
    help: 'The donor’s dashboard says at which one.',
  },
  {
    says: invalidPinMessage,
    means: 'No partner store has this PIN.',
    help: 'Enter it again. Where it is right, it may have been changed: ask the office.',
  },
  {
    says: strangeCharacterMessage,
    means: 'A character was misread.',
    help: 'Compare it with the donor’s phone or print.',
  },
  {
    says: tooManyTries,
    means: 'Too many wrong codes or PINs were entered here.',
    help: 'Wait as long as the till says.',
  },
];

export const troubles: readonly Explained[] = [
  {
    says: offlineMessage,
    means: 'Nothing can be checked now, and nothing is redeemed later by itself.',
    help: 'Check the code that you wrote down once there is a connection.',
  },
  {
    says: pressAgain,
    means: 'The use may be taken already: only the answer got lost.',
    help: 'Press it with the same code and PIN, before the next customer.',
  },
];
