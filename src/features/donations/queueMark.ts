import { useEffect } from 'react';

const MARK = 'queued-donations';

/** Marks whether the queue is empty, so that other pages load its code only if needed. */
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
 * Sends queued donations and shows their outcomes, at each visit to a screen.
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
