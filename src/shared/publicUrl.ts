/** Whether an address leads to the machine that asks, so no other machine can open it. */
export function isLoopbackUrl(address: string): boolean {
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
