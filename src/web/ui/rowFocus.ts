import { useRef } from 'react';

/** The place of a row in its list, to find the row that follows it there. */
interface RowPlace {
  list: Element;
  index: number;
  /** The text of the button that had the focus, to focus the same button of another row. Null if it was no button. */
  buttonText: string | null;
}

/** The place of the row around an element. Null if the element is in no row. */
function rowPlaceOf(element: Element | null): RowPlace | null {
  const row = element?.closest('tr, li');
  const list = row?.parentElement;
  if (!row || !list || !row.closest('main')) return null;
  const buttonText = element instanceof HTMLButtonElement ? element.textContent : null;
  return { list, index: [...list.children].indexOf(row), buttonText };
}

/** Focuses the row at a place, or the last row if the list is shorter now. Returns false if the list is gone or empty. */
function focusRowAt({ list, index, buttonText }: RowPlace): boolean {
  return list.isConnected && focusRow(list.children[index] ?? list.lastElementChild, buttonText);
}

/**
 * Focuses the button with this text in a row, else the row's checkbox, else the row itself. It never focuses another button,
 * because Enter would press a button that nobody chose.
 */
export function focusRow(row: Element | null | undefined, buttonText: string | null = null): boolean {
  if (!(row instanceof HTMLElement)) return false;
  const buttons = buttonText === null ? [] : [...row.querySelectorAll('button')];
  const target =
    buttons.find((button) => button.textContent === buttonText) ??
    row.querySelector<HTMLElement>('input[type="checkbox"]');
  if (!target) row.tabIndex = -1;
  (target ?? row).focus();
  return true;
}

/** Focuses the screen itself, where no row is left to focus. */
export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** What opened the dialog that is open. A dialog that takes its place has the same opener. */
let openerOfOpenDialog: Element | null = null;

/** Functions that remember the focused element when a dialog opens, and focus it again when the dialog closes. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  const place = useRef<RowPlace | null>(null);
  return {
    remember: () => {
      const { activeElement, body } = document;
      opener.current = activeElement === body ? openerOfOpenDialog : activeElement;
      openerOfOpenDialog = opener.current;
      place.current = rowPlaceOf(opener.current);
    },
    restore: (event: Event) => {
      event.preventDefault();
      // If another dialog has opened meanwhile, the focus stays in it.
      const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
      if (dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(opener.current))) return;
      openerOfOpenDialog = null;
      // The opener may have left with its row.
      const target = opener.current;
      if (target instanceof HTMLElement && target.isConnected) target.focus();
      else if (!place.current || !focusRowAt(place.current)) focusMain();
    },
  };
}

/**
 * Moves the focus from a button to the same button of the next row. Call it before the button's row leaves the list, because
 * keyboard users would otherwise start again at the top of the page.
 */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest('tr, li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!focusRow(neighbour, button.textContent) && button.closest('main')) focusMain();
}

/**
 * Moves the focus from a button to the same button of the next row that has one, else to the link of its own row. Call it
 * before the button leaves its row.
 */
export function focusSameButtonInNextRow(button: HTMLElement): void {
  const row = button.closest('tr, li');
  for (let next = row?.nextElementSibling; next; next = next.nextElementSibling) {
    const sameButton = [...next.querySelectorAll('button')].find(
      ({ textContent }) => textContent === button.textContent,
    );
    if (sameButton) return sameButton.focus();
  }
  row?.querySelector<HTMLElement>('a:not([data-person])')?.focus();
}
