import { useState } from 'react';

/** Which rows of a list are ticked. A row that leaves the list no longer counts. */
export interface Selection<Item> {
  items: readonly Item[];
  has: (id: number) => boolean;
  extent: 'none' | 'some' | 'all';
  toggle: (id: number) => void;
  /** Ticks all, or none where all were. */
  toggleAll: () => void;
  clear: () => void;
}

export function useSelection<Item extends { id: number }>(list: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const items = list.filter(({ id }) => ids.has(id));
  const all = items.length > 0 && items.length === list.length;

  function toggle(id: number) {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  }

  return {
    items,
    has: (id) => ids.has(id),
    extent: all ? 'all' : items.length > 0 ? 'some' : 'none',
    toggle,
    toggleAll: () => setIds(new Set(all ? [] : list.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
