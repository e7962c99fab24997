// How common a text is among the rows of a table, by a sample of them that this process keeps. A search knows by it how to
// look for the text, and where so many fit that they need not be counted (docs/decisions/0030).
import { randomInt } from 'node:crypto';
import { type AnyColumn, max } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { MOST_COUNTED } from '#shared/lists.ts';
import { connectionOf, type Executor } from './database.ts';

/** How many rows are drawn. */
export const SAMPLED = 2000;
const KEPT_MILLISECONDS = 10 * 60_000;
/** The natural logarithm of a billion: in fewer of so many samples as these the verdict would be wrong. */
const LEAST_EVIDENCE = Math.log(1e9);

interface Drawn {
  /** Among how many was drawn: rows, or their numbers. Each was as likely. */
  of: number;
  /** How many were drawn, numbers that no row has any more among them. */
  drawn: number;
}

/** Some rows of a table, drawn from all by chance. */
export interface Sample<Row> extends Drawn {
  /** Best in the order of the list that is searched most: a walk sorts them, and what is sorted already takes a tenth of the time. */
  rows: Row[];
  /** Those of the rows that have a text, in lower case, in any of their own; in the rows' order. */
  having: (text: string) => Row[];
}

export type ReadSample<Row> = (executor: Executor, now: Date) => Promise<Sample<Row>>;

/**
 * The sample that this process keeps of a table, drawn anew every ten minutes. What changed since is little beside what it
 * says.
 */
export function keptSample<Row>(draw: (executor: Executor) => Promise<Sample<Row>>): ReadSample<Row> {
  const samples = new WeakMap<object, { since: Date; sample: Promise<Sample<Row>> }>();
  return async (executor, now) => {
    const connection = connectionOf(executor);
    const kept = samples.get(connection);
    if (kept && Math.abs(now.getTime() - kept.since.getTime()) < KEPT_MILLISECONDS) return await kept.sample;
    const sample = draw(executor);
    samples.set(connection, { since: now, sample });
    sample.catch(() => samples.delete(connection));
    return await sample;
  };
}

/**
 * All texts of a row that a list may look for another text in, in lower case. They may hold more than one list looks at, which
 * then asks the rows as well.
 */
export type TextsOf<Row> = (row: Row) => (string | null)[];

/**
 * The sample of a table, drawn by the rows' numbers. Of so few rows that all can be counted none are drawn.
 *
 * @param read finds those of the rows with these numbers that there are.
 */
export function sampled<Row>(
  table: PgTable & { id: AnyColumn },
  read: (executor: Executor, ids: number[]) => Promise<Row[]>,
  textsOf: TextsOf<Row>,
): ReadSample<Row> {
  return keptSample(async (executor) => {
    const [row] = await executor.select({ highest: max(table.id) }).from(table);
    const highest = Number(row?.highest ?? 0);
    if (highest <= MOST_COUNTED) return noneDrawn(highest);
    const ids = new Set<number>();
    while (ids.size < SAMPLED) ids.add(randomInt(1, highest + 1));
    const rows = await read(executor, [...ids]);
    return { of: highest, drawn: SAMPLED, rows, having: searchable(rows, textsOf) };
  });
}

/** The sample of so few rows that all can be counted. */
export function noneDrawn(of: number): Sample<never> {
  return { of, drawn: 0, rows: [], having: () => [] };
}

/** What no text has in it, neither the database's nor one that is asked for. */
const BETWEEN = '\0';

/**
 * Finds rows by a text in any of their own. All these texts stand one after the other in a single one: to read them where each
 * lies, here and there in memory, took a third of the processor time that the app needs for a page of codes.
 */
export function searchable<Row>(rows: Row[], textsOf: TextsOf<Row>): Sample<Row>['having'] {
  const texts = rows.map((row) => textsOf(row).join(BETWEEN) + BETWEEN);
  const all = texts.join('');
  let end = 0;
  const ends = texts.map((text) => (end += text.length));
  return (text) => {
    let at = all.indexOf(text);
    return rows.filter((_, index) => {
      const own = ends[index] ?? 0;
      if (at === -1 || at >= own) return false;
      at = all.indexOf(text, own);
      return true;
    });
  };
}

/** Whether more rows than are counted are alike in something, where so many of a sample are. */
export function isMoreThanCounted({ of, drawn }: Drawn, alike: number): boolean {
  return drawn > 0 && isSurelyAbove(alike / drawn, MOST_COUNTED / of, drawn);
}

/** Chernoff's bound: how unlikely so large a share of a sample is, if that of all is no larger than `most`. */
function isSurelyAbove(share: number, most: number, drawn: number): boolean {
  const evidence = drawn * (surprise(share, most) + surprise(1 - share, 1 - most));
  return share > most && evidence > LEAST_EVIDENCE;
}

function surprise(found: number, expected: number): number {
  return found === 0 ? 0 : found * Math.log(found / expected);
}
