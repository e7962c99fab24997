// What the console's first page shows at a glance.
import { and, asc, count, desc, eq, gte, isNull, lt, min, ne, sql } from 'drizzle-orm';
import { type Day, monthOf } from '#shared/dates.ts';
import { columnsFor } from '#server/columns.ts';
import type { Executor } from '#server/database.ts';
import { type Given, prepared } from '#server/prepared.ts';
import {
  donationDays,
  disputedRedemptions,
  donations,
  dropBins,
  isClaiming,
  mails,
  overflowAlerts,
  participants,
} from '#server/schema.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import { donationRows, isPending } from '#features/donations/serverRows.ts';
import { summaryBin } from './contract.ts';

const LATEST_PENDING = 50;

/** The figures as of a day, for its month where they are of one. */
export async function adminFigures(executor: Executor, today: Day) {
  const { from, before } = monthOf(today);
  const [pendingCount, activeStudents, pendingPickups, [others]] = await Promise.all([
    rowCount(executor, 'donations', ['pending']),
    rowCount(executor, 'donor_months', [from.slice(0, 7)]),
    rowCount(executor, 'pickups', ['pending']),
    otherFigures(executor, { from, before }),
  ]);
  if (!others) throw new Error('The figures came back without a row.');
  return { pendingCount, activeStudents, pendingPickups, ...others };
}

const otherFigures = prepared(
  'admin figures',
  (executor, { from, before }: Given<{ from: Day; before: Day }>) => {
    const oldest = executor
      .select({ date: min(donations.date) })
      .from(donations)
      .where(isPending);
    const confirmed = executor
      .select({ sum: sql`coalesce(sum(${donationDays.donations}), 0)::int` })
      .from(donationDays)
      .where(
        and(eq(donationDays.status, 'confirmed'), gte(donationDays.day, from), lt(donationDays.day, before)),
      );
    const provenClaims = executor
      .select({ claims: count() })
      .from(participants)
      .where(and(participants.isClaimProven, isClaiming(participants)));
    const openDisputes = executor
      .select({ disputes: count() })
      .from(disputedRedemptions)
      .where(isNull(disputedRedemptions.answeredAt));
    const waitingMail = executor
      .select({ mails: count() })
      .from(mails)
      // Written out, as its index has it.
      .where(sql`${mails.status} = 'waiting'`);
    return executor
      .select({
        overflowOpen: count(),
        provenClaims: sql<number>`(${provenClaims})::int`,
        openDisputes: sql<number>`(${openDisputes})::int`,
        waitingMail: sql<number>`(${waitingMail})::int`,
        oldestPending: sql<Day | null>`(${oldest})`,
        confirmedThisMonth: sql<number>`(${confirmed})`,
      })
      .from(overflowAlerts)
      .where(ne(overflowAlerts.status, 'resolved'));
  },
);

export const latestPending = prepared('latest pending', (executor) =>
  donationRows(executor, isPending).orderBy(desc(donations.id)).limit(LATEST_PENDING),
);

export const activeBins = prepared('active bins', (executor) =>
  executor
    .select(columnsFor(dropBins, summaryBin))
    .from(dropBins)
    .where(eq(dropBins.isActive, true))
    .orderBy(asc(dropBins.name), asc(dropBins.id)),
);
