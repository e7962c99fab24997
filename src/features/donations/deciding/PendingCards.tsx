import { Check, X } from 'lucide-react';
import { useId } from 'react';
import { formatDay } from '#words/dates.ts';
import { CardActions } from '#web/console/CardRow.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Field.tsx';
import { DonationCard } from '#features/donations/DonationCard.tsx';
import { donorName } from '#features/donations/donationWords.ts';
import { confirmOnce, isRange, type PendingListProps } from './pendingList.ts';

/** The pending donations where no table has room. */
export function PendingCards({ donations, selection, onConfirm, onReject }: PendingListProps) {
  const selectAllId = useId();
  return (
    <>
      <div className="flex min-h-13 items-center justify-between gap-3 border-t-[1.5px] border-line bg-sunk px-3.5">
        <label
          htmlFor={selectAllId}
          className="flex min-h-11 cursor-pointer items-center gap-3.5 font-semibold"
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
          <Button kind="ghost" size="small" onClick={selection.clear} className="-me-4 card:hidden">
            Clear
          </Button>
        )}
      </div>
      <ul aria-label="Pending donations">
        {donations.map((donation) => {
          const selected = selection.has(donation.id);
          return (
            <DonationCard
              key={donation.id}
              donation={donation}
              selected={selected}
              className="[&_:is(a,button,input)]:scroll-mb-24"
              start={
                <span className="relative z-1 card:self-center">
                  <Checkbox
                    size="page"
                    aria-label={`Select ${donorName(donation)}, ${formatDay(donation.date)}`}
                    checked={selected}
                    onChange={(event) => selection.toggle(donation.id, isRange(event))}
                  />
                </span>
              }
              end={
                <CardActions reversed>
                  <Button
                    kind="outline"
                    size="small"
                    icon={Check}
                    onClick={(event) => confirmOnce(event, () => onConfirm(donation))}
                  >
                    Confirm
                  </Button>
                  <Button kind="clayGhost" size="small" icon={X} onClick={() => onReject(donation)}>
                    Reject
                  </Button>
                </CardActions>
              }
            />
          );
        })}
      </ul>
    </>
  );
}
