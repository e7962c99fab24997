const key = 'donor-id-for-sign-in';

/** Remembers a donor ID for the sign-in, until the browser tab is closed. */
export function setDonorIdForSignIn(donorId: string): void {
  try {
    sessionStorage.setItem(key, donorId);
  } catch {
    // Without storage the sign-in asks for the ID again.
  }
}

/** The remembered donor ID, or an empty string. */
export function donorIdForSignIn(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Forgets the donor ID at a sign-in, because the next person on this device may be somebody else. */
export function clearDonorIdForSignIn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}
