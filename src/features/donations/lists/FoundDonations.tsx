import { Check, X } from 'lucide-react';
import { CardActions } from '#web/console/CardRow.tsx';
import { Button } from '#web/ui/Button.tsx';
import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { useDonationsBeingDecided } from '#features/donations/deciding/decisions.ts';
import { DonationCard } from '#features/donations/DonationCard.tsx';
import {
  bothPlaceColumns,
  dateColumn,
  donorColumns,
  locationColumn,
  narrowerThanBoth,
  photoColumn,
  weightColumn,
} from '#features/donations/donationColumns.tsx';
import { DetailsLink } from '#features/donations/DonationPieces.tsx';
import { focusNextTwin } from '#features/donations/deciding/focusNextRow.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';

type FoundDonationsProps = {
  donations: readonly ListedDonation[];
  onConfirm: (donation: ListedDonation) => void;
  onReject: (donation: ListedDonation) => void;
};

type Deciding = Omit<FoundDonationsProps, 'donations'> & {
  /** Those whose decision is under way. */
  beingDecided: ReadonlySet<number>;
};

/** Donations of every status; the pending ones can be decided where they stand. */
export const foundColumns: readonly Column<ListedDonation, Deciding>[] = [
  {
    name: 'Status',
    skeleton: 'w-20',
    cell: (donation) => <StatusPill status={donationStatus(donation)} size="small" />,
  },
  ...donorColumns,
  weightColumn,
  { ...dateColumn, sort: 'descending' },
  { ...locationColumn, className: `max-lg:hidden ${narrowerThanBoth}` },
  ...bothPlaceColumns,
  photoColumn,
  actionsColumn({
    skeleton: 'w-14',
    cellClassName: 'max-lg:[&_svg]:hidden',
    cell: (donation, deciding) => (
      <>
        <DetailsLink id={donation.id} />
        <Decide donation={donation} size="row" {...deciding} />
      </>
    ),
  }),
];

export function FoundTable({ donations, ...decisions }: FoundDonationsProps) {
  const beingDecided = useDonationsBeingDecided();
  return (
    <DataTable
      label="Found donations"
      columns={foundColumns}
      rows={donations}
      context={{ ...decisions, beingDecided }}
    />
  );
}

/** The same where no table has room. */
export function FoundCards({ donations, ...decisions }: FoundDonationsProps) {
  const beingDecided = useDonationsBeingDecided();
  return (
    <ul aria-label="Found donations">
      {donations.map((donation) => {
        const status = donationStatus(donation);
        return (
          <DonationCard
            key={donation.id}
            donation={donation}
            pill={<StatusPill status={status} size="small" />}
            end={
              status === 'pending' ? (
                <CardActions reversed>
                  <Decide donation={donation} size="small" beingDecided={beingDecided} {...decisions} />
                </CardActions>
              ) : undefined
            }
          />
        );
      })}
    </ul>
  );
}

type DecideProps = Deciding & {
  donation: ListedDonation;
  size: 'row' | 'small';
};

function Decide({ donation, size, beingDecided, onConfirm, onReject }: DecideProps) {
  if (donationStatus(donation) !== 'pending') return null;
  const underWay = beingDecided.has(donation.id);
  const confirm = (
    <Button
      kind="outline"
      size={size}
      icon={Check}
      pending={underWay}
      onClick={(event) => {
        focusNextTwin(event.currentTarget);
        onConfirm(donation);
      }}
    >
      Confirm
    </Button>
  );
  const reject = (
    <Button
      kind="clayGhost"
      size={size}
      icon={X}
      disabledReason={underWay ? 'Wait until this is done.' : undefined}
      onClick={() => onReject(donation)}
    >
      Reject
    </Button>
  );
  // A row ends with what is pressed most; a card begins with it.
  return size === 'row' ? (
    <>
      {reject}
      {confirm}
    </>
  ) : (
    <>
      {confirm}
      {reject}
    </>
  );
}
