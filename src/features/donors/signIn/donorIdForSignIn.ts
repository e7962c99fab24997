const key = 'donor-id-for-sign-in';

/** Takes a donor ID along to the sign-in, for as long as the browser tab lives. */
export function bringDonorId(donorId: string): void {
  try {
    sessionStorage.setItem(key, donorId);
  } catch {
    // A browser that forbids storage just asks for the ID again.
  }
}

/** The donor ID that was brought along, or an empty text. */
export function broughtDonorId(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    // See above.
    return '';
  }
}

/** To call at a sign-in: whoever comes next on this device brought none. */
export function dropBroughtDonorId(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}
