// Participants and the donor IDs that lead to them. One ID leads to one participant, however many
// donations and sign-ins bring it for the first time at once.
import { and, asc, count, eq, gt, isNull, max, or, sql } from 'drizzle-orm';
import { adminRecorder } from '#features/audit/server.ts';
import { inBatches } from '#server/batches.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { implement } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { discountCodes, donations, mergedShareTokens, participants, students } from '#server/schema.ts';
import { parameter, prepared } from '#server/prepared.ts';
import { randomToken } from '#server/secrets.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import { dayOf } from '#shared/dates.ts';
import { contract } from './contract.ts';
import { bestMatches, everyRow, findRows, meantBy, rowOf, withStudentIds } from './serverRows.ts';

const BEST_MATCHES = 10;

const record = adminRecorder('participant');

export const participantsFeature = implement(contract, {
  participants: async ({ database, query: { q, sort, limit, offset } }) => {
    const [rows, total] = await Promise.all([
      q
        ? findRows(database, meantBy(q), sort).limit(limit).offset(offset)
        : everyRow(database, { sort }, { limit, offset }),
      q ? database.$count(participants, meantBy(q)) : rowCount(database, 'participants'),
    ]);
    const items = await withStudentIds(database, rows);
    return { ok: true as const, items, total, limit, offset };
  },

  exportParticipants: async ({ database, query: { q }, site: { timeZone, publicUrl }, now }) => ({
    fileName: `participants-${dayOf(now, timeZone)}.csv`,
    header: ['id', 'name', 'email', 'phone', 'donations', 'confirmed', 'last donation', 'share link'],
    batches: exportedRows(database, q, publicUrl),
  }),

  searchParticipants: async ({ database, query: { q } }) => {
    if (!q) return { ok: true as const, items: [] };
    return { ok: true as const, items: await bestMatches(database, q, BEST_MATCHES) };
  },

  mergePreview: async ({ database, params: { id } }) => {
    const participant = await rowOf(database, id);
    if (!participant) throw noSuchParticipant();
    const [donated, coded, ids] = await Promise.all([
      database.select({ rows: count() }).from(donations).where(eq(donations.participantId, id)),
      database.select({ rows: count() }).from(discountCodes).where(eq(discountCodes.participantId, id)),
      database
        .select({ studentId: students.studentId })
        .from(students)
        .where(eq(students.participantId, id))
        .orderBy(asc(students.id)),
    ]);
    return {
      ok: true as const,
      participant,
      donations: donated[0]?.rows ?? 0,
      codes: coded[0]?.rows ?? 0,
      studentIds: ids.map(({ studentId }) => studentId),
    };
  },

  updateParticipant: async ({ transaction, params: { id }, request, body, admin, now }) => {
    const given = Object.keys(request.body ?? {});
    const { displayName = null, email = null, phone = null } = body;
    const change = Object.fromEntries(
      Object.entries({ displayName, email, phone }).filter(([field]) => given.includes(field)),
    );
    const changed =
      given.length === 0
        ? await rowOf(transaction, id)
        : await transaction
            .update(participants)
            .set(change)
            .where(eq(participants.id, id))
            .returning({ id: participants.id })
            .then(() => rowOf(transaction, id));
    if (!changed) throw noSuchParticipant();
    await record(transaction, now, admin, 'participant.updated', id, { fields: Object.keys(change) });
    return { ok: true as const, participant: changed };
  },

  mergeParticipants: async ({ transaction, body: { fromId, toId }, admin, now }) => {
    // Locked in one order, so that two merges of the same pair in opposite directions don't deadlock.
    const locked = await transaction
      .select()
      .from(participants)
      .where(or(eq(participants.id, fromId), eq(participants.id, toId)))
      .orderBy(participants.id)
      .for('update');
    const from = locked.find(({ id }) => id === fromId);
    if (!from || locked.length < 2) throw noSuchParticipant();
    await moveEverything(transaction, from, toId);
    await record(transaction, now, admin, 'participant.merged', toId, {
      fromId,
      fromName: from.displayName,
    });
    const participant = await rowOf(transaction, toId);
    if (!participant) throw noSuchParticipant();
    return { ok: true as const, participant };
  },

  upsertParticipant: async ({ transaction, body, admin, site: { publicUrl }, now }) => {
    const found = await findByContact(transaction, body);
    if (found) {
      const fields = emptyFieldsGiven(found, body);
      if (fields.length > 0) {
        await fillProfile(transaction, found.id, body);
        await record(transaction, now, admin, 'participant.updated', found.id, { fields });
      }
      return answerUpsert(found, publicUrl, false);
    }
    const [made] = await transaction
      .insert(participants)
      .values({ ...body, shareToken: randomToken(), createdAt: now })
      .returning({ id: participants.id, shareToken: participants.shareToken });
    if (!made) throw new Error('The new participant was not returned.');
    await record(transaction, now, admin, 'participant.created', made.id);
    return answerUpsert(made, publicUrl, true);
  },

  publicStatus: async ({ database, params: { shareToken } }) => {
    const columns = {
      displayName: participants.displayName,
      all: participants.totalDonations,
      confirmed: participants.confirmedDonations,
    };
    const [own] = await database
      .select(columns)
      .from(participants)
      .where(eq(participants.shareToken, shareToken));
    const [heir] = own
      ? [own]
      : await database
          .select(columns)
          .from(mergedShareTokens)
          .innerJoin(participants, eq(participants.id, mergedShareTokens.participantId))
          .where(eq(mergedShareTokens.shareToken, shareToken));
    if (!heir) throw new Refusal('not_found', 'Link not found or expired.');
    const { displayName, all, confirmed } = heir;
    return { ok: true as const, displayName, totals: { all, confirmed, pending: all - confirmed } };
  },
});

