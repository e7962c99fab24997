// What the console's first page shows at a glance.
import { and, asc, count, countDistinct, desc, eq, gte, isNull, lt, min, ne, sql } from 'drizzle-orm';
import { type Day, monthOf } from '#shared/dates.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import {
  donations,
  dropBins,
  isClaiming,
  mails,
  overflowAlerts,
  participants,
  pickups,
} from '#server/db/schema.ts';
import { donationRows, isConfirmed, isPending } from '#features/donations/serverRows.ts';
import { summaryBin } from './contract.ts';

const LATEST_PENDING = 50;

/** The figures as of a day, for its month where they are of one. */
export async function adminFigures(executor: Executor, today: Day) {
  const { from, before } = monthOf(today);
  const [figures] = await figuresOf(executor, { from, before });
  if (!figures) throw new Error('The figures came back without a row.');
  return figures;
}

function figuresOf(executor: Executor, { from, before }: { from: Day; before: Day }) {
  const isThisMonth = and(gte(donations.date, from), lt(donations.date, before));
  const pending = executor.select({ donations: count() }).from(donations).where(isPending);
  const oldest = executor
    .select({ date: min(donations.date) })
    .from(donations)
    .where(isPending);
  const confirmed = executor
    .select({ donations: count() })
    .from(donations)
    .where(and(isConfirmed, isThisMonth));
  const active = executor
    .select({ donors: countDistinct(donations.participantId) })
    .from(donations)
    .where(and(isNull(donations.rejectedAt), isThisMonth));
  const pendingPickups = executor
    .select({ pickups: count() })
    .from(pickups)
    .where(eq(pickups.status, 'pending'));
  const provenClaims = executor
    .select({ claims: count() })
    .from(participants)
    .where(and(participants.isClaimProven, isClaiming(participants)));
  const waitingMail = executor
    .select({ mails: count() })
    .from(mails)
    // Written out, as its index has it.
    .where(sql`${mails.status} = 'waiting'`);
  return executor
    .select({
      pendingCount: sql<number>`(${pending})::int`,
      activeStudents: sql<number>`(${active})::int`,
      pendingPickups: sql<number>`(${pendingPickups})::int`,
      overflowOpen: count(),
      provenClaims: sql<number>`(${provenClaims})::int`,
      waitingMail: sql<number>`(${waitingMail})::int`,
      oldestPending: sql<Day | null>`(${oldest})`,
      confirmedThisMonth: sql<number>`(${confirmed})::int`,
    })
    .from(overflowAlerts)
    .where(ne(overflowAlerts.status, 'resolved'));
}

export const latestPending = (executor: Executor) =>
  donationRows(executor, isPending).orderBy(desc(donations.id)).limit(LATEST_PENDING);

export const activeBins = (executor: Executor) =>
  executor
    .select(columnsFor(dropBins, summaryBin))
    .from(dropBins)
    .where(eq(dropBins.isActive, true))
    .orderBy(asc(dropBins.name), asc(dropBins.id));
