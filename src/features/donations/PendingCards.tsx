import { Check, Image, MapPin, X } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { isQualifying } from '#shared/weights.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { Checkbox } from '#web/ui/Field.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { useDonationAddress } from './donationAddress.ts';
import { donorName } from './donationWords.ts';
import { confirmOnce, type PendingListProps } from './pendingList.ts';
import type { ListedDonation } from './listedDonation.ts';

const card = 'flex gap-3 border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

/** The pending donations on a phone. */
export function PendingCards({ donations, selection, onConfirm, onReject }: PendingListProps) {
  const selectAllId = useId();
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 border-t-[1.5px] border-line bg-sunk px-3.5">
        <label
          htmlFor={selectAllId}
          className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold"
        >
          <Checkbox
            id={selectAllId}
            size="page"
            checked={selection.extent === 'all'}
            indeterminate={selection.extent === 'some'}
            onChange={selection.toggleAll}
          />
          Select all
        </label>
        {selection.extent !== 'none' && (
          <Button kind="ghost" size="small" onClick={selection.clear} className="-me-4">
            Clear
          </Button>
        )}
      </div>
      <ul aria-label="Pending donations">
        {donations.map((donation) => {
          const selected = selection.has(donation.id);
          return (
            <li
              key={donation.id}
              data-row={donation.id}
              className={classNames(
                card,
                '[&_:is(a,button,input)]:scroll-mb-24',
                selected && 'bg-spruce-tint',
              )}
            >
              <Checkbox
                size="page"
                aria-label={`Select ${donorName(donation)}, ${formatDay(donation.date)}`}
                checked={selected}
                onChange={() => selection.toggle(donation.id)}
              />
              <div className="min-w-0 flex-1">
                <DonationLines donation={donation} selected={selected} />
                <div className="mt-3 flex gap-2">
                  <Button
                    kind="outline"
                    size="small"
                    icon={Check}
                    onClick={(event) => confirmOnce(event, () => onConfirm(donation))}
                    className="min-w-0 flex-1"
                  >
                    Confirm
                  </Button>
                  <Button
                    kind="clayGhost"
                    size="small"
                    icon={X}
                    onClick={() => onReject(donation)}
                    className="px-3 max-[22rem]:px-2"
                  >
                    Reject
                  </Button>
                </div>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function DonationLines({ donation, selected }: { donation: ListedDonation; selected: boolean }) {
  const addressOf = useDonationAddress();
  const { id, participantName, studentId, weight, date, dropSite, binLocation, photoUrl } = donation;
  // Without a name the donor ID heads the card, and isn't said twice.
  const idBeforeDate = participantName !== null && studentId !== null ? `${studentId}, ` : '';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="min-w-0 font-text text-base leading-[1.4] font-[650] wrap-anywhere">
          {donorName(donation)}
        </h2>
        <span className="ms-auto flex items-center gap-2">
          {isQualifying(weight) && <StatusPill status="qualifying" size="small" onSelectedRow={selected} />}
          <b className="text-base font-[650]">{weight}</b>
        </span>
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
    </>
  );
}

/** The cards' shape while they load. */
export function PendingCardsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={card}>
          <SkeletonBox shape="block" className="size-6 shrink-0" />
          <div className="flex flex-1 flex-col gap-2.5">
            <SkeletonBox shape="block" className="w-2/5" />
            <SkeletonBox className="w-3/5" />
            <SkeletonBox className="w-1/2" />
            <SkeletonBox className="h-11 w-full rounded-control" />
          </div>
        </div>
      ))}
    </div>
  );
}