export interface Donor {
  /** The row of the donor ID. */
  studentRowId: number;
  participantId: number;
}

/** The donor of an ID, made with its participant at the ID's first appearance. */
export async function findOrCreateDonor(
  transaction: Transaction,
  studentId: string,
  now: Date,
): Promise<Donor> {
  return (
    (await findDonor(transaction, studentId)) ??
    (await createDonor(transaction, studentId, now)) ??
    // Another transaction made the ID and has committed, or the insert would still be waiting for it.
    (await findDonor(transaction, studentId)) ??
    Promise.reject(new Error('A donor ID vanished while its donor was being made.'))
  );
}

async function findDonor(transaction: Transaction, studentId: string): Promise<Donor | undefined> {
  const [donor] = await donorByStudentId(transaction, { studentId });
  return donor;
}

const donorByStudentId = prepared('donor by student ID', (executor) =>
  executor
    .select({ studentRowId: students.id, participantId: students.participantId })
    .from(students)
    .where(eq(students.studentId, sql.placeholder('studentId'))),
);

async function createDonor(
  transaction: Transaction,
  studentId: string,
  now: Date,
): Promise<Donor | undefined> {
  const [participant] = await transaction
    .insert(participants)
    .values({ shareToken: randomToken(), createdAt: now })
    .returning({ id: participants.id });
  if (!participant) return undefined;
  const [donor] = await transaction
    .insert(students)
    .values({ studentId, participantId: participant.id, createdAt: now })
    .onConflictDoNothing({ target: students.studentId })
    .returning({ studentRowId: students.id, participantId: students.participantId });
  if (!donor) await transaction.delete(participants).where(eq(participants.id, participant.id));
  return donor;
}

/**
 * Notes a sign-in: its time, and the email and name where there were none. False if the ID has an email
 * on file and another one was given, which is the one guard that donor sign-in has.
 */
