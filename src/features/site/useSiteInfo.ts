import { useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { contract } from './contract.ts';

export type SiteInfo = Omit<EndpointResponse<typeof contract.siteInfo>, 'ok'>;

/** What spec section 9 says where the server has not spoken. */
const defaults: SiteInfo = {
  rewards: { usesPerCode: 2, daysValid: 30 },
  community: { monthlyGoal: 250, month: { kg: 0 } },
  milestones: [5, 10, 25],
  partners: [],
  timeZone: 'America/Winnipeg',
};

/**
 * The site's terms and figures. A page is never kept waiting for them and never fails over them: until
 * they have come, or when they don't, it shows the defaults.
 */
export function useSiteInfo({ monthlyGoal }: { monthlyGoal?: number } = {}): SiteInfo {
  const { data } = useQuery(endpointQuery(contract.siteInfo, {}));
  if (data) return data;
  if (monthlyGoal === undefined) return defaults;
  return { ...defaults, community: { ...defaults.community, monthlyGoal } };
}
