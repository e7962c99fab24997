import { useEffect, useState } from 'react';
import type { contract } from '#features/bins/contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { address } from '#web/api/address.ts';
import { call } from '#web/api/client.ts';

export type DropBins = EndpointResponse<typeof contract.publicBins>['bins'];

const publicBins = address<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
});

const none: DropBins = [];

/** The bins to drop things into. A form is as good without them, so it neither waits for them nor fails over them. */
export function useDropBins(): DropBins {
  const [bins, setBins] = useState(none);
  useEffect(() => {
    call(publicBins, {}).then(
      (answer) => setBins(answer.bins),
      () => {},
    );
  }, []);
  return bins;
}
