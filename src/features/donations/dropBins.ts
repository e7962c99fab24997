import { useQuery } from '@tanstack/react-query';
import { contract } from '#features/bins/contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { endpointQuery } from '#web/api/queries.ts';

export type DropBins = EndpointResponse<typeof contract.publicBins>['bins'];

const none: DropBins = [];

/** The bins to drop things into. A form is as good without them, so it neither waits for them nor fails over them. */
export function useDropBins(): DropBins {
  const { data } = useQuery(endpointQuery(contract.publicBins, {}));
  return data?.bins ?? none;
}
