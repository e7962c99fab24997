// What a reward code is good for.

interface CodeTerms {
  usesPerCode: number;
  daysValid: number;
}

/** How often and how long a new code is good, as a sentence. */
export function termsSentence({ usesPerCode, daysValid }: CodeTerms): string {
  const times = ['', 'une', 'deux'][usesPerCode] ?? usesPerCode;
  return `Chaque code peut servir ${times} fois en ${days(daysValid)}.`;
}

/** The same as on a tag. */
export function termsLabel({ usesPerCode, daysValid }: CodeTerms): string {
  return `${usesPerCode}\u00a0${usesPerCode < 2 ? 'utilisation' : 'utilisations'}, ${days(daysValid)}`;
}

function days(count: number): string {
  return `${count}\u00a0${count < 2 ? 'jour' : 'jours'}`;
}
