import { formatInstantDay } from '#shared/dates.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { ChangeStatusButton, Contact, preferredTime, type PickupListProps } from './PickupPieces.tsx';

// Narrower than this, notes stand under the items, and the order alone says which request came first.
const wide = 'max-[1239px]:hidden';
const narrow = 'min-[1240px]:hidden';

const text = 'py-2 align-top wrap-anywhere';

export function PickupsTable({ pickups, timeZone, onChangeStatus }: PickupListProps) {
  return (
    <Table label="Pickup requests">
      <Heads />
      <tbody>
        {pickups.map((pickup) => (
          <Row key={pickup.id} data-row={pickup.id} className="[&_:is(a,button)]:scroll-mt-12">
            <Cell nowrap quiet className={`py-2 align-top ${wide}`}>
              {formatInstantDay(new Date(pickup.createdAt), timeZone)}
            </Cell>
            <Cell heading className={`min-w-40 ${text}`}>
              {pickup.name}
              <span className="block font-normal">
                <Contact pickup={pickup} />
              </span>
            </Cell>
            <Cell className={`max-w-64 min-w-36 max-lg:hidden ${text}`}>{pickup.address}</Cell>
            <Cell className={`max-w-96 min-w-40 whitespace-pre-line ${text}`}>
              <span className="block lg:hidden">{pickup.address}</span>
              {pickup.items}
              {pickup.notes !== null && (
                <span className={`mt-1 block text-muted ${narrow}`}>Notes: {pickup.notes}</span>
              )}
            </Cell>
            <Cell quiet={pickup.preferredAt === null} className={`min-w-27 ${text}`}>
              {preferredTime(pickup, timeZone)}
            </Cell>
            <Cell quiet={pickup.notes === null} className={`max-w-64 whitespace-pre-line ${text} ${wide}`}>
              {pickup.notes ?? 'None'}
            </Cell>
            <Cell className="py-2 align-top">
              <StatusPill status={pickup.status} size="small" />
            </Cell>
            <Cell align="end" className="py-1.5 pe-2.5! align-top whitespace-nowrap max-lg:[&_svg]:hidden">
              <ChangeStatusButton size="row" pickup={pickup} onClick={() => onChangeStatus(pickup)} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell sort="descending" className={wide}>
          Requested
        </HeadCell>
        <HeadCell>Name and contact</HeadCell>
        <HeadCell className="max-lg:hidden">Address</HeadCell>
        <HeadCell>
          <span className="lg:hidden">Address and items</span>
          <span className="max-lg:hidden">Items</span>
        </HeadCell>
        <HeadCell>Preferred time</HeadCell>
        <HeadCell className={wide}>Notes</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

const skeletonCells: readonly (readonly [width: string, hidden?: string])[] = [
  ['w-24', wide],
  ['w-36'],
  ['w-40', 'max-lg:hidden'],
  ['w-44'],
  ['w-32'],
  ['w-20', wide],
  ['w-18'],
];

/** The table's shape while it loads. */
export function PickupsTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {Array.from({ length: 5 }, (_, index) => (
            <Row key={index}>
              {skeletonCells.map(([width, hidden]) => (
                <Cell key={width} className={`h-15 ${hidden ?? ''}`}>
                  <SkeletonBox className={`${width} max-w-full`} />
                </Cell>
              ))}
              <Cell>
                <SkeletonBox shape="block" className="ms-auto h-7 w-28" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
