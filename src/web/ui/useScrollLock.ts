import { useEffect } from 'react';

let locks = 0;

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
    locks += 1;
    return () => {
      locks -= 1;
      if (locks > 0) return;
      root.style.overflow = '';
      root.style.paddingInlineEnd = '';
    };
  }, []);
}
