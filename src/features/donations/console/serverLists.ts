// The queries of the console's lists, figures and files.
import {
  and,
  type AnyColumn,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { donationStatus } from '#features/donations/rules.ts';
import {
  alike,
  donationRows,
  isClaimProven,
  isConfirmed,
  isPending,
  isRejected,
  isUnclaimed,
} from '#features/donations/serverRows.ts';
import { addDays, type Day, monthOf, nextDay, zonedTimeOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';
import { anywhere, columnsFor, fold, inBatches, like, startOf, withoutGaps } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { donations, isClaiming, mails, overflowAlerts, participants, pickups } from '#server/db/schema.ts';
import { type photoFilters, searchRow, type searchOrders, type searchStatuses } from './contract.ts';

interface Page {
  limit: number;
  offset: number;
}

/** A page's donations by their ids, so that those before the page are neither joined nor read whole. */
function isOnPage(executor: Executor, isFound: SQL | undefined, order: SQL[], { limit, offset }: Page): SQL {
  const ids = executor
    .select({ id: donations.id })
    .from(donations)
    .where(isFound)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return inArray(donations.id, ids);
}

/** A page of donations, and how many there are in all. */
export async function donationPage(executor: Executor, isFound: SQL | undefined, order: SQL[], page: Page) {
  return await Promise.all([
    donationRows(executor, isOnPage(executor, isFound, order, page)).orderBy(...order),
    executor.$count(donations, isFound),
  ]);
}

/** A page of the search, and how many donations it finds. */
export async function searchPage(
  executor: Executor,
  isFound: SQL | undefined,
  sort: (typeof searchOrders)[number],
  page: Page,
) {
  const directed = sort === 'newest' ? desc : asc;
  const order = [directed(donations.date), directed(donations.id)];
  return await Promise.all([
    searchRows(executor, isOnPage(executor, isFound, order, page), { alike }).orderBy(...order),
    executor.$count(donations, isFound),
  ]);
}

const MOST_FOUND = 20;

/** Pending donations that a text leads to: the one with this mark first, then by donor ID, share code and name. */
export async function findPending(executor: Executor, text: string | undefined) {
  const oldestFirst = [asc(donations.date), asc(donations.id)];
  if (!text)
    return await donationRows(executor, isPending)
      .orderBy(...oldestFirst)
      .limit(MOST_FOUND);
  const exactly = text.toUpperCase();
  const matches: SQL[] = [
    eq(donations.mark, exactly),
    eq(donations.studentId, exactly),
    eq(participants.shareToken, text.split('/').at(-1) ?? text),
    like(donations.searchText, startOf(withoutGaps(text))),
    like(participants.searchText, anywhere(text)),
  ];
  const rank = sql`case ${sql.join(
    matches.map((match, index) => sql`when ${match} then ${sql.raw(String(index))}`),
    sql` `,
  )} end`;
  return await donationRows(executor, and(isPending, or(...matches)))
    .orderBy(rank, ...oldestFirst)
    .limit(MOST_FOUND);
}

interface Filters {
  status: (typeof searchStatuses)[number];
  q?: string | undefined;
  weight?: WeightBand | '' | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const hasStatus = {
  any: undefined,
  pending: isPending,
  confirmed: isConfirmed,
  rejected: isRejected,
  unclaimed: isUnclaimed,
};

export function isFoundBy({ status, q, weight, from, to }: Filters): SQL | undefined {
  return and(
    hasStatus[status],
    q ? mentions(q) : undefined,
    weight ? eq(donations.weight, weight) : undefined,
    from ? gte(donations.date, from) : undefined,
    to ? lte(donations.date, to) : undefined,
  );
}

/**
 * Whether a text is in a donation or in its participant's profile. One pass over the donations: two trigram indexes are
 * quicker for a rare text, but many times slower for a frequent one.
 */
function mentions(text: string): SQL | undefined {
  const people = sql`select ${participants.id} from ${participants} where ${like(participants.searchText, anywhere(text))}`;
  return or(isIn(donations.searchText, text), sql`${donations.participantId} in (${people})`);
}

/** Whether a text is in others, or is once spaces and hyphens are left out, as in a donor ID. */
function isIn(texts: AnyColumn | SQL, text: string): SQL | undefined {
  return or(like(texts, anywhere(text)), like(texts, anywhere(withoutGaps(text))));
}

/** Donations with what the search shows of their participants, and what else is asked for. */
function searchRows<Other extends Record<string, SQL>>(
  executor: Executor,
  condition: SQL | undefined,
  other: Other,
) {
  return executor
    .select({
      ...columnsFor(donations, searchRow),
      ...other,
      participant_name: participants.displayName,
      participant_removed_at: participants.removedAt,
      claimed_name: participants.claimedName,
      claimed_email: participants.claimedEmail,
      is_claim_proven: isClaimProven,
      participant_email: participants.email,
      participant_phone: participants.phone,
      notes: donations.notes,
    })
    .from(donations)
    .leftJoin(participants, eq(participants.id, donations.participantId))
    .where(condition)
    .$dynamic();
}

type FoundRow = Omit<Awaited<ReturnType<typeof searchPage>>[0][number], 'alike'>;

const csvColumns = {
  id: (row: FoundRow) => row.id,
  status: (row: FoundRow) => donationStatus({ isConfirmed: row.is_confirmed, rejectedAt: row.rejected_at }),
  date: (row: FoundRow) => row.date,
  'donor id': (row: FoundRow) => row.student_id,
  participant: (row: FoundRow) => (row.participant_id === null ? 'Unclaimed bag' : row.participant_name),
  email: (row: FoundRow) => row.participant_email,
  phone: (row: FoundRow) => row.participant_phone,
  weight: (row: FoundRow) => row.weight,
  'measured weight': (row: FoundRow) => row.actual_weight,
  measured_kg: (row: FoundRow) => row.measured_kg,
  mark: (row: FoundRow) => row.mark,
  'bin location': (row: FoundRow) => row.bin_location,
  'drop site': (row: FoundRow) => row.drop_site,
  notes: (row: FoundRow) => row.notes,
  'confirmed by': (row: FoundRow) => row.confirmed_by,
  'confirmed at': (row: FoundRow, timeZone: TimeZone) =>
    row.confirmed_at && zonedTimeOf(row.confirmed_at, timeZone),
  'rejected by': (row: FoundRow) => row.rejected_by,
  'rejected at': (row: FoundRow, timeZone: TimeZone) =>
    row.rejected_at && zonedTimeOf(row.rejected_at, timeZone),
  'rejection reason': (row: FoundRow) => row.rejection_reason,
  photo: (row: FoundRow) => row.photo_url,
};

export const csvHeader = Object.keys(csvColumns);

/** The donations that a search finds, oldest first, in batches for a file. */
export async function* exportedRows(executor: Executor, condition: SQL | undefined, timeZone: TimeZone) {
  const columns = Object.values(csvColumns);
  const batches = inBatches((afterId, most) =>
    searchRows(executor, and(condition, gt(donations.id, afterId)), {})
      .orderBy(asc(donations.id))
      .limit(most),
  );
  for await (const rows of batches) yield rows.map((row) => columns.map((column) => column(row, timeZone)));
}

interface PhotoFilters {
  q?: string | undefined;
  photo: (typeof photoFilters)[number];
}

const hasPhoto = { all: undefined, without: isNull(donations.photoUrl), with: isNotNull(donations.photoUrl) };

export function isOnPhotoPage({ q, photo }: PhotoFilters): SQL | undefined {
  return and(isConfirmed, q ? isOnPhotoPageBy(q) : undefined, hasPhoto[photo]);
}

/** The photo page searches donor IDs and notes (spec section 2), and names. */
function isOnPhotoPageBy(text: string): SQL | undefined {
  const pattern = anywhere(text);
  const isNamed = and(like(participants.searchText, pattern), like(fold(participants.displayName), pattern));
  const people = sql`select ${participants.id} from ${participants} where ${isNamed}`;
  const { studentId, notes } = donations;
  const idOrNotes = sql`concat_ws(' ', ${studentId}, ${notes}, translate(${studentId}, ' -', ''))`;
  // The column says of which rows it is worth to fold the texts.
  return or(
    and(isIn(donations.searchText, text), isIn(fold(idOrNotes), text)),
    sql`${donations.participantId} in (${people})`,
  );
}

/** The console's figures as of a day and its month. */
export async function adminFigures(executor: Executor, today: Day) {
  const { from, before } = monthOf(today);
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
    // Literal, as in its partial index.
    .where(sql`${mails.status} = 'waiting'`);
  const [figures] = await executor
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
  if (!figures) throw new Error('The figures came back without a row.');
  return figures;
}

const WEEKS = 7;

/** How many donations each of the last weeks had, oldest first, by the donations' dates. */
export async function lastWeeks(executor: Executor, today: Day) {
  const { mondays, before } = weeksUpTo(today);
  const monday = sql<string>`date_trunc('week', ${donations.date})::date::text`;
  const rows = await executor
    .select({
      from: monday,
      confirmed: sql<number>`count(*) filter (where ${isConfirmed})::int`,
      pending: sql<number>`count(*) filter (where ${isPending})::int`,
    })
    .from(donations)
    .where(
      and(
        isNull(donations.rejectedAt),
        gte(donations.date, mondays[0] ?? before),
        lt(donations.date, before),
      ),
    )
    .groupBy(monday);
  return mondays.map((from) => rows.find((week) => week.from === from) ?? { from, confirmed: 0, pending: 0 });
}

/** The Mondays of the weeks up to the one that holds a day, and the day after their end. */
function weeksUpTo(today: Day): { mondays: Day[]; before: Day } {
  const noon = new Date(`${today}T12:00:00Z`);
  const monday = addDays(noon, -((noon.getUTCDay() + 6) % 7));
  const dayAfter = (days: number) => addDays(monday, days).toISOString().slice(0, 10);
  return {
    mondays: Array.from({ length: WEEKS }, (_, index) => dayAfter((index - WEEKS + 1) * 7)),
    before: nextDay(dayAfter(6)),
  };
}
