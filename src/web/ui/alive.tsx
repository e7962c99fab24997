import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False while a page is only the HTML that the build made. What needs JavaScript is out of reach until
 * then: a press would do nothing, and words typed into a field would be lost when its form comes alive.
 */
export function useAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
