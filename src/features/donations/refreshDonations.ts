import type { QueryClient } from '@tanstack/react-query';
import { contract as audit } from '#features/audit/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as site } from '#features/site/contract.ts';
import { endpointKey } from '#web/api/queries.ts';
import { contract } from './contract.ts';

const changed = [
  contract.adminSummary,
  contract.charts,
  contract.donationDetails,
  contract.searchDonations,
  contract.confirmedDonations,
  contract.rejectedDonations,
  contract.photoDonations,
  audit.auditLog,
  participants.participants,
  rewards.codes,
  site.communitySummary,
  site.siteInfo,
];

/** Loads again what a new donation or a verdict changes; what is not on the screen when it is next. */
export async function refreshDonations(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    changed.map((endpoint) => queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) })),
  );
}
