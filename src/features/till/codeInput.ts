import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import { tillRefusals } from '#words/till.tsx';

/** Capitals without spaces. Only a to z change, because toUpperCase makes two letters of the ß that a scanner may type. */
function normalizeCode(text: string): string {
  return text.replaceAll(/\s/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

const code = `RR[^A-Z0-9]?([${CODE_ALPHABET}]{${CODE_CHARACTERS}})`;
// A look-ahead, so that matches may overlap.
const codes = new RegExp(`(?=${code})`, 'gu');
const separateCodes = new RegExp(`(?<![A-Z0-9])${code}`, 'giu');

/** The last code in a text, or null. */
export function findCode(text: string): string | null {
  const last = [...normalizeCode(text).matchAll(codes)].at(-1)?.[1];
  return last === undefined ? null : `RR-${last}`;
}

/** The last code in the text of another field, or null. Inside a word it does not count: Harry Peters contains RR-YPETER. */
export function findSeparateCode(text: string): string | null {
  const last = text.match(separateCodes)?.at(-1);
  return last === undefined ? null : findCode(last);
}

/**
 * The code in the till's field: the last one, if there are several. A scanner types the whole address of the QR code, with
 * other signs if it is set to another keyboard. Phones turn the hyphen into a dash, and people leave out RR and hyphen.
 */
export function readCode(text: string): string {
  const typed = normalizeCode(text);
  return findCode(text) ?? (/^[A-Z0-9]{6}$/.test(typed) ? `RR-${typed}` : typed);
}

/** Why a text is not sent: nothing was typed, or a character that no code has. Null if it may be. */
export function codeError(text: string): string | null {
  const typed = readCode(text);
  if (typed === '') return tillRefusals.noCode;
  const strangeCharacter = new RegExp(`[^${CODE_ALPHABET}]`);
  const candidates = [...typed.matchAll(/RR[^A-Z0-9]?([A-Z0-9]+)/gu)];
  return candidates.some(([, characters = '']) => strangeCharacter.test(characters))
    ? tillRefusals.strangeCharacter
    : null;
}
