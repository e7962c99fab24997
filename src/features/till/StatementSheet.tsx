import { useSiteInfo } from '#web/site/useSiteInfo.ts';
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
  clerkName,
  formatClosingDay,
  formatMonthDays,
  formatMonthName,
  formatSeal,
  formatDayAndTime,
  describeLine,
  type ShownLine,
  formatTotals,
  formatUses,
} from './statementFormats.ts';

/** How many lines are printed on the same page as the totals. */
const LINES_WITH_TOTALS = 3;

const { date, code, clerk, entryKind, uses } = columnWords;

const cell = 'h-[30px] py-0.5 pe-3 align-middle';

/** The statement as it is printed. */
export function StatementSheet({ statement, lines }: { statement: Statement; lines: readonly ShownLine[] }) {
  const { timeZone, organization } = useSiteInfo();
  const { partner, month, totals, closedAt, digest } = statement;
  const { addressLines, email, phone } = organization;

  function renderRow(line: ShownLine) {
    const { verb, detail } = describeLine(line, timeZone);
    return (
      // A reversal is bold instead of tinted, for printing in black and white.
      <tr
        key={line.id}
        className={`break-inside-avoid border-t border-line ${line.kind === 'reversed' ? 'font-bold' : ''}`}
      >
        <td className={`${cell} whitespace-nowrap`}>{formatDayAndTime(line.at, timeZone)}</td>
        <td className={`${cell} font-display font-bold whitespace-nowrap`}>{line.code}</td>
        <td className={cell}>{clerkName(line)}</td>
        <td className={cell}>
          {verb}
          {detail}
        </td>
        <td className="text-end font-bold whitespace-nowrap">{formatUses(line)}</td>
      </tr>
    );
  }

  return (
    // The sheet is white in the dark theme, too.
    <article className="statement-sheet on-white hidden text-[14px] leading-[1.4] wrap-anywhere text-ink tabular print-exact [--line:oklch(0.885_0.02_105)] [--wheat:oklch(0.84_0.13_88)] print:block">
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
        {/* The browser repeats the table's head on each page. */}
        <thead className="table-header-group">
          <tr>
            {[date, code, clerk, entryKind, uses].map((name) => (
              <th
                key={name}
                scope="col"
                className="h-8 border-b-2 border-ink pe-3 text-start text-[13px] font-[650] whitespace-nowrap nth-4:w-1/2 last:pe-0 last:text-end"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{lines.slice(0, -LINES_WITH_TOTALS).map(renderRow)}</tbody>
        <tbody className="break-inside-avoid">
          {lines.slice(-LINES_WITH_TOTALS).map(renderRow)}
          {lines.length === 0 && (
            <tr>
              <td colSpan={5} className={cell}>
                {words.nothingRedeemed(formatMonthName(month))}
              </td>
            </tr>
          )}
          <tr>
            <td colSpan={5}>
              <dl className="mt-2 ms-auto w-[280px] *:flex *:min-h-[31px] *:items-center *:justify-between *:border-t *:border-line *:last:border-t-2 *:last:border-ink *:last:text-[17px]">
                {formatTotals(totals, words.netUses).map(({ label, figure }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd className="font-bold">{figure}</dd>
                  </div>
                ))}
              </dl>
            </td>
          </tr>
        </tbody>
      </table>
      <footer className="mt-7 flex break-inside-avoid justify-between gap-12 border-t border-line pt-3 text-[13px] text-muted">
        <p className="max-w-[400px]">
          {words.footnote}
          <br />
          {words.notYours(email)}
        </p>
        {digest !== null && (
          <p className="w-44 flex-none text-end">
            {monthWords.seal} <b className="block font-display text-ink">{formatSeal(digest)}</b>
          </p>
        )}
      </footer>
    </article>
  );
}
