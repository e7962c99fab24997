// What a signed-in donor sees of their own. Rejected donations count nowhere in it.
import { and, asc, desc, eq } from 'drizzle-orm';
import { nextGoal, rewardTier } from '#features/donations/rules.ts';
import { donorRecord, hasQualifyingWeight } from '#features/donations/serverRecord.ts';
import { isRejected } from '#features/donations/serverRows.ts';
import { codesOf } from '#features/rewards/server.ts';
import { type Day, dayOf, yearOf } from '#shared/dates.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { implement } from '#server/http/call.ts';
import { donations } from '#server/db/schema.ts';
import { contract, recentDonation } from './contract.ts';
import { NOBODY, opensCodes, ownFile } from './serverOwnFile.ts';

const RECENT_DONATIONS = 10;

export const dashboardFeature = implement(contract, {
  donorSummary: async ({ database, donor, site, now }) => {
    const { timeZone } = site;
    const { studentId, displayName } = donor;
    const participantId = donor.participantId ?? NOBODY;
    const today = dayOf(now, timeZone);
    const isOpen = opensCodes(site, donor);
    const [record, codes, recent, qualifyingDates] = await Promise.all([
      donorRecord(database, participantId, today),
      codesOf(database, { participantId: isOpen ? participantId : NOBODY, now }),
      recentDonations(database, participantId),
      qualifyingDatesOf(database, participantId, today),
    ]);
    return {
      ok: true as const,
      studentId,
      displayName,
      totals: { all: record.all, confirmed: record.confirmed, pending: record.all - record.confirmed },
      codes,
      opensCodes: isOpen,
      recent,
      keptBadges: record.keptBadges,
      rewardTier: rewardTier(record),
      nextGoal: nextGoal(record),
      qualifyingDates,
      kilogramsThisMonth: record.kilogramsThisMonth,
      waiting: {
        kilogramsThisMonth: record.waitingKilogramsThisMonth,
        qualifyingThisYear: record.waitingQualifyingThisYear,
      },
    };
  },

  exportOwn: async ({ site, donor, now }) => ownFile(site, donor, now),
});

async function recentDonations(executor: Executor, participantId: number) {
  return await executor
    .select({ ...columnsFor(donations, recentDonation), isRejected })
    .from(donations)
    .where(eq(donations.participantId, participantId))
    .orderBy(desc(donations.date), desc(donations.id))
    .limit(RECENT_DONATIONS);
}

async function qualifyingDatesOf(executor: Executor, participantId: number, today: Day): Promise<Day[]> {
  const rows = await executor
    .select({ date: donations.date })
    .from(donations)
    .where(
      and(
        eq(donations.participantId, participantId),
        eq(donations.isConfirmed, true),
        eq(donations.year, yearOf(today)),
        hasQualifyingWeight,
      ),
    )
    .orderBy(asc(donations.date), asc(donations.id));
  return rows.map(({ date }) => date);
}
