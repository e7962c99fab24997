import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { useDebounced } from '#features/donors/useDebounced.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { contract } from './contract.ts';

type SearchResults = Omit<EndpointResponse<typeof contract.find>, 'ok'>;

const noResults: SearchResults = { participants: [], codes: [], donations: [], bins: [] };

/** Searches as the text is typed. The previous results stay until the new ones arrive. */
export function useSearch(text: string): {
  results: SearchResults;
  isSearching: boolean;
  error: string | null;
} {
  const debouncedText = useDebounced(text, 200);
  const query = useQuery({
    ...endpointQuery(contract.find, { query: { q: debouncedText } }),
    enabled: debouncedText !== '' && text !== '',
    // A cached answer would miss rows that were added since.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (text === '') return { results: noResults, isSearching: false, error: null };
  const isForThisText = debouncedText === text && !query.isPlaceholderData;
  if (isForThisText && query.isError) {
    return { results: noResults, isSearching: false, error: errorMessage(query.error, 'The search failed.') };
  }
  return { results: query.data ?? noResults, isSearching: !(isForThisText && query.isSuccess), error: null };
}
