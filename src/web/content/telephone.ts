/** The address that dials a number, however it is spaced. */
export function telephoneUrl(number: string): `tel:${string}` {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`;
}
