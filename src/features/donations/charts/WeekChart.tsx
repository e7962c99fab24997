import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { formatShortDay } from '#words/formats.ts';
import { contract } from './contract.ts';

/** Of the highest bar, in pixels. */
const HEIGHT = 64;

// Pending is hatched, so that colour is not the only cue.
const confirmedLook = 'bg-spruce forced-colors:bg-[CanvasText]';
const pendingLook =
  'border-[1.5px] border-wheat-deep bg-[repeating-linear-gradient(-45deg,var(--wheat-tint)_0_4px,var(--wheat-deep)_4px_6px)]';

/** The last weeks at a glance, beside the summary's figures. */
export function WeekChart() {
  const { data, isLoadingError, refetch, isFetching } = useQuery(endpointQuery(contract.charts, {}));
  const most = Math.max(1, ...(data?.weeks ?? []).map(({ confirmed, pending }) => confirmed + pending));
  return (
    <div className="flex min-w-0 flex-col justify-between gap-2 px-[18px] pt-4 pb-3 max-md:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-text text-[0.90625rem] font-[650]">Donations by week</h2>
        <p aria-hidden="true" className="flex items-center gap-1.5 text-[0.8125rem] text-muted">
          <span className={`size-3 rounded-[2px] ${confirmedLook}`} />
          Confirmed
          <span className={`ms-1.5 size-3 rounded-[2px] ${pendingLook}`} />
          Pending
        </p>
      </div>
      {isLoadingError ? (
        <p role="alert" className="flex items-center gap-2 py-6 text-muted">
          Failed to load charts.
          <Button kind="ghost" size="row" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      ) : data ? (
        <ol aria-label="Donations by week" className="grid auto-cols-fr grid-flow-col items-end">
          {data.weeks.map(({ from, confirmed, pending }) => (
            <li key={from} className="text-center text-xs leading-[1.4]">
              <span className="sr-only">
                Week of {formatShortDay(from)}: {confirmed} confirmed, {pending} pending
              </span>
              <div aria-hidden="true">
                <b>{(confirmed + pending).toLocaleString('en-CA')}</b>
                <div className="mx-auto grid w-[min(60%,44px)] gap-0.5">
                  {pending > 0 && (
                    <div
                      className={`rounded-[3px] ${pendingLook}`}
                      style={{ height: `${(pending / most) * HEIGHT}px` }}
                    />
                  )}
                  <div
                    className={`rounded-[3px] ${confirmedLook}`}
                    style={{ height: `${(confirmed / most) * HEIGHT}px` }}
                  />
                </div>
                <div className="border-t-[1.5px] border-edge pt-1 text-muted">{formatShortDay(from)}</div>
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <SkeletonBox className="h-26 w-full" />
      )}
    </div>
  );
}
