import { useRef } from 'react';

/** Where a row stands in its list, to find what stands there once the row has gone. */
interface RowPlace {
  list: Element;
  index: number;
  /** The words of the button that had the focus: its twin in another row takes it. */
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

/** Focuses the row that stands at a place now, or the last one before it; false where the list is gone or empty. */
function focusRowAt({ list, index, words }: RowPlace): boolean {
  return list.isConnected && focusRow(list.children[index] ?? list.lastElementChild, words);
}

/**
 * Focuses a row: its button of these words, else its checkbox, whose name says whose row it is, else the row
 * itself, which is read out whole. Never another button: Enter would press what nobody chose.
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

/**
 * Hands the focus of a button, whose row is about to leave its list, to the same button of the row that
 * takes its place: whoever works by keyboard goes on from there instead of from the top of the page.
 */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest('tr, li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!focusRow(neighbour, button.textContent)) button.closest('main')?.focus({ preventScroll: true });
}

/**
 * Hands on the focus of a button that is about to leave its row, while the row stays: to the same button of
 * the next row that has one, else to the row's own way to its details.
 */
export function focusNextTwin(button: HTMLElement): void {
  const row = button.closest('tr, li');
  for (let next = row?.nextElementSibling; next; next = next.nextElementSibling) {
    const twin = [...next.querySelectorAll('button')].find(
      ({ textContent }) => textContent === button.textContent,
    );
    if (twin) return twin.focus();
  }
  row?.querySelector<HTMLElement>('a:not([data-person])')?.focus();
}
