import type { LiveSite, SiteInfo } from './siteDefaults.ts';

let known: SiteInfo | undefined;

/**
 * The site as the page was sent with it, in its `meta`: what it shows until the server has spoken, or where it does not. Of
 * the month it holds nothing, and no stores.
 */
export function siteAtFirst(): SiteInfo {
  return (known ??= JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name=site]')?.content ?? '',
  ) as SiteInfo);
}

/** Says what pages are to be rendered with, where there is no document yet. */
export function renderWith(site: SiteInfo): void {
  known = site;
}

/** As much of an answer as came: a page may be older or newer than the server that it asks. */
export type SiteAnswer = Partial<Omit<LiveSite, 'rewards' | 'community'>> & {
  rewards?: Partial<LiveSite['rewards']>;
  community?: Partial<LiveSite['community']>;
};

/** An answer with what the page was sent with in the place of what it lacks. */
export function completeSite({ rewards, community, ...rest }: SiteAnswer): SiteInfo & SiteAnswer {
  const site = siteAtFirst();
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
