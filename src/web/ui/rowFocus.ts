import { useRef } from 'react';

/** A row's place in its list, to find the row that takes its place. */
interface RowPlace {
  list: Element;
  index: number;
  /** The words of the button that had the focus: the same button of another row takes it. */
  words: string | null;
}

/** The place of the row around an element, if it is in one. */
function rowPlaceOf(element: Element | null): RowPlace | null {
  const row = element?.closest('tr, li');
  const list = row?.parentElement;
  if (!row || !list || !row.closest('main')) return null;
  const words = element instanceof HTMLButtonElement ? element.textContent : null;
  return { list, index: [...list.children].indexOf(row), words };
}

/** Focuses the row at a place, or the last row of a shorter list. False if the list is gone or empty. */
function focusRowAt({ list, index, words }: RowPlace): boolean {
  return list.isConnected && focusRow(list.children[index] ?? list.lastElementChild, words);
}

/**
 * Focuses a row: its button of these words, else its checkbox, else the row itself. Never another button: Enter would
 * press what nobody chose.
 */
export function focusRow(row: Element | null | undefined, words: string | null = null): boolean {
  if (!(row instanceof HTMLElement)) return false;
  const buttons = words === null ? [] : [...row.querySelectorAll('button')];
  const target =
    buttons.find((button) => button.textContent === words) ??
    row.querySelector<HTMLElement>('input[type="checkbox"]');
  if (!target) row.tabIndex = -1;
  (target ?? row).focus();
  return true;
}

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
      // Another dialog that has opened since keeps the focus.
      const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
      if (dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(opener.current))) return;
      // The opener's row may be gone by now, and a dialog that followed another had no opener.
      const target = opener.current;
      if (target instanceof HTMLElement && target.isConnected && target !== document.body) target.focus();
      else if (!place.current || !focusRowAt(place.current)) {
        document.querySelector('main')?.focus({ preventScroll: true });
      }
    },
  };
}

/**
 * Moves the focus from a button, whose row is about to leave its list, to the same button of the next row. Else keyboard
 * users would start again at the top of the page.
 */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest('tr, li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!focusRow(neighbour, button.textContent)) button.closest('main')?.focus({ preventScroll: true });
}

/**
 * Moves the focus from a button that is about to leave its row, while the row stays: to the same button of the next row
 * that has one, else to the row's own link.
 */
export function focusSameButtonInNextRow(button: HTMLElement): void {
  const row = button.closest('tr, li');
  for (let next = row?.nextElementSibling; next; next = next.nextElementSibling) {
    const twin = [...next.querySelectorAll('button')].find(
      ({ textContent }) => textContent === button.textContent,
    );
    if (twin) return twin.focus();
  }
  row?.querySelector<HTMLElement>('a:not([data-person])')?.focus();
}
