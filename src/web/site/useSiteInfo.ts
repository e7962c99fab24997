import { useMemo } from 'react';
import type { SiteInfo } from '#features/settings/contract.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { type SiteAnswer, useSiteAnswer } from './SiteData.tsx';

let cachedInitialSite: SiteInfo | undefined;

/** The site info in the page's `meta`. There the month's kilograms are 0, and the list of stores is empty. */
export function initialSite(): SiteInfo {
  return (cachedInitialSite ??= JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name=site]')?.content ?? '',
  ) as SiteInfo);
}

/** Sets the site info for rendering on the server, where there is no document. */
export function setInitialSite(site: SiteInfo): void {
  cachedInitialSite = site;
}

/** The server's answer, with the initial site info for its missing parts. */
export function completeSite({ rewards, community, ...rest }: SiteAnswer): SiteInfo & SiteAnswer {
  const site = initialSite();
  return {
    ...site,
    ...rest,
    rewards: { ...site.rewards, ...rewards },
    community: {
      ...site.community,
      ...community,
      month: { ...site.community.month, ...community?.month },
    },
  };
}

/**
 * The site info from the server. Until it has loaded, or if that fails, the one in the page's `meta`.
 *
 * @param options.monthlyGoal replaces the goal in the `meta` until the server's goal has loaded.
 */
export function useSiteInfo({ monthlyGoal = initialSite().community.monthlyGoal } = {}): ShownSite {
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
 * The site's time zone. Its offsets come from the server, since a browser's may be outdated. Until the server has answered,
 * those of the build are used: to look them up takes a slow phone 70 ms.
 */
export function timeZoneOf(answer?: SiteAnswer | null): TimeZone {
  if (answer?.timeZone && answer.utcOffsets) return { name: answer.timeZone, offsets: answer.utcOffsets };
  return { name: initialSite().timeZone, offsets: import.meta.env.SITE_UTC_OFFSETS };
}
