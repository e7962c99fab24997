import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { focusMain, focusRow } from '#web/ui/rowFocus.ts';
import { useShortcuts } from './shortcuts.ts';

export interface RowActions<Row> {
  onOpen?: ((row: Row) => void) | undefined;
  onSelect?: ((row: Row) => void) | undefined;
  onConfirm?: ((row: Row) => void) | undefined;
  onReject?: ((row: Row) => void) | undefined;
  /** Whether a row can be confirmed or rejected now. By default all rows can. */
  mayDecide?: ((row: Row) => boolean) | undefined;
  /** Replaces `onConfirm` while rows are selected. */
  onConfirmSelected?: (() => void) | undefined;
}

type RowKeys<Row> = RowActions<Row> & {
  /** The rows on the screen, in order. Each row's element has its id in `data-row`. */
  rows: readonly Row[];
};

/**
 * Lets single keys act on a list's focused row. The keys j and k move the focus itself, so that screen readers read the row
 * and Tab continues from it. When the row leaves the list, the focus moves to the row in its place.
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
  const lastRow = useLastRow(rows);

  function move(step: 1 | -1) {
    const current = findRowIndex(rows, focusedRowId());
    const remembered = findRowIndex(rows, lastRow.current?.id);
    const next = current === -1 ? Math.max(0, remembered) : current + step;
    focusRowOf(rows[next]);
  }

  /** The handler of a key: runs an action on the focused row, if there is one. */
  function onFocusedRow(act: ((row: Row) => void) | undefined) {
    return (
      act &&
      (() => {
        const row = rows[findRowIndex(rows, focusedRowId())];
        if (row) act(row);
      })
    );
  }

  function confirm(row: Row) {
    if (!onConfirm || !mayDecide(row)) return;
    const index = rows.indexOf(row);
    // The focus moves before the row is confirmed, so that a second press acts on the next row.
    if (!focusRowOf(rows[index + 1] ?? rows[index - 1])) focusMain();
    onConfirm(row);
  }

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: onFocusedRow(onSelect),
    Enter: onFocusedRow(onOpen),
    p: onFocusedRow(openPerson),
    c: onConfirmSelected ?? onFocusedRow(onConfirm && confirm),
    r: onFocusedRow(onReject && ((row) => mayDecide(row) && onReject(row))),
  });
}

interface LastRow {
  id: number;
  index: number;
  /** Whether the row has the focus, or had it when it left the list. */
  hasFocus: boolean;
}

/** The row that had the focus last. Moves the focus to the row in its place when that row leaves the list. */
function useLastRow(rows: readonly { id: number }[]) {
  const lastRow = useRef<LastRow | null>(null);

  const recordFocus = useEffectEvent(({ type, target }: Event) => {
    const id = rowIdOf(target instanceof Element ? target : null);
    if (id !== null && type === 'focusin')
      lastRow.current = { id, index: findRowIndex(rows, id), hasFocus: true };
    else if (id === null && lastRow.current) lastRow.current.hasFocus = false;
  });

  useEffect(() => {
    const listener = (event: Event) => recordFocus(event);
    document.addEventListener('focusin', listener);
    document.addEventListener('pointerdown', listener);
    return () => {
      document.removeEventListener('focusin', listener);
      document.removeEventListener('pointerdown', listener);
    };
  }, []);

  useLayoutEffect(() => {
    const row = lastRow.current;
    if (!row) return;
    const index = findRowIndex(rows, row.id);
    if (index !== -1) row.index = index;
    else if (row.hasFocus && document.activeElement === document.body) {
      if (!focusRowOf(rows[Math.min(row.index, rows.length - 1)])) focusMain();
    }
  }, [rows]);

  return lastRow;
}

/** Follows the link to the person in a row, if it has one. */
function openPerson({ id }: { id: number }) {
  document.querySelector<HTMLElement>(`main [data-row="${id}"] [data-person]`)?.click();
}

function findRowIndex(rows: readonly { id: number }[], id: number | null | undefined): number {
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
