import { useEffect, useState } from 'react';
import type { PublicBin } from '#features/bins/contract.ts';
import { publicBins } from '#features/bins/publicBins.ts';
import { call } from '#web/api/client.ts';

const noBins: readonly PublicBin[] = [];

/** The active bins. Empty until they have loaded, or if that fails, since the form works without them. */
export function useDropBins(): readonly PublicBin[] {
  const [bins, setBins] = useState(noBins);
  useEffect(() => {
    call(publicBins, {}).then(
      (answer) => setBins(answer.bins),
      () => {},
    );
  }, []);
  return bins;
}
