import { useEffect } from 'react';

const STORAGE_KEY = 'queued-donations';

/** Remembers whether donations are queued, so that other pages load the queue's code only if needed. */
export function setMayHaveQueue(mayHave: boolean): void {
  try {
    if (mayHave) localStorage.setItem(STORAGE_KEY, 'yes');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // If storage is refused, nothing is queued.
  }
}

export function mayHaveQueue(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Sends queued donations and shows their outcomes at each visit to a screen.
 *
 * @param screen the path of the screen on show.
 */
export function useDonationSender(screen: string): void {
  useEffect(() => {
    if (!mayHaveQueue()) return;
    void import('./donationSender.ts').then(
      ({ visit }) => visit(screen),
      () => {},
    );
  }, [screen]);
}
