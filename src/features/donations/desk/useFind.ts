import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contract } from '#features/donations/console/contract.ts';
import { useDonationsBeingDecided } from '#features/donations/console/decisions.ts';
import { MARK_CHARACTERS } from '#features/donations/rules.ts';
import { useDebounced } from '#features/donors/useDebounced.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { withLast } from './rules.ts';

/** How long a pause in typing starts a search. */
const PAUSE_MILLISECONDS = 150;

/**
 * The pending donations that a text finds, or without a text the oldest. Donations being decided are left out.
 *
 * @param skippedIds those of skipped donations, which come last if no text is typed.
 */
export function useFind(typed: string, skippedIds: readonly number[]) {
  const text = typed.trim();
  const debounced = useDebounced(text, PAUSE_MILLISECONDS);
  // A text as long as a mark is searched at once.
  const q = text.length === 0 || text.length === MARK_CHARACTERS ? text : debounced;
  const query = useQuery({
    ...endpointQuery(contract.findDonations, { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
    // Colleagues decide donations meanwhile.
    staleTime: 0,
    gcTime: 0,
  });
  const beingDecided = useDonationsBeingDecided(query.dataUpdatedAt);
  const all = query.data?.items ?? [];
  const waiting = all.filter(({ id }) => !beingDecided.has(id));
  const items = text === '' ? withLast(waiting, skippedIds) : waiting;
  return {
    query,
    items,
    decided: query.data?.decided[0] ?? null,
    toGo: query.data && query.data.total - (all.length - waiting.length),
    /** Whether these were found by this very text. */
    isSettled: q === text && query.isSuccess && !query.isPlaceholderData,
  };
}
