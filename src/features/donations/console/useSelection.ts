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
 * @param search a new search starts with an empty selection: the rest would be invisible.
 * @param page which page is shown; null while another is shown as its placeholder.
 */
export function useSelection<Item extends { id: number }>(
  list: readonly Item[],
  search: string,
  page: { sort: string; offset: number } | null,
) {
  const key = page && `${page.sort} ${page.offset}`;
  const ids = list.map(({ id }) => id);
  const [state, setState] = useState<Selection<Item>>({ search, page: key, ids, selected: new Map() });
  const [lastToggled, setLastToggled] = useState<number | null>(null);
  const { selected } = state;

  if (search !== state.search) {
    setState({ search, page: key, ids, selected: new Map() });
  } else if (page !== null && (key !== state.page || String(ids) !== String(state.ids))) {
    const decided = key === state.page ? decidedRows(state.ids, ids, page.offset === 0) : [];
    setState({ search, page: key, ids, selected: without(selected, decided) });
  }

  /** A late change must not apply to a newer search. */
  function change(update: (before: Selection<Item>['selected']) => Selection<Item>['selected']) {
    setState((before) =>
      before.search === search ? { ...before, selected: update(before.selected) } : before,
    );
  }

  function add(items: readonly Item[]) {
    change((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
  }

  function drop(items: readonly Item[]) {
    change((before) =>
      without(
        before,
        items.map(({ id }) => id),
      ),
    );
  }

  /** @param isRange toggles all rows from the last toggled one to this one. */
  function toggle(id: number, isRange = false) {
    const end = ids.indexOf(id);
    const last = isRange && lastToggled !== null ? ids.indexOf(lastToggled) : -1;
    const start = last === -1 ? end : last;
    setLastToggled(id);
    const range = list.slice(Math.min(start, end), Math.max(start, end) + 1);
    if (selected.has(id)) drop(range);
    else add(range);
  }

  const ticked = ids.filter((id) => selected.has(id)).length;
  const all = ticked > 0 && ticked === ids.length;
  return {
    items: [...selected.values()],
    has: (id: number) => selected.has(id),
    /** How many of the shown rows are selected. */
    extent: all ? ('all' as const) : ticked > 0 ? ('some' as const) : ('none' as const),
    toggle,
    toggleAll: () => (all ? drop(list) : add(list)),
    add,
    drop,
    clear: () => change(() => new Map()),
  };
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
  const camePast = lastStaying < now.length - 1;
  const cameBefore = now.slice(0, Math.max(lastStaying, 0)).some((id) => !wasThere(id));
  const from = camePast && !isFirstPage ? before.findIndex(stays) : 0;
  const to = cameBefore ? before.findLastIndex(stays) : before.length;
  return from === -1 ? [] : before.slice(from, to).filter((id) => !stays(id));
}
