import { useEffect } from 'react';

const STORAGE_KEY = 'queued-donations';

/**
 * Remembers whether donations are queued, so that pages load the queue's code only if needed.
 *
 * @throws DOMException if storage is full or forbidden.
 */
export function setMayHaveQueue(hasQueue: boolean): void {
  if (hasQueue) localStorage.setItem(STORAGE_KEY, 'yes');
  else localStorage.removeItem(STORAGE_KEY);
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
