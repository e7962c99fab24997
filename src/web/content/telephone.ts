/** The URL that dials a phone number. It keeps `,`, `;`, `*` and `#`, which dial an extension. */
export function telephoneUrl(number: string): `tel:${string}` {
  return `tel:${number.replaceAll(/[^\d+*#,;]/g, '')}`;
}
