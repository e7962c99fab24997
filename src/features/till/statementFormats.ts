import { dayOf, type Day, daysAfter, monthOf, yearOf } from '#shared/dates.ts';
import { formatCount, formatDay, formatMonth, formatShortDay, formatTime } from '#words/formats.ts';
import { statementLine as words, statementMonth } from '#words/statements.tsx';
import type { TimeZone } from '#shared/timeZone.ts';
import type { StatementLine } from './contract.ts';
import { CLOSING_DAY, OFFICE } from './rules.ts';

export interface ShownLine extends StatementLine {
  /** When the use was given back, if that is a line of the same statement. */
  givenBackAt: string | null;
}

export function withReversals(lines: readonly StatementLine[]): ShownLine[] {
  // A reversal does not name its line. Among equal uses, as many count as given back as there are reversals.
  const reversals = new Map<string, StatementLine[]>();
  for (const line of lines.filter(({ kind }) => kind === 'reversed')) {
    const original = `${line.code} ${line.originalAt}`;
    reversals.set(original, [...(reversals.get(original) ?? []), line]);
  }
  const givenBackAt = ({ code, at }: StatementLine) => reversals.get(`${code} ${at}`)?.shift()?.at ?? null;
  return lines.map((line) => ({
    ...line,
    givenBackAt: line.kind === 'redeemed' ? givenBackAt(line) : null,
  }));
}

/** Whether a use may still be given back. A reversal in a later month is not in the statement: the server refuses then. */
export function mayBeGivenBack({ kind, givenBackAt }: ShownLine): boolean {
  return kind === 'redeemed' && givenBackAt === null;
}

export function usesOf({ kind }: Pick<StatementLine, 'kind'>): string {
  return signed(kind === 'redeemed' ? 1 : -1);
}

/** A count with a minus sign, not a hyphen. */
export function signed(uses: number): string {
  return `${uses < 0 ? '\u2212' : ''}${formatCount(Math.abs(uses))}`;
}

/** What happened, in a bold part and the rest. */
export function lineWords(
  { kind, at, originalAt, givenBackAt }: ShownLine,
  timeZone: TimeZone,
): { first: string; rest: string } {
  if (kind === 'reversed') {
    const rest = originalAt ? words.takenOn(...shortInstant(originalAt, at, timeZone)) : '';
    return { first: words.givenBack, rest };
  }
  if (givenBackAt === null) return { first: words.redeemed, rest: '' };
  const isSameDay = dayOf(new Date(givenBackAt), timeZone) === dayOf(new Date(at), timeZone);
  const rest = isSameDay
    ? words.givenBackAt(formatTime(new Date(givenBackAt), timeZone))
    : words.givenBackOn(...shortInstant(givenBackAt, at, timeZone));
  return { first: words.redeemed, rest };
}

/** An instant as day and time, `Nov 6` and `1:15 PM`; with the year if `reference` is in another. */
function shortInstant(
  instant: string,
  reference: string,
  timeZone: TimeZone,
): [day: string, clockTime: string] {
  const day = dayOf(new Date(instant), timeZone);
  const isSameYear = yearOf(day) === yearOf(dayOf(new Date(reference), timeZone));
  return [isSameYear ? formatShortDay(day) : formatDay(day), formatTime(new Date(instant), timeZone)];
}

export function whenOf({ at }: Pick<StatementLine, 'at'>, timeZone: TimeZone): { day: string; time: string } {
  const instant = new Date(at);
  return { day: formatShortDay(dayOf(instant, timeZone)), time: formatTime(instant, timeZone) };
}

export function clerkOf({ clerk, kind }: Pick<StatementLine, 'clerk' | 'kind'>): string | null {
  return kind === 'reversed' && clerk === OFFICE ? words.office : clerk;
}

/** For screen readers: `Nov 18, 6:02 PM, RR-X4M•••, Sam`. */
export function lineName(line: Pick<StatementLine, 'at' | 'code' | 'clerk'>, timeZone: TimeZone): string {
  const { day, time } = whenOf(line, timeZone);
  return [day, time, line.code, ...(line.clerk === null ? [] : [line.clerk])].join(', ');
}

/** A digest in groups of four. */
export function sealGroups(digest: string): string[] {
  return digest.match(/.{1,4}/g) ?? [];
}

/** A calendar month, `YYYY-MM`. Months of this form compare correctly as strings. */
export type Month = string;

export function monthBefore(month: Month): Month {
  return daysAfter(firstDay(month), -1).slice(0, 7);
}

export function monthAfter(month: Month): Month {
  return monthOf(firstDay(month)).before.slice(0, 7);
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
  return statementMonth.monthDays(daysAfter(monthOf(firstDay(month)).before, -1));
}

/** The day at whose start a month closes. */
export function closingDay(month: Month): Day {
  return daysAfter(monthOf(firstDay(month)).before, CLOSING_DAY - 1);
}

/** `Dec 3`. */
export function formatClosingDay(month: Month): string {
  return formatShortDay(closingDay(month));
}

function firstDay(month: Month): Day {
  return `${month}-01`;
}
