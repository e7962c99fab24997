import { PersonLink } from '#web/console/PersonLink.tsx';
import { donorName } from './donationWords.ts';
import type { ListedDonation } from './listedDonation.ts';

type DonorLinkProps = {
  donation: Pick<ListedDonation, 'id' | 'participantId' | 'participantName' | 'studentId'>;
  className?: string | undefined;
};

/** Whose a donation is: their sheet opens on it. */
export function DonorLink({ donation, className }: DonorLinkProps) {
  return (
    <PersonLink id={donation.participantId} row={`donation-${donation.id}`} className={className}>
      {donorName(donation)}
    </PersonLink>
  );
}
