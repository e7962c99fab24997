import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import { tillRefusals } from '#words/till.tsx';

/** Capitals without spaces. Changes only a to z: a scanner may type ß, of which toUpperCase makes two letters. */
function normalizeCode(text: string): string {
  return text.replaceAll(/\s/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

const codePattern = `RR[^A-Z0-9]?([${CODE_ALPHABET}]{${CODE_CHARACTERS}})`;
// A look-ahead consumes nothing, so matches may overlap.
const overlappingCodes = new RegExp(`(?=${codePattern})`, 'gu');
const separateCodes = new RegExp(`(?<![A-Z0-9])${codePattern}`, 'giu');

/** The last code in a text, or null. */
export function findCode(text: string): string | null {
  const last = [...normalizeCode(text).matchAll(overlappingCodes)].at(-1)?.[1];
  return last === undefined ? null : `RR-${last}`;
}

/** The last code in the PIN or clerk field, or null. Codes inside words do not count: Harry Peters contains RR-YPETER. */
export function findSeparateCode(text: string): string | null {
  const last = text.match(separateCodes)?.at(-1);
  return last === undefined ? null : findCode(last);
}

/**
 * The last code in the till's code field, or else the field's text as capitals without spaces. A scanner types the QR code's
 * whole address, with other signs if its keyboard layout differs. Phones type a dash as the hyphen. People leave out `RR-`.
 */
export function readCode(text: string): string {
  const typed = normalizeCode(text);
  return findCode(text) ?? (/^[A-Z0-9]{6}$/.test(typed) ? `RR-${typed}` : typed);
}

/**
 * The error for an empty text, or for a letter or digit after RR that no code has. Null for any other text: the server
 * decides.
 */
export function codeError(text: string): string | null {
  const typed = readCode(text);
  if (typed === '') return tillRefusals.noCode;
  const strangeCharacter = new RegExp(`[^${CODE_ALPHABET}]`);
  const candidates = [...typed.matchAll(/RR[^A-Z0-9]?([A-Z0-9]+)/gu)];
  const isStrange = candidates.some(([, characters = '']) => strangeCharacter.test(characters));
  return isStrange ? tillRefusals.strangeCharacter : null;
}
