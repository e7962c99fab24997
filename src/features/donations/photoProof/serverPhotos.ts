// The photo page's list.
import { type AnyColumn, and, count, desc, or, type SQL, sql } from 'drizzle-orm';
import { hasText, isOnPage, type Page } from '#features/donations/lists/serverLists.ts';
import { donationRows, isConfirmed } from '#features/donations/serverRows.ts';
import type { Executor } from '#server/database.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { donations } from '#server/schema.ts';
import { anywhere, like, type Pattern } from '#server/search.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import type { photoFilters } from './contract.ts';

type PhotoFilter = (typeof photoFilters)[number];

/** One page of the confirmed donations, by whether they have a photo; a text is in the donor ID or the notes. */
export async function photoPage(
  executor: Executor,
  { q: text, photo }: { q?: string | undefined; photo: PhotoFilter },
  { limit, offset }: Page,
) {
  const q = anywhere(text);
  return await Promise.all([
    photoRows(executor, { photo }, { q, limit, offset }),
    q === undefined
      ? rowCount(executor, 'donations', kindsOf[photo])
      : photoCount(executor, { photo }, { q }).then(([row]) => row?.total ?? 0),
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

function matches(photo: PhotoFilter, q: Pattern | undefined): SQL | undefined {
  return and(isConfirmed, q === undefined ? undefined : isFoundText(q), photoConditions[photo]);
}

/** This page searches donor IDs and notes alone (spec section 2). */
function isFoundText(pattern: Pattern): SQL | undefined {
  const isIn = (column: AnyColumn) => like(sql`lower(${column})`, pattern);
  // The places are in the indexed text too: it finds the few rows to look at.
  return and(like(donations.searchText, pattern), or(isIn(donations.studentId), isIn(donations.notes)));
}

type Shape = { photo: PhotoFilter };

const photoRows = preparedByShape(
  'photo rows',
  (executor, { photo }: Shape, { q, limit, offset }: Given<Page & { q: string | undefined }>) => {
    const order = [desc(donations.confirmedAt), desc(donations.id)];
    return donationRows(executor, isOnPage(executor, matches(photo, q), order, { limit, offset })).orderBy(
      ...order,
    );
  },
  hasText,
);

const photoCount = preparedByShape(
  'photo count',
  (executor, { photo }: Shape, { q }: Given<{ q: string }>) =>
    executor.select({ total: count() }).from(donations).where(matches(photo, q)),
  hasText,
);
