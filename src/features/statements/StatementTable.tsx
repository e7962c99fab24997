import { memo } from 'react';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import * as words from '#words/statementLine.ts';
import { LineButton, type LinesProps, LineWords } from './LinePieces.tsx';
import { clerkOf, type ToldLine, usesOf, whenOf } from './toldLines.ts';

type LineContext = Omit<LinesProps, 'lines'>;

export const statementColumns: readonly Column<ToldLine, LineContext>[] = [
  {
    name: words.date,
    nowrap: true,
    skeleton: 'w-12',
    cellClassName: 'min-w-17 @min-[52rem]:min-w-19',
    cell: (line, { timeZone }) => whenOf(line, timeZone).day,
  },
  {
    name: words.time,
    nowrap: true,
    skeleton: 'w-16',
    cellClassName: 'min-w-21 @min-[52rem]:min-w-24',
    cell: (line, { timeZone }) => whenOf(line, timeZone).time,
  },
  {
    name: words.code,
    nowrap: true,
    heading: true,
    skeleton: 'w-20',
    cellClassName: 'min-w-26 @min-[52rem]:min-w-31 font-display font-bold! text-inherit! tracking-[.02em]',
    cell: ({ code }) => code,
  },
  {
    name: words.clerk,
    quiet: ({ clerk }) => clerk === null,
    skeleton: 'w-12',
    cellClassName: 'min-w-24 max-w-40 wrap-anywhere',
    cell: (line) => clerkOf(line) ?? words.noClerk,
  },
  {
    name: words.what,
    skeleton: 'w-40',
    className: 'w-full',
    cell: (line, context) => <LineWords line={line} context={context} />,
  },
  {
    name: words.actions,
    head: <span className="sr-only">{words.actions}</span>,
    align: 'end',
    skeleton: 'w-16',
    cell: (line, context) => <LineButton line={line} context={context} size="row" />,
  },
  {
    name: words.uses,
    align: 'end',
    skeleton: 'w-4',
    cellClassName: 'font-bold!',
    cell: usesOf,
  },
];

const looks = (line: ToldLine) =>
  line.kind === 'reversed' ? 'bg-wheat-tint! text-wheat-deep' : '[&_:is(a,button)]:scroll-mt-12';

/** The lines of a month. Only what changes them draws them again: there may be a thousand. */
export const StatementTable = memo(function StatementTable({ lines, ...context }: LinesProps) {
  return (
    <DataTable
      label={words.lines}
      columns={statementColumns}
      rows={lines}
      context={context}
      rowClassName={looks}
    />
  );
});
