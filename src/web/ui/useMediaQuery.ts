import { useSyncExternalStore } from 'react';

/** Narrower windows show cards instead of tables. The same width as `max-md:` in styles. */
export const NARROW = '(width < 48rem)';

/** Whether a media query matches, for differences that CSS cannot make. */
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
