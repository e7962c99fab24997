import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { endpointQuery } from '#web/api/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { donationBars } from './chartFigures.ts';
import { ChartKey } from './ChartKey.tsx';
import { ChartTable } from './ChartTable.tsx';
import { contract } from './contract.ts';
import { ClaimBars } from './WeekBars.tsx';

const WEEKS = 7;
const HEIGHT = 104;

/** The last weeks at a glance, beside the summary's figures. */
export function WeekChart({ charts }: { charts: ChartsSwitchProps }) {
  const { data, isLoadingError, refetch, isFetching } = useQuery(endpointQuery(contract.charts, {}));
  const bars = data && donationBars(data).slice(-WEEKS);
  return (
    <div className="flex min-w-0 flex-col justify-between gap-1 px-[18px] pt-4 pb-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="-my-1 flex items-center gap-1 font-text text-[0.90625rem] font-[650]">
          Donations by week <ChartsSwitch {...charts} />
        </h2>
        <ChartKey entries={claimKey} />
      </div>
      {isLoadingError && !charts.open && (
        <p role="alert" className="flex items-center gap-2 py-6 text-muted">
          Failed to load charts.
          <Button kind="ghost" size="row" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {!isLoadingError && (
        <div aria-hidden="true">{bars ? <ClaimBars bars={bars} height={HEIGHT} /> : blank}</div>
      )}
      {bars && (
        <div className="sr-only">
          <ChartTable
            label="Donations by week"
            columns={['Week of', 'Confirmed', 'Pending', 'In all']}
            rows={bars.map((bar) => [bar.week, bar.confirmed, bar.pending, bar.claimed])}
          />
        </div>
      )}
    </div>
  );
}

export const claimKey = [
  ['solid', 'Confirmed'],
  ['hatched', 'Pending'],
] as const;

const barHeights = ['h-6', 'h-9', 'h-8', 'h-12', 'h-11', 'h-14', 'h-17'];

/** The bars' shape while they load. */
const blank = (
  <div className="flex h-26 items-end justify-around gap-3 pb-6">
    {barHeights.map((height) => (
      <SkeletonBox key={height} className={`w-full max-w-10 ${height}`} />
    ))}
  </div>
);

export type ChartsSwitchProps = { open: boolean; onToggle: () => void };

/** Shows and hides the fuller charts. */
export function ChartsSwitch({ open, onToggle, className }: ChartsSwitchProps & { className?: string }) {
  const Chevron = open ? ChevronUp : ChevronDown;
  return (
    <Button kind="ghost" size="row" aria-expanded={open} onClick={onToggle} className={className}>
      All charts
      <Chevron size={15} aria-hidden="true" className="-ms-0.5" />
    </Button>
  );
}
