import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { codesWeeks, donationBars, kilogramBars, type Charts, type WeekBar } from './chartFigures.ts';
import { ChartKey, type KeyLook } from './ChartKey.tsx';
import { ChartTable, type ChartTableData } from './ChartTable.tsx';
import { contract } from './contract.ts';
import { DropSiteBars } from './DropSiteBars.tsx';
import { ClaimBars, CodesBars } from './WeekBars.tsx';
import { claimKey } from './WeekChart.tsx';

const HEIGHT = 190;

/** The last twelve weeks: donations, kilograms, where they were left, and what became of the codes. */
export function ChartsPanel() {
  const charts = useQuery(endpointQuery(contract.charts, {}));
  return (
    <Card as="section" console flush aria-label="Charts" className="overflow-clip">
      {charts.isError && (
        <ErrorBanner
          message={errorMessage(charts.error, 'Failed to load charts.')}
          onRetry={() => void charts.refetch()}
          retrying={charts.isFetching}
          className="m-3.5"
        />
      )}
      {charts.data ? <AllCharts charts={charts.data} /> : charts.isPending && <Blank />}
    </Card>
  );
}

// Each cell draws its upper and left line over the card's edge or its neighbour's.
const grid = '-ms-[1.5px] -mt-[1.5px] grid min-[56rem]:grid-cols-2';
const cell = 'min-w-0 border-s-[1.5px] border-t-[1.5px] border-line px-[18px] py-4';

function AllCharts({ charts }: { charts: Charts }) {
  const { dropSites } = charts;
  const codes = codesWeeks(charts);
  return (
    <div className={grid}>
      <ClaimChart title="Donations by week" unit="" bars={donationBars(charts)} />
      <ClaimChart title="Kilograms by week" unit=" kg" bars={kilogramBars(charts)} />
      <Chart
        title="Top drop sites"
        chartKey={[['solid', 'Donations, confirmed or pending']]}
        empty={dropSites.length === 0 && 'No donations in these weeks.'}
        table={{
          columns: ['Drop site', 'Donations', 'Kilograms'],
          rows: dropSites.map(({ name, donations, kilograms }) => [name, donations, kilograms]),
        }}
      >
        <DropSiteBars sites={dropSites} />
      </Chart>
      <Chart
        title="Codes issued and redeemed"
        chartKey={[
          ['outlined', 'Issued'],
          ['solid', 'Uses redeemed'],
        ]}
        empty={codes.every(({ issued, redeemed }) => issued + redeemed === 0) && 'No codes in these weeks.'}
        table={{
          columns: ['Week of', 'Issued', 'Uses redeemed'],
          rows: codes.map(({ week, issued, redeemed }) => [week, issued, redeemed]),
        }}
      >
        <CodesBars weeks={codes} height={HEIGHT} />
      </Chart>
    </div>
  );
}

type ClaimChartProps = { title: string; unit: string; bars: readonly WeekBar[] };

function ClaimChart({ title, unit, bars }: ClaimChartProps) {
  return (
    <Chart
      title={title}
      chartKey={claimKey}
      empty={bars.every(({ claimed }) => claimed === 0) && 'No donations in these weeks.'}
      table={{
        columns: ['Week of', `Confirmed${unit}`, `Pending${unit}`, `In all${unit}`],
        rows: bars.map(({ week, confirmed, pending, claimed }) => [week, confirmed, pending, claimed]),
      }}
    >
      <ClaimBars bars={bars} height={HEIGHT} />
    </Chart>
  );
}

type ChartProps = {
  title: string;
  chartKey: readonly (readonly [look: KeyLook, words: string])[];
  /** What to say instead of an empty drawing. */
  empty: string | false;
  table: ChartTableData;
  children: ReactNode;
};

function Chart({ title, chartKey, empty, table, children }: ChartProps) {
  return (
    <section aria-label={title} className={cell}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-text text-[0.9375rem] font-[650]">{title}</h2>
        <ChartKey entries={chartKey} />
      </div>
      {empty ? (
        <p className="flex min-h-40 items-center justify-center text-muted">{empty}</p>
      ) : (
        <>
          <div aria-hidden="true">{children}</div>
          <details className="mt-1.5">
            <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-console text-[0.875rem] font-semibold text-muted underline decoration-line underline-offset-4 max-sm:min-h-11">
              Show as a table
            </summary>
            <ChartTable label={title} {...table} />
          </details>
        </>
      )}
    </section>
  );
}

function Blank() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading…</span>
      {['w-40', 'w-36', 'w-32', 'w-48'].map((width) => (
        <div key={width} aria-hidden="true" className={cell}>
          <SkeletonBox shape="block" className={width} />
          <SkeletonBox className="mt-3 h-[190px] w-full" />
        </div>
      ))}
    </div>
  );
}
