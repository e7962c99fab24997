import { useSyncExternalStore } from 'react';

/** Where a table becomes cards: what is styled with it goes by `max-md:`. */
export const NARROW = '(width < 48rem)';

/** Whether a media query holds, for what no style can switch: another structure, not another look. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
