import { useMemo } from 'react';
import { useIsHydrated } from './hydration.tsx';

/** The query that a document was opened with. Empty until it is hydrated: the server knew none. */
export function useAddressQuery(): URLSearchParams {
  const query = useIsHydrated() ? window.location.search : '';
  return useMemo(() => new URLSearchParams(query), [query]);
}
