import type { EndpointResponse } from '#shared/endpoint.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import type { contract } from './contract.ts';
import type { SiteDay } from './rules.ts';

/** What the server says of the site. */
export type LiveSite = EndpointResponse<typeof contract.siteInfo>;

/** The site's terms and figures. Day and clocks are not among them: until the server has spoken, the browser's own hold. */
export type SiteInfo = Omit<LiveSite, 'ok' | 'utcOffsets' | keyof SiteDay>;

/** What a new site says of itself: spec section 9, and an organisation that the console asks to be written anew. */
export const siteDefaults: SiteInfo = {
  rewards: { usesPerCode: 2, daysValid: 30 },
  community: { monthlyGoal: 250, month: { kg: 0 } },
  milestones: [5, 10, 25],
  organization: placeholderOrganization,
  isRegisteredNonprofit: true,
  sendsMail: false,
  partners: [],
  timeZone: 'America/Winnipeg',
};
