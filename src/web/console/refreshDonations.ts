import type { QueryClient } from '@tanstack/react-query';
import { contract as audit } from '#features/audit/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as site } from '#features/site/contract.ts';
import { endpointKey } from '#web/api/queries.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as charts } from '#features/donations/charts/contract.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { contract as photoProof } from '#features/donations/photoProof/contract.ts';

const changed = [
  deciding.adminSummary,
  charts.charts,
  donations.donationDetails,
  lists.searchDonations,
  lists.confirmedDonations,
  lists.rejectedDonations,
  photoProof.photoDonations,
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
