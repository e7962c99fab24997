import { focusRow } from '#web/ui/rowFocus.ts';

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
