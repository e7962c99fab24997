// The console's lists of donations: one page of each, and how many donations there are in all.
import { and, count, desc, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { rowsToCount } from '#server/counting.ts';
import type { Executor } from '#server/database.ts';
import { foundPage, type Page, type Way } from '#server/foundPage.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { donationDays, donations, participants } from '#server/schema.ts';
import { amongFound, anywhere, like, type Pattern, type Search, searchFor } from '#server/search.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import type { RowPlace, searchOrders, searchStatuses } from './contract.ts';
import {
  inOrder,
  latestConfirmed,
  latestConfirmedOf,
  pageFound,
  type SampledDonation,
  sampleOfDonations,
} from './serverFound.ts';
import { searchRows } from './serverSearchRows.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { donationRows, isConfirmed, isPending } from '#features/donations/serverRows.ts';

type Status = (typeof searchStatuses)[number];

type Order = (typeof searchOrders)[number];

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
export async function searchPage(executor: Executor, asked: Asked, sort: Order, page: SearchPage, now: Date) {
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
  const shape = { status, search, sort };
  const rows = async (way: Way, until?: { from: string } | { to: string }) => {
    const given = { ...values, ...until };
    return place
      ? await rowsBeside(executor, { ...shape, way }, given, { place, isBefore, limit })
      : await foundRows(executor, { ...shape, way }, { ...given, limit, offset });
  };
  const isBackInTime = (sort === 'newest') !== isBefore;
  return await foundPage(
    executor,
    now,
    { limit, offset, isBeside: place !== undefined },
    {
      ...sampledTests(asked),
      ahead: (sample) =>
        sample
          .filter(({ date }) => !place || (isBackInTime ? date < place.day : date > place.day))
          .toSorted((one, other) => one.date.localeCompare(other.date) * (isBackInTime ? -1 : 1)),
      walk: (until) => rows('walk', until && (isBackInTime ? { from: until.date } : { to: until.date })),
      gather: () => rows('gather'),
      gathered: ({ total }) => total,
      count: () => countBounded(executor, asked),
    },
  );
}

/** The rows that come after a place in a search's order, or those before it. */
async function rowsBeside(
  executor: Executor,
  shape: Shape & { sort: Order; way: Way },
  values: Omit<ReturnType<typeof sought>, 'status' | 'search'>,
  { place, isBefore, limit }: { place: RowPlace; isBefore: boolean; limit: number },
) {
  // Away from the place, wherever the list begins.
  const sort = isBefore ? (shape.sort === 'newest' ? 'oldest' : 'newest') : shape.sort;
  const given = shape.way === 'walk' ? withoutOuterEnd(values, sort, place) : values;
  const asked = { ...given, placeDay: place.day, placeId: place.id, limit };
  const rows = await foundRows(executor, { ...shape, sort }, asked);
  return isBefore ? rows.toReversed() : rows;
}

/** Of two ends, a day and the place within it, an index would be read from the outer one. */
function withoutOuterEnd(
  values: Omit<ReturnType<typeof sought>, 'status' | 'search'>,
  sort: Order,
  place: RowPlace,
) {
  const [end, isWithin] =
    sort === 'newest'
      ? (['to', (day: string) => place.day <= day] as const)
      : (['from', (day: string) => place.day >= day] as const);
  const { [end]: outer, ...inner } = values;
  return outer !== undefined && !isWithin(outer) ? values : inner;
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
  const rows = async (way: Way, since?: Date) =>
    await foundConfirmed(executor, { status, search, way }, { q: pattern, since, limit, offset });
  return await foundPage(executor, now, page, {
    ...sampledTests(asked),
    ahead: latestConfirmedOf,
    walk: (until) => rows('walk', until?.confirmedAt ?? undefined),
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
  const text = q.toLowerCase();
  return {
    sample: sampleOfDonations,
    mentions: ({ searchText, participantText }: SampledDonation) =>
      [searchText, participantText].some((own) => own?.includes(text)),
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
  const own = sql`select ${like(participants.searchText, pattern)} from ${participants} where ${participants.id} = ${donations.participantId}`;
  return sql`(${like(donations.searchText, pattern)} or (${own}))`;
}

/** Whether a text is looked for: then the statement goes alone. */
export const hasText = ({ q }: { q?: unknown }) => q !== undefined;

const everyRow = preparedByShape(
  'donations',
  (
    executor,
    { status, sort }: { status: Status; sort: Order },
    { limit, offset, ...given }: Given<Omit<Values, 'q'> & Page>,
  ) => {
    const order = inOrder({ by: donations.date, sort });
    const onPage = isOnPage(executor, meets(status, given), order, { limit, offset });
    return searchRows(executor, onPage).orderBy(...order);
  },
);

type Place = { placeDay: string; placeId: number };

const foundRows = preparedByShape(
  'found donations',
  (
    executor,
    { sort, way, ...shape }: Shape & { sort: Order; way: Way },
    { limit, offset, placeDay, placeId, ...given }: Given<Values & { limit: number } & Partial<Page & Place>>,
  ) => {
    const order = { by: donations.date, sort };
    const place = placeDay && { by: sql`${placeDay}::date`, id: sql`${placeId}::int` };
    const page = pageFound(executor, way, matches(shape, given, way), order, { limit, offset, place });
    return searchRows(executor, undefined, { total: page.total })
      .innerJoin(page, eq(page.id, donations.id))
      .orderBy(...inOrder(order));
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
  const order = inOrder(latestConfirmed);
  return donationRows(executor, isOnPage(executor, isConfirmed, order, page)).orderBy(...order);
});

const foundConfirmed = preparedByShape(
  'confirmed donations found',
  (
    executor,
    { way, ...shape }: Shape & { way: Way },
    { q, since, ...page }: Given<Page & { q: string | undefined; since: Date | undefined }>,
  ) => {
    const condition = and(matches(shape, { q }, way), since && gte(latestConfirmed.by, since));
    const found = pageFound(executor, way, condition, latestConfirmed, page);
    return donationRows(executor, undefined, { total: found.total })
      .innerJoin(found, eq(found.id, donations.id))
      .orderBy(...inOrder(latestConfirmed));
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
