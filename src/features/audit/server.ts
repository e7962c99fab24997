// Who did what, written in the same transaction as the deed: neither exists without the other.
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { nextDay, startOfDay } from '#shared/dates.ts';
import type { Transaction } from '#server/database.ts';
import { implement } from '#server/http/call.ts';
import { checkYears } from '#server/http/refusal.ts';
import { parameter, prepared } from '#server/prepared.ts';
import { auditLog } from '#server/schema.ts';
import { containing } from '#server/search.ts';
import { contract, type entityTypes } from './contract.ts';

export const audit = implement(contract, {
  auditLog: async ({ database, query, site: { timeZone } }) => {
    const { limit, offset, actor, action, entityType, from, to } = query;
    checkYears({ from, to }, 'Please enter a valid date');
    const condition: SQL | undefined = and(
      containing(sql`lower(${auditLog.actor})`, actor),
      containing(sql`lower(${auditLog.action})`, action),
      entityType ? eq(auditLog.entityType, entityType) : undefined,
      from ? gte(auditLog.createdAt, startOfDay(from, timeZone)) : undefined,
      to ? lt(auditLog.createdAt, startOfDay(nextDay(to), timeZone)) : undefined,
    );
    const [items, [counted]] = await Promise.all([
      database
        .select()
        .from(auditLog)
        .where(condition)
        .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
        .limit(limit)
        .offset(offset),
      database.select({ total: count() }).from(auditLog).where(condition),
    ]);
    return {
      ok: true as const,
      items: items.map((item) => ({ ...item, createdAt: item.createdAt.toISOString() })),
      total: counted?.total ?? 0,
      limit,
      offset,
    };
  },
});

export type ActorRole = 'admin' | 'donor' | 'partner' | 'system';

export type EntityType = (typeof entityTypes)[number];

export interface AuditEntry {
  actor: string;
  actorRole: ActorRole;
  /** `thing.happened`, with the thing named as its table is. */
  action: string;
  entityType: EntityType;
  entityId: number | null;
  /** What a person needs to understand the row. Never a PIN, password, token or whole reward code. */
  details?: Record<string, unknown>;
}

/** Records what happened, each entry as a row. */
export async function recordAudit(
  transaction: Transaction,
  now: Date,
  ...entries: AuditEntry[]
): Promise<void> {
  const [only, ...more] = entries;
  if (!only) return;
  if (more.length === 0) {
    await newEntry(transaction, { details: {}, ...only, createdAt: now });
    return;
  }
  await transaction.insert(auditLog).values(entries.map((entry) => ({ ...entry, createdAt: now })));
}

const newEntry = prepared('new audit entry', (executor) =>
  executor.insert(auditLog).values({
    actor: sql.placeholder('actor'),
    actorRole: sql.placeholder('actorRole'),
    action: sql.placeholder('action'),
    entityType: sql.placeholder('entityType'),
    entityId: sql.placeholder('entityId'),
    details: sql.placeholder('details'),
    createdAt: parameter('createdAt'),
  }),
);

/** A feature's way to record what an admin did to one of its things. */
export function adminRecorder(entityType: EntityType) {
  return async (
    transaction: Transaction,
    now: Date,
    admin: { username: string },
    action: string,
    entityId: number,
    details: Record<string, unknown> = {},
  ): Promise<void> => {
    const { username: actor } = admin;
    await recordAudit(transaction, now, { actor, actorRole: 'admin', action, entityType, entityId, details });
  };
}
