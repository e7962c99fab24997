import { dayOf, type Day, daysAfter, monthOf } from '#shared/dates.ts';
import { formatCount, formatMonth, formatShortDay, formatTime } from '#words/formats.ts';
import { statementLine as words, statementMonth } from '#words/statements.tsx';
import type { TimeZone } from '#shared/timeZone.ts';
import type { Statement, StatementLine } from './contract.ts';
import { CLOSING_DAY, OFFICE } from './rules.ts';

export interface ShownLine extends StatementLine {
  /** When the use was given back, if that is a line of the same statement. */
  givenBackAt: string | null;
}

export function withReversals(lines: readonly StatementLine[]): ShownLine[] {
  // A reversal gives only the code and time of its use. If several uses share both, each reversal goes to one of them.
  const unmatchedReversals = lines.filter(({ kind }) => kind === 'reversed');
  return lines.map((line) => {
    if (line.kind === 'reversed') return { ...line, givenBackAt: null };
    const reversal = unmatchedReversals.find(
      ({ code, originalAt }) => code === line.code && originalAt === line.at,
    );
    if (!reversal) return { ...line, givenBackAt: null };
    unmatchedReversals.splice(unmatchedReversals.indexOf(reversal), 1);
    return { ...line, givenBackAt: reversal.at };
  });
}

export function formatUses({ kind }: Pick<StatementLine, 'kind'>): string {
  return formatSigned(kind === 'redeemed' ? 1 : -1);
}

/** A count; below 0 with a minus sign instead of a hyphen. */
export function formatSigned(uses: number): string {
  return `${uses < 0 ? '\u2212' : ''}${formatCount(Math.abs(uses))}`;
}

/** A month's totals with their labels, the net last. */
export function formatTotals(
  { redeemed, reversed, net }: Statement['totals'],
  netLabel = statementMonth.net,
) {
  return [
    { label: statementMonth.redeemed, figure: formatSigned(redeemed) },
    { label: statementMonth.givenBack, figure: formatSigned(-reversed) },
    { label: netLabel, figure: formatSigned(net) },
  ];
}

/** A line in words: a verb such as `Given back`, and a detail such as `, of Nov 6, 1:15 PM`. */
export function describeLine({ kind, originalAt, givenBackAt }: ShownLine, timeZone: TimeZone) {
  if (kind === 'reversed') {
    return {
      verb: words.givenBack,
      detail: originalAt ? words.takenOn(formatDayAndTime(originalAt, timeZone)) : '',
    };
  }
  return {
    verb: words.redeemed,
    detail: givenBackAt ? words.givenBackOn(formatDayAndTime(givenBackAt, timeZone)) : '',
  };
}

/** `Nov 6, 1:15 PM`. */
export function formatDayAndTime(at: string, timeZone: TimeZone): string {
  const instant = new Date(at);
  return `${formatShortDay(dayOf(instant, timeZone))}, ${formatTime(instant, timeZone)}`;
}

export function clerkName({ clerk, kind }: Pick<StatementLine, 'clerk' | 'kind'>): string | null {
  return kind === 'reversed' && clerk === OFFICE ? words.office : clerk;
}

/** A digest in groups of four. */
export function formatSeal(digest: string): string {
  return (digest.match(/.{1,4}/g) ?? []).join(' ');
}

/** A calendar month, `YYYY-MM`. Months of this form compare correctly as strings. */
export type Month = string;

export function monthBefore(month: Month): Month {
  return daysAfter(firstDay(month), -1).slice(0, 7);
}

export function monthAfter(month: Month): Month {
  const { before: firstDayAfter } = monthOf(firstDay(month));
  return firstDayAfter.slice(0, 7);
}

/** `November 2026`. */
export function formatYearMonth(month: Month): string {
  return statementMonth.yearMonth(firstDay(month));
}

/** `November`. */
export function formatMonthName(month: Month): string {
  return formatMonth(firstDay(month));
}

/** `November 1 to 30, 2026`. */
export function formatMonthDays(month: Month): string {
  return statementMonth.monthDays(daysAfter(firstDay(monthAfter(month)), -1));
}

/** The day at whose start a month closes: `Dec 3`. */
export function formatClosingDay(month: Month): string {
  return formatShortDay(daysAfter(firstDay(monthAfter(month)), CLOSING_DAY - 1));
}

function firstDay(month: Month): Day {
  return `${month}-01`;
}
