/** What a machine's keyboard makes of the keys of a US board, by character of that board. */
export type Layout = Readonly<Record<string, string>>;

export const french: Layout = {
  a: 'q', q: 'a', A: 'Q', Q: 'A', z: 'w', w: 'z', Z: 'W', W: 'Z', m: ',', M: '?',
  '-': ')', '/': '!', ':': 'M', '?': '§', '.': ':', '&': '7',
  '0': 'à', '1': '&', '2': 'é', '3': '"', '4': "'", '5': '(', '6': '-', '7': 'è', '8': '_', '9': 'ç',
}; // prettier-ignore

const signs: Record<string, [code: string, shift: boolean]> = {
  '-': ['Minus', false],
  '.': ['Period', false],
  '/': ['Slash', false],
  ':': ['Semicolon', true],
  '?': ['Slash', true],
  '=': ['Equal', false],
  '&': ['Digit7', true],
  '(': ['Digit9', true],
  ')': ['Digit0', true],
  ' ': ['Space', false],
};

/** What a scanner that is made as a US keyboard presses for a character of an address. */
export function usKeyOf(character: string): { code: string; shift: boolean } {
  const [code, shift = false] = signs[character] ?? [];
  if (code !== undefined) return { code, shift };
  if (/\d/.test(character)) return { code: `Digit${character}`, shift: false };
  return { code: `Key${character.toUpperCase()}`, shift: /[A-Z]/.test(character) };
}
