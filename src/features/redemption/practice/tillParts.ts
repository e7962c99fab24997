import { asTyped, readCode, whyNotCode } from '#features/redemption/codeInput.ts';
import { lowButton, lowField, lowForms } from '#features/redemption/lowScreen.ts';
import { refusalMessage } from '#features/redemption/refusals.ts';
import { redeemedVerdict, verdictOf } from '#features/redemption/verdict.ts';
import { VerdictHead } from '#features/redemption/VerdictHead.tsx';
import { partnerPin } from '#words/partnerPin.ts';
import { checkCode, newCode, typedWrong } from '#words/till.tsx';
import { invalidPin, noCode, noPin } from '#words/tillRefusals.ts';

/**
 * What practice shows of the till itself. It is handed over and not imported there: what a page and a part of it that
 * comes later both import, the build puts into files that other pages load as well.
 */
export const tillParts = {
  asTyped,
  checkCode,
  invalidPin,
  lowButton,
  lowField,
  lowForms,
  newCode,
  noCode,
  noPin,
  partnerPin,
  readCode,
  redeemedVerdict,
  refusalMessage,
  typedWrong,
  verdictOf,
  VerdictHead,
  whyNotCode,
};

export type TillParts = typeof tillParts;
