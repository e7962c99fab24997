import { createElement, type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, type To, useLocation, useSearchParams } from 'react-router';
import { PAGE_SIZE } from '#shared/lists.ts';
import { isDay } from '#shared/dates.ts';

const TYPING_PAUSE_MILLISECONDS = 300;
const PAGE_PARAMETER = 'page';

/** Reads one filter from the address. An invalid text gives the default. */
type ReadFilter<Value extends string> = (text: string) => Value;

type Filters = Readonly<Record<string, ReadFilter<string>>>;

type Values<F extends Filters> = { [Name in keyof F]: ReturnType<F[Name]> };

/** A filter that takes any text. */
export const anyText: ReadFilter<string> = (text) => text;

/** A filter that takes a day or nothing. */
export const anyDay: ReadFilter<string> = (text) => (isDay(text) ? text : '');

/** A filter that takes a row's id or nothing. */
export const anyRow: ReadFilter<string> = (text) => (/^[1-9]\d{0,8}$/.test(text) ? text : '');

/** A filter that takes one of several words. The first is the default. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
): ReadFilter<Words[number]> {
  return (text) => words.find((word) => word === text) ?? words[0];
}

export interface ListAddress<F extends Filters> {
  /** The values that the controls show, including those not in the address yet. */
  filters: Values<F>;
  /** Whether any filter differs from its default. */
  isFiltered: boolean;
  /** The query of the list's endpoint, from the address. Calls leave out empty filters. */
  query: Values<F> & { limit: number; offset: number };
  /** Sets filters in the address at once, and shows the first page. */
  set: (values: Partial<Values<F>>) => void;
  /** Sets a text filter while somebody types. The address changes at the next pause. */
  typeInto: (name: keyof F & string, text: string) => void;
  clear: () => void;
  /** The address of the page that begins at a row. */
  addressOf: (offset: number) => To;
  /** A link to that address, for `Pager`. */
  link: (offset: number, text: string) => ReactElement;
}

/** Filter texts that may not be in the address yet. */
interface PendingFilters {
  texts: Readonly<Record<string, string>>;
  /** The key of the history entry on which they were set. */
  entryKey: string;
}

/**
 * A list's filters and page, which are part of the address: they survive a reload, Back returns to them, and the address can
 * be shared.
 *
 * @param readers a constant such as `{ q: anyText, status: oneOf(searchStatuses) }`.
 */
export function useListAddress<F extends Filters>(readers: F): ListAddress<F> {
  const [searchParams, setSearchParams] = useSearchParams();
  const location = useLocation();
  const [pendingState, setPendingState] = useState<PendingFilters | null>(null);
  const [lastTyped, setLastTyped] = useState<PendingFilters | null>(null);

  // Filters replace the history entry, so their entry's key travels in the state of the new one. After any other change of
  // the address, such as Back, the keys differ and the pending filters are discarded.
  const keyInState =
    (location.state as { filteredEntryKey?: string } | null)?.filteredEntryKey ?? location.key;
  const isPending = pendingState !== null && [keyInState, location.key].includes(pendingState.entryKey);
  const pending = isPending ? pendingState : null;
  const entryKey = pending?.entryKey ?? location.key;

  const names = Object.keys(readers);
  const read = (textOf: (name: string) => string) =>
    Object.fromEntries(names.map((name) => [name, readers[name]?.(textOf(name)) ?? ''])) as Values<F>;
  const textInAddress = (name: string) => searchParams.get(name) ?? '';
  const filters = read((name) => pending?.texts[name] ?? textInAddress(name));
  const defaults = read(() => '');
  const page = pageIn(searchParams);

  function writeToAddress({ texts, entryKey: filteredEntryKey }: PendingFilters) {
    const query = new URLSearchParams(searchParams);
    for (const [name, text] of Object.entries(texts)) {
      if (text.trim() === defaults[name]) query.delete(name);
      else query.set(name, text.trim());
    }
    query.delete(PAGE_PARAMETER);
    setSearchParams(query, { replace: true, preventScrollReset: true, state: { filteredEntryKey } });
  }

  // React renders typed letters with low priority, so the state may lag behind. The ref always has the last letters.
  const newestPending = useRef<PendingFilters | null>(null);

  function setPending(values: Partial<Values<F>>): PendingFilters {
    const previous = newestPending.current?.entryKey === entryKey ? newestPending.current : pending;
    const next = { texts: { ...previous?.texts, ...values } as PendingFilters['texts'], entryKey };
    newestPending.current = next;
    setPendingState(next);
    return next;
  }

  function set(values: Partial<Values<F>>) {
    // Also writes text that is still being typed.
    writeToAddress(setPending(values));
    setLastTyped(null);
  }

  const writePending = useEffectEvent(() => {
    if (pending !== null) writeToAddress(pending);
  });
  // Each typed letter changes `lastTyped`, which starts the pause anew.
  useEffect(() => {
    if (lastTyped === null) return undefined;
    const timer = setTimeout(() => writePending(), TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [lastTyped]);

  function addressOf(offset: number): To {
    const query = new URLSearchParams(searchParams);
    if (offset < PAGE_SIZE) query.delete(PAGE_PARAMETER);
    else query.set(PAGE_PARAMETER, String(Math.floor(offset / PAGE_SIZE) + 1));
    return { search: `?${query.toString()}` };
  }

  return {
    filters,
    isFiltered: names.some((name) => filters[name] !== defaults[name]),
    query: {
      ...read(textInAddress),
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    },
    set,
    typeInto: (name, text) => setLastTyped(setPending({ [name]: text } as Partial<Values<F>>)),
    clear: () => set(defaults),
    addressOf,
    link: (offset, text) => createElement(Link, { to: addressOf(offset) }, text),
  };
}

function pageIn(searchParams: URLSearchParams): number {
  const text = searchParams.get(PAGE_PARAMETER) ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

const COMMAND_PARAMETER = 'add';

/** Runs `act` if the address has `?add=NAME`, and removes the parameter from the address. */
export function useAddressCommand(name: string, act: () => void): void {
  const [searchParams, setSearchParams] = useSearchParams();
  const isRequested = searchParams.get(COMMAND_PARAMETER) === name;

  const runCommand = useEffectEvent(() => {
    const query = new URLSearchParams(searchParams);
    query.delete(COMMAND_PARAMETER);
    setSearchParams(query, { replace: true, preventScrollReset: true });
    act();
  });

  useEffect(() => {
    if (isRequested) runCommand();
  }, [isRequested]);
}
