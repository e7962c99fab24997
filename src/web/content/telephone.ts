/** The URL that dials a phone number. Spaces and punctuation are dropped. */
export function telephoneUrl(number: string): `tel:${string}` {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`;
}
