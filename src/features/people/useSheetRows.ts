import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Rows of a sheet by keyboard: arrows move the focus from one to the next, and where a row goes, the focus passes to
 * the next of its kind, or else to the one before, or to what takes its place.
 *
 * @param beginning names the sheet as it was opened: another one begins anew.
 * @param startsOn the rows that may have the focus first; the first of all unless one is there.
 */
export function useSheetRows(
  panel: RefObject<HTMLElement | null>,
  beginning: string,
  startsOn: readonly string[],
): { press: (key: string) => boolean } {
  const last = useRef<{ beginning: string; row: string; index: number } | null>(null);
  const rows = () => [...(panel.current?.querySelectorAll<HTMLElement>('[data-sheet-row]') ?? [])];
  const focused = () => document.activeElement?.closest<HTMLElement>('[data-sheet-row]') ?? null;

  /** Where nothing has the focus, the row that had it last, or what took its place. */
  const settle = useEffectEvent(() => {
    const all = rows();
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== panel.current) return;
    const began = last.current?.beginning === beginning ? last.current : null;
    const names = began ? [began.row] : startsOn;
    const same = all.find((row) => names.includes(nameOf(row)));
    (same ?? (began ? inPlaceOf(began, all) : all[0]))?.focus();
  });

  const follow = useEffectEvent(() => {
    const row = focused();
    if (row) last.current = { beginning, row: nameOf(row), index: rows().indexOf(row) };
    else if (document.activeElement === panel.current) settle();
  });

  const move = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || !panel.current?.contains(target)) return;
    if (target.closest('input, select, textarea, [role="menu"]')) return;
    const row = focused();
    const all = rows();
    const next = row ? all[all.indexOf(row) + (event.key === 'ArrowDown' ? 1 : -1)] : all[0];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  useEffect(() => {
    const onFocus = () => follow();
    const onKey = (event: KeyboardEvent) => move(event);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  // After whatever changed the rows.
  useLayoutEffect(() => settle());

  /** Presses what a key stands for in the row of the focus; false where it stands for nothing there. */
  function press(key: string): boolean {
    const button = focused()?.querySelector<HTMLElement>(`[data-key="${key}"]`);
    button?.click();
    return button !== undefined && button !== null;
  }

  return { press };
}

/** Who takes the focus of a row that went. */
function inPlaceOf(
  { row, index }: { row: string; index: number },
  all: HTMLElement[],
): HTMLElement | undefined {
  const nearest = [all[index], all[index - 1]];
  return nearest.find((other) => other && kindOf(nameOf(other)) === kindOf(row)) ?? all[index] ?? all.at(-1);
}

/** `donation-17` is a donation. */
function kindOf(name: string): string | undefined {
  return name.split('-')[0];
}

function nameOf(row: HTMLElement): string {
  return row.dataset['sheetRow'] ?? '';
}
