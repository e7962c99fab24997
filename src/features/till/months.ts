import { type Day, daysAfter, monthOf } from '#shared/dates.ts';
import { formatMonth, formatShortDay } from '#words/formats.ts';
import { statementMonth } from '#words/statements.tsx';
import { CLOSING_DAY } from './rules.ts';

/** A calendar month, `YYYY-MM`. Months of this form compare correctly as strings. */
export type Month = string;

export function monthBefore(month: Month): Month {
  return daysAfter(firstDay(month), -1).slice(0, 7);
}

export function monthAfter(month: Month): Month {
  return monthOf(firstDay(month)).before.slice(0, 7);
}

/** A month with its year, as people read it: `November 2026`. */
export function formatYearMonth(month: Month): string {
  return statementMonth.yearMonth(firstDay(month));
}

/** A month without its year: `November`. */
export function formatMonthName(month: Month): string {
  return formatMonth(firstDay(month));
}

/** All of a month's days: `November 1 to 30, 2026`. */
export function formatMonthDays(month: Month): string {
  return statementMonth.monthDays(daysAfter(monthOf(firstDay(month)).before, -1));
}

/** The day with whose beginning a month closes. */
export function closingDay(month: Month): Day {
  return daysAfter(monthOf(firstDay(month)).before, CLOSING_DAY - 1);
}

/** The same as people read it: `Dec 3`. */
export function formatClosingDay(month: Month): string {
  return formatShortDay(closingDay(month));
}

function firstDay(month: Month): Day {
  return `${month}-01`;
}
