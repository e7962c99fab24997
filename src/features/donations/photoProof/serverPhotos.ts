// The photo page's list.
import { and, desc, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { donationRows, isConfirmed, isOnPage } from '#features/donations/serverRows.ts';
import type { Executor } from '#server/db/database.ts';
import { donations, participants } from '#server/db/schema.ts';
import { anywhere, like } from '#server/db/queries.ts';
import type { photoFilters } from './contract.ts';

interface Asked {
  q?: string | undefined;
  photo: (typeof photoFilters)[number];
  limit: number;
  offset: number;
}

/** One page of the confirmed donations, by whether they have a photo, and how many there are. */
export async function photoPage(executor: Executor, { q, photo, limit, offset }: Asked) {
  const isFound = and(isConfirmed, q ? mentions(q) : undefined, photoConditions[photo]);
  const order = [desc(donations.confirmedAt), desc(donations.id)];
  return await Promise.all([
    donationRows(executor, isOnPage(executor, isFound, order, { limit, offset })).orderBy(...order),
    executor.$count(donations, isFound),
  ]);
}

const photoConditions: Readonly<Record<Asked['photo'], SQL | undefined>> = {
  all: undefined,
  without: isNull(donations.photoUrl),
  with: isNotNull(donations.photoUrl),
};

/** This page searches donor IDs and notes (spec section 2), and the names that stand where there is no ID. */
function mentions(text: string): SQL | undefined {
  const pattern = anywhere(text);
  const people = sql`select ${participants.id} from ${participants} where ${like(sql`lower(${participants.displayName})`, pattern)}`;
  return or(
    like(sql`lower(${donations.studentId})`, pattern),
    like(sql`lower(${donations.notes})`, pattern),
    sql`${donations.participantId} in (${people})`,
  );
}
