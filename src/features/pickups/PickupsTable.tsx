import { formatInstantDay } from '#words/dates.ts';
import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import type { PickupRow } from './contract.ts';
import { ChangeStatusButton, Contact, PreferredTime, type PickupListProps } from './PickupPieces.tsx';

// Narrower than this, the order alone says which request came first.
const wide = 'max-[1239px]:hidden';

const text = 'py-2 align-top wrap-anywhere';

export const pickupColumns: readonly Column<PickupRow, PickupListProps>[] = [
  {
    name: 'Requested',
    sort: 'descending',
    nowrap: true,
    quiet: true,
    skeleton: 'w-24',
    className: wide,
    cellClassName: 'py-2 align-top',
    cell: (pickup, { timeZone }) => formatInstantDay(new Date(pickup.createdAt), timeZone),
  },
  {
    name: 'Name and contact',
    heading: true,
    skeleton: 'w-36',
    cellClassName: `min-w-46 lg:min-w-54 ${text}`,
    cell: (pickup) => (
      <>
        {pickup.name}
        <span className="block font-normal">
          <Contact pickup={pickup} />
        </span>
      </>
    ),
  },
  {
    name: 'Address',
    skeleton: 'w-40',
    className: 'max-lg:hidden',
    cellClassName: `w-1/5 min-w-36 ${text}`,
    cell: (pickup) => pickup.address,
  },
  {
    name: 'Items',
    head: (
      <>
        <span className="lg:hidden">Address and items</span>
        <span className="max-lg:hidden">Items and notes</span>
      </>
    ),
    skeleton: 'w-36 lg:w-44',
    cellClassName: `min-w-40 whitespace-pre-line max-lg:w-1/2 lg:w-1/3 ${text}`,
    cell: ({ address, items, notes }) => (
      <>
        <span className="mb-1 block text-muted lg:hidden">{address}</span>
        {items}
        {notes !== null && <span className="mt-1 block text-muted">Notes: {notes}</span>}
      </>
    ),
  },
  {
    name: 'Preferred time',
    quiet: (pickup) => pickup.preferredAt === null,
    skeleton: 'w-24 lg:w-32',
    cellClassName: `min-w-27 ${text}`,
    cell: (pickup, { timeZone }) => (
      <>
        <PreferredTime pickup={pickup} timeZone={timeZone} />
        {pickup.scheduledAt !== null && (
          <span className="mt-1 block text-ink">
            Scheduled: <Instant at={pickup.scheduledAt} timeZone={timeZone} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Status',
    skeleton: 'w-18',
    cellClassName: 'py-2 align-top',
    cell: (pickup) => <StatusPill status={pickup.status} size="small" />,
  },
  actionsColumn({
    skeleton: 'w-28',
    cellClassName: 'py-1.5 align-top max-lg:[&_svg]:hidden',
    cell: (pickup, { onChangeStatus }) => (
      <ChangeStatusButton size="row" pickup={pickup} onClick={() => onChangeStatus(pickup)} />
    ),
  }),
];

export function PickupsTable(props: PickupListProps) {
  return <DataTable label="Pickup requests" columns={pickupColumns} rows={props.pickups} context={props} />;
}
