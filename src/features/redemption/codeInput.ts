/** A code while it is typed or pasted: capitals, no spaces. */
export function asTyped(text: string): string {
  return text.toUpperCase().replaceAll(/\s/g, '');
}

/**
 * The code that a clerk means by what stands in the field: a scanner types the whole address of the QR
 * code, phones turn the hyphen into a dash, and people leave the RR and the hyphen out.
 */
export function readCode(text: string): string {
  const typed = asTyped(text);
  const scanned = /[?&]CODE=([^&#]+)/.exec(typed)?.[1];
  const code = (scanned ?? typed).replaceAll(/[\u2010-\u2015\u2212]/g, '-');
  const six = /^(?:RR-?)?([A-Z0-9]{6})$/.exec(code)?.[1];
  return six === undefined ? code : `RR-${six}`;
}
