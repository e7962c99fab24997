// Statements of a page in an order that an index gives.
import {
  type AnyColumn,
  and,
  asc,
  desc,
  type Placeholder,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';
import type { Way } from './foundPage.ts';

/** What orders the rows of a list. Of rows that are alike in it the number decides, in the same direction. */
export interface Order {
  by: AnyColumn | SQL;
  direction: 'asc' | 'desc';
}

/** A place in an order: the values of a row there. */
interface Place {
  by: SQL;
  id: SQL;
}

type Listed = PgTable & { id: AnyPgColumn<{ data: number; notNull: true }> };

const directions = { asc, desc };

/** What orders the rows of a page. */
export function inOrder({ by, direction }: Order, id: SQLWrapper): SQL[] {
  const directed = directions[direction];
  return [directed(by), directed(id)];
}

/** Finds a page's rows by their numbers alone: those before it are then neither joined nor read whole. */
export function isOnPage(
  executor: Executor,
  table: Listed,
  condition: SQL | undefined,
  order: SQL[],
  { limit, offset }: { limit: number | Placeholder; offset: number | Placeholder },
): SQL {
  const ids = executor
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return sql`${table.id} = any(array(${ids}))`;
}

/** Which of what is found is on a page: so many after so many, or after a place. */
interface OnPage {
  limit: number | Placeholder;
  offset?: number | Placeholder | undefined;
  place?: Place | undefined;
  /** The number of the row that a walk goes no further than to. */
  until?: number | Placeholder | undefined;
}

/** The numbers of a page's rows, in what they are ordered by, and how many there are in all where they were gathered. */
export function pageFound(
  executor: Executor,
  table: Listed,
  way: Way,
  condition: SQL | undefined,
  order: Order,
  { limit, offset, place, until }: OnPage,
) {
  const own = { id: table.id, by: sql`${order.by}`.as('by') };
  if (way === 'walk') {
    const walked = executor
      .select({ ...own, total: sql<number | null>`null::int`.as('total') })
      .from(table)
      .where(
        and(
          condition,
          place && isBeyond(order, { by: order.by, id: table.id }, place),
          until === undefined ? undefined : isUpTo(table, order, until),
        ),
      )
      .orderBy(...inOrder(order, table.id))
      .limit(limit)
      .$dynamic();
    return (offset ? walked.offset(offset) : walked).as('page');
  }
  const found = executor.$with('found').as(executor.select(own).from(table).where(condition));
  const byFound = { by: sql`${found.by}`, direction: order.direction };
  const gathered = executor
    .with(found)
    // Since it is asked for twice it is kept, and all of it is found first, whatever the planner expects of the limit.
    .select({
      id: found.id,
      by: found.by,
      total: sql<number | null>`(select count(*) from ${found})::int`.as('total'),
    })
    .from(found)
    .where(place && isBeyond(order, found, place))
    .orderBy(...inOrder(byFound, found.id))
    .limit(limit)
    .$dynamic();
  return (offset ? gathered.offset(offset) : gathered).as('page');
}

/** What comes after a place in an order. */
function isBeyond({ direction }: Order, own: { by: SQLWrapper; id: SQLWrapper }, place: Place): SQL {
  const further = sql.raw(direction === 'desc' ? '<' : '>');
  return sql`(${own.by}, ${own.id}) ${further} (${place.by}, ${place.id})`;
}

/** What comes in an order no later than a row of the table. Where that is gone, or has nothing to be ordered by, nothing does. */
function isUpTo(table: Listed, { by, direction }: Order, id: number | Placeholder): SQL {
  const nearer = sql.raw(direction === 'desc' ? '>=' : '<=');
  return sql`(${by}, ${table.id}) ${nearer} (select ${by}, ${table.id} from ${table} where ${table.id} = ${id})`;
}
