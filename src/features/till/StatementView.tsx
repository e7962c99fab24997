import { Download, Printer, Undo2 } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { CsvSeparator } from '#shared/lists.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { useAsCards } from '#web/console/useAsCards.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { type Column, DataRows } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { DataRowsSkeleton, ListStates } from '#web/ui/ListStates.tsx';
import { print } from '#words/site.ts';
import { statementLine as columnWords, statementMonth as words, storeStatement } from '#words/statements.tsx';
import type { ClosedMonth, Statement } from './contract.ts';
import { MonthHead, type ShownMonth } from './MonthHead.tsx';
import {
  clerkName,
  formatMonthName,
  formatDayAndTime,
  describeLine,
  type ShownLine,
  formatUses,
  withReversals,
} from './statementFormats.ts';
import { StatementSheet } from './StatementSheet.tsx';
import { ClosedMonths, Totals } from './StatementSide.tsx';

type StatementViewProps = {
  shownMonth: ShownMonth;
  query: UseQueryResult<Statement>;
  /** Newest first; undefined until loaded. */
  closedMonths: readonly ClosedMonth[] | undefined;
  renderAction?: ((line: ShownLine) => ReactNode) | undefined;
  children?: ReactNode;
};

/** A store's month: its lines and totals, the closed months, and the sheet for printing. */
export function StatementView({
  shownMonth,
  query,
  closedMonths,
  renderAction,
  children,
}: StatementViewProps) {
  const { timeZone } = useSiteInfo();
  const asCards = useAsCards();
  const statement = query.data;
  const lines = statement ? withReversals(statement.lines) : [];
  const columns = lineColumns(timeZone, renderAction);
  const page = { items: lines, total: lines.length, limit: lines.length, offset: 0 };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] nav:grid-cols-[minmax(0,1fr)_352px] print:hidden">
        {/* Not overflow-hidden, which makes a scroll container: the table's head would not stick to the page. */}
        <Card as="section" console flush aria-label={storeStatement.heading} className="overflow-clip">
          <MonthHead shownMonth={shownMonth} statement={statement} closedMonths={closedMonths} />
          <ListStates
            list={{ ...query, data: statement && page }}
            failure={(error) => errorMessage(error, storeStatement.failed)}
            bannerClassName="mx-3.5 mb-3.5"
            skeleton={<DataRowsSkeleton asCards={asCards} columns={columns} />}
            empty={
              statement && (
                <div className="border-t-[1.5px] border-line py-4">
                  <EmptyState
                    object={TagObject}
                    title={words.nothingRedeemed(formatMonthName(statement.month))}
                    text={statement.closedAt === null ? words.linesAppearAtOnce : words.closedEmpty}
                  />
                </div>
              )
            }
          >
            {(rows) => (
              <DataRows
                label={columnWords.lines}
                columns={columns}
                rows={rows}
                asCards={asCards}
                rowClassName={({ kind }) => (kind === 'reversed' ? 'bg-wheat-tint! text-wheat-deep' : '')}
              />
            )}
          </ListStates>
        </Card>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 md:max-nav:grid-cols-2">
          {statement && <Totals statement={statement} />}
          {closedMonths && closedMonths.length > 0 && (
            <ClosedMonths closedMonths={closedMonths} shownMonth={shownMonth} />
          )}
          {children}
        </div>
      </div>
      {statement && <StatementSheet statement={statement} lines={lines} />}
    </>
  );
}

type StatementButtonsProps = {
  /** The address of the CSV file, which has commas unless a separator is given. */
  fileUrl: (separator?: CsvSeparator) => string;
};

export function StatementButtons({ fileUrl }: StatementButtonsProps) {
  return (
    <>
      <Button asChild kind="ghost" size="console" className="max-md:min-h-11 max-sm:px-2.5">
        <a href={fileUrl()} download>
          <Download size={17} aria-hidden="true" />
          CSV
        </a>
      </Button>
      <Button asChild kind="ghost" size="console" className="px-2! max-md:min-h-11">
        <a href={fileUrl('semicolon')} download aria-label={storeStatement.csvForFrenchExcel}>
          {storeStatement.forFrenchExcel}
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

function lineColumns(
  timeZone: TimeZone,
  renderAction: StatementViewProps['renderAction'],
): Column<ShownLine>[] {
  return [
    { name: columnWords.date, kind: 'line', nowrap: true, cell: ({ at }) => formatDayAndTime(at, timeZone) },
    {
      name: columnWords.code,
      kind: 'heading',
      nowrap: true,
      className: 'text-inherit!',
      cell: ({ code }) => <span className="font-display font-bold tracking-[.02em]">{code}</span>,
    },
    { name: columnWords.clerk, kind: 'line', className: 'min-w-24 max-w-40 wrap-anywhere', cell: clerkName },
    {
      name: columnWords.entryKind,
      kind: 'line',
      className: 'w-full',
      cell: (line) => {
        const { verb, detail } = describeLine(line, timeZone);
        if (line.kind === 'redeemed') return `${verb}${detail}`;
        return (
          <span className="inline-flex items-center gap-2.5 text-wheat-deep">
            <Undo2 size={15} aria-hidden="true" className="shrink-0" />
            <span>
              <b className="font-[650]">{verb}</b>
              {detail}
            </span>
          </span>
        );
      },
    },
    ...(renderAction
      ? [
          {
            name: columnWords.actions,
            head: <span className="sr-only">{columnWords.actions}</span>,
            kind: 'actions' as const,
            cell: renderAction,
          },
        ]
      : []),
    {
      name: columnWords.uses,
      kind: 'pill',
      align: 'end',
      cell: (line, on) => (
        <b className="font-bold tabular">
          {on === 'card' && <span className="sr-only">{columnWords.usesForScreenReaders}</span>}
          {formatUses(line)}
        </b>
      ),
    },
  ];
}
