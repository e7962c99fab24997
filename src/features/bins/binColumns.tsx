import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TimeZone } from '#shared/timeZone.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import type { Column } from '#web/ui/DataRows.tsx';
import { Pill, StatusPill } from '#web/ui/Pill.tsx';
import { AlertPill, Report, formatShortInstant } from './AlertBox.tsx';
import type { BinRow, OverflowAlert } from './contract.ts';
import { daysUntilDue, formatBagCount, formatDue, formatReportCount } from './rules.ts';

type ColumnsContext = {
  timeZone: TimeZone;
  /** The bin in the panel. */
  chosenBinId: number | null;
  onOpen: (binId: number) => void;
};

export function binColumns({ timeZone, chosenBinId, onOpen }: ColumnsContext): Column<BinRow>[] {
  return [
    {
      name: 'Name',
      kind: 'heading',
      className: 'min-w-40 wrap-anywhere',
      cell: ({ id, name, bin_code: code }) => (
        <>
          <BinButton onClick={() => onOpen(id)}>{name}</BinButton>{' '}
          <span className="ms-1 font-display tracking-[.03em] text-muted">{code}</span>
        </>
      ),
    },
    {
      name: 'State',
      kind: 'pill',
      cell: (bin) => <BinState bin={bin} onSelectedRow={bin.id === chosenBinId} />,
    },
    {
      name: 'Last emptied',
      kind: 'line',
      quiet: ({ last_emptied: at }) => at === null,
      cell: ({ last_emptied: at, bags_found: bags }, on) => {
        const never = on === 'card' ? 'never' : 'Never';
        return (
          <span className="tabular">
            {on === 'card' && 'Emptied '}
            {at === null ? never : formatShortInstant(at, timeZone)}
            {bags !== null && <span className="text-muted">{`, ${formatBagCount(bags)}`}</span>}
          </span>
        );
      },
    },
    {
      name: 'Due',
      kind: 'line',
      nowrap: true,
      quiet: (bin) => !bin.is_active || bin.target_days === null,
      cell: (bin, on) => <Due bin={bin} on={on} />,
    },
  ];
}

export function alertColumns({ chosenBinId, onOpen }: ColumnsContext): Column<OverflowAlert>[] {
  return [
    {
      name: 'Bin',
      kind: 'heading',
      className: 'w-1/3 min-w-40 wrap-anywhere',
      cell: ({ binId, binName, location }) => (
        <>
          <BinButton onClick={() => onOpen(binId)}>{binName ?? `Bin #${binId}`}</BinButton>
          <span className="block font-normal text-muted">{location ?? 'Unknown'}</span>
        </>
      ),
    },
    {
      name: 'Report',
      kind: 'line',
      className: 'wrap-anywhere',
      cell: (alert) => (
        <>
          <Report report={alert} />
          {alert.reports > 1 && <p className="font-semibold tabular">{formatReportCount(alert.reports)}</p>}
        </>
      ),
    },
    {
      name: 'State',
      kind: 'pill',
      cell: ({ binId, status }) => <AlertPill status={status} onSelectedRow={binId === chosenBinId} />,
    },
  ];
}

/** A bin's name in a list. Its button covers the row, so pressing the row anywhere opens the bin. */
function BinButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      data-fills-card
      onClick={onClick}
      className="cursor-pointer text-start font-[650] max-md:-my-3 max-md:inline-block max-md:min-h-11 max-md:py-2.5 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-[3px] focus-visible:after:-outline-offset-3 focus-visible:after:outline-(--focus)"
    >
      {children}
    </button>
  );
}

function Due({ bin, on }: { bin: BinRow; on: 'row' | 'card' }) {
  const { timeZone } = useSiteInfo();
  const today = useToday();
  const dates = { lastEmptied: bin.last_emptied, createdAt: bin.created_at, targetDays: bin.target_days };
  const daysLeft = bin.is_active ? daysUntilDue(dates, today, timeZone) : null;
  if (daysLeft === null) return on === 'row' && 'none';
  if (daysLeft < 0) return <span className="font-[650] text-wheat-deep">{formatDue(daysLeft)}</span>;
  return on === 'card' ? `Due ${formatDue(daysLeft)}` : formatDue(daysLeft);
}

/** Warns of an overflow or open alert. An overflowing bin shows its status only if it is inactive. */
function BinState({ bin, onSelectedRow }: { bin: BinRow; onSelectedRow: boolean }) {
  const { is_overflowing: isOverflowing, is_active: isActive, open_alerts: openAlerts, reports } = bin;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {(isOverflowing || openAlerts > 0) && (
        <Pill tone="clay" icon={TriangleAlert} size="small" onSelectedRow={onSelectedRow}>
          {[isOverflowing && 'Overflow', reports > 0 && formatReportCount(reports)]
            .filter(Boolean)
            .join(', ')}
        </Pill>
      )}
      {(!isOverflowing || !isActive) && (
        <StatusPill status={isActive ? 'active' : 'inactive'} size="small" onSelectedRow={onSelectedRow} />
      )}
    </span>
  );
}
