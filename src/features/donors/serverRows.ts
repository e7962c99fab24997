import { and, asc, count, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { anywhere, columnsFor, fold, like, numberIn, startOf, withoutGaps } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { donations, participants, phoneDigits, students } from '#server/db/schema.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { participantRow, type participantSorts } from './contract.ts';
import { type Claim, noClaim } from './rules.ts';

export type Sort = (typeof participantSorts)[number];

/** A text with fewer digits is not a full phone number. */
const FEWEST_PHONE_DIGITS = 7;

/**
 * Whether a participant matches a text. It may be a part of the name, email or phone number, or the start of a donor ID. It may
 * also be the ID of the participant, or a full phone number in any spelling.
 */
export function matchesText(text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  const ownersOfIds = sql`select ${students.participantId} from ${students} where ${like(students.searchText, startOf(withoutGaps(text)))}`;
  const isPhone = text.replaceAll(/\D/g, '').length >= FEWEST_PHONE_DIGITS;
  return or(
    like(participants.searchText, anywhere(text)),
    isPhone ? sql`${phoneDigits(participants.phone)} = ${phoneDigits(sql`${text}::text`)}` : undefined,
    sql`${participants.id} in (${ownersOfIds})`,
    eq(participants.id, numberIn(text)),
  );
}

/** Participants as the console's rows, ordered by `leadingOrder` and then by `sort`. */
export function findRows(
  executor: Executor,
  condition: SQL | undefined,
  sort: Sort | 'id',
  leadingOrder: SQL[] = [],
) {
  const counted = executor
    .select({
      participantId: donations.participantId,
      total: count().as('total'),
      confirmed: sql<number>`count(*) filter (where ${donations.isConfirmed})`
        .mapWith(Number)
        .as('confirmed'),
      last: sql<Date>`max(${donations.createdAt})`.mapWith(donations.createdAt).as('last'),
    })
    .from(donations)
    .where(isNull(donations.rejectedAt))
    .groupBy(donations.participantId)
    .as('counted');
  const total = sql<number>`coalesce(${counted.total}, 0)::int`;
  const orders: Readonly<Record<Sort | 'id', SQL[]>> = {
    recent: [desc(sql`coalesce(${counted.last}, ${participants.createdAt})`), desc(participants.id)],
    // Participants without a name come last.
    name: [asc(fold(participants.displayName)), asc(participants.id)],
    total: [desc(total), desc(participants.id)],
    id: [asc(participants.id)],
  };
  return executor
    .select({
      ...columnsFor(participants, participantRow),
      total_donations: total,
      confirmed_donations: sql<number>`coalesce(${counted.confirmed}, 0)::int`,
      last_donation_at: counted.last,
    })
    .from(participants)
    .leftJoin(counted, eq(counted.participantId, participants.id))
    .where(condition)
    .orderBy(...leadingOrder, ...orders[sort])
    .$dynamic();
}

/** A row as a role may see it: only admins see claims, because they decide them. */
export function asSeenBy<Row extends Claim>({ role }: AdminCaller, row: Row): Row {
  return role === 'admin' ? row : { ...row, ...noClaim };
}

/** The row of a participant, or undefined. */
export async function findRow(executor: Executor, id: number) {
  const [row] = await findRows(executor, eq(participants.id, id), 'id');
  return row;
}

/** The row of a participant whom this transaction has locked. */
export async function findExistingRow(executor: Executor, id: number) {
  const row = await findRow(executor, id);
  if (!row) throw new Error('A participant vanished while it was being changed.');
  return row;
}

export function noSuchParticipant(): Refusal {
  return new Refusal('not_found', consoleOnly('There is no such participant.'));
}

/** The row of a participant with the donor IDs, or undefined. */
export async function findRowWithStudentIds(executor: Executor, id: number) {
  const [row] = await withStudentIds(executor, await findRows(executor, eq(participants.id, id), 'id'));
  return row;
}

/** The best matches for a text: the participant with that ID first, then the latest. Removed ones are left out. */
export async function findBestMatches(executor: Executor, text: string, limit: number) {
  const id = numberIn(text);
  const isNotRemoved = isNull(participants.removedAt);
  const [exact, others] = await Promise.all([
    findRows(executor, and(eq(participants.id, id), isNotRemoved), 'id'),
    findRows(executor, and(matchesText(text), ne(participants.id, id), isNotRemoved), 'recent').limit(limit),
  ]);
  return await withStudentIds(executor, [...exact, ...others].slice(0, limit));
}

/** Adds the donor IDs of each row. */
export async function withStudentIds(executor: Executor, rows: Awaited<ReturnType<typeof findRows>>) {
  const participantIds = rows.map(({ id }) => id);
  const ids = await executor
    .select({ studentId: students.studentId, participantId: students.participantId })
    .from(students)
    .where(inArray(students.participantId, participantIds))
    .orderBy(asc(students.id));
  const byParticipant = Map.groupBy(ids, ({ participantId }) => participantId);
  return rows.map((row) => ({
    ...row,
    studentIds: (byParticipant.get(row.id) ?? []).map(({ studentId }) => studentId),
  }));
}
