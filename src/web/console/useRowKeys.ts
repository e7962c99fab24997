import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { focusRow } from '#web/ui/rowFocus.ts';
import { useShortcuts } from './shortcuts.ts';

export interface RowActions<Row> {
  onOpen?: ((row: Row) => void) | undefined;
  onSelect?: ((row: Row) => void) | undefined;
  onConfirm?: ((row: Row) => void) | undefined;
  onReject?: ((row: Row) => void) | undefined;
  /** Whether a row can be confirmed or rejected now: all can by default. */
  mayDecide?: ((row: Row) => boolean) | undefined;
  /** Takes the place of `onConfirm` while rows are selected. */
  onConfirmSelected?: (() => void) | undefined;
}

type RowKeys<Row> = RowActions<Row> & {
  /** The rows on the screen, in order. Each row's element has its id in `data-row`. */
  rows: readonly Row[];
};

/**
 * Single keys for the rows of a list. They act on the row that has the focus: j and k move it, so that screen readers read
 * the row and Tab goes on from there. When the row leaves, the focus moves to the row in its place.
 */
export function useRowKeys<Row extends { id: number }>({
  rows,
  onOpen,
  onSelect,
  onConfirm,
  onReject,
  mayDecide = () => true,
  onConfirmSelected,
}: RowKeys<Row>): void {
  const last = useLastRow(rows);

  function move(step: 1 | -1) {
    const current = indexOf(rows, focusedRowId());
    const remembered = indexOf(rows, last.current?.id);
    const next = current === -1 ? Math.max(0, remembered) : current + step;
    focusRowOf(rows[next]);
  }

  /** A key's action on the row with the focus, if there is one. */
  function onRow(act: ((row: Row) => void) | undefined) {
    return (
      act &&
      (() => {
        const row = rows[indexOf(rows, focusedRowId())];
        if (row) act(row);
      })
    );
  }

  function confirm(row: Row) {
    if (!onConfirm || !mayDecide(row)) return;
    const index = rows.indexOf(row);
    // At once, so that a second press acts on the next row and not on this one again.
    if (!focusRowOf(rows[index + 1] ?? rows[index - 1])) focusMain();
    onConfirm(row);
  }

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: onRow(onSelect),
    Enter: onRow(onOpen),
    p: onRow(openPerson),
    c: onConfirmSelected ?? onRow(onConfirm && confirm),
    r: onRow(onReject && ((row) => mayDecide(row) && onReject(row))),
  });
}

interface LastRow {
  id: number;
  index: number;
  /** Whether the row has the focus, or had it when it left the list. */
  focused: boolean;
}

/** Remembers which row had the focus last, and moves the focus on when that row leaves. */
function useLastRow(rows: readonly { id: number }[]) {
  const last = useRef<LastRow | null>(null);

  const follow = useEffectEvent(({ type, target }: Event) => {
    const id = rowIdOf(target instanceof Element ? target : null);
    if (id !== null && type === 'focusin') last.current = { id, index: indexOf(rows, id), focused: true };
    else if (id === null && last.current) last.current.focused = false;
  });

  useEffect(() => {
    const listener = (event: Event) => follow(event);
    document.addEventListener('focusin', listener);
    document.addEventListener('pointerdown', listener);
    return () => {
      document.removeEventListener('focusin', listener);
      document.removeEventListener('pointerdown', listener);
    };
  }, []);

  useLayoutEffect(() => {
    const row = last.current;
    if (!row) return;
    const index = indexOf(rows, row.id);
    if (index !== -1) row.index = index;
    else if (row.focused && document.activeElement === document.body) {
      if (!focusRowOf(rows[Math.min(row.index, rows.length - 1)])) focusMain();
    }
  }, [rows]);

  return last;
}

/** Follows the link to the person in a row, if it has one. */
function openPerson({ id }: { id: number }) {
  document.querySelector<HTMLElement>(`main [data-row="${id}"] [data-person]`)?.click();
}

function focusMain() {
  document.querySelector('main')?.focus({ preventScroll: true });
}

function indexOf(rows: readonly { id: number }[], id: number | null | undefined): number {
  return rows.findIndex((row) => row.id === id);
}

function focusedRowId(): number | null {
  return rowIdOf(document.activeElement);
}

function rowIdOf(element: Element | null): number | null {
  const row = element?.closest<HTMLElement>('main [data-row]');
  return row ? Number(row.dataset['row']) : null;
}

function focusRowOf(row: { id: number } | undefined): boolean {
  return focusRow(row && document.querySelector(`main [data-row="${row.id}"]`));
}
