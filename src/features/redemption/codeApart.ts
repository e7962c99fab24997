import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import { codeIn } from './codeInput.ts';

const codesApart = new RegExp(`(?<![A-Z0-9])RR[^A-Z0-9]?[${CODE_ALPHABET}]{${CODE_CHARACTERS}}`, 'giu');

/** The last code in what was typed anywhere. It stands apart: within words there may be one by chance, as in Harry Peters. */
export function codeApartIn(text: string): string | null {
  const last = text.match(codesApart)?.at(-1);
  return last === undefined ? null : codeIn(last);
}
