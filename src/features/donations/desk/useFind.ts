import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contract } from '#features/donations/console/contract.ts';
import { useDonationsBeingDecided } from '#features/donations/console/decisions.ts';
import { MARK_CHARACTERS } from '#features/donations/rules.ts';
import { useDebounced } from '#features/donors/useDebounced.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { withLast } from './rules.ts';

/** Long enough for a person to type the next character. */
const PAUSE_MILLISECONDS = 150;

/**
 * The pending donations that a text finds, or without a text the oldest. Donations being decided are left out.
 *
 * @param putLast the skipped ones, which come last if no text is typed.
 */
export function useFind(typed: string, putLast: readonly number[]) {
  const text = typed.trim();
  const paused = useDebounced(text, PAUSE_MILLISECONDS);
  // A mark is looked for at once.
  const q = text.length === 0 || text.length === MARK_CHARACTERS ? text : paused;
  const query = useQuery({
    ...endpointQuery(contract.findDonations, { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
    // A colleague decides meanwhile.
    staleTime: 0,
    gcTime: 0,
  });
  const beingDecided = useDonationsBeingDecided(query.dataUpdatedAt);
  const all = query.data?.items ?? [];
  const waiting = all.filter(({ id }) => !beingDecided.has(id));
  const items = text === '' ? withLast(waiting, putLast) : waiting;
  return {
    query,
    items,
    decided: query.data?.decided[0] ?? null,
    toGo: query.data && query.data.total - (all.length - waiting.length),
    /** Whether these were found by this very text. */
    isSettled: q === text && query.isSuccess && !query.isPlaceholderData,
  };
}
