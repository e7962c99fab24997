// Who did what, written in the same transaction as the change: neither exists without the other.
import type { FastifyRequest } from 'fastify';
import {
  and,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gte,
  inArray,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { nextDay, startOfDay } from '#shared/dates.ts';
import type { EndpointInput } from '#shared/endpoint.ts';
import { REMOVED_NAME } from '#shared/removedName.ts';
import type { AdminRole } from '#shared/roles.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { type Database, inTransaction, type Transaction } from '#server/db/database.ts';
import { type AdminCaller, implement, type Site } from '#server/http/call.ts';
import { presentCall } from '#server/http/addresses.ts';
import { checkYears } from '#server/http/refusal.ts';
import { admins, auditLog, discountCodes, participants, students } from '#server/db/schema.ts';
import { anywhere, like } from '#server/db/queries.ts';
import { contract, type entityTypes } from './contract.ts';

export const auditFeature = implement(contract, {
  auditLog: async ({ database, query, site: { timeZone } }) => {
    const { limit, offset, from, to } = query;
    checkYears({ from, to }, 'Please enter a valid date');
    const condition = matches(query, timeZone);
    const order = [desc(auditLog.createdAt), desc(auditLog.id)];
    const page = database
      .select()
      .from(auditLog)
      .where(condition)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
      // Under the table's name, so that the names are looked up for this page alone.
      .as(getTableName(auditLog));
    const [items, total] = await Promise.all([
      database
        .select({ ...getTableColumns(auditLog), entityName, participantName })
        .from(page)
        .orderBy(...order),
      database.$count(auditLog, condition),
    ]);
    return { ok: true as const, items, total, limit, offset };
  },
});

const SIGN_IN_FAILED = 'admin.sign_in_failed';

type Query = EndpointInput<typeof contract.auditLog>['query'];

function matches(
  { actor, action, entityType, participantId, from, to }: Query,
  timeZone: TimeZone,
): SQL | undefined {
  return and(
    actor ? isBy(anywhere(actor)) : undefined,
    action ? like(sql`lower(${auditLog.action})`, anywhere(action)) : undefined,
    entityType ? eq(auditLog.entityType, entityType) : undefined,
    participantId ? eq(auditLog.participantId, participantId) : undefined,
    from ? gte(auditLog.createdAt, startOfDay(from, timeZone)) : undefined,
    to ? lt(auditLog.createdAt, startOfDay(nextDay(to), timeZone)) : undefined,
  );
}

/** A failed sign-in has a visitor as its actor: a search for an admin finds those under the admin's name, too. */
function isBy(pattern: string): SQL | undefined {
  const named = sql`select ${admins.id} from ${admins} where ${like(sql`lower(${admins.username})`, pattern)}`;
  return or(
    like(sql`lower(${auditLog.actor})`, pattern),
    and(eq(auditLog.action, SIGN_IN_FAILED), sql`${auditLog.entityId} in (${named})`),
  );
}

/** The log itself holds no codes: they can be spent. */
const entityName = sql<string | null>`case
  when ${auditLog.entityType} = 'code' then
    (select ${discountCodes.code} from ${discountCodes} where ${eq(discountCodes.id, auditLog.entityId)})
  when ${auditLog.action} = ${SIGN_IN_FAILED} then
    (select ${admins.username} from ${admins} where ${eq(admins.id, auditLog.entityId)}) end`;

/** As the console calls them elsewhere. */
const participantName = sql<string | null>`(
  select case when ${participants.removedAt} is not null then ${REMOVED_NAME.toLowerCase()}
    else coalesce(${participants.displayName}, (
      select ${students.studentId} from ${students}
      where ${eq(students.participantId, participants.id)} order by ${students.id} limit 1
    ), ${participants.email}, ${participants.phone}) end
  from ${participants} where ${eq(participants.id, auditLog.participantId)}
)`;

type EntityType = (typeof entityTypes)[number];

type ActorRole = AdminRole | 'donor' | 'partner' | 'visitor' | 'system';

type AuditEntry = {
  /** The name of an admin, a volunteer or a store, or `donor 118`. */
  actor: string;
  actorRole: ActorRole;
  /** `thing.happened`, with the thing named as its table is. */
  action: string;
  entityId: number | null;
  /**
   * What a person needs to understand the row. Never a PIN, password, token or whole reward code, and nothing by which a
   * person is known: a row stays as it is when they are removed. Of what was typed the names of the fields suffice.
   */
  details?: Record<string, unknown>;
} & About;

/** What belongs to a person says whose it is. */
type About =
  | { entityType: OfPerson; participantId: number | null }
  | { entityType: Exclude<EntityType, OfPerson>; participantId?: number | null };

type OfPerson = 'donation' | 'code';

/** Records what happened, each entry as a row, with the call that made it. */
export async function recordAudit(
  transaction: Transaction,
  now: Date,
  ...entries: AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const { address, requestId } = presentCall();
  await transaction.insert(auditLog).values(
    entries.map((entry) => ({
      ...entry,
      participantId: entry.participantId ?? (entry.entityType === 'participant' ? entry.entityId : null),
      address,
      requestId,
      createdAt: now,
    })),
  );
}

/** Who did what is done in the console, and what they were there. */
export function doneBy({ username, role }: Pick<AdminCaller, 'username' | 'role'>) {
  return { actor: username, actorRole: role };
}

/** Records what a donor did, who is null before their first donation. */
export async function recordDonor(
  transaction: Transaction,
  now: Date,
  participantId: number | null,
  entry: Omit<AuditEntry, 'actor' | 'actorRole' | 'participantId'>,
): Promise<void> {
  const actor = participantId === null ? 'donor' : `donor ${participantId}`;
  await recordAudit(transaction, now, { actor, actorRole: 'donor', participantId, ...entry });
}

/** Records what somebody did whom nobody knows, and who is not to be known by the log either. */
export async function recordVisitor(
  transaction: Transaction,
  now: Date,
  entry: Pick<AuditEntry, 'action' | 'entityId' | 'details'> & { entityType: Exclude<EntityType, OfPerson> },
): Promise<void> {
  await recordAudit(transaction, now, { actor: 'visitor', actorRole: 'visitor', ...entry });
}

/** Records what was done by a command on the machine that the site runs on. */
export async function recordShell(
  transaction: Transaction,
  now: Date,
  action: 'backup.made' | 'backup.restored' | 'key.rotated' | 'mail.tested',
  details: Record<string, unknown>,
): Promise<void> {
  const entity = { entityType: 'system' as const, entityId: null };
  await recordAudit(transaction, now, { actor: 'shell', actorRole: 'system', action, ...entity, details });
}

/**
 * Deletes entries from before a moment, the oldest first. Only so does the database let any go.
 *
 * @returns how many, `most` at most.
 */
export async function deleteEntriesBefore(
  transaction: Transaction,
  before: Date,
  most: number,
): Promise<number> {
  const oldest = transaction
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.createdAt, before))
    .orderBy(auditLog.createdAt, auditLog.id)
    .limit(most);
  await transaction.execute(sql`set local reround.retention = 'yes'`);
  const { rowCount } = await transaction.delete(auditLog).where(inArray(auditLog.id, oldest));
  await transaction.execute(sql`set local reround.retention = 'no'`);
  return rowCount ?? 0;
}

