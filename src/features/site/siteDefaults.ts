import type { EndpointResponse } from '#shared/endpoint.ts';
import type { contract } from './contract.ts';
import type { SiteDay } from './rules.ts';

/** What the server says of the site. */
export type LiveSite = EndpointResponse<typeof contract.siteInfo>;

/** The site's terms and figures. Day and clocks have no default: until the server has spoken, the browser's own hold. */
export type SiteInfo = Omit<LiveSite, 'ok' | 'utcOffsets' | keyof SiteDay>;

/** What spec section 9 says where the server has not spoken. */
export const siteDefaults: SiteInfo = {
  rewards: { usesPerCode: 2, daysValid: 30 },
  community: { monthlyGoal: 250, month: { kg: 0 } },
  milestones: [5, 10, 25],
  partners: [],
  timeZone: 'America/Winnipeg',
};

/** As much of an answer as came: a page may be older or newer than the server that it asks. */
export type SiteAnswer = Partial<Omit<LiveSite, 'rewards' | 'community'>> & {
  rewards?: Partial<LiveSite['rewards']>;
  community?: Partial<LiveSite['community']>;
};

/** An answer with the defaults in the place of what it lacks. */
export function completeSite({ rewards, community, ...rest }: SiteAnswer): SiteInfo & SiteAnswer {
  return {
    ...siteDefaults,
    ...rest,
    rewards: { ...siteDefaults.rewards, ...rewards },
    community: {
      ...siteDefaults.community,
      ...community,
      month: { ...siteDefaults.community.month, ...community?.month },
    },
  };
}
