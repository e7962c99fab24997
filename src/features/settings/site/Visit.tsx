import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { address } from '#web/api/address.ts';
import { call } from '#web/api/client.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { contract as auth } from '#features/donors/contract.ts';
import type { contract } from './contract.ts';
import type { SiteAnswer } from './siteAtFirst.ts';

const siteInfo = address<typeof contract.siteInfo>({
  method: 'GET',
  path: '/api/public/site',
  access: 'public',
});

const studentMe = address<typeof auth.studentMe>({
  method: 'GET',
  path: '/api/students/me',
  access: 'public',
});

type StudentMe = EndpointResponse<typeof auth.studentMe>;

interface Answers {
  /** Undefined while the answer is on its way, null where none came. */
  site?: SiteAnswer | null;
  me?: StudentMe | null;
}

const VisitContext = createContext<Answers>({});

/**
 * Asks what the site says of itself and who is signed in as a donor: anew for each screen, of which none waits for it.
 *
 * @param screen the path on show.
 */
export function VisitProvider({ screen, children }: { screen: string; children: ReactNode }) {
  const [answers, setAnswers] = useState<Answers>({});
  useEffect(() => {
    let isLatest = true;
    const take = (part: Answers) => isLatest && setAnswers((before) => ({ ...before, ...part }));
    call(siteInfo, {}).then(
      (site) => take({ site }),
      () => setAnswers((before) => ({ ...before, site: before.site ?? null })),
    );
    call(studentMe, {}).then(
      (me) => take({ me }),
      () => setAnswers((before) => ({ ...before, me: before.me ?? null })),
    );
    return () => {
      isLatest = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each screen asks anew
  }, [screen]);
  return <VisitContext value={answers}>{children}</VisitContext>;
}

/** What the site says of itself: undefined while the answer is on its way, null where none came. */
export function useSiteAnswer(): SiteAnswer | null | undefined {
  return use(VisitContext).site;
}

/** The donor who is signed in; null where nobody is or no answer came, undefined while it is on its way. */
export function useDonor(): Extract<StudentMe, { authenticated: true }> | null | undefined {
  const { me } = use(VisitContext);
  return me?.authenticated === false ? null : me;
}
