import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';

/** A code while it is typed or pasted: capitals, no spaces. Only A to Z: an ß of a scanner is to stay one character. */
export function asTyped(text: string): string {
  return text.replaceAll(/\s/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

// Looking ahead, so that an RR that an earlier one runs into is found as well.
const codes = new RegExp(`(?=RR[^A-Z0-9]?([${CODE_ALPHABET}]{${CODE_CHARACTERS}}))`, 'gu');

/**
 * The code that a clerk means by what stands in the field: the last one in it. A scanner types the whole address of
 * the QR code, and one that is set to another keyboard than the machine turns all signs of it into others; phones turn
 * the hyphen into a dash, and people leave the RR and the hyphen out.
 */
export function readCode(text: string): string {
  const typed = asTyped(text);
  const last = [...typed.matchAll(codes)].at(-1)?.[1] ?? /^[A-Z0-9]{6}$/.exec(typed)?.[0];
  return last === undefined ? typed : `RR-${last}`;
}

export const noCodeMessage = 'Enter a reward code first.';

/** Why no code can be meant by what stands in the field, as far as that can be told without asking; else null. */
export function whyNotCode(text: string): string | null {
  const meant = [...readCode(text).matchAll(/RR[^A-Z0-9]?([A-Z0-9]+)/gu)];
  const isStrange = new RegExp(`[^${CODE_ALPHABET}]`);
  return meant.some(([, characters = '']) => isStrange.test(characters))
    ? 'Codes never contain O, 0, I, L or 1. Look at that character again.'
    : null;
}
