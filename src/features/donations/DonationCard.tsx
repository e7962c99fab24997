import { Image, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#words/dates.ts';
import { CardHeading, CardRow, CardsSkeleton } from '#web/console/CardRow.tsx';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { classNames } from '#web/ui/classNames.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ClaimNote, QualifyingPill } from './DonationPieces.tsx';
import { donationPlace } from './donationWords.ts';
import { DonorLink } from './DonorLink.tsx';
import type { ListedDonation } from './listedDonation.ts';

type DonationCardProps = {
  donation: ListedDonation;
  selected?: boolean | undefined;
  className?: string | undefined;
  /** Before it: a box to tick. */
  start?: ReactNode;
  /** Its status, where a list has more than one: else whether it qualifies. */
  pill?: ReactNode;
  /** What its list is about, under the lines: why it was rejected. */
  facts?: ReactNode;
  /** The same beside the lines: who confirmed it, or what can be done. */
  end?: ReactNode;
};

/**
 * A donation where no table has room: how much and whose, then where and when it was left. Pressed anywhere but on its
 * buttons and the name it opens its details.
 */
export function DonationCard({ donation, selected = false, className, pill, ...slots }: DonationCardProps) {
  const addressOf = useDonationAddress();
  const { id, participantName, studentId, weight, date, dropSite, binLocation, photoUrl } = donation;
  return (
    <CardRow
      id={id}
      className={classNames(selected ? 'bg-spruce-tint' : 'hover:bg-sunk', className)}
      {...slots}
    >
      <div className="flex gap-2.5">
        <b className="w-13 shrink-0 text-base leading-[1.4] font-[650] tabular">{weight}</b>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <CardHeading>
            {/* Above the rest of the card, which leads to the details. */}
            <DonorLink donation={donation} className="relative z-1 -my-2.5 inline-block py-2.5" />
          </CardHeading>
          {participantName !== null && studentId !== null && (
            <span className="min-w-0 text-[0.9375rem] wrap-anywhere text-muted tabular">{studentId}</span>
          )}
          <ClaimNote donation={donation} />
          {pill ?? <QualifyingPill donation={donation} selected={selected} />}
        </div>
      </div>
      <Link
        to={addressOf(id)}
        preventScrollReset
        className="mt-0.5 flex min-h-6 flex-wrap items-center gap-x-3.5 text-[0.9375rem] text-muted tabular after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-[3px] focus-visible:after:-outline-offset-3 focus-visible:after:outline-(--focus)"
      >
        <span className="flex min-w-0 gap-1.5">
          {(dropSite ?? binLocation) !== null && (
            <MapPin size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
          )}
          <span className="min-w-0 wrap-anywhere">{donationPlace(donation)}</span>
        </span>
        <span>{formatDay(date)}</span>
        {photoUrl !== null && (
          <span className="flex items-center gap-1.5 font-semibold text-spruce">
            <Image size={16} aria-hidden="true" />
            Photo
          </span>
        )}
        <VisuallyHidden>Details</VisuallyHidden>
      </Link>
    </CardRow>
  );
}

/** Such cards' shape while they load. */
export function DonationCardsSkeleton() {
  return <CardsSkeleton cards={5} lines={['w-3/5', 'w-1/2']} />;
}
