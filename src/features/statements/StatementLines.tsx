import { useDeferredValue } from 'react';
import { TagObject } from '#web/art/TagObject.tsx';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { useAsCards } from '#web/console/useAsCards.ts';
import { Card } from '#web/ui/Card.tsx';
import { loading } from '#words/loading.ts';
import * as words from '#words/statementMonth.ts';
import { heading } from '#words/storeStatement.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import type { ClosedMonth, Statement } from './contract.ts';
import type { LinesProps } from './LinePieces.tsx';
import { MonthHead } from './MonthHead.tsx';
import { formatMonthName } from './months.ts';
import { StatementCards } from './StatementCards.tsx';
import { statementColumns, StatementTable } from './StatementTable.tsx';
import type { ShownMonth } from './useShownMonth.ts';

type StatementLinesProps = LinesProps & {
  shown: ShownMonth;
  /** As much of a query as is shown. */
  query: {
    data: Statement | undefined;
    isError: boolean;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Newest first; none until they have come. */
  closed: readonly ClosedMonth[] | undefined;
  /** What the failure of the statement says. */
  failure: string;
};

/** A month of a store: which, its lines, or that it has none. */
export function StatementLines({ shown, query, closed, failure, ...lines }: StatementLinesProps) {
  const asCards = useAsCards();
  const { data, isPlaceholderData } = query;
  return (
    // Clip, not hidden: a scroll container here would keep the heads from sticking to the page.
    <Card as="section" console flush aria-label={heading} className="@container overflow-clip">
      <MonthHead shown={shown} statement={data} closed={closed} timeZone={lines.timeZone} />
      {query.isError && (
        <ErrorBanner
          message={failure}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mx-3.5 mb-3.5"
        />
      )}
      {!data && !query.isError && (
        <div role="status">
          <span className="sr-only">{loading}</span>
          {asCards ? (
            <CardsSkeleton cards={4} lines={['w-1/3', 'w-2/3']} />
          ) : (
            <TableSkeleton columns={statementColumns} rows={8} />
          )}
        </div>
      )}
      {data && lines.lines.length > 0 && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          {/* Keyed, so that another month does not wait for the last of its lines. */}
          <Lines key={data.month} {...lines} asCards={asCards} />
        </div>
      )}
      {data && lines.lines.length === 0 && (
        <div className="border-t-[1.5px] border-line py-4">
          <EmptyState
            object={TagObject}
            title={words.nothingRedeemed(formatMonthName(data.month))}
            text={data.closedAt === null ? words.standsAtOnce : words.closedEmpty}
          />
        </div>
      )}
    </Card>
  );
}

/** More than a screen has room for, and few enough to be there at once. */
const FIRST_LINES = 100;

/** The first lines at once, and then the others: there may be a thousand. */
function Lines({ asCards, lines, ...rest }: LinesProps & { asCards: boolean }) {
  const Shown = asCards ? StatementCards : StatementTable;
  return <Shown {...rest} lines={useDeferredValue(lines, lines.slice(0, FIRST_LINES))} />;
}
