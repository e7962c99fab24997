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
  clerkOf,
  formatMonthName,
  formatWhen,
  lineWords,
  type ShownLine,
  usesOf,
  withReversals,
} from './statementFormats.ts';
import { StatementSheet } from './StatementSheet.tsx';
import { ClosedMonths, Totals } from './StatementSide.tsx';

type StatementViewProps = {
  shown: ShownMonth;
  query: UseQueryResult<Statement>;
  /** Newest first; undefined until loaded. */
  closedMonths: readonly ClosedMonth[] | undefined;
  /** Renders the button of a line. */
  action?: ((line: ShownLine) => ReactNode) | undefined;
  children?: ReactNode;
};

/** A store's month in the console and by the store's link: lines, totals, the closed months, and the printed sheet. */
export function StatementView({ shown, query, closedMonths, action, children }: StatementViewProps) {
  const { timeZone } = useSiteInfo();
  const asCards = useAsCards();
  const statement = query.data;
  const items = statement ? withReversals(statement.lines) : [];
  const columns = lineColumns(timeZone, action);
  const page = { items, total: items.length, limit: items.length, offset: 0 };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] nav:grid-cols-[minmax(0,1fr)_352px] print:hidden">
        {/* Clip, not hidden: inside a scroll container the heads would not stick to the page. */}
        <Card as="section" console flush aria-label={storeStatement.heading} className="overflow-clip">
          <MonthHead shown={shown} statement={statement} closedMonths={closedMonths} />
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
                    text={statement.closedAt === null ? words.standsAtOnce : words.closedEmpty}
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
            <ClosedMonths closedMonths={closedMonths} shown={shown} />
          )}
          {children}
        </div>
      </div>
      {statement && <StatementSheet statement={statement} lines={items} />}
    </>
  );
}

type StatementButtonsProps = {
  /** The address of the file, with commas unless another separator is asked for. */
  addressOf: (separator?: CsvSeparator) => string;
};

export function StatementButtons({ addressOf }: StatementButtonsProps) {
  return (
    <>
      <Button asChild kind="ghost" size="console" className="max-md:min-h-11 max-sm:px-2.5">
        <a href={addressOf()} download>
          <Download size={17} aria-hidden="true" />
          CSV
        </a>
      </Button>
      <Button asChild kind="ghost" size="console" className="px-2! max-md:min-h-11">
        <a href={addressOf('semicolon')} download aria-label={storeStatement.csvForFrenchExcel}>
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

function lineColumns(timeZone: TimeZone, action: StatementViewProps['action']): Column<ShownLine>[] {
  return [
    { name: columnWords.date, kind: 'line', nowrap: true, cell: ({ at }) => formatWhen(at, timeZone) },
    {
      name: columnWords.code,
      kind: 'heading',
      nowrap: true,
      className: 'text-inherit!',
      cell: ({ code }) => <span className="font-display font-bold tracking-[.02em]">{code}</span>,
    },
    { name: columnWords.clerk, kind: 'line', className: 'min-w-24 max-w-40 wrap-anywhere', cell: clerkOf },
    {
      name: columnWords.what,
      kind: 'line',
      className: 'w-full',
      cell: (line) => {
        const { verb, detail } = lineWords(line, timeZone);
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
    ...(action
      ? [
          {
            name: columnWords.actions,
            head: <span className="sr-only">{columnWords.actions}</span>,
            kind: 'actions' as const,
            cell: action,
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
          {usesOf(line)}
        </b>
      ),
    },
  ];
}
