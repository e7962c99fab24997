import { Check, X } from 'lucide-react';
import { useId } from 'react';
import { formatDay } from '#shared/dates.ts';
import { CardRow } from '#web/console/CardRow.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { Checkbox } from '#web/ui/Field.tsx';
import { DonationLines } from '#features/donations/DonationCard.tsx';
import { CardWeight } from '#features/donations/DonationPieces.tsx';
import { donorName } from '#features/donations/donationWords.ts';
import { confirmOnce, type PendingListProps } from './pendingList.ts';

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
            <CardRow
              key={donation.id}
              id={donation.id}
              className={classNames(
                'flex gap-3 [&_:is(a,button,input)]:scroll-mb-24',
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
                <DonationLines
                  donation={donation}
                  end={<CardWeight donation={donation} selected={selected} />}
                />
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
            </CardRow>
          );
        })}
      </ul>
    </>
  );
}
