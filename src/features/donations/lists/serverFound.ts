// Pages of the donations that a text finds, and how many there are: in a time that does not grow with the donations, where
// that is possible (docs/decisions/0030).
import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/database.ts';
import type { Given } from '#server/prepared.ts';
import { donations } from '#server/schema.ts';
import { MOST_COUNTED } from '#shared/lists.ts';
import { judge, type SampledDonation, sampleOf, type Verdict } from './serverSample.ts';

export interface Page {
  limit: number;
  offset: number;
}

/**
 * How a text is looked for. `walk`: row by row in the list's own order until the page is full, which is soon where many
 * mention it. `gather`: all that mention it, through the indexes of trigrams, then the page among them.
 */
export type Way = 'walk' | 'gather';

interface FoundList<Row> {
  mentions: (donation: SampledDonation) => boolean;
  /** Whether it meets the other filters. */
  fits: (donation: SampledDonation) => boolean;
  walk: () => Promise<Row[]>;
  /** The rows with the number of all that were gathered. */
  gather: () => Promise<(Row & { total: number | null })[]>;
  /** Counts all that fit, one more than are counted at most. */
  count: () => Promise<number>;
}

/**
 * One page of what a text finds, and how many rows it finds, more than are counted or not.
 *
 * @param passed how many rows are passed over to the page, where it is walked to.
 */
export async function foundPage<Row>(
  executor: Executor,
  now: Date,
  { offset, limit, passed = offset }: Page & { passed?: number },
  { mentions, fits, walk, gather, count }: FoundList<Row>,
): Promise<[rows: Row[], total: number]> {
  const verdict = judge(await sampleOf(executor, now), mentions, fits);
  const counted = async () => (verdict.isMoreThanCounted ? MOST_COUNTED + 1 : await count());
  if (offset >= MOST_COUNTED) return [[], await counted()];
  if (isWalkedTo(passed + limit, verdict)) return await Promise.all([walk(), counted()]);
  const rows = await gather();
  return [rows, rows[0]?.total ?? (offset === 0 ? 0 : await counted())];
}

/** To find so many a walk looks at as many more as there are more that do not mention the text. */
function isWalkedTo(rows: number, { mentioning, of }: Verdict): boolean {
  return mentioning > 0 && rows * (of / mentioning) < mentioning;
}

interface Order {
  by: AnyColumn;
  sort: 'newest' | 'oldest';
}

/** What orders the rows of a page. Of rows with the same time the number decides. */
export function inOrder({ by, sort }: Order, id: AnyColumn = donations.id): SQL[] {
  const direction = sort === 'oldest' ? asc : desc;
  return [direction(by), direction(id)];
}

/** The numbers of a page's donations. */
export function pageFound(
  executor: Executor,
  way: Way,
  condition: SQL | undefined,
  order: Order,
  { limit, offset }: { limit: Given<Page>['limit']; offset?: Given<Page>['offset'] | undefined },
) {
  if (way === 'walk') {
    const walked = executor
      .select({ id: donations.id, total: sql<number | null>`null::int`.as('total') })
      .from(donations)
      .where(condition)
      .orderBy(...inOrder(order))
      .limit(limit)
      .$dynamic();
    return (offset ? walked.offset(offset) : walked).as('page');
  }
  const found = executor.$with('found').as(
    executor
      .select({ id: donations.id, by: sql`${order.by}`.as('by') })
      .from(donations)
      .where(condition),
  );
  const direction = order.sort === 'oldest' ? asc : desc;
  const gathered = executor
    .with(found)
    // Since it is asked for twice it is kept, and all of it is found first, whatever the planner expects of the limit.
    .select({ id: found.id, total: sql<number | null>`(select count(*) from ${found})::int`.as('total') })
    .from(found)
    .orderBy(direction(found.by), direction(found.id))
    .limit(limit)
    .$dynamic();
  return (offset ? gathered.offset(offset) : gathered).as('page');
}
