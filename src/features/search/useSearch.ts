import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { useDebounced } from '#features/donors/useDebounced.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { contract } from './contract.ts';

type Found = Omit<EndpointResponse<typeof contract.find>, 'ok'>;

const nothing: Found = { participants: [], codes: [], donations: [], bins: [] };

/** Searches as the text is typed. The previous results stay until the new ones arrive. */
export function useSearch(text: string): { found: Found; searching: boolean; error: string | null } {
  const searched = useDebounced(text, 200);
  const query = useQuery({
    ...endpointQuery(contract.find, { query: { q: searched } }),
    enabled: searched !== '' && text !== '',
    // A cached answer would miss rows that were added since.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (text === '') return { found: nothing, searching: false, error: null };
  const isOfThisText = searched === text && !query.isPlaceholderData;
  if (isOfThisText && query.isError) {
    return { found: nothing, searching: false, error: errorMessage(query.error, 'The search failed.') };
  }
  return { found: query.data ?? nothing, searching: !(isOfThisText && query.isSuccess), error: null };
}
