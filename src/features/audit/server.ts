// Who did what, written in the same transaction as the deed: neither exists without the other.
import type { Transaction } from '#server/database.ts';
import { auditLog } from '#server/schema.ts';

export type ActorRole = 'admin' | 'donor' | 'partner' | 'system';

export type EntityType = 'donation' | 'bin' | 'participant' | 'code' | 'partner' | 'pickup' | 'system';

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
  if (entries.length === 0) return;
  await transaction.insert(auditLog).values(entries.map((entry) => ({ ...entry, createdAt: now })));
}
