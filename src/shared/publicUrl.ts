/** Whether an address means the machine that asks, so that a phone following it reaches nothing. */
export function leadsNowhereElse(address: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}
