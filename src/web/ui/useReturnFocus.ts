import { useRef } from 'react';

/** Where focus was when a dialog opened, and its way back when the dialog closes. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember() {
      opener.current = document.activeElement;
    },
    restore(event: Event) {
      event.preventDefault();
      // The row that opened the dialog may be gone by now.
      const target = opener.current?.isConnected ? opener.current : document.querySelector('main');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
