import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { call } from '#web/api/client.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { contract as auth } from '#features/donors/contract.ts';
import type { contract, SiteResponse } from '#features/settings/contract.ts';

const siteInfo = lightEndpoint<typeof contract.siteInfo>({
  method: 'GET',
  path: '/api/public/site',
  access: 'public',
});

const studentMe = lightEndpoint<typeof auth.studentMe>({
  method: 'GET',
  path: '/api/students/me',
  access: 'public',
});

type StudentMe = EndpointResponse<typeof auth.studentMe>;

/** The page's code may be older or newer than the server, so any part of the answer may be missing. */
export type SiteAnswer = Partial<Omit<SiteResponse, 'rewards' | 'community'>> & {
  rewards?: Partial<SiteResponse['rewards']>;
  community?: Partial<SiteResponse['community']>;
};

interface Answers {
  /** Each is undefined while loading, and null if no call for it has succeeded. */
  site?: SiteAnswer | null;
  me?: StudentMe | null;
}

const SiteDataContext = createContext<Answers>({});

/**
 * Loads the site info and the signed-in donor anew for each screen. No screen waits for them.
 *
 * @param screen the current path.
 */
export function SiteDataProvider({ screen, children }: { screen: string; children: ReactNode }) {
  const [answers, setAnswers] = useState<Answers>({});
  useEffect(() => {
    let isLatest = true;
    const addAnswer = (answer: Answers) => isLatest && setAnswers((previous) => ({ ...previous, ...answer }));
    call(siteInfo, {}).then(
      (site) => addAnswer({ site }),
      () => setAnswers((previous) => ({ ...previous, site: previous.site ?? null })),
    );
    call(studentMe, {}).then(
      (me) => addAnswer({ me }),
      () => setAnswers((previous) => ({ ...previous, me: previous.me ?? null })),
    );
    return () => {
      isLatest = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each screen loads them anew
  }, [screen]);
  return <SiteDataContext value={answers}>{children}</SiteDataContext>;
}

/** The site info: undefined while loading, null if it failed. */
export function useSiteAnswer(): SiteAnswer | null | undefined {
  return use(SiteDataContext).site;
}

/** The signed-in donor: undefined while loading, null if there is none or it failed. */
export function useDonor(): Extract<StudentMe, { authenticated: true }> | null | undefined {
  const { me } = use(SiteDataContext);
  return me?.authenticated === false ? null : me;
}
