// The photo page's list.
import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { EndpointInput } from '#shared/endpoint.ts';
import { donationRows, isConfirmed } from '#features/donations/serverRows.ts';
import type { Executor } from '#server/database.ts';
import { donations, participants } from '#server/schema.ts';
import { anywhere, like } from '#server/search.ts';
import type { contract } from './contract.ts';

/** One page of the confirmed donations, the latest first, and how many there are. */
export async function photoPage(
  executor: Executor,
  { q, photo, limit, offset }: EndpointInput<typeof contract.photoDonations>['query'],
) {
  const condition = and(isConfirmed, photoConditions[photo], q ? mentions(executor, q) : undefined);
  return await Promise.all([
    donationRows(executor, condition)
      .orderBy(desc(donations.confirmedAt), desc(donations.id))
      .limit(limit)
      .offset(offset),
    executor.$count(donations, condition),
  ]);
}

const photoConditions = {
  all: undefined,
  without: isNull(donations.photoUrl),
  with: isNotNull(donations.photoUrl),
};

/** Whether a text is in the donor ID, the notes, or the name that stands where there is no ID (spec section 2). */
function mentions(executor: Executor, q: string): SQL {
  const pattern = anywhere(q);
  // Each indexed text holds more than is searched here: it leads to the few rows to compare.
  const own = executor
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        like(donations.searchText, pattern),
        or(like(sql`lower(${donations.studentId})`, pattern), like(sql`lower(${donations.notes})`, pattern)),
      ),
    );
  const ofParticipants = executor
    .select({ id: donations.id })
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .where(
      and(like(participants.searchText, pattern), like(sql`lower(${participants.displayName})`, pattern)),
    );
  return inArray(donations.id, union(own, ofParticipants));
}
