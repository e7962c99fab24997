import { Image, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { CardHeading, CardRow, CardsSkeleton } from '#web/console/CardRow.tsx';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { donationPlace, donorName } from './donationWords.ts';
import type { ListedDonation } from './listedDonation.ts';

type DonationCardProps = {
  donation: ListedDonation;
  /** At the end of the first line: the status, or the weight. */
  end: ReactNode;
  /** What its list is about: who confirmed it, or why it was rejected. */
  children?: ReactNode;
};

/** A donation on a phone. */
export function DonationCard({ actions, ...lines }: DonationCardProps & { actions?: ReactNode }) {
  return (
    <CardRow id={lines.donation.id}>
      <DonationLines {...lines} />
      {actions}
    </CardRow>
  );
}

/** Whose it is, when and where it was left, and the way to its details. */
export function DonationLines({ donation, end, children }: DonationCardProps) {
  const addressOf = useDonationAddress();
  const { id, participantName, studentId, date, photoUrl } = donation;
  // Without a name the donor ID heads the card, and isn't said twice.
  const idBeforeDate = participantName !== null && studentId !== null ? `${studentId}, ` : '';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <CardHeading>{donorName(donation)}</CardHeading>
        {end}
      </div>
      <p className="mt-0.5 flex justify-between gap-3 text-[0.9375rem] text-muted tabular">
        <span className="min-w-0 wrap-anywhere">
          {idBeforeDate}
          {formatDay(date)}
        </span>
        {photoUrl !== null && (
          <span className="flex items-center gap-1.5 text-spruce">
            <Image size={16} aria-hidden="true" />
            Photo
          </span>
        )}
      </p>
      {children}
      <div className="mt-0.5 flex items-start justify-between gap-3 text-[0.9375rem]">
        <p className="flex min-w-0 gap-1.5">
          <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
          <span className="min-w-0 wrap-anywhere">{donationPlace(donation)}</span>
        </p>
        {/* Its 44 px reach over the lines around it, so that the card stays low. */}
        <Link
          to={addressOf(id)}
          preventScrollReset
          className="-my-[11px] -me-2 inline-flex min-h-11 items-center rounded-console px-2 font-semibold text-muted underline decoration-line underline-offset-4"
        >
          Details
        </Link>
      </div>
    </>
  );
}

/** Such cards' shape while they load. */
export function DonationCardsSkeleton() {
  return <CardsSkeleton cards={5} lines={['w-2/5', 'w-3/5', 'w-1/2']} />;
}
