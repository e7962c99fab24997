/** An address in its parts, or null. Safari has no `URL.canParse` before 17, nor `URL.parse` before 18. */
export function parseAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