/** Records what was removed because it had served its time, in the transaction that removes it. */
export async function recordRetention(
  transaction: Transaction,
  now: Date,
  removed: Record<string, unknown>,
): Promise<void> {
  await recordAudit(transaction, now, {
    actor: 'site',
    actorRole: 'system',
    action: 'retention.applied',
    entityType: 'system',
    entityId: null,
    details: removed,
  });
}

interface Export {
  action:
    | 'participant.exported'
    | 'donation.exported'
    | 'code.exported'
    | 'newsletter.exported'
    | 'redemption.exported'
    | 'statement.exported';
  entityType: 'participant' | 'donation' | 'code' | 'partner' | 'system';
  /** The one thing whose file it is. */
  entityId?: number;
  /** The month of a statement. */
  month?: string;

  /** How many there are as the file begins. */
  rows: number;
  /** What the admin looked for. Only the names are kept: the words may be a person's. */
  filters: Record<string, unknown>;
}

interface Exporting {
  site: Pick<Site, 'database'>;
  request: FastifyRequest;
  now: Date;
  admin: AdminCaller;
}

/** Records that an admin takes rows along in a file. */
export async function recordExport(
  call: Exporting,
  { action, entityType, entityId, month, rows, filters }: Export,
): Promise<void> {
  const given = Object.entries(filters).filter(
    ([name, value]) => name !== 'separator' && value && value !== 'any',
  );
  const details = { rows, filters: given.map(([name]) => name), month };
  const entity = { entityType, entityId: entityId ?? null, participantId: null };
  await recordTaken(call, (transaction) =>
    recordAudit(transaction, call.now, { ...doneBy(call.admin), action, ...entity, details }),
  );
}

/**
 * Writes down what an admin takes along by a call that only reads: before the first of it leaves, so that nothing leaves
 * without. Whoever asks for the head of an answer alone takes nothing.
 */
export async function recordTaken(
  { site, request }: Exporting,
  write: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  if (request.method === 'HEAD') return;
  await inTransaction(site.database, write);
}

/**
 * What limits guessing counts for each address. From all of them together this many rows about one admin fill no disk, and
 * as many about names that nobody has: those may not hide what is tried on an admin.
 */
const MOST_FAILED_SIGN_INS = 200;
const FAILED_SIGN_INS_MILLISECONDS = 15 * 60_000;

/**
 * Records that somebody tried to sign in as an admin and could not. What was typed is not kept, for a password may be typed
 * as a name. Of a flood the first are kept; the process's log has all.
 *
 * @param adminId whose name it was, if anybody's.
 */
export async function recordFailedSignIn(
  database: Database,
  now: Date,
  adminId: number | null,
): Promise<void> {
  const since = new Date(now.getTime() - FAILED_SIGN_INS_MILLISECONDS);
  const recent = await database.$count(
    auditLog,
    and(
      eq(auditLog.action, SIGN_IN_FAILED),
      adminId === null ? isNull(auditLog.entityId) : eq(auditLog.entityId, adminId),
      gte(auditLog.createdAt, since),
    ),
  );
  if (recent >= MOST_FAILED_SIGN_INS) return;
  await inTransaction(database, (transaction) =>
    recordVisitor(transaction, now, {
      action: SIGN_IN_FAILED,
      entityType: 'system',
      entityId: adminId,
    }),
  );
}

/** A feature's way to record what an admin did to one of its things. */
export function adminRecorder(entityType: Exclude<EntityType, OfPerson>) {
  return async (
    transaction: Transaction,
    now: Date,
    admin: Pick<AdminCaller, 'username' | 'role'>,
    action: string,
    entityId: number,
    details: Record<string, unknown> = {},
  ): Promise<void> => {
    await recordAudit(transaction, now, { ...doneBy(admin), action, entityType, entityId, details });
  };
}
