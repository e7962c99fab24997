// The console's lists of donations: one page of each, and how many donations there are in all.
import { type AnyColumn, and, count, desc, eq, gte, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/database.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { donationDays, donations, participants } from '#server/schema.ts';
import { amongFound, anywhere, like, type Pattern, type Search, searchFor } from '#server/search.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import type { searchStatuses } from './contract.ts';
import { searchRows } from './serverSearchRows.ts';
import type { photoFilters } from '#features/donations/contract.ts';
import { donationRows, isConfirmed, isPending } from '#features/donations/serverRows.ts';

type Status = (typeof searchStatuses)[number];
type PhotoFilter = (typeof photoFilters)[number];

interface Page {
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

/** One page of a search, the latest dates first. */
export async function searchPage(executor: Executor, asked: Asked, { limit, offset }: Page) {
  const { status, search, ...values } = sought(asked);
  return await Promise.all([
    foundRows(executor, { status, search }, { ...values, limit, offset }),
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
  const shape = { search: searchFor(q), photo: 'all' } as const;
  return await pageOfConfirmed(executor, shape, anywhere(q), { limit, offset });
}

/** One page of the confirmed donations, by whether they have a photo; a text is in the donor ID or the notes. */
export async function photoPage(
  executor: Executor,
  { q, photo }: { q?: string | undefined; photo: PhotoFilter },
  { limit, offset }: Page,
) {
  return await pageOfConfirmed(executor, { search: 'none', photo }, anywhere(q), { limit, offset });
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

const hasText = ({ q }: { q?: unknown }) => q !== undefined;

const foundRows = preparedByShape(
  'found donations',
  (executor, shape: Shape, { limit, offset, ...given }: Given<Values & Page>) => {
    const order = [desc(donations.date), desc(donations.id)];
    return searchRows(executor, isOnPage(executor, matches(shape, given), order, { limit, offset })).orderBy(
      ...order,
    );
  },
  hasText,
);

/** Counted where there is a text to be found; otherwise read from what is kept. */
async function countFound(executor: Executor, asked: Asked): Promise<number> {
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

const confirmedKinds = {
  all: kindsOf.confirmed,
  without: ['confirmed'],
  with: ['confirmed with photo'],
} as const;

interface ConfirmedShape extends Record<string, string> {
  search: Search;
  photo: PhotoFilter;
}

async function pageOfConfirmed(executor: Executor, shape: ConfirmedShape, q: string | undefined, page: Page) {
  return await Promise.all([
    confirmedRows(executor, shape, { q, ...page }),
    q === undefined
      ? rowCount(executor, 'donations', confirmedKinds[shape.photo])
      : confirmedCount(executor, shape, { q }).then(([row]) => row?.total ?? 0),
  ]);
}

function isConfirmedAnd({ search, photo }: ConfirmedShape, q: Pattern | undefined): SQL | undefined {
  return and(isConfirmed, q === undefined ? undefined : isFoundText(q, search), photoConditions[photo]);
}

/** The photo page searches donor IDs and notes alone (spec section 2), and where it does the profile's search is `none`. */
function isFoundText(pattern: Pattern, search: Search): SQL | undefined {
  if (search !== 'none') return mentions(pattern, search);
  const isIn = (column: AnyColumn) => like(sql`lower(${column})`, pattern);
  // The places are in the indexed text too: it finds the few rows to look at.
  return and(like(donations.searchText, pattern), or(isIn(donations.studentId), isIn(donations.notes)));
}

const photoConditions: Readonly<Record<PhotoFilter, SQL | undefined>> = {
  all: undefined,
  without: sql`(${donations.photoUrl} is null) = true`,
  with: sql`(${donations.photoUrl} is null) = false`,
};

const confirmedRows = preparedByShape(
  'confirmed rows',
  (executor, shape: ConfirmedShape, { q, limit, offset }: Given<Page & { q: string | undefined }>) => {
    const order = [desc(donations.confirmedAt), desc(donations.id)];
    return donationRows(
      executor,
      isOnPage(executor, isConfirmedAnd(shape, q), order, { limit, offset }),
    ).orderBy(...order);
  },
  hasText,
);

const confirmedCount = preparedByShape(
  'confirmed count',
  (executor, shape: ConfirmedShape, { q }: Given<{ q: string }>) =>
    executor.select({ total: count() }).from(donations).where(isConfirmedAnd(shape, q)),
  hasText,
);

const rejectedRows = preparedByShape('rejected rows', (executor, _, page: Given<Page>) => {
  const order = [desc(donations.rejectedAt), desc(donations.id)];
  return donationRows(executor, isOnPage(executor, statusConditions.rejected, order, page)).orderBy(...order);
});

/** Finds a page's rows by their numbers alone: those before it are then neither joined nor read whole. */
function isOnPage(
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
