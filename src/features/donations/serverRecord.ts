import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { type Day, monthOf, yearOf } from '#shared/dates.ts';
import { QUALIFYING_KILOGRAMS } from '#shared/weights.ts';
import type { Executor } from '#server/database.ts';
import { type Given, prepared } from '#server/prepared.ts';
import { donations, participants } from '#server/schema.ts';

/** Whether a donation counts towards Gold (spec section 9), if it is confirmed. */
export const hasQualifyingWeight = sql`${donations.kilograms} >= ${sql.raw(String(QUALIFYING_KILOGRAMS))}`;

/** A donor's figures as of a day: rejected donations count nowhere. */
export async function donorRecord(executor: Executor, participantId: number, today: Day) {
  const { from, before } = monthOf(today);
  const [record] = await recordOfParticipant(executor, { participantId, from, before, year: yearOf(today) });
  if (!record) throw new Error('A count came back without a row.');
  return record;
}

type Asked = { participantId: number; from: Day; before: Day; year: number };

const recordOfParticipant = prepared('record of a participant', (executor, asked: Given<Asked>) => {
  const inYear = sql`${donations.year} = ${asked.year}`;
  const inMonth = sql`${donations.date} >= ${asked.from} and ${donations.date} < ${asked.before}`;
  const confirmedThisMonth = sql`${donations.isConfirmed} and ${inMonth}`;
  return executor
    .select({
      all: count(),
      keptBadges: sql<number>`coalesce((select ${participants.keptBadges} from ${participants} where ${participants.id} = ${asked.participantId}), 0)`,
      confirmed: sql<number>`count(*) filter (where ${donations.isConfirmed})::int`,
      qualifyingThisYear: sql<number>`count(*) filter (where ${donations.isConfirmed} and ${inYear} and ${hasQualifyingWeight})::int`,
      confirmedThisMonth: sql<number>`count(*) filter (where ${confirmedThisMonth})::int`,
      kilogramsThisMonth: sql<number>`coalesce(sum(${donations.kilograms}) filter (where ${confirmedThisMonth}), 0)::float8`,
      waitingQualifyingThisYear: sql<number>`count(*) filter (where not ${donations.isConfirmed} and ${inYear} and ${hasQualifyingWeight})::int`,
      waitingKilogramsThisMonth: sql<number>`coalesce(sum(${donations.kilograms}) filter (where not ${donations.isConfirmed} and ${inMonth}), 0)::float8`,
    })
    .from(donations)
    .where(and(eq(donations.participantId, asked.participantId), isNull(donations.rejectedAt)));
});
