import { useQuery } from '@tanstack/react-query';
import { Check, Clock, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { contract as site } from '#features/settings/contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { Day } from '#shared/dates.ts';
import { formatCount, formatDay, formatKilograms, formatShortDay, formatInstantDay } from '#words/formats.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { type Icon, Button } from '#web/ui/Button.tsx';
import { percentOf } from '#web/ui/Ring.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { useAdminSummary } from './pendingDonations.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { StatusPill } from '#web/ui/Pill.tsx';
import type { AdminSummary } from './decisions.ts';
import { contract } from './contract.ts';

/** The console's four figures, a chart of the last weeks, and the bins. */
export function SummaryStrip() {
  const { data: summary } = useAdminSummary();
  const { data: community } = useQuery(endpointQuery(site.communitySummary, {}));
  const stats = summary?.stats;
  return (
    <Card
      as="section"
      console
      flush
      aria-label="Summary"
      className="divide-y-[1.5px] divide-line overflow-clip"
    >
      <div className="divide-line max-[76rem]:divide-y-[1.5px] min-[76rem]:grid min-[76rem]:grid-cols-[1.75fr_1fr] min-[76rem]:divide-x-[1.5px]">
        <dl className="grid grid-cols-[1fr_1.15fr_1fr_1fr] divide-x-[1.5px] divide-line md:grid-cols-[repeat(4,minmax(max-content,1fr))]">
          <Figure
            icon={Clock}
            label="Pending"
            value={stats?.pendingCount}
            note={
              stats && (stats.oldestPending ? <OldestPending day={stats.oldestPending} /> : 'all decided')
            }
          />
          <Figure
            icon={Check}
            label="Confirmed this month"
            value={stats?.confirmedThisMonth}
            note={
              community && (
                <MonthKilograms
                  confirmedKilograms={community.confirmedThisMonth}
                  goalKilograms={community.goal}
                  weighedShare={community.weighedShare}
                />
              )
            }
          />
          <Figure icon={Users} label="Active students" value={stats?.activeStudents} note="this month" />
          <Figure
            icon={TriangleAlert}
            label="Overflow open"
            value={stats?.overflowOpen}
            note={stats && (stats.overflowOpen > 0 ? <BinsLink /> : 'no open alerts')}
          />
        </dl>
        <WeekChart />
      </div>
      {summary && <SummaryBins bins={summary.bins} />}
    </Card>
  );
}

type MonthKilogramsProps = {
  confirmedKilograms: number;
  goalKilograms: number;
  /** From 0 to 1; null if nothing was confirmed. */
  weighedShare: number | null;
};

function MonthKilograms({ confirmedKilograms, goalKilograms, weighedShare }: MonthKilogramsProps) {
  const percent = percentOf(weighedShare ?? 0, 1);
  return (
    <>
      {formatKilograms(confirmedKilograms)} of {formatKilograms(goalKilograms, 0)} kg
      {percent > 0 && `, ${percent}% weighed`}
    </>
  );
}

function OldestPending({ day }: { day: Day }) {
  return (
    <>
      oldest <span className="md:hidden">{formatShortDay(day)}</span>
      <span className="max-md:hidden">from {formatDay(day)}</span>
    </>
  );
}

function BinsLink() {
  return (
    <Link
      to={paths.consoleTab('bins')}
      className="font-semibold text-clay underline decoration-2 underline-offset-4"
    >
      See bins
    </Link>
  );
}

type FigureProps = { icon: Icon; label: string; value: number | undefined; note: ReactNode };

function Figure({ icon: FigureIcon, label, value, note }: FigureProps) {
  const formattedValue = value === undefined ? undefined : formatCount(value);
  return (
    <div className="flex min-w-0 flex-col justify-between gap-1 px-2.5 py-2.5 sm:px-3.5 md:gap-3 md:px-[18px] md:py-4">
      <dt className="flex items-center gap-1.5 text-[0.8125rem] leading-[1.25] text-muted md:text-[0.90625rem]">
        <FigureIcon size={16} className="shrink-0 max-md:hidden" aria-hidden />
        {label}
      </dt>
      <dd className="max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
        <span
          className={`block font-display leading-[1.05] font-extrabold tracking-[-.03em] md:text-[2.75rem] ${phoneFontSize(formattedValue)}`}
        >
          {formattedValue ?? <SkeletonBox className="h-[1.05em] w-[1.4em]" />}
        </span>
        <span className="mt-0.5 text-[0.8125rem] text-muted max-sm:hidden md:block">{note || '\u00a0'}</span>
      </dd>
    </div>
  );
}

/** Long numbers get a smaller font, because four figures share a phone's width. */
function phoneFontSize(formattedValue: string | undefined): string {
  const length = formattedValue?.length ?? 0;
  if (length > 6) return 'text-[0.9375rem]';
  return length > 5 ? 'text-[1.0625rem]' : 'text-[1.6875rem]';
}

type SummaryBin = AdminSummary['bins'][number];

/** Puts overflowing bins first, then overdue ones, then those never emptied or emptied longest ago. */
function sortByNeed(bins: readonly SummaryBin[]): SummaryBin[] {
  const emptiedAt = ({ lastEmptied }: SummaryBin) => (lastEmptied === null ? 0 : Date.parse(lastEmptied));
  return bins.toSorted(
    (one, other) =>
      Number(other.isOverflowing) - Number(one.isOverflowing) ||
      Number(other.isOverdue) - Number(one.isOverdue) ||
      emptiedAt(one) - emptiedAt(other),
  );
}

/** How many bins are shown. A phone shows only the first two. */
const MAX_BINS_SHOWN = 6;

function SummaryBins({ bins }: { bins: readonly SummaryBin[] }) {
  const { timeZone } = useSiteInfo();
  if (bins.length === 0) return null;
  return (
    <section
      aria-label="Bins"
      className="grid gap-x-4 gap-y-1.5 px-2.5 py-2.5 sm:px-3.5 md:grid-cols-[6.5rem_1fr] md:px-[18px]"
    >
      <div className="flex items-baseline gap-x-3 max-md:justify-between md:flex-col">
        <h2 className="font-text text-[0.90625rem] leading-[1.4] font-[650]">Bins</h2>
        {bins.length > 1 && (
          <Link
            to={paths.consoleTab('bins')}
            className="-my-1 py-1 text-[0.84375rem] font-semibold text-spruce underline underline-offset-4 max-sm:-my-3 max-sm:py-3"
          >
            See all {bins.length}
          </Link>
        )}
      </div>
      <ul className="grid gap-x-5 gap-y-1.5 sm:grid-cols-3">
        {sortByNeed(bins)
          .slice(0, MAX_BINS_SHOWN)
          .map(({ id, name, isOverflowing, isOverdue, lastEmptied }) => (
            <li key={id} className="min-w-0 leading-[1.35] max-sm:nth-[n+3]:hidden">
              <p className="flex flex-wrap items-center gap-x-1.5">
                <span className="min-w-0 text-[0.90625rem] font-semibold wrap-anywhere">{name}</span>
                {isOverflowing && <StatusPill status="overflow" size="small" />}
              </p>
              <p className="text-[0.8125rem] text-muted tabular">
                {lastEmptied === null
                  ? 'Never emptied'
                  : `Emptied ${formatInstantDay(new Date(lastEmptied), timeZone)}`}
                {isOverdue && <b className="font-[650] text-clay">, overdue</b>}
              </p>
            </li>
          ))}
      </ul>
    </section>
  );
}

const HIGHEST_BAR_PIXELS = 64;

// Pending is hatched, so that colour is not the only cue.
const confirmedBarClasses = 'bg-spruce forced-colors:bg-[CanvasText]';
const pendingBarClasses =
  'border-[1.5px] border-wheat-deep bg-[repeating-linear-gradient(-45deg,var(--wheat-tint)_0_4px,var(--wheat-deep)_4px_6px)]';

function WeekChart() {
  const { data, isPending, isLoadingError, refetch, isFetching } = useQuery(
    endpointQuery(contract.charts, {}),
  );
  return (
    <div className="flex min-w-0 flex-col justify-between gap-2 px-[18px] pt-4 pb-3 max-md:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-text text-[0.90625rem] font-[650]">Donations by week</h2>
        <p aria-hidden="true" className="flex items-center gap-1.5 text-[0.8125rem] text-muted">
          <span className={`size-3 rounded-[2px] ${confirmedBarClasses}`} />
          Confirmed
          <span className={`ms-1.5 size-3 rounded-[2px] ${pendingBarClasses}`} />
          Pending
        </p>
      </div>
      {isLoadingError && (
        <p role="alert" className="flex items-center gap-2 py-6 text-muted">
          Failed to load charts.
          <Button kind="ghost" size="row" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {isPending && <SkeletonBox className="h-26 w-full" />}
      {data && <WeekBars weeks={data.weeks} />}
    </div>
  );
}

function WeekBars({ weeks }: Pick<EndpointResponse<typeof contract.charts>, 'weeks'>) {
  const highest = Math.max(1, ...weeks.map(({ confirmed, pending }) => confirmed + pending));
  return (
    <ol aria-label="Donations by week" className="grid auto-cols-fr grid-flow-col items-end">
      {weeks.map(({ from, confirmed, pending }) => (
        <li key={from} className="text-center text-xs leading-[1.4]">
          <span className="sr-only">
            Week of {formatShortDay(from)}: {confirmed} confirmed, {pending} pending
          </span>
          <div aria-hidden="true">
            <b>{formatCount(confirmed + pending)}</b>
            <div className="mx-auto grid w-[min(60%,44px)] gap-0.5">
              {pending > 0 && (
                <div
                  className={`rounded-[3px] ${pendingBarClasses}`}
                  style={{ height: `${(pending / highest) * HIGHEST_BAR_PIXELS}px` }}
                />
              )}
              <div
                className={`rounded-[3px] ${confirmedBarClasses}`}
                style={{ height: `${(confirmed / highest) * HIGHEST_BAR_PIXELS}px` }}
              />
            </div>
            <div className="border-t-[1.5px] border-edge pt-1 text-muted">{formatShortDay(from)}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
