import { OFFICE } from './rules.ts';
import { dayOf, yearOf } from '#shared/dates.ts';
import { formatCount, formatDay, formatShortDay, formatTime } from '#words/formats.ts';
import { statementLine as words } from '#words/statements.tsx';
import type { TimeZone } from '#shared/timeZone.ts';
import type { StatementLine } from './contract.ts';

/** A line of a statement, with the reversal that the same statement has of it. */
export interface ShownLine extends StatementLine {
  /** When the use was given back, where that is a line of the same statement. */
  givenBackAt: string | null;
}

/** The lines of a statement, each with when it was given back. */
export function withReversals(lines: readonly StatementLine[]): ShownLine[] {
  // A reversal names no line: of uses that look the same, as many are given back as there are reversals of such.
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

/** Whether a use can be given back, as far as its statement knows: it may have been in a later month. */
export function mayBeGivenBack({ kind, givenBackAt }: ShownLine): boolean {
  return kind === 'redeemed' && givenBackAt === null;
}

/** What a line counts for, with the sign that a minus is in print. */
export function usesOf({ kind }: Pick<StatementLine, 'kind'>): string {
  return signed(kind === 'redeemed' ? 1 : -1);
}

export function signed(uses: number): string {
  return `${uses < 0 ? '\u2212' : ''}${formatCount(Math.abs(uses))}`;
}

/** What happened, in words: the first ones, and what follows them. */
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

/** The day of an instant, without its year where that is the one of another, and its time: `Nov 6` and `1:15 PM`. */
function shortInstant(instant: string, beside: string, timeZone: TimeZone): [day: string, clockTime: string] {
  const day = dayOf(new Date(instant), timeZone);
  const isSameYear = yearOf(day) === yearOf(dayOf(new Date(beside), timeZone));
  return [isSameYear ? formatShortDay(day) : formatDay(day), formatTime(new Date(instant), timeZone)];
}

/** The day and the time of a line, whose month stands above it. */
export function whenOf({ at }: Pick<StatementLine, 'at'>, timeZone: TimeZone): { day: string; time: string } {
  const instant = new Date(at);
  return { day: formatShortDay(dayOf(instant, timeZone)), time: formatTime(instant, timeZone) };
}

/** Whom a line names: the office where it gave the use back. */
export function clerkOf({ clerk, kind }: Pick<StatementLine, 'clerk' | 'kind'>): string | null {
  return kind === 'reversed' && clerk === OFFICE ? words.office : clerk;
}

/** A line in a few words, for whoever does something with it: `Nov 18, 6:02 PM, RR-X4M•••, Sam`. */
export function lineName(line: Pick<StatementLine, 'at' | 'code' | 'clerk'>, timeZone: TimeZone): string {
  const { day, time } = whenOf(line, timeZone);
  return [day, time, line.code, ...(line.clerk === null ? [] : [line.clerk])].join(', ');
}

/** A digest in groups of four. */
export function sealGroups(digest: string): string[] {
  return digest.match(/.{1,4}/g) ?? [];
}
