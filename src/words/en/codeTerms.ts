// What a reward code is good for.

interface CodeTerms {
  usesPerCode: number;
  daysValid: number;
}

/** How often and how long a new code is good, as a sentence. */
export function termsSentence({ usesPerCode, daysValid }: CodeTerms): string {
  const times = ['never', 'once', 'twice'][usesPerCode] ?? `${usesPerCode} times`;
  return `Each code can be used ${times} within ${days(daysValid)}.`;
}

/** The same as on a tag. */
export function termsLabel({ usesPerCode, daysValid }: CodeTerms): string {
  return `${usesPerCode === 1 ? '1 use' : `${usesPerCode} uses`}, ${days(daysValid)}`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
