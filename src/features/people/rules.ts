// What may be typed where somebody is removed: the dialog and the server ask here.

/** Whether a typed name is the one that was asked for, however its letters and spaces are written. */
export function isTypedName(typed: string, asked: string): boolean {
  return plain(typed) === plain(asked);
}

/** Shorter ones are in too many words that mean nobody. */
const FEWEST_LETTERS = 3;

/** Whether a text has a name, a contact or a donor ID in it, whole, by which somebody is known. */
export function saysWho(text: string, known: readonly string[]): boolean {
  const asWords = (words: string) => ` ${plain(words.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))} `;
  const spoken = asWords(text);
  return known.map(asWords).some((own) => own.length >= FEWEST_LETTERS + 2 && spoken.includes(own));
}

function plain(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
