import { useEffect, useSyncExternalStore } from 'react';

let locks = 0;
const listeners = new Set<() => void>();

function changeLocks(by: 1 | -1) {
  locks += by;
  for (const listener of listeners) listener();
}

/**
 * Holds the page still while something lies over it, without a jump where a scrollbar takes room.
 * Radix's own overlay injects a style sheet for this, which a strict content security policy refuses.
 */
export function useScrollLock() {
  useEffect(() => {
    const root = document.documentElement;
    if (locks === 0) {
      const scrollbarWidth = window.innerWidth - root.clientWidth;
      root.style.overflow = 'hidden';
      if (scrollbarWidth > 0) root.style.paddingInlineEnd = `${scrollbarWidth}px`;
    }
    changeLocks(1);
    return () => {
      changeLocks(-1);
      if (locks > 0) return;
      root.style.overflow = '';
      root.style.paddingInlineEnd = '';
    };
  }, []);
}

/** Whether something lies over the page. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => locks > 0,
    () => false,
  );
}
