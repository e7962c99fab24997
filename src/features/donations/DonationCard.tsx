import { Image, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { useDonationAddress } from './donationAddress.ts';
import { donorName } from './donationWords.ts';
import type { ListedDonation } from './listedDonation.ts';

const card = 'border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

type DonationCardProps = {
  donation: ListedDonation;
  /** At the end of the first line: the status, or the weight. */
  end: ReactNode;
  /** What its list is about: who confirmed it, or why it was rejected. */
  children?: ReactNode;
  actions?: ReactNode;
};

/** A decided or found donation on a phone. */
export function DonationCard({ donation, end, children, actions }: DonationCardProps) {
  const addressOf = useDonationAddress();
  const { id, participantName, studentId, date, dropSite, binLocation, photoUrl } = donation;
  const idBeforeDate = participantName !== null && studentId !== null ? `${studentId}, ` : '';
  return (
    <li data-row={id} className={card}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <b className="min-w-0 text-base font-[650] wrap-anywhere">{donorName(donation)}</b>
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
          <span className="min-w-0 wrap-anywhere">{dropSite ?? binLocation ?? 'Manual entry'}</span>
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
      {actions}
    </li>
  );
}

/** The cards' shape while they load. */
export function DonationCardsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={`flex flex-col gap-2.5 ${card}`}>
          <SkeletonBox shape="block" className="w-2/5" />
          <SkeletonBox className="w-3/5" />
          <SkeletonBox className="w-1/2" />
        </div>
      ))}
    </div>
  );
}
