import { useEffect } from 'react';

const MARK = 'queued-donations';

/** Notes beside the queue whether it is empty, for pages that load none of its code otherwise. */
export function mark(isEmpty: boolean): void {
  try {
    if (isEmpty) localStorage.removeItem(MARK);
    else localStorage.setItem(MARK, 'yes');
  } catch {
    // If storage is refused, nothing is queued.
  }
}

export function mayHaveQueue(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

/**
 * Sends donations that wait in this browser, and tells what became of them, at each visit to a screen.
 *
 * @param screen the path on show.
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
