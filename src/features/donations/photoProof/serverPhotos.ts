// The photo page's list.
import { type AnyColumn, and, count, desc, or, type SQL, sql } from 'drizzle-orm';
import { hasText, isOnPage, type Page } from '#features/donations/lists/serverLists.ts';
import { donationRows, isConfirmed } from '#features/donations/serverRows.ts';
import type { Executor } from '#server/database.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { donations, participants } from '#server/schema.ts';
import { amongFound, anywhere, like, type Pattern, type Search, searchFor } from '#server/search.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import type { photoFilters } from './contract.ts';

type PhotoFilter = (typeof photoFilters)[number];

/** One page of the confirmed donations, by whether they have a photo; a text is in the donor ID, the donor's name or the notes. */
export async function photoPage(
  executor: Executor,
  { q: text, photo }: { q?: string | undefined; photo: PhotoFilter },
  { limit, offset }: Page,
) {
  const q = anywhere(text);
  const shape = { photo, search: searchFor(text) };
  return await Promise.all([
    photoRows(executor, shape, { q, limit, offset }),
    q === undefined
      ? rowCount(executor, 'donations', kindsOf[photo])
      : photoCount(executor, shape, { q }).then(([row]) => row?.total ?? 0),
  ]);
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

function matches({ photo, search }: Shape, q: Pattern | undefined): SQL | undefined {
  return and(isConfirmed, q === undefined ? undefined : mentions(q, search), photoConditions[photo]);
}

/** This page searches donor IDs and notes (spec section 2), and the names that stand where there is no ID. */
function mentions(pattern: Pattern, search: Search): SQL | undefined {
  const isIn = (column: AnyColumn) => like(sql`lower(${column})`, pattern);
  // Both indexed texts hold more than is searched here: they find the few rows to look at.
  const people = sql`select ${participants.id} from ${participants} where ${and(
    like(participants.searchText, pattern),
    isIn(participants.displayName),
  )}`;
  return or(
    and(like(donations.searchText, pattern), or(isIn(donations.studentId), isIn(donations.notes))),
    amongFound(donations.participantId, people, search),
  );
}

type Shape = { photo: PhotoFilter; search: Search };

const photoRows = preparedByShape(
  'photo rows',
  (executor, shape: Shape, { q, limit, offset }: Given<Page & { q: string | undefined }>) => {
    const order = [desc(donations.confirmedAt), desc(donations.id)];
    return donationRows(executor, isOnPage(executor, matches(shape, q), order, { limit, offset })).orderBy(
      ...order,
    );
  },
  hasText,
);

const photoCount = preparedByShape(
  'photo count',
  (executor, shape: Shape, { q }: Given<{ q: string }>) =>
    executor.select({ total: count() }).from(donations).where(matches(shape, q)),
  hasText,
);
