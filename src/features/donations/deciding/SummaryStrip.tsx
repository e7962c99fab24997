import { useQuery } from '@tanstack/react-query';
import { Check, Clock, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { contract as site } from '#features/settings/contract.ts';
import { type Day } from '#shared/dates.ts';
import { formatDay, formatKilograms, formatShortDay } from '#words/formats.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import type { Icon } from '#web/ui/Button.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { SummaryBins } from './SummaryBins.tsx';
import { useAdminSummary } from './useAdminSummary.ts';
import { WeekChart } from '#features/donations/charts/WeekChart.tsx';

/** How the month goes: four figures, the last weeks, and the bins. */
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
            note={stats && (stats.oldestPending ? <Oldest day={stats.oldestPending} /> : 'all decided')}
          />
          <Figure
            icon={Check}
            label="Confirmed this month"
            value={stats?.confirmedThisMonth}
            note={
              community &&
              `${formatKilograms(community.confirmedThisMonth)} of ${formatKilograms(community.goal, 0)} kg`
            }
          />
          <Figure icon={Users} label="Active students" value={stats?.activeStudents} note="this month" />
          <Figure
            icon={TriangleAlert}
            label="Overflow open"
            value={stats?.overflowOpen}
            note={stats && (stats.overflowOpen > 0 ? <SeeBins /> : 'no open alerts')}
          />
        </dl>
        <WeekChart />
      </div>
      {summary && <SummaryBins bins={summary.bins} />}
    </Card>
  );
}

function Oldest({ day }: { day: Day }) {
  return (
    <>
      oldest <span className="md:hidden">{formatShortDay(day)}</span>
      <span className="max-md:hidden">from {formatDay(day)}</span>
    </>
  );
}

function SeeBins() {
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
  const figure = value?.toLocaleString('en-CA');
  return (
    <div className="flex min-w-0 flex-col justify-between gap-1 px-2.5 py-2.5 sm:px-3.5 md:gap-3 md:px-[18px] md:py-4">
      <dt className="flex items-center gap-1.5 text-[0.8125rem] leading-[1.25] text-muted md:text-[0.90625rem]">
        <FigureIcon size={16} className="shrink-0 max-md:hidden" aria-hidden />
        {label}
      </dt>
      <dd className="max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
        <span
          className={`block font-display leading-[1.05] font-extrabold tracking-[-.03em] md:text-[2.75rem] ${smallSize(figure)}`}
        >
          {figure ?? <SkeletonBox className="h-[1.05em] w-[1.4em]" />}
        </span>
        <span className="mt-0.5 text-[0.8125rem] text-muted max-sm:hidden md:block">{note || '\u00a0'}</span>
      </dd>
    </div>
  );
}

/** Four figures share a phone's width: those of tens and hundreds of thousands are set smaller. */
function smallSize(figure: string | undefined): string {
  const length = figure?.length ?? 0;
  if (length > 6) return 'text-[0.9375rem]';
  return length > 5 ? 'text-[1.0625rem]' : 'text-[1.6875rem]';
}
