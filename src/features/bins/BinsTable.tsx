import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import { BinButtons, BinCode, type BinListProps, BinStatus, BinTime, OpenAlerts } from './BinPieces.tsx';
import type { BinRow } from './contract.ts';

// Narrower than these, only the bin's dialogs say what stands there.
const wide = 'max-[1239px]:hidden';
const medium = 'max-lg:hidden';

export const binColumns: readonly Column<BinRow, BinListProps>[] = [
  {
    name: 'Name',
    heading: true,
    skeleton: 'w-32',
    cellClassName: 'py-2 wrap-anywhere max-lg:w-2/5 lg:max-w-60 lg:min-w-28',
    cell: (bin) => <NameAndPlace bin={bin} />,
  },
  {
    name: 'Code',
    skeleton: 'w-18',
    className: medium,
    cellClassName: 'max-w-48 min-w-24 py-2 font-display font-bold tracking-[.03em] wrap-anywhere',
    cell: (bin) => <BinCode code={bin.bin_code} />,
  },
  {
    name: 'Location',
    quiet: true,
    skeleton: 'w-44',
    className: wide,
    cellClassName: 'max-w-64 py-2 wrap-anywhere',
    cell: (bin) => bin.location,
  },
  {
    name: 'Status',
    skeleton: 'w-19',
    cellClassName: 'py-2',
    cell: (bin) => <BinStatus isActive={bin.is_active} isOverflowing={bin.is_overflowing} />,
  },
  {
    name: 'Last emptied',
    quiet: (bin) => bin.last_emptied === null,
    skeleton: 'w-36',
    className: medium,
    cellClassName: 'py-2',
    cell: (bin, { timeZone }) => <BinTime at={bin.last_emptied} never="Never" timeZone={timeZone} />,
  },
  {
    name: 'Next pickup',
    quiet: (bin) => bin.next_scheduled_pickup === null,
    skeleton: 'w-34',
    cellClassName: 'min-w-34 py-2',
    cell: (bin, { timeZone }) => (
      <BinTime at={bin.next_scheduled_pickup} never="Not scheduled" timeZone={timeZone} />
    ),
  },
  {
    name: 'Open alerts',
    quiet: (bin) => bin.open_alerts === 0,
    skeleton: 'w-8',
    cell: (bin) => <OpenAlerts bin={bin} />,
  },
  actionsColumn({
    skeleton: 'w-40',
    cell: (bin, actions) => <BinButtons bin={bin} size="row" {...actions} />,
  }),
];

export function BinsTable(props: BinListProps) {
  return <DataTable label="Bins" columns={binColumns} rows={props.bins} context={props} />;
}

/** The bin, and under it where it stands, which has no column of its own on a narrow screen. */
function NameAndPlace({ bin: { name, location } }: { bin: BinRow }) {
  return (
    <>
      {name}
      <span className="block font-normal text-muted min-[1240px]:hidden">{location}</span>
    </>
  );
}
