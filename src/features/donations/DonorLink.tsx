import { PersonLink } from '#web/console/PersonLink.tsx';
import { donorName } from './donationWords.ts';
import type { ListedDonation } from './listedDonation.ts';

type DonorLinkProps = {
  donation: Pick<
    ListedDonation,
    'id' | 'participantId' | 'participantName' | 'participantRemovedAt' | 'studentId'
  >;
  className?: string | undefined;
  /** What stands for them, if not the name. */
  children?: string | undefined;
};

/** Whose a donation is: their sheet opens on it. Of whoever was removed there is nothing to open. */
export function DonorLink({ donation, className, children = donorName(donation) }: DonorLinkProps) {
  if (donation.participantRemovedAt !== null) {
    return <span className="font-normal text-muted">{donorName(donation)}</span>;
  }
  return (
    <PersonLink id={donation.participantId} className={className}>
      {children}
    </PersonLink>
  );
}
