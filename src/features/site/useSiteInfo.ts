import { useQuery } from '@tanstack/react-query';
import { useAlive } from '#web/ui/alive.tsx';
import { siteDefaults, type SiteInfo } from './siteDefaults.ts';
import { siteInfoQuery } from './siteInfoQuery.ts';

/**
 * The site's terms and figures. A page is never kept waiting for them and never fails over them: until
 * they have come, or when they don't, it shows the defaults.
 */
export function useSiteInfo({ monthlyGoal }: { monthlyGoal?: number } = {}): SiteInfo {
  const { data } = useQuery({ ...siteInfoQuery, enabled: useAlive() });
  if (data) return data;
  if (monthlyGoal === undefined) return siteDefaults;
  return { ...siteDefaults, community: { ...siteDefaults.community, monthlyGoal } };
}
