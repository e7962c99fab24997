import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import { tillRefusals } from '#words/till.tsx';

/** A code while it is typed or pasted: capitals, no spaces. Only A to Z: an ß of a scanner is to stay one character. */
export function asTyped(text: string): string {
  return text.replaceAll(/\s/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

const code = `RR[^A-Z0-9]?([${CODE_ALPHABET}]{${CODE_CHARACTERS}})`;
// Looking ahead, so that an RR that an earlier one runs into is found as well.
const codes = new RegExp(`(?=${code})`, 'gu');
const codesApart = new RegExp(`(?<![A-Z0-9])${code}`, 'giu');

/** The last code in a text, or null where it has none. */
export function codeIn(text: string): string | null {
  const last = [...asTyped(text).matchAll(codes)].at(-1)?.[1];
  return last === undefined ? null : `RR-${last}`;
}

/** The last code in a text that is meant for another field: within words there may be one by chance, as in Harry Peters. */
export function codeApartIn(text: string): string | null {
  const last = text.match(codesApart)?.at(-1);
  return last === undefined ? null : codeIn(last);
}

/**
 * The code that a clerk means by what stands in the field: the last one in it. A scanner types the whole address of
 * the QR code, and one that is set to another keyboard than the machine turns all signs of it into others; phones turn
 * the hyphen into a dash, and people leave the RR and the hyphen out.
 */
export function readCode(text: string): string {
  const typed = asTyped(text);
  return codeIn(text) ?? (/^[A-Z0-9]{6}$/.test(typed) ? `RR-${typed}` : typed);
}

/** Why no code can be meant by what stands in the field, as far as that can be told without asking; else null. */
export function whyNotCode(text: string): string | null {
  const meant = [...readCode(text).matchAll(/RR[^A-Z0-9]?([A-Z0-9]+)/gu)];
  const isStrange = new RegExp(`[^${CODE_ALPHABET}]`);
  return meant.some(([, characters = '']) => isStrange.test(characters))
    ? tillRefusals.strangeCharacter
    : null;
}
