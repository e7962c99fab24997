import { useQuery } from '@tanstack/react-query';
import { contract, type ParticipantMatch } from './contract.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useDebounced } from './useDebounced.ts';

interface ParticipantSearch {
  /** Those of an earlier text stay until the answer to this one has come. */
  matches: readonly ParticipantMatch[];
  /** The matches are those of this very text. */
  settled: boolean;
  searching: boolean;
  /** Why there is nobody to choose. */
  note: string | null;
}

/** The participants that a text may mean, found as it is typed. */
export function useParticipantSearch(text: string, excludedId: number | undefined): ParticipantSearch {
  const searched = useDebounced(text);
  const found = useQuery({
    ...endpointQuery(contract.searchParticipants, { query: { q: searched } }),
    enabled: searched !== '' && text !== '',
    // One who was added or merged away since would else be missing, or offered in vain.
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  if (text === '') return { matches: [], settled: false, searching: false, note: null };
  if (searched === text && found.isError) {
    const note = errorMessage(found.error, 'The search failed.');
    return { matches: [], settled: false, searching: false, note };
  }
  const settled = searched === text && found.isSuccess && !found.isPlaceholderData;
  const matches = (found.data?.items ?? []).filter(({ id }) => id !== excludedId);
  const nobody = settled && matches.length === 0;
  return {
    matches,
    settled,
    searching: !settled,
    note: nobody ? `No participant found for “${text}”.` : null,
  };
}
