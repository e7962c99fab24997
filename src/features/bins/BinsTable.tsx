import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '#web/ui/Table.tsx';
import { BinButtons, type BinListProps, BinStatus, BinTime, OpenAlerts } from './BinPieces.tsx';

// Narrower than these, only the bin's dialogs say what stands there.
const wide = 'max-[1239px]:hidden';
const medium = 'max-lg:hidden';

export function BinsTable({ bins, timeZone, ...actions }: BinListProps) {
  return (
    <Table label="Bins">
      <Heads />
      <tbody>
        {bins.map((bin) => (
          <Row key={bin.id} data-row={bin.id} className="[&_:is(a,button)]:scroll-mt-12">
            <Cell heading className="max-w-60 min-w-28 py-2 wrap-anywhere">
              {bin.name}
            </Cell>
            <Cell
              className={`max-w-48 min-w-24 py-2 font-display font-bold tracking-[.03em] wrap-anywhere ${medium}`}
            >
              {bin.bin_code}
            </Cell>
            <Cell quiet className={`max-w-64 py-2 wrap-anywhere ${wide}`}>
              {bin.location}
            </Cell>
            <Cell className="py-2">
              <BinStatus isActive={bin.is_active} isOverflowing={bin.is_overflowing} />
            </Cell>
            <Cell quiet={bin.last_emptied === null} className={`py-2 ${medium}`}>
              <BinTime at={bin.last_emptied} never="Never" timeZone={timeZone} />
            </Cell>
            <Cell quiet={bin.next_scheduled_pickup === null} className="py-2">
              <BinTime at={bin.next_scheduled_pickup} never="Not scheduled" timeZone={timeZone} />
            </Cell>
            <Cell quiet={bin.open_alerts === 0}>
              <OpenAlerts bin={bin} />
            </Cell>
            <Cell align="end" className="pe-2.5! whitespace-nowrap">
              <span className="inline-flex gap-1">
                <BinButtons bin={bin} size="row" {...actions} />
              </span>
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
        <HeadCell>Name</HeadCell>
        <HeadCell className={medium}>Code</HeadCell>
        <HeadCell className={wide}>Location</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell className={medium}>Last emptied</HeadCell>
        <HeadCell>Next pickup</HeadCell>
        <HeadCell>Open alerts</HeadCell>
        <HeadCell align="end">Actions</HeadCell>
      </tr>
    </thead>
  );
}

const skeletonCells: readonly (readonly [width: string, hidden?: string])[] = [
  ['w-32'],
  ['w-18', medium],
  ['w-44', wide],
  ['w-19'],
  ['w-36', medium],
  ['w-34'],
  ['w-8'],
];

/** The table's shape while it loads. */
export function BinsTableSkeleton() {
  return (
    <div aria-hidden="true">
      <Table label="Loading">
        <Heads />
        <tbody>
          {Array.from({ length: 6 }, (_, index) => (
            <Row key={index}>
              {skeletonCells.map(([width, hidden]) => (
                <Cell key={width} className={hidden}>
                  <SkeletonBox className={width} />
                </Cell>
              ))}
              <Cell>
                <SkeletonBox shape="block" className="ms-auto h-7 w-40" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
