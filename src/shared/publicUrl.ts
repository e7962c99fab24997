/** Whether an address means the machine that asks, so that a phone following it reaches nothing. */
export function leadsNowhereElse(address: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

/** An address in its parts, or null. Safari has no `URL.canParse` before 17, nor `URL.parse` before 18. */
export function parseAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
