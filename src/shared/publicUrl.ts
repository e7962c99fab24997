/** Whether an address means the asking machine itself, so that other machines cannot reach the site by it. */
export function leadsNowhereElse(address: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

/** A parsed address, or null. Safari has no `URL.canParse` before 17 and no `URL.parse` before 18. */
export function parseAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
