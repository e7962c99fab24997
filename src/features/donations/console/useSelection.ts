import { useState } from 'react';

/** The selected donations, on all pages. */
export interface Selection<Item> {
  items: readonly Item[];
  has: (id: number) => boolean;
  /** How many of the shown rows are selected. */
  extent: 'none' | 'some' | 'all';
  /** With `isRange` all rows from the last toggled one to this one. */
  toggle: (id: number, isRange?: boolean) => void;
  /** Selects all shown rows, or none if all were selected. */
  toggleAll: () => void;
  add: (items: readonly Item[]) => void;
  drop: (items: readonly Item[]) => void;
  clear: () => void;
}

/**
 * @param list the shown rows.
 * @param search a new search starts with an empty selection: the rest would be invisible.
 * @param page which page is shown; null while another is shown as its placeholder.
 */
export function useSelection<Item extends { id: number }>(
  list: readonly Item[],
  search: string,
  page: { sort: string; offset: number } | null,
): Selection<Item> {
  const [{ items: selected }, setSelected] = useState(() => nothingOf<Item>(search));
  const key = page && `${page.sort} ${page.offset}`;
  const [shown, setShown] = useState({ search, key, ids: '' });
  const [lastToggled, setLastToggled] = useState<number | null>(null);

  const ids = list.map(({ id }) => id).join();
  if (search !== shown.search) {
    setShown({ search, key, ids });
    setSelected(nothingOf(search));
  } else if (page !== null && (key !== shown.key || ids !== shown.ids)) {
    setShown({ search, key, ids });
    if (key === shown.key) {
      const before = shown.ids.split(',').map(Number);
      const now = list.map(({ id }) => id);
      dropIds(decidedRows(before, now, page.offset === 0));
    }
  }

  const ticked = list.filter(({ id }) => selected.has(id)).length;
  const all = ticked > 0 && ticked === list.length;

  /** A late change must not apply to a newer search. */
  function change(update: (before: Selected<Item>['items']) => Selected<Item>['items']) {
    setSelected((before) => (before.search === search ? { search, items: update(before.items) } : before));
  }

  function add(items: readonly Item[]) {
    change((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
  }

  function drop(items: readonly Item[]) {
    dropIds(items.map(({ id }) => id));
  }

  function dropIds(gone: readonly number[]) {
    change((before) => new Map([...before].filter(([id]) => !gone.includes(id))));
  }

  function toggle(id: number, isRange = false) {
    const [from, to] = [lastToggled ?? id, id].map((end) => list.findIndex((item) => item.id === end));
    setLastToggled(id);
    if (from === undefined || to === undefined || to === -1) return;
    const start = isRange && from !== -1 ? from : to;
    const range = list.slice(Math.min(start, to), Math.max(start, to) + 1);
    if (selected.has(id)) drop(range);
    else add(range);
  }

  return {
    items: [...selected.values()],
    has: (id) => selected.has(id),
    extent: all ? 'all' : ticked > 0 ? 'some' : 'none',
    toggle,
    toggleAll: () => (all ? drop(list) : add(list)),
    add,
    drop,
    clear: () => setSelected(nothingOf(search)),
  };
}

interface Selected<Item> {
  search: string;
  items: ReadonlyMap<number, Item>;
}

function nothingOf<Item>(search: string): Selected<Item> {
  return { search, items: new Map() };
}

/**
 * The rows that left a page because they were decided, by this admin or a colleague. Rows that moved to another page
 * because others came in are not among them.
 */
export function decidedRows(
  before: readonly number[],
  now: readonly number[],
  isFirstPage: boolean,
): number[] {
  const wasThere = (id: number) => before.includes(id);
  const stays = (id: number) => now.includes(id);
  const lastStaying = now.findLastIndex(wasThere);
  const camePast = lastStaying < now.length - 1;
  const cameBefore = now.slice(0, Math.max(lastStaying, 0)).some((id) => !wasThere(id));
  const from = camePast && !isFirstPage ? before.findIndex(stays) : 0;
  const to = cameBefore ? before.findLastIndex(stays) : before.length;
  return from === -1 ? [] : before.slice(from, to).filter((id) => !stays(id));
}
