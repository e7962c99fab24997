import { and, asc, desc, eq, inArray, or, type SQL, sql, count, isNull } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { donations, participants } from '#server/db/schema.ts';
import { donationRow } from './contract.ts';
import { type Day, monthOf, yearOf } from '#shared/dates.ts';
import { isQualifying, weightBands } from '#shared/weights.ts';

// Without parameters, since PostgreSQL uses no partial index for a condition that has one.
export const isConfirmed = sql`${donations.isConfirmed}`;
export const isPending = sql`not ${donations.isConfirmed} and ${donations.rejectedAt} is null`;
export const isRejected = sql<boolean>`${donations.rejectedAt} is not null`;

/** Stands for the participant of a donor ID without donations. No row has this id, since ids start at 1. */
export const NOBODY = 0;

type ComparedColumn =
  | 'id'
  | 'participantId'
  | 'date'
  | 'weight'
  | 'dropSite'
  | 'binLocation'
  | 'createdAt'
  | 'rejectedAt';

const placeColumn = ({
  dropSite,
  binLocation,
}: Pick<Record<ComparedColumn, AnyPgColumn>, 'dropSite' | 'binLocation'>) =>
  sql`coalesce(${dropSite}, ${binLocation})`;

/**
 * Whether another row may be the same donation, logged twice: of the same donor, day, weight and place, logged within an
 * hour, and not rejected. `donations_participant_id_index` finds the donor's rows of that day.
 */
const looksLike = (other: Record<ComparedColumn, AnyPgColumn>): SQL =>
  sql`${other.participantId} = ${donations.participantId} and ${other.date} = ${donations.date}
    and ${other.weight} = ${donations.weight} and ${other.id} <> ${donations.id} and ${other.rejectedAt} is null
    and ${placeColumn(other)} is not distinct from ${placeColumn(donations)}
    and ${other.createdAt} between ${donations.createdAt} - interval '1 hour' and ${donations.createdAt} + interval '1 hour'`;

const twin = alias(donations, 'twin');

/** How many other donations look like this one. */
export const alike = sql<number>`(select count(*)::int from ${donations} ${sql.identifier('twin')} where ${looksLike(twin)})`;

/** Whether the donor's claim is proven. False for an unclaimed bag, which has no donor. */
export const isClaimProven = sql<boolean>`coalesce(${participants.isClaimProven}, false)`;

export const isUnclaimed = sql`${donations.participantId} is null`;

/** A donation with its participant's name, as the console shows it. */
const donationColumns = {
  ...columnsFor(donations, donationRow),
  alike,
  participantName: participants.displayName,
  participantRemovedAt: participants.removedAt,
  claimedName: participants.claimedName,
  claimedEmail: participants.claimedEmail,
  isClaimProven,
};

/** True for every donation that was ever pending. Unclaimed bags have no donor. */
export function hasDonor<Donation extends { participantId: number | null }>(
  donation: Donation,
): donation is Donation & { participantId: number } {
  return donation.participantId !== null;
}

/** Donations with their participants' names. */
export function donationRows(executor: Executor, condition: SQL | undefined) {
  return executor
    .select(donationColumns)
    .from(donations)
    .leftJoin(participants, eq(participants.id, donations.participantId))
    .where(condition)
    .$dynamic();
}

const MAX_ALIKE = 5;

/** The latest donations that look like the given one. */
export function findAlike(executor: Executor, id: number) {
  const others = executor
    .select({ id: twin.id })
    .from(donations)
    .innerJoin(twin, looksLike(twin))
    .where(eq(donations.id, id));
  return donationRows(executor, inArray(donations.id, others)).orderBy(desc(donations.id)).limit(MAX_ALIKE);
}

/** A participant's pending donations, oldest first. */
export function findPendingDonations(executor: Executor, participantId: number, limit: number) {
  return donationRows(executor, and(eq(donations.participantId, participantId), isPending))
    .orderBy(asc(donations.date), asc(donations.id))
    .limit(limit);
}

/** A participant's confirmed and rejected donations, newest first, and their total number. */
export async function findDecidedDonations(executor: Executor, participantId: number, limit: number) {
  const isDecided = and(eq(donations.participantId, participantId), or(isConfirmed, isRejected));
  return await Promise.all([
    donationRows(executor, isDecided).orderBy(desc(donations.date), desc(donations.id)).limit(limit),
    executor.$count(donations, isDecided),
  ]);
}

/** Whether a donation is heavy enough to count toward Gold. */
export const hasQualifyingWeight = inArray(
  sql`coalesce(${donations.actualWeight}, ${donations.weight})`,
  weightBands.filter(isQualifying),
);

/** Whether a donation counts toward the Gold of a year. */
export const isQualifyingIn = (year: number) =>
  sql`${isConfirmed} and ${donations.year} = ${year} and ${hasQualifyingWeight}`;

/** A donor's figures for the month and year of a day. Rejected donations do not count. */
export async function donorRecord(executor: Executor, participantId: number, today: Day) {
  const year = yearOf(today);
  const { from, before } = monthOf(today);
  const isThisMonth = sql`${donations.date} >= ${from} and ${donations.date} < ${before}`;
  const [record] = await executor
    .select({
      all: count(),
      confirmed: sql<number>`count(*) filter (where ${isConfirmed})::int`,
      qualifyingThisYear: sql<number>`count(*) filter (where ${isQualifyingIn(year)})::int`,
      confirmedThisMonth: sql<number>`count(*) filter (where ${isConfirmed} and ${isThisMonth})::int`,
      kilogramsThisMonth: sql<number>`coalesce(sum(${donations.kilograms}) filter (where ${isConfirmed} and ${isThisMonth}), 0)::float8`,
      waitingQualifyingThisYear: sql<number>`count(*) filter (where ${isPending} and ${donations.year} = ${year} and ${hasQualifyingWeight})::int`,
      waitingKilogramsThisMonth: sql<number>`coalesce(sum(${donations.kilograms}) filter (where ${isPending} and ${isThisMonth}), 0)::float8`,
      keptBadges: sql<number>`coalesce((select ${participants.keptBadges} from ${participants} where ${eq(participants.id, participantId)}), 0)`,
    })
    .from(donations)
    .where(and(eq(donations.participantId, participantId), isNull(donations.rejectedAt)));
  if (!record) throw new Error('A count came back without a row.');
  return record;
}
