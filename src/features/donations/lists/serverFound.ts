// The donations that a text finds: the sample of them, and the statements of both ways to a page (docs/decisions/0030).
import { and, type AnyColumn, asc, desc, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Executor } from '#server/database.ts';
import type { Page, Way } from '#server/foundPage.ts';
import type { Given } from '#server/prepared.ts';
import { sampled } from '#server/sample.ts';
import { donations, participants } from '#server/schema.ts';

/** What a search asks of a donation. */
export const sampleOfDonations = sampled(
  donations,
  async (executor, ids) =>
    await executor
      .select({
        date: donations.date,
        weight: donations.weight,
        isConfirmed: donations.isConfirmed,
        confirmedAt: donations.confirmedAt,
        rejectedAt: donations.rejectedAt,
        photoUrl: donations.photoUrl,
        searchText: donations.searchText,
        studentId: sql<string | null>`lower(${donations.studentId})`,
        notes: sql<string | null>`lower(${donations.notes})`,
        participantText: participants.searchText,
        participantName: sql<string | null>`lower(${participants.displayName})`,
      })
      .from(donations)
      .innerJoin(participants, eq(participants.id, donations.participantId))
      .where(sql`${donations.id} = any(${sql.param(ids)}::int[])`),
);

export type SampledDonation = Awaited<ReturnType<typeof sampleOfDonations>>['rows'][number];

/** The order of confirmed donations, here and on the photo page. */
export const latestConfirmed = { by: donations.confirmedAt, sort: 'newest' } as const;

/** The same of the sample's. */
export function latestConfirmedOf(rows: SampledDonation[]): SampledDonation[] {
  return rows.toSorted((one, other) => Number(other.confirmedAt) - Number(one.confirmedAt));
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

/** A place in an order: the values of a row there. */
interface Place {
  by: SQL;
  id: SQL;
}

/** What comes after a place in an order. */
function isBeyond(sort: Order['sort'], by: SQLWrapper, id: SQLWrapper, place: Place): SQL {
  const further = sql.raw(sort === 'newest' ? '<' : '>');
  return sql`(${by}, ${id}) ${further} (${place.by}, ${place.id})`;
}

/** Which of what is found is on a page: so many after so many, or after a place. */
interface OnPage {
  limit: Given<Page>['limit'];
  offset?: Given<Page>['offset'] | undefined;
  place?: Place | undefined;
}

/** The numbers of a page's donations, and how many there are in all where they were gathered. */
export function pageFound(
  executor: Executor,
  way: Way,
  condition: SQL | undefined,
  order: Order,
  { limit, offset, place }: OnPage,
) {
  if (way === 'walk') {
    const walked = executor
      .select({ id: donations.id, total: sql<number | null>`null::int`.as('total') })
      .from(donations)
      .where(and(condition, place && isBeyond(order.sort, order.by, donations.id, place)))
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
    .where(place && isBeyond(order.sort, found.by, found.id, place))
    .orderBy(direction(found.by), direction(found.id))
    .limit(limit)
    .$dynamic();
  return (offset ? gathered.offset(offset) : gathered).as('page');
}
