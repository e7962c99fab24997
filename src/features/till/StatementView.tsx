import { Download, Printer, Undo2 } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { useAsCards } from '#web/console/useAsCards.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { type Column, DataRows } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { print } from '#words/site.ts';
import { statementLine as lines, statementMonth as words, storeStatement } from '#words/statements.tsx';
import type { ClosedMonth, Statement } from './contract.ts';
import { MonthHead, type ShownMonth } from './MonthHead.tsx';
import {
  clerkOf,
  formatMonthName,
  lineWords,
  type ShownLine,
  usesOf,
  whenOf,
  withReversals,
} from './statementFormats.ts';
import { StatementSheet } from './StatementSheet.tsx';
import { MonthsBefore, Totals } from './StatementSide.tsx';

type StatementViewProps = {
  shown: ShownMonth;
  query: {
    data: Statement | undefined;
    isError: boolean;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Newest first; undefined until loaded. */
  closed: readonly ClosedMonth[] | undefined;
  failure: string;
  /** The button of a line. */
  action?: ((line: ShownLine) => ReactNode) | undefined;
  children?: ReactNode;
};

/** A store's month in the console and by the store's link: lines, totals, the closed months, and the printed sheet. */
export function StatementView({ shown, query, closed, failure, action, children }: StatementViewProps) {
  const { timeZone } = useSiteInfo();
  const { data: statement, isPlaceholderData } = query;
  const shownLines = statement ? withReversals(statement.lines) : [];
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] nav:grid-cols-[minmax(0,1fr)_352px] print:hidden">
        {/* Clip, not hidden: inside a scroll container the heads would not stick to the page. */}
        <Card
          as="section"
          console
          flush
          aria-label={storeStatement.heading}
          className="@container overflow-clip"
        >
          <MonthHead shown={shown} statement={statement} closed={closed} timeZone={timeZone} />
          {query.isError && (
            <ErrorBanner
              message={failure}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
              className="mx-3.5 mb-3.5"
            />
          )}
          {!statement && !query.isError && (
            <Skeleton rows={8} row={<SkeletonBox className="mx-3.5 my-1 h-6 w-auto" />} />
          )}
          {statement && shownLines.length > 0 && (
            <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
              {/* Keyed, so that another month starts with its first lines only. */}
              <Lines key={statement.month} lines={shownLines} columns={lineColumns(timeZone, action)} />
            </div>
          )}
          {statement && shownLines.length === 0 && (
            <div className="border-t-[1.5px] border-line py-4">
              <EmptyState
                object={TagObject}
                title={words.nothingRedeemed(formatMonthName(statement.month))}
                text={statement.closedAt === null ? words.standsAtOnce : words.closedEmpty}
              />
            </div>
          )}
        </Card>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 md:max-nav:grid-cols-2">
          {statement && <Totals statement={statement} />}
          {closed && closed.length > 0 && <MonthsBefore closed={closed} shown={shown} timeZone={timeZone} />}
          {children}
        </div>
      </div>
      {statement && <StatementSheet statement={statement} lines={shownLines} />}
    </>
  );
}

export function StatementButtons({ href }: { href: string }) {
  return (
    <>
      <Button asChild kind="ghost" size="console" className="max-md:min-h-11 max-sm:px-2.5">
        <a href={href} download>
          <Download size={17} aria-hidden="true" />
          CSV
        </a>
      </Button>
      <Button
        kind="outline"
        size="console"
        icon={Printer}
        className="max-md:min-h-11 max-sm:px-3"
        onClick={() => window.print()}
      >
        {print}
      </Button>
    </>
  );
}

/** More than a screen shows, and few enough to render at once. */
const FIRST_LINES = 100;

type LinesProps = { lines: readonly ShownLine[]; columns: readonly Column<ShownLine>[] };

/** Renders the first lines at once and the rest deferred: there may be a thousand. */
function Lines({ lines: all, columns }: LinesProps) {
  const asCards = useAsCards();
  return (
    <DataRows
      label={lines.lines}
      columns={columns}
      rows={useDeferredValue(all, all.slice(0, FIRST_LINES))}
      asCards={asCards}
      rowClassName={({ kind }) => (kind === 'reversed' ? 'bg-wheat-tint! text-wheat-deep' : '')}
    />
  );
}

function lineColumns(timeZone: TimeZone, action: StatementViewProps['action']): Column<ShownLine>[] {
  const columns: Column<ShownLine>[] = [
    {
      name: lines.date,
      only: 'table',
      nowrap: true,
      className: 'min-w-17 @min-[52rem]:min-w-19',
      cell: (line) => whenOf(line, timeZone).day,
    },
    {
      name: lines.time,
      only: 'table',
      nowrap: true,
      className: 'min-w-21 @min-[52rem]:min-w-24',
      cell: (line) => whenOf(line, timeZone).time,
    },
    {
      name: lines.code,
      kind: 'heading',
      nowrap: true,
      className: 'min-w-26 @min-[52rem]:min-w-31 text-inherit!',
      cell: ({ code }) => <span className="font-display font-bold tracking-[.02em]">{code}</span>,
    },
    {
      name: lines.clerk,
      only: 'table',
      quiet: ({ clerk }) => clerk === null,
      className: 'min-w-24 max-w-40 wrap-anywhere',
      cell: (line) => clerkOf(line) ?? lines.noClerk,
    },
    {
      name: `${lines.date}, ${lines.clerk}`,
      kind: 'line',
      only: 'card',
      cell: (line) => {
        const { day, time } = whenOf(line, timeZone);
        return [day, time, clerkOf(line)].filter(Boolean).join(', ');
      },
    },
    {
      name: lines.what,
      kind: 'line',
      className: 'w-full',
      cell: (line) => <What line={line} timeZone={timeZone} />,
    },
  ];
  if (action) {
    columns.push({
      name: lines.actions,
      head: <span className="sr-only">{lines.actions}</span>,
      kind: 'actions',
      cell: action,
    });
  }
  columns.push({
    name: lines.uses,
    kind: 'pill',
    align: 'end',
    cell: (line, on) => (
      <b className="font-bold tabular">
        {on === 'card' && <span className="sr-only">{lines.usesHeard}</span>}
        {usesOf(line)}
      </b>
    ),
  });
  return columns;
}

function What({ line, timeZone }: { line: ShownLine; timeZone: TimeZone }) {
  const { first, rest } = lineWords(line, timeZone);
  if (line.kind === 'redeemed') {
    return (
      <span className={line.givenBackAt === null ? 'text-ink' : 'text-muted'}>
        {first}
        {rest}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-2.5 text-wheat-deep">
      <Undo2 size={15} aria-hidden="true" className="shrink-0" />
      <span>
        <b className="font-[650]">{first}</b>
        {rest}
      </span>
    </span>
  );
}
