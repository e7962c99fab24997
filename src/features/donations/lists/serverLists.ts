// The console's lists of donations: one page of each, and how many donations there are in all.
import { and, asc, count, desc, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/database.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { donationDays, donations, participants } from '#server/schema.ts';
import { amongFound, anywhere, like, type Pattern, type Search, searchFor } from '#server/search.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import type { searchOrders, searchStatuses } from './contract.ts';
import { searchRows } from './serverSearchRows.ts';
import { donationRows, isConfirmed, isPending } from '#features/donations/serverRows.ts';

type Status = (typeof searchStatuses)[number];

type Order = (typeof searchOrders)[number];

export interface Page {
  limit: number;
  offset: number;
}

/** What a search asks for. */
interface Asked {
  status: Status;
  q?: string | undefined;
  weight?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Values in a query: themselves, or the placeholders of a prepared one. */
type Values = { readonly [Name in 'q' | 'weight' | 'from' | 'to']?: Pattern | undefined };

/** One page of a search, by dates. */
export async function searchPage(executor: Executor, asked: Asked, sort: Order, { limit, offset }: Page) {
  const { status, search, ...values } = sought(asked);
  return await Promise.all([
    foundRows(executor, { status, search, sort }, { ...values, limit, offset }),
    countFound(executor, asked),
  ]);
}

/** The donations that a search shows. */
export function isFound(asked: Asked): SQL | undefined {
  const { status, search, ...values } = sought(asked);
  return matches({ status, search }, values);
}

/** One page of the rejected donations, the latest rejected first. */
export async function rejectedPage(executor: Executor, { limit, offset }: Page) {
  return await Promise.all([
    rejectedRows(executor, {}, { limit, offset }),
    rowCount(executor, 'donations', kindsOf.rejected),
  ]);
}

/** One page of the confirmed donations, the latest confirmed first; a text may also be in the donor's profile. */
export async function confirmedPage(executor: Executor, q: string | undefined, { limit, offset }: Page) {
  const { status, search, q: pattern } = sought({ status: 'confirmed', q });
  return await Promise.all([
    confirmedRows(executor, { status, search }, { q: pattern, limit, offset }),
    countFound(executor, { status, q }),
  ]);
}

function sought({ status, q, weight, from, to }: Asked) {
  return { status, search: searchFor(q), q: anywhere(q), weight: weight || undefined, from, to };
}

interface Shape extends Record<string, string> {
  status: Status;
  search: Search;
}

const statusConditions: Readonly<Record<Status, SQL | undefined>> = {
  any: undefined,
  pending: isPending,
  confirmed: isConfirmed,
  rejected: isNotNull(donations.rejectedAt),
};

function matches({ status, search }: Shape, { q, weight, from, to }: Values): SQL | undefined {
  return and(
    statusConditions[status],
    q === undefined ? undefined : mentions(q, search),
    weight === undefined ? undefined : sql`${donations.weight} = ${weight}`,
    from === undefined ? undefined : gte(donations.date, from),
    to === undefined ? undefined : lte(donations.date, to),
  );
}

/** Whether a donation has a text in it or in its participant's profile. */
function mentions(pattern: Pattern, search: Search): SQL {
  const people = sql`select ${participants.id} from ${participants} where ${like(participants.searchText, pattern)}`;
  return sql`(${like(donations.searchText, pattern)} or ${amongFound(donations.participantId, people, search)})`;
}

/** Whether a text is looked for: then the statement goes alone. */
export const hasText = ({ q }: { q?: unknown }) => q !== undefined;

const foundRows = preparedByShape(
  'found donations',
  (
    executor,
    { sort, ...shape }: Shape & { sort: Order },
    { limit, offset, ...given }: Given<Values & Page>,
  ) => {
    const inOrder = sort === 'oldest' ? asc : desc;
    const order = [inOrder(donations.date), inOrder(donations.id)];
    return searchRows(executor, isOnPage(executor, matches(shape, given), order, { limit, offset })).orderBy(
      ...order,
    );
  },
  hasText,
);

/** Counted where there is a text to be found; otherwise read from what is kept. */
export async function countFound(executor: Executor, asked: Asked): Promise<number> {
  const { status, search, q, ...onDays } = sought(asked);
  const { weight, from, to } = onDays;
  if (!q && !weight && !from && !to) return await rowCount(executor, 'donations', kindsOf[status]);
  const [row] = q
    ? await foundCount(executor, { status, search }, { q, ...onDays })
    : await foundOnDays(executor, { status }, onDays);
  return row?.total ?? 0;
}

const foundCount = preparedByShape(
  'found count',
  (executor, shape: Shape, given: Given<Values>) =>
    executor.select({ total: count() }).from(donations).where(matches(shape, given)),
  hasText,
);

const foundOnDays = preparedByShape(
  'found on days',
  (executor, { status }: { status: Status }, { weight, from, to }: Given<Omit<Values, 'q'>>) =>
    executor
      .select({ total: sql<number>`coalesce(sum(${donationDays.donations}), 0)::int` })
      .from(donationDays)
      .where(
        and(
          status === 'any' ? undefined : eq(donationDays.status, status),
          weight && sql`${donationDays.weight} = ${weight}`,
          from && gte(donationDays.day, from),
          to && lte(donationDays.day, to),
        ),
      ),
);

const kindsOf = {
  any: undefined,
  pending: ['pending'],
  confirmed: ['confirmed', 'confirmed with photo'],
  rejected: ['rejected'],
} as const;

const confirmedRows = preparedByShape(
  'confirmed rows',
  (executor, shape: Shape, { q, limit, offset }: Given<Page & { q: string | undefined }>) => {
    const order = [desc(donations.confirmedAt), desc(donations.id)];
    return donationRows(
      executor,
      isOnPage(executor, matches(shape, { q }), order, { limit, offset }),
    ).orderBy(...order);
  },
  hasText,
);

const rejectedRows = preparedByShape('rejected rows', (executor, _, page: Given<Page>) => {
  const order = [desc(donations.rejectedAt), desc(donations.id)];
  return donationRows(executor, isOnPage(executor, statusConditions.rejected, order, page)).orderBy(...order);
});

/** Finds a page's rows by their numbers alone: those before it are then neither joined nor read whole. */
export function isOnPage(
  executor: Executor,
  condition: SQL | undefined,
  order: SQL[],
  { limit, offset }: Given<Page>,
): SQL {
  const ids = executor
    .select({ id: donations.id })
    .from(donations)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return sql`${donations.id} = any(array(${ids}))`;
}
