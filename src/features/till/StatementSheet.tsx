import { useDeferredValue, useMemo } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { dayOf } from '#shared/dates.ts';
import { formatInstant } from '#words/formats.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import {
  statementLine as columnWords,
  statementMonth as monthWords,
  statementSheet as words,
} from '#words/statements.tsx';
import type { Statement } from './contract.ts';
import './statementSheet.css';
import {
  clerkOf,
  closingDay,
  formatClosingDay,
  formatMonthDays,
  formatMonthName,
  lineWords,
  sealGroups,
  type ShownLine,
  signed,
  usesOf,
  whenOf,
} from './statementFormats.ts';

/** How many lines stay on one page with the totals. */
const TOGETHER = 3;

const columns = [
  columnWords.date,
  columnWords.time,
  columnWords.code,
  columnWords.clerk,
  columnWords.what,
  columnWords.uses,
];

const cell = 'h-[30px] py-0.5 pe-3 align-middle';

type StatementSheetProps = { statement: Statement; lines: readonly ShownLine[] };

/** The statement on paper, rendered after the screen: a thousand lines would delay that. */
export function StatementSheet({ statement, lines }: StatementSheetProps) {
  const sheet = useMemo(() => <Sheet statement={statement} lines={lines} />, [statement, lines]);
  return useDeferredValue(sheet, null);
}

function Sheet({ statement, lines }: StatementSheetProps) {
  const { timeZone, organization } = useSiteInfo();
  const today = useToday();
  const { partner, month, totals, closedAt, digest } = statement;
  const { addressLines, email, phone } = organization;

  /** Says of a reversal that the month of its use is closed. */
  function closedMonthOf({ originalAt }: ShownLine): string {
    const original = originalAt && dayOf(new Date(originalAt), timeZone).slice(0, 7);
    if (!original || original >= month || today < closingDay(original)) return '';
    return words.isClosed(formatMonthName(original));
  }

  function row(line: ShownLine) {
    const { day, time } = whenOf(line, timeZone);
    const { first, rest } = lineWords(line, timeZone);
    return (
      // Bold instead of the screen's tint, for printing in black and white.
      <tr
        key={line.id}
        className={`break-inside-avoid border-t border-line ${line.kind === 'reversed' ? 'font-bold' : ''}`}
      >
        <td className={`${cell} whitespace-nowrap`}>{day}</td>
        <td className={`${cell} whitespace-nowrap`}>{time}</td>
        <td className={`${cell} font-display font-bold tracking-[.02em] whitespace-nowrap`}>{line.code}</td>
        <td className={cell}>{clerkOf(line)}</td>
        <td className={cell}>
          {first}
          {rest}
          {closedMonthOf(line)}
        </td>
        <td className="text-end font-bold whitespace-nowrap">{usesOf(line)}</td>
      </tr>
    );
  }

  return (
    // White in the dark theme, too.
    <article className="statement-sheet on-white hidden flex-col text-[14px] leading-[1.4] wrap-anywhere text-ink tabular print-exact [--line:oklch(0.885_0.02_105)] [--wheat:oklch(0.84_0.13_88)] print:flex">
      <header className="flex items-start justify-between gap-8 border-b-2 border-ink pb-[17px]">
        <Wordmark size="till" />
        <p className="text-end text-[13px]">
          {addressLines.length > 0 && <span className="block">{addressLines.join(', ')}</span>}
          <span className="block">{[email, phone].filter(Boolean).join(', ')}</span>
        </p>
      </header>
      <h1 className="mt-[34px] text-[44px] leading-none font-[780] tracking-[-.032em]">{words.heading}</h1>
      <div className="mt-3 flex items-end justify-between gap-8">
        <div className="text-[19px] leading-[1.35]">
          <h2 className="font-text font-[650] tracking-normal">{partner.name}</h2>
          <p>{formatMonthDays(month)}</p>
        </div>
        <p className="flex-none text-[13.5px] text-muted">
          {closedAt === null
            ? words.openUntil(formatClosingDay(month))
            : words.closedAt(formatInstant(new Date(closedAt), timeZone))}
        </p>
      </div>
      <table className="mt-6 w-full">
        {/* The browser repeats it on each page. */}
        <thead className="table-header-group">
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className="h-8 border-b-2 border-ink pe-3 text-start text-[13px] font-[650] whitespace-nowrap nth-5:w-1/2 last:pe-0 last:text-end"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{lines.slice(0, -TOGETHER).map(row)}</tbody>
        <tbody className="break-inside-avoid">
          {lines.slice(-TOGETHER).map(row)}
          {lines.length === 0 && (
            <tr>
              <td colSpan={6} className={cell}>
                {words.nothingRedeemed(formatMonthName(month))}
              </td>
            </tr>
          )}
          <tr>
            <td colSpan={6} className="h-px align-bottom">
              <Totals totals={totals} />
            </td>
          </tr>
          <tr>
            <td colSpan={6} className="align-bottom">
              <footer className="flex justify-between gap-12 border-t border-line pt-3 text-[13px] text-muted">
                <p className="max-w-[400px]">
                  {words.howItIsKept}
                  <br />
                  {words.notYours(email)}
                </p>
                {digest !== null && (
                  <p className="flex-none text-end">
                    {monthWords.seal}
                    <b className="grid grid-cols-[repeat(4,auto)] gap-x-2 font-display font-bold tracking-[.02em] text-ink">
                      {sealGroups(digest).map((group, index) => (
                        // A seal may have the same four twice.
                        // oxlint-disable-next-line react/no-array-index-key
                        <span key={index}>{group} </span>
                      ))}
                    </b>
                  </p>
                )}
              </footer>
            </td>
          </tr>
        </tbody>
      </table>
    </article>
  );
}

function Totals({ totals }: Pick<Statement, 'totals'>) {
  return (
    <dl className="mt-2 mb-7 ms-auto w-[280px] *:flex *:min-h-[31px] *:items-center *:justify-between *:not-first:border-t *:not-first:border-line">
      <div>
        <dt>{monthWords.redeemed}</dt>
        <dd className="font-bold">{signed(totals.redeemed)}</dd>
      </div>
      <div>
        <dt>{monthWords.givenBack}</dt>
        <dd className="font-bold">{signed(-totals.reversed)}</dd>
      </div>
      <div className="min-h-[66px]! border-t-2! border-ink!">
        <dt className="text-[17px] font-[650]">{words.netUses}</dt>
        <dd className="font-display text-[44px] leading-none font-extrabold tracking-[-.03em]">
          {signed(totals.net)}
        </dd>
      </div>
    </dl>
  );
}
