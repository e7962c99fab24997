// The photo page's list.
import { type AnyColumn, and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import {
  latestConfirmed,
  latestConfirmedOf,
  sampleOfDonations,
} from '#features/donations/lists/serverFound.ts';
import { hasText } from '#features/donations/lists/serverLists.ts';
import { donationRows, isConfirmed } from '#features/donations/serverRows.ts';
import { rowsToCount } from '#server/counting.ts';
import type { Executor } from '#server/database.ts';
import { foundPage, type Page, type Way } from '#server/foundPage.ts';
import { inOrder, isOnPage, pageFound } from '#server/pageStatement.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { donations, participants } from '#server/schema.ts';
import { amongFound, anywhere, like, type Pattern, type Search, searchFor } from '#server/search.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import type { photoFilters } from './contract.ts';

type PhotoFilter = (typeof photoFilters)[number];

/** One page of the confirmed donations, by whether they have a photo; a text is in the donor ID, the donor's name or the notes. */
export async function photoPage(
  executor: Executor,
  { q, photo }: { q?: string | undefined; photo: PhotoFilter },
  { limit, offset }: Page,
  now: Date,
) {
  const page = { limit, offset };
  if (!q) {
    return await Promise.all([
      everyPhotoRow(executor, { photo }, page),
      rowCount(executor, 'donations', kindsOf[photo]),
    ]);
  }
  const [text, pattern] = [q.toLowerCase(), anywhere(q)];
  const shape = { photo, search: searchFor(q) };
  const rows = async (way: Way, until?: number) =>
    await foundPhotoRows(executor, { ...shape, way }, { q: pattern, until, ...page });
  return await foundPage(executor, now, page, {
    sample: sampleOfDonations,
    text,
    mentions: ({ studentId, notes, participantName }) =>
      [studentId, notes, participantName].some((own) => own?.includes(text)),
    fits: ({ isConfirmed: confirmed, photoUrl }) =>
      confirmed && (photo === 'all' || (photo === 'with') === (photoUrl !== null)),
    ahead: latestConfirmedOf,
    walk: (until) => rows('walk', until?.id),
    gather: () => rows('gather'),
    gathered: ({ total }) => total,
    count: async () => (await photoCount(executor, shape, { q: pattern }))[0]?.total ?? 0,
  });
}

const kindsOf = {
  all: ['confirmed', 'confirmed with photo'],
  without: ['confirmed'],
  with: ['confirmed with photo'],
} as const;

const photoConditions: Readonly<Record<PhotoFilter, SQL | undefined>> = {
  all: undefined,
  without: sql`(${donations.photoUrl} is null) = true`,
  with: sql`(${donations.photoUrl} is null) = false`,
};

function isListed(photo: PhotoFilter, text?: SQL): SQL | undefined {
  return and(isConfirmed, text, photoConditions[photo]);
}

const isIn = (column: AnyColumn, pattern: Pattern) => like(sql`lower(${column})`, pattern);

/** This page searches donor IDs and notes (spec section 2), and the names that stand where there is no ID. */
function mentions(pattern: Pattern, search: Search): SQL | undefined {
  // Both indexed texts hold more than is searched here: they find the few rows to look at.
  const people = sql`select ${participants.id} from ${participants} where ${and(
    like(participants.searchText, pattern),
    isIn(participants.displayName, pattern),
  )}`;
  return or(
    and(
      like(donations.searchText, pattern),
      or(isIn(donations.studentId, pattern), isIn(donations.notes, pattern)),
    ),
    amongFound(donations.participantId, people, search),
  );
}

/** The same, asked of one row after the other: no planner makes a join of all rows out of this. */
function mentionsHere(pattern: Pattern): SQL | undefined {
  const own = sql`select ${isIn(participants.displayName, pattern)} from ${participants} where ${eq(participants.id, donations.participantId)}`;
  return or(isIn(donations.studentId, pattern), isIn(donations.notes, pattern), sql`(${own})`);
}

const everyPhotoRow = preparedByShape(
  'photo rows',
  (executor, { photo }: { photo: PhotoFilter }, page: Given<Page>) => {
    const order = inOrder(latestConfirmed, donations.id);
    return donationRows(executor, isOnPage(executor, donations, isListed(photo), order, page)).orderBy(
      ...order,
    );
  },
);

interface Shape extends Record<string, string> {
  photo: PhotoFilter;
  search: Search;
}

const foundPhotoRows = preparedByShape(
  'photo rows found',
  (
    executor,
    { photo, search, way }: Shape & { way: Way },
    { q, ...page }: Given<Page & { q: string; until: number | undefined }>,
  ) => {
    const condition = isListed(photo, way === 'walk' ? mentionsHere(q) : mentions(q, search));
    const found = pageFound(executor, donations, way, condition, latestConfirmed, page);
    return donationRows(executor, undefined, { total: found.total })
      .innerJoin(found, eq(found.id, donations.id))
      .orderBy(...inOrder(latestConfirmed, donations.id));
  },
  hasText,
);

const photoCount = preparedByShape(
  'photo count',
  (executor, { photo, search }: Shape, { q }: Given<{ q: string }>) =>
    executor
      .select({ total: count() })
      .from(rowsToCount(executor, donations, isListed(photo, mentions(q, search)))),
  hasText,
);
