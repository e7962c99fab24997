import { Flag, MessageSquareText, Undo2 } from 'lucide-react';
import { memo, useDeferredValue, useMemo } from 'react';
import type { TimeZone } from '#shared/timeZone.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { useAsCards } from '#web/console/useAsCards.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { type Column, DataRows } from '#web/ui/DataRows.tsx';
import { DataRowsSkeleton } from '#web/ui/DataRowsSkeleton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListStates } from '#web/ui/ListStates.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import * as words from '#words/statementLine.ts';
import * as monthWords from '#words/statementMonth.ts';
import { heading } from '#words/storeStatement.tsx';
import type { ClosedMonth, Dispute, Statement } from './contract.ts';
import { MonthHead } from './MonthHead.tsx';
import { formatMonthName } from './months.ts';
import { clerkOf, lineName, type ToldLine, usesOf, whenOf, wordsOf } from './toldLines.ts';
import type { ShownMonth } from './useShownMonth.ts';

/** What can be done with a line, by whoever looks at it. */
export interface LineAction {
  label: string;
  mayAct: (line: ToldLine) => boolean;
  act: (line: ToldLine) => void;
}

type LinesProps = {
  lines: readonly ToldLine[];
  timeZone: TimeZone;
  /** Who looks at them. */
  reader: 'office' | 'store';
  action: LineAction;
};

type LineContext = Omit<LinesProps, 'lines'>;

function statementColumns(context: LineContext): Column<ToldLine>[] {
  const { timeZone, action } = context;
  const when = (line: ToldLine) => whenOf(line, timeZone);
  return [
    {
      name: words.date,
      only: 'table',
      nowrap: true,
      className: 'min-w-17 @min-[52rem]:min-w-19',
      cell: (line) => when(line).day,
    },
    {
      name: words.time,
      only: 'table',
      nowrap: true,
      className: 'min-w-21 @min-[52rem]:min-w-24',
      cell: (line) => when(line).time,
    },
    {
      name: words.code,
      kind: 'heading',
      className: 'min-w-26 whitespace-nowrap @min-[52rem]:min-w-31 text-inherit!',
      cell: ({ code }) => <span className="font-display font-bold tracking-[.02em]">{code}</span>,
    },
    {
      name: words.clerk,
      only: 'table',
      quiet: ({ clerk }) => clerk === null,
      className: 'min-w-24 max-w-40 wrap-anywhere',
      cell: (line) => clerkOf(line) ?? words.noClerk,
    },
    {
      name: words.what,
      only: 'table',
      className: 'w-full',
      cell: (line) => <LineWords line={line} context={context} />,
    },
    {
      name: words.actions,
      head: <span className="sr-only">{words.actions}</span>,
      only: 'table',
      align: 'end',
      cell: (line) => <LineButton line={line} context={context} size="row" />,
    },
    { name: words.uses, only: 'table', align: 'end', className: 'font-bold!', cell: usesOf },
    {
      name: words.usesHeard,
      kind: 'pill',
      only: 'card',
      cell: (line) => (
        <b className="ms-auto font-display text-[1.125rem] font-extrabold tabular">
          <span className="sr-only">{words.usesHeard}</span>
          {usesOf(line)}
        </b>
      ),
    },
    {
      name: 'when and who',
      kind: 'line',
      only: 'card',
      cell: (line) => (
        <span className={line.kind === 'reversed' ? 'text-wheat-deep' : undefined}>
          {[when(line).day, when(line).time, clerkOf(line)].filter((part) => part !== null).join(', ')}
        </span>
      ),
    },
    {
      name: 'what and action',
      kind: 'note',
      only: 'card',
      cell: (line) => (
        <div className="flex items-end justify-between gap-3 text-[0.9375rem]">
          <div className="min-w-0">
            <LineWords line={line} context={context} />
          </div>
          {action.mayAct(line) && (
            <div className="-me-3 -mb-2 shrink-0">
              <LineButton line={line} context={context} size="small" />
            </div>
          )}
        </div>
      ),
    },
  ];
}

type StatementLinesProps = LinesProps & {
  shown: ShownMonth;
  /** As much of a query as is shown. */
  query: Omit<Parameters<typeof ListStates>[0]['list'], 'data'> & { data: Statement | undefined };
  /** Newest first; none until they have come. */
  closed: readonly ClosedMonth[] | undefined;
  failure: (error: Error) => string;
};

