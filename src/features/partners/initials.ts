/** The first letters of a name's first two words: `MS` of Main Street Thrift. */
export function initials(name: string): string {
  const firstLetters = name.match(/(?<![\p{L}\p{N}'’])[\p{L}\p{N}]/gu) ?? [];
  return firstLetters.slice(0, 2).join('').toUpperCase();
}
