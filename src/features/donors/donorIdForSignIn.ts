const key = 'donor-id-for-sign-in';

/** Remembers a donor ID for the sign-in, until the browser tab is closed. */
export function setDonorIdForSignIn(donorId: string): void {
  try {
    sessionStorage.setItem(key, donorId);
  } catch {
    // Without storage the sign-in asks for the ID again.
  }
}

/** The remembered donor ID, or an empty text. */
export function donorIdForSignIn(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** To call at a sign-in: the next person on this device may be another one. */
export function clearDonorIdForSignIn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
