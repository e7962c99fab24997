import { useEffect, useState } from 'react';
import { siteInfo } from '#features/site/siteInfoAddress.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { call } from '#web/api/client.ts';
import { useAlive } from '#web/ui/alive.tsx';
import { studentMe } from './endpoints.ts';

export type LiveSite = EndpointResponse<typeof siteInfo>;

const askSite = once(() => call(siteInfo, {}));
const askDonor = once(async () => (await call(studentMe, {})).authenticated);

/**
 * The site's terms and figures: undefined while they are on their way, null where they don't come and the
 * defaults stay (spec section 7).
 */
export function useLiveSite(): LiveSite | null | undefined {
  return useAnswer(askSite);
}

/** Whether a donor is signed in. */
export function useSignedInDonor(): boolean {
  return useAnswer(askDonor) ?? false;
}

/** What a call answers, once it has, and null where it failed. */
function useAnswer<Answer>(ask: () => Promise<Answer>): Answer | null | undefined {
  const [answer, setAnswer] = useState<Answer | null>();
  const alive = useAlive();
  useEffect(() => {
    if (!alive) return undefined;
    let shown = true;
    ask().then(
      (given) => shown && setAnswer(given),
      () => shown && setAnswer(null),
    );
    return () => {
      shown = false;
    };
  }, [alive, ask]);
  return answer;
}

/** However many islands ask, one call is made. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => (asked ??= ask());
}
