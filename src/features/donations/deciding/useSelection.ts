import { useState } from 'react';

/** Which donations are ticked, on whichever page they are. */
export interface Selection<Item> {
  items: readonly Item[];
  has: (id: number) => boolean;
  /** Of the rows on show. */
  extent: 'none' | 'some' | 'all';
  /** With `isRange`, those from the row that was toggled last to this one become what this one becomes. */
  toggle: (id: number, isRange?: boolean) => void;
  /** Ticks all rows on show, or none of them where all were. */
  toggleAll: () => void;
  add: (items: readonly Item[]) => void;
  drop: (items: readonly Item[]) => void;
  clear: () => void;
}

/**
 * @param list the rows on show.
 * @param search what they were found by: another search begins with nothing ticked, since nobody would see what else is.
 * @param page which page of it they are; null while those of another stand in for them.
 */
export function useSelection<Item extends { id: number }>(
  list: readonly Item[],
  search: string,
  page: string | null,
): Selection<Item> {
  const [selected, setSelected] = useState<ReadonlyMap<number, Item>>(new Map());
  const [shown, setShown] = useState({ search, page, ids: '' });
  const [lastToggled, setLastToggled] = useState<number | null>(null);

  const ids = list.map(({ id }) => id).join();
  if (search !== shown.search) {
    setShown({ search, page, ids });
    setSelected(new Map());
  } else if (page !== null && (page !== shown.page || ids !== shown.ids)) {
    setShown({ search, page, ids });
    // What leaves the page before one's eyes was decided, by oneself or by a colleague.
    const left = new Set(page === shown.page ? shown.ids.split(',').map(Number) : []);
    for (const { id } of list) left.delete(id);
    if ([...selected.keys()].some((id) => left.has(id))) setSelected(without(selected, left));
  }

  const ticked = list.filter(({ id }) => selected.has(id)).length;
  const all = ticked > 0 && ticked === list.length;

  function add(items: readonly Item[]) {
    setSelected((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
  }

  function drop(items: readonly Item[]) {
    setSelected((before) => without(before, new Set(items.map(({ id }) => id))));
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
    clear: () => setSelected(new Map()),
  };
}

function without<Item>(items: ReadonlyMap<number, Item>, ids: ReadonlySet<number>): Map<number, Item> {
  return new Map([...items].filter(([id]) => !ids.has(id)));
}
