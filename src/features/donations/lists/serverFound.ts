// What the lists of donations know of those that a text finds: the sample of them, and their order (docs/decisions/0030).
import { desc, eq, sql } from 'drizzle-orm';
import { sampled } from '#server/sample.ts';
import { donations, participants } from '#server/schema.ts';

/** What a search asks of a donation. */
export const sampleOfDonations = sampled(
  donations,
  async (executor, ids) =>
    await executor
      .select({
        id: donations.id,
        date: donations.date,
        weight: donations.weight,
        isConfirmed: donations.isConfirmed,
        confirmedAt: donations.confirmedAt,
        rejectedAt: donations.rejectedAt,
        photoUrl: donations.photoUrl,
        searchText: donations.searchText,
        studentId: sql<string | null>`lower(${donations.studentId})`,
        notes: sql<string | null>`lower(${donations.notes})`,
        participantText: participants.searchText,
        participantName: sql<string | null>`lower(${participants.displayName})`,
      })
      .from(donations)
      .innerJoin(participants, eq(participants.id, donations.participantId))
      .where(sql`${donations.id} = any(${sql.param(ids)}::int[])`)
      .orderBy(desc(donations.date), desc(donations.id)),
  ({ searchText, participantText }) => [searchText, participantText],
);

export type SampledDonation = Awaited<ReturnType<typeof sampleOfDonations>>['rows'][number];

/** The order of confirmed donations, here and on the photo page. */
export const latestConfirmed = { by: donations.confirmedAt, direction: 'desc' } as const;

/** The same of the sample's. */
export function latestConfirmedOf(rows: SampledDonation[]): SampledDonation[] {
  return rows.toSorted(
    (one, other) => timeOf(other.confirmedAt) - timeOf(one.confirmedAt) || other.id - one.id,
  );
}

const timeOf = (moment: Date | null) => moment?.getTime() ?? 0;
