const key = 'till-clerk';

/** The clerk who was named last, for as long as the browser tab lives. */
export function keptClerk(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    // A browser that forbids storage just asks for the name again.
    return '';
  }
}

export function keepClerk(clerk: string) {
  try {
    sessionStorage.setItem(key, clerk);
  } catch {
    // See above.
  }
}
