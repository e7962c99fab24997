import { useRef } from 'react';
import { focusRowAt, rowPlaceOf, type RowPlace } from './rowFocus.ts';

/** Where focus was when a dialog opened, and its way back when the dialog closes. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  const place = useRef<RowPlace | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
      place.current = rowPlaceOf(opener.current);
    },
    restore: (event: Event) => {
      event.preventDefault();
      // One that opened meanwhile, and does not hold the opener, has the focus and keeps it.
      const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
      if (dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(opener.current))) return;
      // The row that opened the dialog may be gone by now; a dialog that follows another had no opener.
      const target = opener.current;
      if (target instanceof HTMLElement && target.isConnected && target !== document.body) target.focus();
      else if (!place.current || !focusRowAt(place.current)) {
        document.querySelector('main')?.focus({ preventScroll: true });
      }
    },
  };
}
