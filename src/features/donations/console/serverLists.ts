// The queries of the console's lists, figures and exports.
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
import { asSeenBy } from '#features/donors/serverRows.ts';
import { type Day, daysAfter, monthOf, weekdayOf, zonedTimeOf } from '#shared/dates.ts';
import type { EndpointInput } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { anywhere, columnsFor, fold, inBatches, like, startOf, withoutGaps } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { donations, isClaiming, mails, overflowAlerts, participants, pickups } from '#server/db/schema.ts';
import { type contract, searchRow } from './contract.ts';

interface Page {
  limit: number;
  offset: number;
}

/** Whether a donation is on a page. Of the donations on earlier pages this reads only the ids. */
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

/** A page of donations as the lists return it, with the fields that the admin may see. */
export async function donationPage(
  executor: Executor,
  admin: AdminCaller,
  isFound: SQL | undefined,
  order: SQL[],
  { limit, offset }: Page,
) {
  const [rows, total] = await Promise.all([
    donationRows(executor, isOnPage(executor, isFound, order, { limit, offset })).orderBy(...order),
    executor.$count(donations, isFound),
  ]);
  return { ok: true as const, items: rows.map((row) => asSeenBy(admin, row)), total, limit, offset };
}

type Search = EndpointInput<typeof contract.searchDonations>['query'];

/** Hides the claim from volunteers, as `asSeenBy` does for rows in camel case. */
const hiddenClaim = { claimed_name: null, claimed_email: null, is_claim_proven: false };

/** A page of the search, with the fields that the admin may see. */
export async function searchPage(
  executor: Executor,
  admin: AdminCaller,
  { limit, offset, sort, ...filters }: Search,
) {
  const isFound = matchesSearch(filters);
  const direction = sort === 'newest' ? desc : asc;
  const order = [direction(donations.date), direction(donations.id)];
  const isShown = isOnPage(executor, isFound, order, { limit, offset });
  const [rows, total] = await Promise.all([
    searchRows(executor, isShown, { alike }).orderBy(...order),
    executor.$count(donations, isFound),
  ]);
  const items = rows.map((row) => (admin.role === 'admin' ? row : { ...row, ...hiddenClaim }));
  return { ok: true as const, items, total, limit, offset };
}

const MAX_FOUND = 20;

/** Finds pending donations by a text: first by mark, then by donor ID, share code and name. */
export async function findPending(executor: Executor, text: string | undefined) {
  const oldestFirst = [asc(donations.date), asc(donations.id)];
  if (!text) {
    return await donationRows(executor, isPending)
      .orderBy(...oldestFirst)
      .limit(MAX_FOUND);
  }
  const upperCaseText = text.toUpperCase();
  const matches: SQL[] = [
    eq(donations.mark, upperCaseText),
    eq(donations.studentId, upperCaseText),
    // A share link ends with the share code.
    eq(participants.shareToken, text.split('/').at(-1) ?? text),
    like(fold(sql`translate(${donations.studentId}, ' -', '')`), startOf(withoutGaps(text))),
    like(participants.searchText, anywhere(text)),
  ];
  const rank = sql`case ${sql.join(
    matches.map((match, index) => sql`when ${match} then ${sql.raw(String(index))}`),
    sql` `,
  )} end`;
  return await donationRows(executor, and(isPending, or(...matches)))
    .orderBy(rank, ...oldestFirst)
    .limit(MAX_FOUND);
}

/** Finds the newest confirmed or rejected donation with a mark. */
export function findDecided(executor: Executor, mark: string) {
  return donationRows(executor, and(or(isConfirmed, isRejected), eq(donations.mark, mark.toUpperCase())))
    .orderBy(desc(donations.id))
    .limit(1);
}

const statusConditions = {
  any: undefined,
  pending: isPending,
  confirmed: isConfirmed,
  rejected: isRejected,
  unclaimed: isUnclaimed,
};

export function matchesSearch({
  status,
  q,
  weight,
  from,
  to,
}: Omit<Search, 'limit' | 'offset' | 'sort'>): SQL | undefined {
  return and(
    statusConditions[status],
    mentionsText(q),
    weight ? eq(donations.weight, weight) : undefined,
    from ? gte(donations.date, from) : undefined,
    to ? lte(donations.date, to) : undefined,
  );
}

/**
 * Whether a text is in a donation or in its participant's profile. This reads all donations once. Two trigram indexes would
 * be quicker for a rare text, but many times slower for a frequent one.
 */
export function mentionsText(text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  const foundPeople = sql`select ${participants.id} from ${participants} where ${like(participants.searchText, anywhere(text))}`;
  return or(contains(donations.searchText, text), sql`${donations.participantId} in (${foundPeople})`);
}

/** Whether a column contains a text as typed, or without spaces and hyphens, as donor IDs are stored. */
function contains(column: AnyColumn | SQL, text: string): SQL | undefined {
  return or(like(column, anywhere(text)), like(column, anywhere(withoutGaps(text))));
}

