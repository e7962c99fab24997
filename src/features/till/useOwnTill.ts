import { useCallback, useEffect, useRef, useState } from 'react';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { address } from '#web/api/address.ts';
import { call } from '#web/api/client.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import type { contract } from './contract.ts';
import type { Verdict } from './verdict.ts';

type OwnTillAnswer = EndpointResponse<typeof contract.ownTill>;

export type OwnTill = NonNullable<OwnTillAnswer['till']> & {
  /** By how many milliseconds the site's clock is ahead of this device's. */
  ahead: number;
};

const ownTill = address<typeof contract.ownTill>({ method: 'GET', path: '/api/till', access: 'public' });

/** Which till the browser is and what it redeemed today; null where it is none, or that is not known. */
export function useOwnTill(verdict: Verdict | null) {
  const [till, setTill] = useState<OwnTill | null>(null);
  const lastAsked = useRef(0);
  const ask = useCallback(() => {
    const asked = (lastAsked.current += 1);
    call(ownTill, {}).then(
      (answer) => {
        const ahead = Date.parse(answer.now) - Date.now();
        if (asked === lastAsked.current) setTill(answer.till && { ...answer.till, ahead });
      },
      () => {
        // The till redeems without its list: what was known of it stays.
      },
    );
  }, []);

  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (!isHydrated) return;
    ask();
    const askWhenShown = () => {
      if (document.visibilityState === 'visible') ask();
    };
    document.addEventListener('visibilitychange', askWhenShown);
    return () => document.removeEventListener('visibilitychange', askWhenShown);
  }, [isHydrated, ask]);

  const changed = verdict?.kind === 'redeemed' || verdict?.kind === 'givenBack' ? verdict : null;
  useEffect(() => {
    if (changed) ask();
  }, [changed, ask]);

  return { till, ask };
}
