import { useState } from 'react';

interface Selection<Item> {
  search: string;
  /** Which page was shown last, and its rows. */
  page: string | null;
  ids: readonly number[];
  selected: ReadonlyMap<number, Item>;
}

/**
 * The selected rows, on all pages.
 *
 * @param list the shown rows.
 * @param search a new search empties the selection, because its rows may no longer be listed.
 * @param page which page is shown; null while another is shown as its placeholder.
 */
export function useSelection<Item extends { id: number }>(
  list: readonly Item[],
  search: string,
  page: { sort: string; offset: number } | null,
) {
  const pageKey = page && `${page.sort} ${page.offset}`;
  const ids = list.map(({ id }) => id);
  const [state, setState] = useState<Selection<Item>>({ search, page: pageKey, ids, selected: new Map() });
  const [lastToggled, setLastToggled] = useState<number | null>(null);
  const { selected } = state;

  if (search !== state.search) {
    setState({ search, page: pageKey, ids, selected: new Map() });
  } else if (page !== null && (pageKey !== state.page || String(ids) !== String(state.ids))) {
    const decided = pageKey === state.page ? decidedRows(state.ids, ids, page.offset === 0) : [];
    setState({ search, page: pageKey, ids, selected: without(selected, decided) });
  }

  /** Does nothing if the search has changed meanwhile. */
  function updateSelected(update: (before: Selection<Item>['selected']) => Selection<Item>['selected']) {
    setState((before) =>
      before.search === search ? { ...before, selected: update(before.selected) } : before,
    );
  }

  function add(items: readonly Item[]) {
    updateSelected((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
  }

  function drop(items: readonly Item[]) {
    updateSelected((before) =>
      without(
        before,
        items.map(({ id }) => id),
      ),
    );
  }

  /** @param isRange toggles all rows from the last toggled one to this one. */
  function toggle(id: number, isRange = false) {
    const index = ids.indexOf(id);
    const lastIndex = isRange && lastToggled !== null ? ids.indexOf(lastToggled) : -1;
    const otherEnd = lastIndex === -1 ? index : lastIndex;
    setLastToggled(id);
    const range = list.slice(Math.min(index, otherEnd), Math.max(index, otherEnd) + 1);
    if (selected.has(id)) drop(range);
    else add(range);
  }

  const extent = extentOf(ids.filter((id) => selected.has(id)).length, ids.length);
  return {
    items: [...selected.values()],
    has: (id: number) => selected.has(id),
    /** How many of the shown rows are selected. */
    extent,
    toggle,
    toggleAll: () => (extent === 'all' ? drop(list) : add(list)),
    add,
    drop,
    clear: () => updateSelected(() => new Map()),
  };
}

function extentOf(selectedCount: number, shownCount: number): 'all' | 'some' | 'none' {
  if (selectedCount === 0) return 'none';
  return selectedCount === shownCount ? 'all' : 'some';
}

function without<Item>(selected: ReadonlyMap<number, Item>, gone: readonly number[]) {
  return new Map([...selected].filter(([id]) => !gone.includes(id)));
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
  const areNewAtEnd = lastStaying < now.length - 1;
  const areNewAtStart = now.slice(0, Math.max(lastStaying, 0)).some((id) => !wasThere(id));
  // Rows that are missing at the start may have moved to the page before, which new rows at the end show.
  const from = areNewAtEnd && !isFirstPage ? before.findIndex(stays) : 0;
  // Rows that are missing at the end may have been pushed to the next page by new rows.
  const to = areNewAtStart ? before.findLastIndex(stays) : before.length;
  return from === -1 ? [] : before.slice(from, to).filter((id) => !stays(id));
}
