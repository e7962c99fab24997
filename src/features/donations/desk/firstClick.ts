import type { MouseEvent } from 'react';

/** False for the second click of a double click, which would hit the next donation or what the first one opened. */
export function isFirstClick({ detail }: MouseEvent): boolean {
  return detail <= 1;
}
