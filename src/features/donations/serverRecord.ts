import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { type Day, monthOf, yearOf } from '#shared/dates.ts';
import { QUALIFYING_KILOGRAMS } from '#shared/weights.ts';
import type { Executor } from '#server/db/database.ts';
import { donations, participants } from '#server/db/schema.ts';

/** Whether a donation counts towards Gold (spec section 9), if it is confirmed. */
export const hasQualifyingWeight = sql`${donations.kilograms} >= ${sql.raw(String(QUALIFYING_KILOGRAMS))}`;

/** A donor's figures as of a day: rejected donations count nowhere. */
export async function donorRecord(executor: Executor, participantId: number, today: Day) {
  const asked = askedAt(today);
  const [record] = await executor
    .select({
      ...standing(asked),
      keptBadges: sql<number>`coalesce((select ${participants.keptBadges} from ${participants} where ${eq(participants.id, participantId)}), 0)`,
      confirmed: sql<number>`count(*) filter (where ${donations.isConfirmed})::int`,
      kilogramsThisMonth: sql<number>`coalesce(sum(${donations.kilograms}) filter (where ${confirmedThisMonth(asked)}), 0)::float8`,
      waitingQualifyingThisYear: sql<number>`count(*) filter (where not ${donations.isConfirmed} and ${inYear(asked)} and ${hasQualifyingWeight})::int`,
      waitingKilogramsThisMonth: sql<number>`coalesce(sum(${donations.kilograms}) filter (where not ${donations.isConfirmed} and ${inMonth(asked)}), 0)::float8`,
    })
    .from(donations)
    .where(countsFor(participantId));
  if (!record) throw new Error('A count came back without a row.');
  return record;
}

/** Those of a donor's figures that make a reward tier, and how many donations there are. */
export async function donorStanding(executor: Executor, participantId: number, today: Day) {
  const [figures] = await executor
    .select(standing(askedAt(today)))
    .from(donations)
    .where(countsFor(participantId));
  if (!figures) throw new Error('A count came back without a row.');
  return figures;
}

type Asked = { from: Day; before: Day; year: number };

function askedAt(today: Day): Asked {
  return { ...monthOf(today), year: yearOf(today) };
}

const inYear = ({ year }: Asked) => sql`${donations.year} = ${year}`;
const inMonth = ({ from, before }: Asked) =>
  sql`${donations.date} >= ${from} and ${donations.date} < ${before}`;
const confirmedThisMonth = (asked: Asked) => sql`${donations.isConfirmed} and ${inMonth(asked)}`;

const standing = (asked: Asked) => ({
  all: count(),
  qualifyingThisYear: sql<number>`count(*) filter (where ${donations.isConfirmed} and ${inYear(asked)} and ${hasQualifyingWeight})::int`,
  confirmedThisMonth: sql<number>`count(*) filter (where ${confirmedThisMonth(asked)})::int`,
});

const countsFor = (participantId: number) =>
  and(eq(donations.participantId, participantId), isNull(donations.rejectedAt));
