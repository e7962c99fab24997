import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '#words/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import { Checkbox } from '#web/ui/Field.tsx';
import {
  bothPlaceColumns,
  dateColumn,
  donorColumns,
  locationColumn,
  narrowerThanBoth,
  photoColumn,
} from '#features/donations/donationColumns.tsx';
import { ClaimedWeight, DetailsLink } from '#features/donations/DonationPieces.tsx';
import { donorName } from '#features/donations/donationWords.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';
import { confirmOnce, isRange, type PendingListProps, type PendingOrder } from './pendingList.ts';

export function pendingColumns({
  selectAll = null,
  date,
  sort = 'oldest',
}: { selectAll?: ReactNode; date?: ReactNode; sort?: PendingOrder } = {}): readonly Column<
  ListedDonation,
  PendingListProps
>[] {
  return [
    {
      name: 'Select',
      head: selectAll,
      skeleton: 'ms-[3px] h-4.5 w-[18px]',
      className: 'w-10 ps-2! pe-1',
      cell: (donation, { selection }) => (
        <Checkbox
          size="console"
          aria-label={`Select ${donorName(donation)}, ${formatDay(donation.date)}`}
          checked={selection.has(donation.id)}
          onChange={(event) => selection.toggle(donation.id, isRange(event))}
        />
      ),
    },
    ...donorColumns,
    {
      name: 'Weight',
      skeleton: 'w-22',
      cell: (donation, { selection }) => (
        <ClaimedWeight donation={donation} selected={selection.has(donation.id)} />
      ),
    },
    { ...dateColumn, head: date, sort: sort === 'oldest' ? 'ascending' : 'descending' },
    { ...locationColumn, className: narrowerThanBoth },
    ...bothPlaceColumns,
    photoColumn,
    actionsColumn({
      skeleton: 'w-52',
      cellClassName: 'max-lg:[&_svg]:hidden',
      cell: (donation, { onConfirm, onReject }) => (
        <>
          <DetailsLink id={donation.id} />
          <Button kind="clayGhost" size="row" icon={X} onClick={() => onReject(donation)}>
            Reject
          </Button>
          <Button
            kind="outline"
            size="row"
            icon={Check}
            onClick={(event) => confirmOnce(event, () => onConfirm(donation))}
          >
            Confirm
          </Button>
        </>
      ),
    }),
  ];
}

export function PendingTable(props: PendingListProps) {
  const { donations, selection, sort, onSort } = props;
  const selectAll = (
    <Checkbox
      size="console"
      aria-label="Select all"
      checked={selection.extent === 'all'}
      indeterminate={selection.extent === 'some'}
      onChange={selection.toggleAll}
    />
  );
  const date = (
    <button
      type="button"
      title={`Show ${sort === 'oldest' ? 'newest' : 'oldest'} first`}
      onClick={onSort}
      className="-mx-1 min-h-8 cursor-pointer rounded-console px-1 hover:text-ink"
    >
      Date
    </button>
  );
  return (
    <DataTable
      label="Pending donations"
      columns={pendingColumns({ selectAll, date, sort })}
      rows={donations}
      isSelected={({ id }) => selection.has(id)}
      rowClassName="[&_:is(a,button,input)]:scroll-mt-24"
      context={props}
    />
  );
}
