import { useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { useDebounced } from '#features/donors/useDebounced.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { contract } from './contract.ts';

type Found = Omit<EndpointResponse<typeof contract.find>, 'ok'>;

const nothing: Found = { participants: [], codes: [], donations: [], bins: [] };

/** What a text may mean, looked for as it is typed. What an earlier text found stays until the answer to this one has come. */
export function useFind(text: string): { found: Found; searching: boolean; error: string | null } {
  const searched = useDebounced(text, 200);
  const query = useQuery({
    ...endpointQuery(contract.find, { query: { q: searched } }),
    enabled: searched !== '' && text !== '',
    // What was added or taken away since would else be missing, or offered in vain.
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  if (text === '') return { found: nothing, searching: false, error: null };
  const isOfThisText = searched === text && !query.isPlaceholderData;
  if (isOfThisText && query.isError) {
    return { found: nothing, searching: false, error: errorMessage(query.error, 'The search failed.') };
  }
  return { found: query.data ?? nothing, searching: !(isOfThisText && query.isSuccess), error: null };
}