export async function noteSignIn(
  transaction: Transaction,
  donor: Donor,
  given: { email: string | undefined; displayName: string | undefined },
  now: Date,
): Promise<boolean> {
  // The ID and its participant may each have one: an admin's correction changes only the participant's.
  const emailFits = given.email
    ? or(
        sql`coalesce(${students.email}, ${participantEmail}) is null`,
        sql`lower(${given.email}) in (lower(${students.email}), lower(${participantEmail}))`,
      )
    : undefined;
  const signedIn = await transaction
    .update(students)
    .set({
      lastLoginAt: now,
      ...(given.email && { email: sql`coalesce(${students.email}, ${given.email})` }),
    })
    .where(and(eq(students.id, donor.studentRowId), emailFits))
    .returning({ id: students.id });
  if (signedIn.length === 0) return false;
  await fillProfile(transaction, donor.participantId, given);
  return true;
}

const participantEmail = sql`(
  select ${participants.email} from ${participants} where ${participants.id} = ${students.participantId}
)`;

/** Fills the empty fields of a profile; what is there stays. */
async function fillProfile(
  transaction: Transaction,
  participantId: number,
  { email, displayName, phone }: Profile,
): Promise<void> {
  if (!email && !displayName && !phone) return;
  await transaction
    .update(participants)
    .set({
      ...(email && { email: sql`coalesce(${participants.email}, ${email})` }),
      ...(displayName && { displayName: sql`coalesce(${participants.displayName}, ${displayName})` }),
      ...(phone && { phone: sql`coalesce(${participants.phone}, ${phone})` }),
    })
    .where(eq(participants.id, participantId));
}

/** Which empty fields of a profile are given now. */
function emptyFieldsGiven(
  found: { [Field in keyof Profile]-?: string | null },
  given: Profile,
): (keyof Profile)[] {
  return (['displayName', 'email', 'phone'] as const).filter(
    (field) => found[field] === null && given[field],
  );
}

interface Profile {
  displayName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
}

/** Someone known by the email, else by the phone number; the one seen first if there are several. */
async function findByContact(transaction: Transaction, { email, phone }: Profile) {
  const { id, shareToken, displayName, email: knownEmail, phone: knownPhone } = participants;
  const columns = { id, shareToken, displayName, email: knownEmail, phone: knownPhone };
  for (const condition of [
    email && eq(sql`lower(${participants.email})`, sql`lower(${email})`),
    phone && eq(participants.phone, phone),
  ]) {
    if (!condition) continue;
    const [found] = await transaction
      .select(columns)
      .from(participants)
      .where(condition)
      .orderBy(participants.id)
      .limit(1);
    if (found) return found;
  }
  return undefined;
}

function answerUpsert(
  { id, shareToken }: { id: number; shareToken: string },
  publicUrl: string,
  created: boolean,
) {
  return { ok: true as const, id, shareUrl: shareUrl(publicUrl, shareToken), created };
}

function shareUrl(publicUrl: string, shareToken: string): string {
  return `${publicUrl}/p/${shareToken}`;
}

const foundInBatches = inBatches('participants to export', (executor, condition, afterId, limit) =>
  findRows(executor, and(condition, gt(participants.id, afterId)), 'id').limit(limit),
);

async function* exportedRows(executor: Executor, q: string | undefined, publicUrl: string) {
  for await (const rows of foundInBatches(executor, meantBy(q))) {
    yield rows.map((row) => [
      row.id,
      row.displayName,
      row.email,
      row.phone,
      row.total_donations,
      row.confirmed_donations,
      row.last_donation_at?.toISOString() ?? null,
      shareUrl(publicUrl, row.shareToken),
    ]);
  }
}

/** Has a donor ID lead to a participant, unless it leads to one already. */
export async function linkStudentId(
  transaction: Transaction,
  studentId: string,
  participantId: number,
  now: Date,
): Promise<void> {
  await transaction
    .insert(students)
    .values({ studentId, participantId, createdAt: now })
    .onConflictDoNothing({ target: students.studentId });
}

/**
 * Makes sure that a participant exists until the transaction ends: a merge of it has to wait.
 *
 * @throws Refusal 404 if there is none.
 */
