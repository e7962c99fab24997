import { CalendarClock, History, Pencil, Recycle, TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { TimeZone } from '#shared/timeZone.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { paths } from '#web/paths.ts';
import { ActionMenu } from '#web/ui/ActionMenu.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { type BinRow, contract } from './contract.ts';

/** What can be done to a bin of the list. */
interface BinActions {
  onEmptied: (bin: BinRow) => void;
  onOverflow: (bin: BinRow, status: boolean) => void;
  onEdit: (bin: BinRow) => void;
  onSchedule: (bin: BinRow) => void;
  onHistory: (bin: BinRow) => void;
}

export type BinListProps = BinActions & { bins: readonly BinRow[]; timeZone: TimeZone };

export function BinStatus({ isActive, isOverflowing }: { isActive: boolean; isOverflowing: boolean }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {isOverflowing && <StatusPill status="overflow" size="small" />}
      <StatusPill status={isActive ? 'active' : 'inactive'} size="small" />
    </span>
  );
}

/** When something was or will be, in the site's time zone. */
export function BinTime({ at, never, timeZone }: { at: string | null; never: string; timeZone: TimeZone }) {
  if (at === null) return never;
  return <Instant at={at} timeZone={timeZone} />;
}

/** A bin's code, which breaks after an underscore sooner than within a word. */
export function BinCode({ code }: { code: string }) {
  return code.split(/(?<=_)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one code never change places
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** The open alerts of a bin, and the way to them. */
export function OpenAlerts({ bin: { name, open_alerts: count } }: { bin: BinRow }) {
  if (count === 0) return 'None';
  return (
    <Link
      to={paths.consoleBinAlerts}
      // Its 44 px on a card reach over the lines around it, so that the card stays low.
      className="inline-flex min-h-6 items-center rounded-shelf font-semibold whitespace-nowrap text-clay underline underline-offset-4 max-md:-my-3 max-md:min-h-11"
    >
      {`${count} ${count === 1 ? 'alert' : 'alerts'}`}
      <span className="sr-only">{` of ${name}`}</span>
    </Link>
  );
}

type BinButtonsProps = Omit<BinListProps, 'bins' | 'timeZone'> & { bin: BinRow; size: 'row' | 'small' };

/** Emptying is the daily task, so it has its own button; the rest is in a menu. */
export function BinButtons({ bin, size, ...actions }: BinButtonsProps) {
  const mayCall = useMayCall();
  const overflowing = bin.is_overflowing;
  return (
    <>
      <Button kind="outline" size={size} icon={Recycle} onClick={() => actions.onEmptied(bin)}>
        Mark emptied
      </Button>
      <ActionMenu
        label={`More for ${bin.name}`}
        size={size}
        actions={[
          {
            label: overflowing ? 'Clear overflow' : 'Set overflow',
            icon: TriangleAlert,
            onSelect: () => actions.onOverflow(bin, !overflowing),
          },
          { label: 'Schedule pickup', icon: CalendarClock, onSelect: () => actions.onSchedule(bin) },
          ...(mayCall(contract.updateBin)
            ? [{ label: 'Edit', icon: Pencil, onSelect: () => actions.onEdit(bin) }]
            : []),
          { label: 'Overflow history', icon: History, onSelect: () => actions.onHistory(bin) },
        ]}
      />
    </>
  );
}
