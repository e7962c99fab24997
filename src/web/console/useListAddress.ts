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

/** A filter that takes a row's number or nothing. */
export const anyRow: ReadFilter<string> = (text) => (/^[1-9]\d{0,8}$/.test(text) ? text : '');

/** A filter that takes one of several words. The first is the default. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
): ReadFilter<Words[number]> {
  return (text) => words.find((word) => word === text) ?? words[0];
}

export interface ListAddress<F extends Filters> {
  /** The values of the controls, including those not in the address yet. */
  filters: Values<F>;
  /** Whether any filter differs from its default. */
  isFiltered: boolean;
  /** The query of the list's endpoint, from the address. A call leaves blank filters out. */
  query: Values<F> & { limit: number; offset: number };
  /** Sets filters at once, and shows the first page. */
  set: (values: Partial<Values<F>>) => void;
  /** Sets a text filter while somebody types: the address changes at the next pause. */
  typeInto: (name: keyof F & string, text: string) => void;
  clear: () => void;
  /** The address of the page that begins at a row. */
  addressOf: (offset: number) => To;
  /** The same as a link, for `Pager`. */
  link: (offset: number, words: string) => ReactElement;
}

/** Filters that may not be in the address yet. */
interface PendingFilters {
  texts: Readonly<Record<string, string>>;
  /** The history entry on which they were set. */
  since: string;
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
  const [latest, setLatest] = useState<PendingFilters | null>(null);
  const [typed, setTyped] = useState<PendingFilters | null>(null);

  // Another change of the address, such as Back, discards pending filters.
  const startedFrom = (location.state as { filteringSince?: string } | null)?.filteringSince ?? location.key;
  const pending = latest !== null && [startedFrom, location.key].includes(latest.since) ? latest : null;
  const since = pending?.since ?? location.key;

  const names = Object.keys(readers);
  const read = (textOf: (name: string) => string) =>
    Object.fromEntries(names.map((name) => [name, readers[name]?.(textOf(name)) ?? ''])) as Values<F>;
  const inAddress = (name: string) => searchParams.get(name) ?? '';
  const filters = read((name) => pending?.texts[name] ?? inAddress(name));
  const initial = read(() => '');
  const page = pageIn(searchParams);

  function write({ texts, since: filteringSince }: PendingFilters) {
    const next = new URLSearchParams(searchParams);
    for (const [name, text] of Object.entries(texts)) {
      if (text.trim() === initial[name]) next.delete(name);
      else next.set(name, text.trim());
    }
    next.delete(PAGE_PARAMETER);
    setSearchParams(next, { replace: true, preventScrollReset: true, state: { filteringSince } });
  }

  // Typing has low priority, so the state may lag behind. The ref has the last letters.
  const newest = useRef<PendingFilters | null>(null);

  function setPending(values: Partial<Values<F>>): PendingFilters {
    const before = newest.current?.since === since ? newest.current : pending;
    const next = { texts: { ...before?.texts, ...values } as PendingFilters['texts'], since };
    newest.current = next;
    setLatest(next);
    return next;
  }

  function set(values: Partial<Values<F>>) {
    // Includes what is still being typed.
    write(setPending(values));
    setTyped(null);
  }

  const writeTyped = useEffectEvent(() => {
    if (pending !== null) write(pending);
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => writeTyped(), TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed]);

  function addressOf(offset: number): To {
    const next = new URLSearchParams(searchParams);
    if (offset < PAGE_SIZE) next.delete(PAGE_PARAMETER);
    else next.set(PAGE_PARAMETER, String(Math.floor(offset / PAGE_SIZE) + 1));
    return { search: `?${next.toString()}` };
  }

  return {
    filters,
    isFiltered: names.some((name) => filters[name] !== initial[name]),
    query: {
      ...read(inAddress),
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    },
    set,
    typeInto: (name, text) => setTyped(setPending({ [name]: text } as Partial<Values<F>>)),
    clear: () => set(initial),
    addressOf,
    link: (offset, words) => createElement(Link, { to: addressOf(offset) }, words),
  };
}

function pageIn(searchParams: URLSearchParams): number {
  const text = searchParams.get(PAGE_PARAMETER) ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

const COMMAND_PARAMETER = 'add';

/** Runs `act` if the address has `?add=NAME`, and removes that from the address. */
export function useAddressCommand(name: string, act: () => void): void {
  const [searchParams, setSearchParams] = useSearchParams();
  const isRequested = searchParams.get(COMMAND_PARAMETER) === name;

  const runCommand = useEffectEvent(() => {
    const rest = new URLSearchParams(searchParams);
    rest.delete(COMMAND_PARAMETER);
    setSearchParams(rest, { replace: true, preventScrollReset: true });
    act();
  });

  useEffect(() => {
    if (isRequested) runCommand();
  }, [isRequested]);
}
