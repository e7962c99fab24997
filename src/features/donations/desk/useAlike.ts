import { useQuery } from '@tanstack/react-query';
import { contract, type DonationRow } from '#features/donations/contract.ts';
import { endpointQuery } from '#web/api/queries.ts';

const none: readonly DonationRow[] = [];

/** The donations that look like one, the latest first. */
export function useAlike({ id, alike }: DonationRow): readonly DonationRow[] {
  const details = useQuery({
    ...endpointQuery(contract.donationDetails, { params: { id } }),
    enabled: alike > 0,
  });
  return details.data?.alike ?? none;
}