/** A month of a store: its lines, or that it has none. */
export function StatementLines({ shown, query, closed, failure, lines, ...context }: StatementLinesProps) {
  const asCards = useAsCards();
  const { timeZone, reader, action } = context;
  const columns = useMemo(() => statementColumns({ timeZone, reader, action }), [timeZone, reader, action]);
  const { data } = query;
  const count = lines.length;
  return (
    // Clip, not hidden: a scroll container here would keep the heads from sticking to the page.
    <Card as="section" console flush aria-label={heading} className="@container overflow-clip">
      <MonthHead shown={shown} statement={data} closed={closed} timeZone={timeZone} />
      <ListStates
        list={{ ...query, data: data && { items: lines, total: count, limit: count, offset: 0 } }}
        failure={failure}
        bannerClassName="mx-3.5 mb-3.5"
        skeleton={<DataRowsSkeleton asCards={asCards} columns={columns} />}
        empty={
          <div className="border-t-[1.5px] border-line py-4">
            {data && (
              <EmptyState
                object={TagObject}
                title={monthWords.nothingRedeemed(formatMonthName(data.month))}
                text={data.closedAt === null ? monthWords.standsAtOnce : monthWords.closedEmpty}
              />
            )}
          </div>
        }
      >
        {/* Keyed, so that another month does not wait for the last of its lines. */}
        {(rows) => <Lines key={data?.month} columns={columns} rows={rows} asCards={asCards} />}
      </ListStates>
    </Card>
  );
}

/** More than a screen has room for, and few enough to be there at once. */
const FIRST_LINES = 100;

type ShownLines = { columns: readonly Column<ToldLine>[]; rows: readonly ToldLine[]; asCards: boolean };

/** The first lines at once, and then the others: there may be a thousand. */
function Lines({ rows, ...rest }: ShownLines) {
  return <AllLines {...rest} rows={useDeferredValue(rows, rows.slice(0, FIRST_LINES))} />;
}

/** Only what changes the lines draws them again, and cards out of sight are not laid out. */
const AllLines = memo(function AllLines(props: ShownLines) {
  return (
    <DataRows
      {...props}
      label={words.lines}
      rowClassName={({ kind }) =>
        `[contain-intrinsic-size:auto_78px] [content-visibility:auto] ${
          kind === 'reversed' ? 'bg-wheat-tint! text-wheat-deep' : ''
        }`
      }
    />
  );
});

/** What a line tells, and what store and office say of it. */
function LineWords({ line, context: { timeZone, reader } }: { line: ToldLine; context: LineContext }) {
  const { first, rest } = wordsOf(line, timeZone);
  const { kind, givenBackAt, dispute } = line;
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 py-0.5">
        {kind === 'reversed' ? (
          <span className="inline-flex items-center gap-2.5">
            <Undo2 size={15} aria-hidden="true" className="shrink-0" />
            <span>
              <b className="font-[650]">{first}</b>
              {rest}
            </span>
          </span>
        ) : (
          <span className={givenBackAt === null ? undefined : 'text-muted'}>
            {first}
            {rest}
          </span>
        )}
        {dispute && dispute.answer === null && (
          <Pill tone="clay" icon={Flag} size="small">
            {words.saidNotOurs[reader]}
          </Pill>
        )}
        {dispute && dispute.answer !== null && (
          <Pill tone="sunk" icon={MessageSquareText} size="small">
            {words.answered}
          </Pill>
        )}
      </span>
      {dispute && <DisputeWords dispute={dispute} reader={reader} />}
    </>
  );
}

/** What was said of a line. What the office has to answer stands beside the lines, and not here too. */
function DisputeWords({
  dispute: { note, answer },
  reader,
}: {
  dispute: Dispute;
  reader: LinesProps['reader'];
}) {
  if (answer === null && (note === null || reader === 'office')) return null;
  return (
    <span className="block pb-1.5 text-[0.84375rem] leading-[1.4] text-muted wrap-anywhere">
      {note !== null && <span className="block">{words.storeWrote[reader](note)}</span>}
      {answer !== null && <span className="block">{words.officeWrote(answer)}</span>}
    </span>
  );
}

/** The button that does it, where it can be done. */
function LineButton({
  line,
  context: { action, timeZone },
  size,
}: {
  line: ToldLine;
  context: LineContext;
  size: 'row' | 'small';
}) {
  if (!action.mayAct(line)) return null;
  return (
    <Button
      kind="quiet"
      size={size}
      className="px-3 whitespace-nowrap max-md:min-h-11 pointer-coarse:min-h-11"
      onClick={() => action.act(line)}
    >
      {action.label}
      <span className="sr-only">, {lineName(line, timeZone)}</span>
    </Button>
  );
}
