import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contract } from '#features/donations/console/contract.ts';
import { useDonationsBeingDecided } from '#features/donations/console/decisions.ts';
import { MARK_CHARACTERS } from '#features/donations/rules.ts';
import { useDebounced } from '#features/donors/useDebounced.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { moveSkippedToEnd } from './rules.ts';

/** A pause in typing of this length starts the search. */
const PAUSE_MILLISECONDS = 150;

/**
 * The pending donations that a text finds, or the oldest ones without a text. Donations being decided are left out.
 *
 * @param skippedIds the skipped donations, which come last if no text is typed.
 */
export function useFoundDonations(typedText: string, skippedIds: readonly number[]) {
  const text = typedText.trim();
  const debouncedText = useDebounced(text, PAUSE_MILLISECONDS);
  // A text as long as a mark is searched at once.
  const q = text.length === 0 || text.length === MARK_CHARACTERS ? text : debouncedText;
  const query = useQuery({
    ...endpointQuery(contract.findDonations, { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
    // Colleagues may decide donations in the meantime.
    staleTime: 0,
    gcTime: 0,
  });
  const beingDecided = useDonationsBeingDecided(query.dataUpdatedAt);
  const allItems = query.data?.items ?? [];
  const pendingItems = allItems.filter(({ id }) => !beingDecided.has(id));
  const items = text === '' ? moveSkippedToEnd(pendingItems, skippedIds) : pendingItems;
  return {
    query,
    items,
    decided: query.data?.decided[0] ?? null,
    pendingCount: query.data && query.data.total - (allItems.length - pendingItems.length),
    /** Whether these donations were found by the current text. */
    isSettled: q === text && query.isSuccess && !query.isPlaceholderData,
  };
}
