import { useState } from 'react';

interface Selection<Item> {
  search: string;
  /** The sort order and offset of the page that was shown last. */
  pageKey: string | null;
  /** The rows of that page. */
  ids: readonly number[];
  selected: ReadonlyMap<number, Item>;
}

/**
 * The selected rows, on all pages.
 *
 * @param list the shown rows.
 * @param search a new search clears the selection, because the selected rows may no longer be listed.
 * @param page the shown page; null while the previous page is shown as a placeholder.
 */
export function useSelection<Item extends { id: number }>(
  list: readonly Item[],
  search: string,
  page: { sort: string; offset: number } | null,
) {
  const pageKey = page && `${page.sort} ${page.offset}`;
  const ids = list.map(({ id }) => id);
  const [state, setState] = useState<Selection<Item>>({ search, pageKey, ids, selected: new Map() });
  const [lastToggledId, setLastToggledId] = useState<number | null>(null);
  const { selected } = state;

  // Compared while rendering, so that a decided row is never counted as selected.
  const isOtherPage = pageKey !== state.pageKey;
  if (search !== state.search) {
    setState({ search, pageKey, ids, selected: new Map() });
  } else if (page !== null && (isOtherPage || String(ids) !== String(state.ids))) {
    const decidedIds = isOtherPage ? [] : findDecidedIds(state.ids, ids, page.offset === 0);
    setState({ search, pageKey, ids, selected: withoutIds(selected, decidedIds) });
  }

  /** Changes nothing if the search has changed in the meantime. */
  function updateSelected(update: (before: Selection<Item>['selected']) => Selection<Item>['selected']) {
    setState((before) =>
      before.search === search ? { ...before, selected: update(before.selected) } : before,
    );
  }

  function add(items: readonly Item[]) {
    updateSelected((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
  }

  function drop(items: readonly Item[]) {
    const droppedIds = items.map(({ id }) => id);
    updateSelected((before) => withoutIds(before, droppedIds));
  }

  /** @param isRange toggles all rows from the last toggled one to this one. */
  function toggle(id: number, isRange = false) {
    const index = ids.indexOf(id);
    const lastIndex = isRange && lastToggledId !== null ? ids.indexOf(lastToggledId) : -1;
    const anchor = lastIndex === -1 ? index : lastIndex;
    setLastToggledId(id);
    const range = list.slice(Math.min(index, anchor), Math.max(index, anchor) + 1);
    if (selected.has(id)) drop(range);
    else add(range);
  }

  const shownSelectedCount = ids.filter((id) => selected.has(id)).length;
  const extent = extentOf(shownSelectedCount, ids.length);
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

function withoutIds<Item>(selected: ReadonlyMap<number, Item>, ids: readonly number[]) {
  return new Map([...selected].filter(([id]) => !ids.includes(id)));
}

/**
 * Finds the rows that left a page because this admin or a colleague decided them. Rows that moved to another page are not
 * among them.
 *
 * @param before the ids of the page's rows at the previous load.
 * @param now their ids at this load.
 */
export function findDecidedIds(
  before: readonly number[],
  now: readonly number[],
  isFirstPage: boolean,
): number[] {
  const wasThere = (id: number) => before.includes(id);
  const stays = (id: number) => now.includes(id);
  const lastStayingIndex = now.findLastIndex(wasThere);
  const hasNewAtEnd = lastStayingIndex < now.length - 1;
  const hasNewBeforeEnd = now.slice(0, Math.max(lastStayingIndex, 0)).some((id) => !wasThere(id));
  // If rows moved up from the next page, those missing at the start may be on the previous page.
  const from = hasNewAtEnd && !isFirstPage ? before.findIndex(stays) : 0;
  // If new rows came in, those missing at the end may be on the next page.
  const to = hasNewBeforeEnd ? before.findLastIndex(stays) : before.length;
  return from === -1 ? [] : before.slice(from, to).filter((id) => !stays(id));
}