/** Selects donations with the participants' columns that the search shows, and extra columns. */
function searchRows<Extra extends Record<string, SQL>>(
  executor: Executor,
  condition: SQL | undefined,
  extra: Extra,
) {
  return executor
    .select({
      ...columnsFor(donations, searchRow),
      ...extra,
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

type ExportedRow = Awaited<ReturnType<typeof searchRows>>[number];

const csvColumns: Record<string, (row: ExportedRow, timeZone: TimeZone) => string | number | null> = {
  id: (row) => row.id,
  status: (row) => donationStatus({ isConfirmed: row.is_confirmed, rejectedAt: row.rejected_at }),
  date: (row) => row.date,
  'donor id': (row) => row.student_id,
  participant: (row) => (row.participant_id === null ? 'Unclaimed bag' : row.participant_name),
  email: (row) => row.participant_email,
  phone: (row) => row.participant_phone,
  weight: (row) => row.weight,
  'measured weight': (row) => row.actual_weight,
  measured_kg: (row) => row.measured_kg,
  mark: (row) => row.mark,
  'bin location': (row) => row.bin_location,
  'drop site': (row) => row.drop_site,
  notes: (row) => row.notes,
  'confirmed by': (row) => row.confirmed_by,
  'confirmed at': (row, timeZone) => row.confirmed_at && zonedTimeOf(row.confirmed_at, timeZone),
  'rejected by': (row) => row.rejected_by,
  'rejected at': (row, timeZone) => row.rejected_at && zonedTimeOf(row.rejected_at, timeZone),
  'rejection reason': (row) => row.rejection_reason,
  photo: (row) => row.photo_url,
};

export const csvHeader = Object.keys(csvColumns);

/** The donations that a search finds, oldest first, in batches for a file. */
export async function* exportedRows(executor: Executor, condition: SQL | undefined, timeZone: TimeZone) {
  const columns = Object.values(csvColumns);
  const batches = inBatches((afterId, limit) =>
    searchRows(executor, and(condition, gt(donations.id, afterId)), {})
      .orderBy(asc(donations.id))
      .limit(limit),
  );
  for await (const rows of batches) yield rows.map((row) => columns.map((column) => column(row, timeZone)));
}

const photoConditions = {
  all: undefined,
  without: isNull(donations.photoUrl),
  with: isNotNull(donations.photoUrl),
};

type PhotoSearch = EndpointInput<typeof contract.photoDonations>['query'];

export function matchesPhotoSearch({ q, photo }: PhotoSearch): SQL | undefined {
  return and(isConfirmed, q ? mentionsPhotoText(q) : undefined, photoConditions[photo]);
}

/** Whether a text is in the donor ID, the notes or the donor's name. */
function mentionsPhotoText(text: string): SQL | undefined {
  const pattern = anywhere(text);
  const isNamed = and(like(participants.searchText, pattern), like(fold(participants.displayName), pattern));
  const foundPeople = sql`select ${participants.id} from ${participants} where ${isNamed}`;
  const { studentId, notes } = donations;
  const idOrNotes = sql`concat_ws(' ', ${studentId}, ${notes}, translate(${studentId}, ' -', ''))`;
  // The stored column is compared first, because folding the texts of every row would be slow.
  return or(
    and(contains(donations.searchText, text), contains(fold(idOrNotes), text)),
    sql`${donations.participantId} in (${foundPeople})`,
  );
}

/** Reads the console's figures. Monthly ones are of the month of the given day. */
export async function readAdminFigures(executor: Executor, today: Day) {
  const { from, before } = monthOf(today);
  const isOfThisMonth = and(gte(donations.date, from), lt(donations.date, before));
  const oldestPending = executor
    .select({ date: min(donations.date) })
    .from(donations)
    .where(isPending);
  const activeStudents = executor
    .select({ donors: countDistinct(donations.participantId) })
    .from(donations)
    .where(and(isNull(donations.rejectedAt), isOfThisMonth));
  const [figures] = await executor
    .select({
      pendingCount: executor.$count(donations, isPending),
      oldestPending: sql<Day | null>`(${oldestPending})`,
      confirmedThisMonth: executor.$count(donations, and(isConfirmed, isOfThisMonth)),
      activeStudents: sql<number>`(${activeStudents})::int`,
      // The main query counts the open alerts. All other figures are sub-queries.
      overflowOpen: count(),
      pendingPickups: executor.$count(pickups, eq(pickups.status, 'pending')),
      provenClaims: executor.$count(participants, and(participants.isClaimProven, isClaiming(participants))),
      // The literal is needed, because a parameter would not use the partial index.
      waitingMail: executor.$count(mails, sql`${mails.status} = 'waiting'`),
    })
    .from(overflowAlerts)
    .where(ne(overflowAlerts.status, 'resolved'));
  if (!figures) throw new Error('The figures came back without a row.');
  return figures;
}

const WEEKS = 7;

/** Counts the donations of each of the last weeks by their dates, oldest week first. */
export async function countWeeklyDonations(executor: Executor, today: Day) {
  // Weekdays are numbered from Sunday, which is 0.
  const daysSinceMonday = (weekdayOf(today) + 6) % 7;
  const thisMonday = daysAfter(today, -daysSinceMonday);
  const firstMonday = daysAfter(thisMonday, -7 * (WEEKS - 1));
  const mondays = Array.from({ length: WEEKS }, (_, index) => daysAfter(firstMonday, 7 * index));
  const mondayOfDonation = sql<string>`date_trunc('week', ${donations.date})::date::text`;
  const rows = await executor
    .select({
      from: mondayOfDonation,
      confirmed: sql<number>`count(*) filter (where ${isConfirmed})::int`,
      pending: sql<number>`count(*) filter (where ${isPending})::int`,
    })
    .from(donations)
    .where(
      and(
        isNull(donations.rejectedAt),
        gte(donations.date, firstMonday),
        lt(donations.date, daysAfter(thisMonday, 7)),
      ),
    )
    .groupBy(mondayOfDonation);
  return mondays.map(
    (monday) => rows.find(({ from }) => from === monday) ?? { from: monday, confirmed: 0, pending: 0 },
  );
}
