import { useMemo } from 'react';
import { useAlive } from './alive.tsx';

/** The query that a document was opened with. Empty until it has come alive: the build knew none. */
export function useAddressQuery(): URLSearchParams {
  const query = useAlive() ? window.location.search : '';
  return useMemo(() => new URLSearchParams(query), [query]);
}
