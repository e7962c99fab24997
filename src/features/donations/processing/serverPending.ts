// The next pending donations, each with others of its donor, in one statement.
import { and, asc, desc, eq, gte, ne, type SQL, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import {
  hasQualifyingWeight,
  donationColumns,
  isConfirmed,
  isPending,
  looksLike,
} from '#features/donations/serverRows.ts';
import type { Day } from '#shared/dates.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { donations, participants } from '#server/db/schema.ts';
import { otherDonation } from './contract.ts';

/** So many of a donor's other donations are shown, and so many of those that look the same. */
const OTHERS = 5;

type Asked = {
  limit: number;
  /** They come after all others, in this order. */
  skipped: readonly number[];
  /** The first day of the year whose qualifying donations are counted. */
  yearFrom: Day;
};

type Row = Awaited<ReturnType<typeof rowsWithOthers>>[number];
type Item = Omit<Row, 'other'> & { others: NonNullable<Row['other']>[] };

/** The pending donations that have waited longest, each with what else its donor gave. */
export async function pendingWithOthers(executor: Executor, asked: Asked): Promise<Item[]> {
  const items = new Map<number, Item>();
  for (const { other, ...item } of await rowsWithOthers(executor, asked)) {
    const { others } = items.get(item.donation.id) ?? { others: [] };
    items.set(item.donation.id, { ...item, others: other ? [...others, other] : others });
  }
  // The skipped ones fill up what is left.
  return [...items.values()].slice(0, asked.limit);
}

const rowsWithOthers = (executor: Executor, { limit, skipped, yearFrom }: Asked) => {
  const skippedIds = sql`${sql.param(skipped)}::int[]`;
  const ids = () => executor.select({ id: donations.id }).from(donations).$dynamic();
  const waiting = ids()
    .where(and(isPending, sql`${donations.id} <> all(${skippedIds})`))
    .orderBy(asc(donations.id))
    .limit(limit);
  const putLast = ids()
    .where(and(isPending, sql`${donations.id} = any(${skippedIds})`))
    .orderBy(sql`array_position(${skippedIds}, ${donations.id})`)
    .limit(limit);

  const own = alias(donations, 'own');
  const isAnother = and(eq(own.participantId, donations.participantId), ne(own.id, donations.id));
  const last = (condition: SQL | undefined) =>
    executor
      .select({ id: own.id })
      .from(own)
      .where(condition)
      .orderBy(desc(own.date), desc(own.id))
      .limit(OTHERS);
  const found = union(last(isAnother), last(looksLike(own))).as('found');
  const other = alias(donations, 'other');

  // Correlated by the participant: inside, the name of the table means its own rows.
  const qualifying = executor
    .select({ count: sql`count(*)::int` })
    .from(donations)
    .where(
      and(
        eq(donations.participantId, participants.id),
        gte(donations.date, yearFrom),
        isConfirmed,
        hasQualifyingWeight,
      ),
    );
  return executor
    .select({
      donation: donationColumns,
      qualifyingThisYear: sql<number>`(${qualifying})`,
      other: {
        ...columnsFor(other, otherDonation),
        looksSame: sql<boolean>`${looksLike(other)}`,
      },
    })
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .leftJoinLateral(found, sql`true`)
    .leftJoin(other, eq(other.id, found.id))
    .where(sql`${donations.id} = any(array(${waiting}) || array(${putLast}))`)
    .orderBy(
      sql`array_position(${skippedIds}, ${donations.id}) nulls first`,
      asc(donations.id),
      desc(other.date),
      desc(other.id),
    );
};
