// The console's lists of donations: one page of each, and how many donations there are in all.
import { and, count, desc, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { rowsToCount } from '#server/counting.ts';
import type { Executor } from '#server/database.ts';
import { foundPage, type Page, type Way } from '#server/foundPage.ts';
import { inOrder, isOnPage, type Order, pageFound } from '#server/pageStatement.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { donationDays, donations, participants } from '#server/schema.ts';
import {
  amongFound,
  anywhere,
  like,
  type Pattern,
  type Search,
  searchFor,
  searchForAll,
} from '#server/search.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import { MOST_COUNTED } from '#shared/lists.ts';
import type { RowPlace, searchOrders, searchStatuses } from './contract.ts';
import {
  latestConfirmed,
  latestConfirmedOf,
  type SampledDonation,
  sampleOfDonations,
} from './serverFound.ts';
import { searchRows } from './serverSearchRows.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { donationRows, isConfirmed, isPending } from '#features/donations/serverRows.ts';

type Status = (typeof searchStatuses)[number];

type Sort = (typeof searchOrders)[number];

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

/** A page, and where the row stands beside which it begins or ends: then it is not counted off from the list's start. */
export interface SearchPage extends Page {
  after?: RowPlace | undefined;
  before?: RowPlace | undefined;
}

/** One page of a search, by dates. More rows than are counted may be told as one more. */
export async function searchPage(executor: Executor, asked: Asked, sort: Sort, page: SearchPage, now: Date) {
  const { status, search, ...values } = sought(asked);
  const { limit, offset, after, before } = page;
  if (search === 'none') {
    return await Promise.all([
      everyRow(executor, { status, sort }, { ...values, limit, offset }),
      countFound(executor, asked),
    ]);
  }
  const place = after ?? before;
  const isBefore = place !== undefined && !after;
  // Away from the place, wherever the list begins.
  const away = isBefore ? opposite[sort] : sort;
  const shape = { status, search, sort: away };
  const rows = async (way: Way, until?: number) => {
    if (!place) return await foundRows(executor, { ...shape, way }, { ...values, until, limit, offset });
    const given = way === 'walk' ? withoutOuterEnd(values, away, place) : values;
    const beside = { placeDay: place.day, placeId: place.id, until, limit };
    const found = await foundRows(executor, { ...shape, way }, { ...given, ...beside });
    return isBefore ? found.toReversed() : found;
  };
  const turn = away === 'newest' ? -1 : 1;
  return await foundPage(
    executor,
    now,
    { limit, offset, isBeside: place !== undefined },
    {
      ...sampledTests(asked),
      ahead: (sample) =>
        sample
          .filter(({ date }) => !place || date.localeCompare(place.day) * turn > 0)
          .toSorted((one, other) => (one.date.localeCompare(other.date) || one.id - other.id) * turn),
      walk: (until) => rows('walk', until?.id),
      gather: () => rows('gather'),
      gathered: ({ total }) => total,
      count: () => countBounded(executor, asked),
    },
  );
}

const opposite = { newest: 'oldest', oldest: 'newest' } as const;

/** Of two ends, a day and the place within it, an index would be read from the outer one. */
function withoutOuterEnd(
  values: Omit<ReturnType<typeof sought>, 'status' | 'search'>,
  sort: Sort,
  place: RowPlace,
) {
  const [end, isWithin] =
    sort === 'newest'
      ? (['to', (day: string) => place.day <= day] as const)
      : (['from', (day: string) => place.day >= day] as const);
  const { [end]: outer, ...inner } = values;
  return outer !== undefined && !isWithin(outer) ? values : inner;
}

/** The donations that a search shows, of which there are so many. */
export function isFound(asked: Asked, found: number): SQL | undefined {
  const { status, search: _, ...values } = sought(asked);
  return matches({ status, search: searchForAll(asked.q, found) }, values);
}

/** One page of the rejected donations, the latest rejected first. */
export async function rejectedPage(executor: Executor, { limit, offset }: Page) {
  return await Promise.all([
    rejectedRows(executor, {}, { limit, offset }),
    rowCount(executor, 'donations', kindsOf.rejected),
  ]);
}

/** One page of the confirmed donations, the latest confirmed first; a text may also be in the donor's profile. */
export async function confirmedPage(executor: Executor, q: string | undefined, page: Page, now: Date) {
  const asked = { status: 'confirmed', q } as const;
  const { status, search, q: pattern } = sought(asked);
  const { limit, offset } = page;
  if (search === 'none') {
    return await Promise.all([
      everyConfirmed(executor, {}, { limit, offset }),
      rowCount(executor, 'donations', kindsOf.confirmed),
    ]);
  }
  const rows = async (way: Way, until?: number) =>
    await foundConfirmed(executor, { status, search, way }, { q: pattern, until, limit, offset });
  return await foundPage(executor, now, page, {
    ...sampledTests(asked),
    ahead: latestConfirmedOf,
    walk: (until) => rows('walk', until?.id),
    gather: () => rows('gather'),
    gathered: ({ total }) => total,
    count: () => countBounded(executor, asked),
  });
}

function sought({ status, q, weight, from, to }: Asked) {
  return { status, search: searchFor(q), q: anywhere(q), weight: weight || undefined, from, to };
}

/** What a search asks, asked of the sample. */
function sampledTests({ status, q = '', weight, from, to }: Asked) {
  return {
    sample: sampleOfDonations,
    text: q.toLowerCase(),
    fits: (donation: SampledDonation) =>
      (status === 'any' || donationStatus(donation) === status) &&
      (!weight || donation.weight === weight) &&
      (!from || donation.date >= from) &&
      (!to || donation.date <= to),
  };
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

function matches({ status, search }: Shape, { q, ...filters }: Values, way: Way = 'gather'): SQL | undefined {
  return and(
    q === undefined ? undefined : way === 'walk' ? mentionsHere(q) : mentions(q, search),
    meets(status, filters),
  );
}

function meets(status: Status, { weight, from, to }: Omit<Values, 'q'>): SQL | undefined {
  return and(
    statusConditions[status],
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

/** The same, asked of one row after the other: no planner makes a join of all rows out of this. */
function mentionsHere(pattern: Pattern): SQL {
  const own = sql`select ${like(participants.searchText, pattern)} from ${participants} where ${eq(participants.id, donations.participantId)}`;
  return sql`(${like(donations.searchText, pattern)} or (${own}))`;
}

/** Whether a text is looked for: then the statement goes alone. */
export const hasText = ({ q }: { q?: unknown }) => q !== undefined;

const everyRow = preparedByShape(
  'donations',
  (
    executor,
    { status, sort }: { status: Status; sort: Sort },
    { limit, offset, ...given }: Given<Omit<Values, 'q'> & Page>,
  ) => {
    const order = inOrder(byDate[sort], donations.id);
    const onPage = isOnPage(executor, donations, meets(status, given), order, { limit, offset });
    return searchRows(executor, onPage).orderBy(...order);
  },
);

/** The order of the search. */
const byDate: Readonly<Record<Sort, Order>> = {
  newest: { by: donations.date, direction: 'desc' },
  oldest: { by: donations.date, direction: 'asc' },
};

type Place = { placeDay: string; placeId: number };

const foundRows = preparedByShape(
  'found donations',
  (
    executor,
    { sort, way, ...shape }: Shape & { sort: Sort; way: Way },
    {
      limit,
      offset,
      placeDay,
      placeId,
      until,
      ...given
    }: Given<Values & { limit: number } & Partial<Page & Place & { until: number | undefined }>>,
  ) => {
    const order = byDate[sort];
    const place = placeDay && { by: sql`${placeDay}::date`, id: sql`${placeId}::int` };
    const onPage = { limit, offset, place, until };
    const page = pageFound(executor, donations, way, matches(shape, given, way), order, onPage);
    return searchRows(executor, undefined, { total: page.total })
      .innerJoin(page, eq(page.id, donations.id))
      .orderBy(...inOrder(order, donations.id));
  },
  hasText,
);

/** Counted where there is a text to be found; otherwise read from what is kept. */
export async function countFound(executor: Executor, asked: Asked): Promise<number> {
  const { status, search, q, ...onDays } = sought(asked);
  const { weight, from, to } = onDays;
  if (!q && !weight && !from && !to) return await rowCount(executor, 'donations', kindsOf[status]);
  if (search === 'none') {
    const [row] = await foundOnDays(executor, { status }, onDays);
    return row?.total ?? 0;
  }
  const bounded = await countBounded(executor, asked);
  if (bounded <= MOST_COUNTED) return bounded;
  // A text may mean a great many people: to compare each row with all of them would take minutes.
  const [row] = await foundCount(executor, { status, search: 'hashed' }, { q, ...onDays });
  return row?.total ?? 0;
}

/** What a text finds, and one more than is counted at most. */
async function countBounded(executor: Executor, asked: Asked): Promise<number> {
  const { status, search, ...given } = sought(asked);
  const [row] = await boundedCount(executor, { status, search }, given);
  return row?.total ?? 0;
}

const boundedCount = preparedByShape(
  'bounded count',
  (executor, shape: Shape, given: Given<Values>) =>
    executor.select({ total: count() }).from(rowsToCount(executor, donations, matches(shape, given))),
  hasText,
);

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

const everyConfirmed = preparedByShape('confirmed donations', (executor, _, page: Given<Page>) => {
  const order = inOrder(latestConfirmed, donations.id);
  return donationRows(executor, isOnPage(executor, donations, isConfirmed, order, page)).orderBy(...order);
});

const foundConfirmed = preparedByShape(
  'confirmed donations found',
  (
    executor,
    { way, ...shape }: Shape & { way: Way },
    { q, ...page }: Given<Page & { q: string | undefined; until: number | undefined }>,
  ) => {
    const found = pageFound(executor, donations, way, matches(shape, { q }, way), latestConfirmed, page);
    return donationRows(executor, undefined, { total: found.total })
      .innerJoin(found, eq(found.id, donations.id))
      .orderBy(...inOrder(latestConfirmed, donations.id));
  },
  hasText,
);

const rejectedRows = preparedByShape('rejected rows', (executor, _, page: Given<Page>) => {
  const order = [desc(donations.rejectedAt), desc(donations.id)];
  return donationRows(
    executor,
    isOnPage(executor, donations, statusConditions.rejected, order, page),
  ).orderBy(...order);
});
