import { useEffect, useState } from 'react';
import type { contract } from '#features/bins/contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { call } from '#web/api/client.ts';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';

export type DropBin = EndpointResponse<typeof contract.publicBins>['bins'][number];

const publicBins = lightEndpoint<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
});

const noBins: readonly DropBin[] = [];

/** The active bins. Empty until they have loaded, or if that fails, since the form works without them. */
export function useDropBins(): readonly DropBin[] {
  const [bins, setBins] = useState(noBins);
  useEffect(() => {
    call(publicBins, {}).then(
      (answer) => setBins(answer.bins),
      () => {},
    );
  }, []);
  return bins;
}