export async function holdParticipant(transaction: Transaction, id: number): Promise<void> {
  const [participant] = await transaction
    .select({ id: participants.id })
    .from(participants)
    .where(eq(participants.id, id))
    .for('key share');
  if (!participant) throw noSuchParticipant();
}

/** A change of the counts that are kept with a participant. */
export interface CountChange {
  participantId: number;
  total: number;
  confirmed: number;
  lastDonationAt?: Date;
}

/**
 * Keeps the counts of participants in step with their donations: called in the transaction that changes
 * those. Each change is added to what is there, so changes at the same moment all count.
 */
export async function countDonations(
  transaction: Transaction,
  changes: readonly CountChange[],
): Promise<void> {
  const byParticipant = new Map<number, CountChange>();
  for (const change of changes) {
    const sum = byParticipant.get(change.participantId);
    byParticipant.set(change.participantId, {
      ...change,
      total: change.total + (sum?.total ?? 0),
      confirmed: change.confirmed + (sum?.confirmed ?? 0),
    });
  }
  // One order for every transaction, so that two of them wait for each other instead of deadlocking.
  const ordered = [...byParticipant.values()].toSorted(
    (one, other) => one.participantId - other.participantId,
  );
  for (const change of ordered) await changeOfCounts(transaction, { lastDonationAt: null, ...change });
}

const changeOfCounts = prepared('change of counts', (executor) => {
  const { totalDonations, confirmedDonations, lastDonationAt } = participants;
  const latest = parameter('lastDonationAt');
  return executor
    .update(participants)
    .set({
      totalDonations: sql`${totalDonations} + ${sql.placeholder('total')}`,
      confirmedDonations: sql`${confirmedDonations} + ${sql.placeholder('confirmed')}`,
      // The greatest of what is known: a change that brings no time leaves the latest as it is.
      lastDonationAt: sql`greatest(${lastDonationAt}, ${latest}::timestamptz)`,
    })
    .where(eq(participants.id, sql.placeholder('participantId')));
});

/**
 * Takes the time of a donation that was rejected out of its participant's row, for it counts nowhere. Called after
 * `countDonations`, which has locked that row: of two rejections at once the later sees what the earlier left.
 */
export async function forgetDonationTime(
  transaction: Transaction,
  participantId: number,
  at: Date,
): Promise<void> {
  const latest = transaction
    .select({ at: max(donations.createdAt) })
    .from(donations)
    .where(and(eq(donations.participantId, participantId), isNull(donations.rejectedAt)));
  await transaction
    .update(participants)
    .set({ lastDonationAt: sql`(${latest})` })
    .where(and(eq(participants.id, participantId), eq(participants.lastDonationAt, at)));
}

/** Moves a participant's donations, codes, IDs, counts and share links to another, and removes the row. */
async function moveEverything(
  transaction: Transaction,
  from: typeof participants.$inferSelect,
  toId: number,
): Promise<void> {
  const move = { participantId: toId };
  await transaction.update(donations).set(move).where(eq(donations.participantId, from.id));
  await transaction.update(discountCodes).set(move).where(eq(discountCodes.participantId, from.id));
  await transaction.update(students).set(move).where(eq(students.participantId, from.id));
  await transaction.update(mergedShareTokens).set(move).where(eq(mergedShareTokens.participantId, from.id));
  await transaction.insert(mergedShareTokens).values({ shareToken: from.shareToken, ...move });
  await transaction.delete(participants).where(eq(participants.id, from.id));
  await fillProfile(transaction, toId, {
    displayName: from.displayName ?? undefined,
    email: from.email ?? undefined,
    phone: from.phone ?? undefined,
  });
  await countDonations(transaction, [
    {
      participantId: toId,
      total: from.totalDonations,
      confirmed: from.confirmedDonations,
      ...(from.lastDonationAt && { lastDonationAt: from.lastDonationAt }),
    },
  ]);
}

function noSuchParticipant(): Refusal {
  return new Refusal('not_found', 'There is no such participant.');
}
