import { asTyped, noCodeMessage, readCode, whyNotCode } from '#features/redemption/codeInput.ts';
import { lowButton, lowField, lowForms } from '#features/redemption/lowScreen.ts';
import { invalidPinMessage, noPinMessage, refusalMessages } from '#features/redemption/rules.ts';
import {
  checkCodeLabel,
  newCodeLabel,
  partnerPinLabel,
  typedWrongHint,
} from '#features/redemption/tillWords.ts';
import { redeemedVerdict, verdictOf } from '#features/redemption/verdict.ts';
import { VerdictHead } from '#features/redemption/VerdictHead.tsx';

/**
 * What practice shows of the till itself. It is handed over and not imported there: what a page and a part of it that
 * comes later both import, the build puts into files that other pages load as well.
 */
export const tillParts = {
  asTyped,
  checkCodeLabel,
  invalidPinMessage,
  lowButton,
  lowField,
  lowForms,
  newCodeLabel,
  noCodeMessage,
  noPinMessage,
  partnerPinLabel,
  readCode,
  redeemedVerdict,
  refusalMessages,
  typedWrongHint,
  verdictOf,
  VerdictHead,
  whyNotCode,
};

export type TillParts = typeof tillParts;
