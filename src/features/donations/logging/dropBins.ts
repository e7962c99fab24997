import { queryOptions, useQuery } from '@tanstack/react-query';
import type { contract } from '#features/bins/contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { address } from '#web/api/address.ts';
import { callUnhurried, endpointQuery } from '#web/api/queries.ts';
import { useAlive } from '#web/ui/alive.tsx';

export type DropBins = EndpointResponse<typeof contract.publicBins>['bins'];

const publicBins = address<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
});

const dropBinsQuery = queryOptions({
  ...endpointQuery(publicBins, {}),
  queryFn: ({ signal }) => callUnhurried(publicBins, {}, signal),
});

const none: DropBins = [];

/** The bins to drop things into. A form is as good without them, so it neither waits for them nor fails over them. */
export function useDropBins(): DropBins {
  const { data } = useQuery({ ...dropBinsQuery, enabled: useAlive() });
  return data?.bins ?? none;
}
