import { createElement, type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, type To, useLocation, useSearchParams } from 'react-router';
import { PAGE_SIZE } from '#shared/lists.ts';
import { isDay } from '#shared/dates.ts';

const TYPING_PAUSE_MILLISECONDS = 300;
const PAGE_PARAMETER = 'page';

/** Reads one filter from the address. Whatever stands there, it gives a value that the filter can have. */
type ReadFilter<Value extends string> = (text: string) => Value;

type Filters = Readonly<Record<string, ReadFilter<string>>>;

type Values<F extends Filters> = { [Name in keyof F]: ReturnType<F[Name]> };

/** A filter that takes any text. */
export const anyText: ReadFilter<string> = (text) => text;

/** A filter that takes a day or nothing. */
export const anyDay: ReadFilter<string> = (text) => (isDay(text) ? text : '');

/** A filter that takes a row's number or nothing. */
export const anyRow: ReadFilter<string> = (text) => (/^[1-9]\d{0,8}$/.test(text) ? text : '');

/** A filter that takes one of several words. The first is what it is without anybody's doing. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
): ReadFilter<Words[number]> {
  return (text) => words.find((word) => word === text) ?? words[0];
}

export interface ListAddress<F extends Filters> {
  /** What the controls show: at once what was typed or chosen. */
  filters: Values<F>;
  /** Whether any filter is other than it is by itself. */
  filtered: boolean;
  /** The query of the list's endpoint, from the address; blank filters are left out of a call by themselves. */
  query: Values<F> & { limit: number; offset: number };
  /** Sets filters at once. The list begins again at its first page. */
  set: (values: Partial<Values<F>>) => void;
  /** Sets a text filter as somebody types, once there is a pause. */
  type: (name: keyof F & string, text: string) => void;
  clear: () => void;
  /** Where the page is that begins at a row. */
  addressOf: (offset: number) => To;
  /** The same as a link, as `Pager` wants it. */
  link: (offset: number, words: string) => ReactElement;
}

/** What was typed or chosen and may not have reached the address yet. */
interface Wanted {
  texts: Readonly<Record<string, string>>;
  /** The entry of the browser's history that it began from. */
  since: string;
}

/**
 * A list's filters and page, which live in the address: they outlast a reload, Back leads back to them, and
 * the address can be passed on. Give it a constant: `useListAddress(filters)` with
 * `const filters = { q: anyText, status: oneOf(searchStatuses) }`.
 */
export function useListAddress<F extends Filters>(readers: F): ListAddress<F> {
  const [searchParams, setSearchParams] = useSearchParams();
  const location = useLocation();
  const [latest, setLatest] = useState<Wanted | null>(null);
  const [typed, setTyped] = useState<Wanted | null>(null);

  // An address change of somebody else's making, such as Back, beats what was wanted before it.
  const began = (location.state as { filteringSince?: string } | null)?.filteringSince ?? location.key;
  const wanted = latest !== null && [began, location.key].includes(latest.since) ? latest : null;
  const since = wanted?.since ?? location.key;

  const names = Object.keys(readers);
  const read = (textOf: (name: string) => string) =>
    Object.fromEntries(names.map((name) => [name, readers[name]?.(textOf(name)) ?? ''])) as Values<F>;
  const inAddress = (name: string) => searchParams.get(name) ?? '';
  const filters = read((name) => wanted?.texts[name] ?? inAddress(name));
  const initial = read(() => '');
  const page = pageIn(searchParams);

  function write({ texts, since: filteringSince }: Wanted) {
    const next = new URLSearchParams(searchParams);
    for (const [name, text] of Object.entries(texts)) {
      if (text.trim() === initial[name]) next.delete(name);
      else next.set(name, text.trim());
    }
    next.delete(PAGE_PARAMETER);
    setSearchParams(next, { replace: true, preventScrollReset: true, state: { filteringSince } });
  }

  // What is typed is drawn in a transition: whoever does something else meanwhile must not lose the last letters.
  const undrawn = useRef<Wanted | null>(null);

  function want(values: Partial<Values<F>>): Wanted {
    const before = undrawn.current?.since === since ? undrawn.current : wanted;
    const next = { texts: { ...before?.texts, ...values } as Wanted['texts'], since };
    undrawn.current = next;
    setLatest(next);
    return next;
  }

  function set(values: Partial<Values<F>>) {
    // Takes along what is still being typed.
    write(want(values));
    setTyped(null);
  }

  const writeTyped = useEffectEvent(() => {
    if (wanted !== null) write(wanted);
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
    filtered: names.some((name) => filters[name] !== initial[name]),
    query: {
      ...read(inAddress),
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    },
    set,
    type: (name, text) => setTyped(want({ [name]: text } as Partial<Values<F>>)),
    clear: () => set(initial),
    addressOf,
    link: (offset, words) => createElement(Link, { to: addressOf(offset) }, words),
  };
}

function pageIn(searchParams: URLSearchParams): number {
  const text = searchParams.get(PAGE_PARAMETER) ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

const PARAMETER = 'add';

/** Acts when an address asks for it by `?add=…`, and takes that out of the address, since it is done then. */
export function useAddressCommand(name: string, act: () => void): void {
  const [searchParams, setSearchParams] = useSearchParams();
  const asked = searchParams.get(PARAMETER) === name;

  const answer = useEffectEvent(() => {
    const rest = new URLSearchParams(searchParams);
    rest.delete(PARAMETER);
    setSearchParams(rest, { replace: true, preventScrollReset: true });
    act();
  });

  useEffect(() => {
    if (asked) answer();
  }, [asked]);
}
