// The audit log. A row about a change is written in the same transaction: neither exists without the other.
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
import { type AdminCaller, currentCallOrigin, implement, type Site } from '#server/http/call.ts';
import { checkYears } from '#server/http/refusal.ts';
import { admins, auditLog, discountCodes, participants, students } from '#server/db/schema.ts';
import { anywhere, fold, like } from '#server/db/queries.ts';
import { contract, type entityTypes } from './contract.ts';

export const auditFeature = implement(contract, {
  auditLog: async ({ database, query, site: { timeZone } }) => {
    const { limit, offset, from, to } = query;
    checkYears({ from, to }, 'Please enter a valid date');
    const condition = conditionOf(query, timeZone);
    const order = [desc(auditLog.createdAt), desc(auditLog.id)];
    const page = database
      .select()
      .from(auditLog)
      .where(condition)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
      // `entityName` and `participantName` refer to the table by its name. With it as the alias, they read this page only.
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

/** The action of a failed sign-in. The `entityId` of such an entry is the admin's ID, or null for an unknown name. */
const SIGN_IN_FAILED = 'admin.sign_in_failed';

type Query = EndpointInput<typeof contract.auditLog>['query'];

function conditionOf(
  { actor, action, entityType, participantId, from, to }: Query,
  timeZone: TimeZone,
): SQL | undefined {
  return and(
    actor ? isByActor(anywhere(actor)) : undefined,
    action ? like(sql`lower(${auditLog.action})`, anywhere(action)) : undefined,
    entityType ? eq(auditLog.entityType, entityType) : undefined,
    participantId ? eq(auditLog.participantId, participantId) : undefined,
    from ? gte(auditLog.createdAt, startOfDay(from, timeZone)) : undefined,
    to ? lt(auditLog.createdAt, startOfDay(nextDay(to), timeZone)) : undefined,
  );
}

/** The actor of a failed sign-in is a visitor. A search for an admin also finds those under the admin's name. */
function isByActor(pattern: SQL): SQL | undefined {
  const namedAdmins = sql`select ${admins.id} from ${admins} where ${like(fold(admins.username), pattern)}`;
  return or(
    like(auditLog.searchText, pattern),
    and(eq(auditLog.action, SIGN_IN_FAILED), sql`${auditLog.entityId} in (${namedAdmins})`),
  );
}

/** The reward code, which the log does not store because it can be spent, or the admin whose sign-in failed. */
const entityName = sql<string | null>`case
  when ${auditLog.entityType} = 'code' then
    (select ${discountCodes.code} from ${discountCodes} where ${eq(discountCodes.id, auditLog.entityId)})
  when ${auditLog.action} = ${SIGN_IN_FAILED} then
    (select ${admins.username} from ${admins} where ${eq(admins.id, auditLog.entityId)}) end`;

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
  /** The name of an admin, a volunteer or a store, or else a word such as `donor 118` or `visitor`. */
  actor: string;
  actorRole: ActorRole;
  /** Such as `donation.confirmed`. */
  action: string;
  entityId: number | null;
  /**
   * What a reader needs to understand the row. Never a PIN, password, token or full reward code. No personal data, only the
   * names of such fields: a row stays when its person is removed.
   */
  details?: Record<string, unknown>;
} & EntityRef;

/** An entry about a donation or code must name the participant. */
type EntityRef =
  | { entityType: PersonalEntityType; participantId: number | null }
  | { entityType: Exclude<EntityType, PersonalEntityType>; participantId?: number | null };

type PersonalEntityType = 'donation' | 'code';

/** Inserts one row for each entry, with the address and ID of the current request. */
export async function recordAudit(
  transaction: Transaction,
  now: Date,
  ...entries: AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const { address, requestId } = currentCallOrigin();
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

/** The actor columns of an admin's action. */
export function doneBy({ username, role }: Pick<AdminCaller, 'username' | 'role'>) {
  return { actor: username, actorRole: role };
}

/** Records a donor's action. The participant is null before their first donation. */
export async function recordDonorAction(
  transaction: Transaction,
  now: Date,
  participantId: number | null,
  entry: Omit<AuditEntry, 'actor' | 'actorRole' | 'participantId'>,
): Promise<void> {
  const actor = participantId === null ? 'donor' : `donor ${participantId}`;
  await recordAudit(transaction, now, { actor, actorRole: 'donor', participantId, ...entry });
}

/** Records a visitor's action, without their name or contact details. The network address is stored as for everyone. */
export async function recordVisitorAction(
  transaction: Transaction,
  now: Date,
  entry: Pick<AuditEntry, 'action' | 'entityId' | 'details'> & {
    entityType: Exclude<EntityType, PersonalEntityType>;
  },
): Promise<void> {
  await recordAudit(transaction, now, { actor: 'visitor', actorRole: 'visitor', ...entry });
}

/** Records a command run on the server's machine. */
export async function recordShellCommand(
  transaction: Transaction,
  now: Date,
  action: 'backup.made' | 'backup.restored' | 'key.rotated' | 'mail.tested',
  details: Record<string, unknown>,
): Promise<void> {
  const entity = { entityType: 'system' as const, entityId: null };
  await recordAudit(transaction, now, { actor: 'shell', actorRole: 'system', action, ...entity, details });
}

/**
 * Deletes entries older than `before`, the oldest first.
 *
 * @returns how many were deleted, at most `limit`.
 */
export async function deleteEntriesBefore(
  transaction: Transaction,
  before: Date,
  limit: number,
): Promise<number> {
  const oldest = transaction
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.createdAt, before))
    .orderBy(auditLog.createdAt, auditLog.id)
    .limit(limit);
  // The trigger `refuse_audit_change` allows DELETE only with this.
  await transaction.execute(sql`set local reround.retention = 'yes'`);
  const { rowCount } = await transaction.delete(auditLog).where(inArray(auditLog.id, oldest));
  await transaction.execute(sql`set local reround.retention = 'no'`);
  return rowCount ?? 0;
}

/** Records how much the retention times deleted, in the transaction that deletes it. */
export async function recordRetention(
  transaction: Transaction,
  now: Date,
  deleted: Record<string, unknown>,
): Promise<void> {
  await recordAudit(transaction, now, {
    actor: 'site',
    actorRole: 'system',
    action: 'retention.applied',
    entityType: 'system',
    entityId: null,
    details: deleted,
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
  /** The one row that the file is about. */
  entityId?: number;
  /** The month of a statement. */
  month?: string;
  /** The number of rows when the export starts. */
  rows: number;
  /** The query. Only the names of its filters are recorded: the text may be a person's name. */
  filters: Record<string, unknown>;
}

interface ExportCall {
  site: Pick<Site, 'database'>;
  request: FastifyRequest;
  now: Date;
  admin: AdminCaller;
}

/** Records that an admin downloads rows as a file. */
export async function recordExport(
  call: ExportCall,
  { action, entityType, entityId, month, rows, filters }: Export,
): Promise<void> {
  // `separator` is no filter, and `any` filters nothing.
  const activeFilters = Object.entries(filters).filter(
    ([name, value]) => name !== 'separator' && value && value !== 'any',
  );
  const details = { rows, filters: activeFilters.map(([name]) => name), month };
  const entity = { entityType, entityId: entityId ?? null, participantId: null };
  await recordDownload(call, (transaction) =>
    recordAudit(transaction, call.now, { ...doneBy(call.admin), action, ...entity, details }),
  );
}

/** Records a download before its first byte is sent. A HEAD request downloads nothing. */
export async function recordDownload(
  { site, request }: ExportCall,
  record: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  if (request.method === 'HEAD') return;
  await inTransaction(site.database, record);
}

const MOST_FAILED_SIGN_INS = 200;
const FAILED_SIGN_INS_MILLISECONDS = 15 * 60_000;

/**
 * Records a failed sign-in of an admin, without what was typed: it may be a password in the wrong field.
 *
 * At most 200 in 15 minutes are recorded for each admin, and for all unknown names together. Otherwise attempts from many
 * addresses could fill the disk. The log of the process has all of them.
 *
 * @param adminId the admin of that name, if there is one.
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
    recordVisitorAction(transaction, now, {
      action: SIGN_IN_FAILED,
      entityType: 'system',
      entityId: adminId,
    }),
  );
}

/** Makes the function by which a feature records what admins do to one type of entity. */
export function adminRecorder(entityType: Exclude<EntityType, PersonalEntityType>) {
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
