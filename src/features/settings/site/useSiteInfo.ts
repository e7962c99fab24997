import { useMemo } from 'react';
import type { TimeZone } from '#shared/timeZone.ts';
import { completeSite, type SiteAnswer, siteAtFirst } from './siteAtFirst.ts';
import type { SiteInfo } from './siteDefaults.ts';
import { useSiteAnswer } from './Visit.tsx';

/**
 * The site's terms and figures. A page is never kept waiting for them and never fails over them: until
 * they have come, or when they don't, it shows those that it was sent with.
 */
export function useSiteInfo({ monthlyGoal = siteAtFirst().community.monthlyGoal } = {}): ShownSite {
  const answer = useSiteAnswer();
  return useMemo(() => {
    const site: SiteAnswer = answer ?? {};
    return {
      ...completeSite({ ...site, community: { monthlyGoal, ...site.community } }),
      timeZone: timeZoneOf(answer),
    };
  }, [answer, monthlyGoal]);
}

type ShownSite = Omit<SiteInfo, 'timeZone'> & { timeZone: TimeZone };

/**
 * The site's clocks by the server's word, since a browser's time zone data may be older or newer; until that has come by
 * the build's: looking a time zone up keeps a slow phone busy for some 70 ms.
 */
export function timeZoneOf(answer?: SiteAnswer | null): TimeZone {
  if (answer?.timeZone && answer.utcOffsets) return { name: answer.timeZone, offsets: answer.utcOffsets };
  return { name: siteAtFirst().timeZone, offsets: import.meta.env.SITE_UTC_OFFSETS };
}
