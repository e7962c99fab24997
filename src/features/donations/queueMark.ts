import { useEffect } from 'react';

const STORAGE_KEY = 'queued-donations';

/** Remembers whether donations are queued, so that other pages load the queue's code only if needed. */
export function setMayHaveQueue(hasQueue: boolean): void {
  try {
    if (hasQueue) localStorage.setItem(STORAGE_KEY, 'yes');
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

/** Sends queued donations and shows their outcomes whenever the path changes. */
export function useDonationSender(path: string): void {
  useEffect(() => {
    if (!mayHaveQueue()) return;
    void import('./donationSender.ts').then(
      ({ handleScreenShown }) => handleScreenShown(path),
      () => {},
    );
  }, [path]);
}
