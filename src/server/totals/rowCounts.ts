import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/database.ts';
import { type Given, prepared } from '#server/prepared.ts';
import { rowCounts } from '#server/schema.ts';

/** The tables whose rows are counted as they change, with the kinds that their triggers tell apart. */
interface CountedTables {
  participants: '';
  discount_codes: 'standing' | 'revoked';
  pickups: 'pending' | 'scheduled' | 'completed' | 'cancelled';
  /** Participants who gave in a month, such as `2026-11`. */
  donor_months: string;
  donations: 'pending' | 'confirmed' | 'confirmed with photo' | 'rejected';
}

/** How many rows a table has, or those of some kinds: not counted but read from what triggers keep. */
export async function rowCount<Table extends keyof CountedTables>(
  executor: Executor,
  tableName: Table,
  kinds?: readonly CountedTables[Table][],
): Promise<number> {
  const [row] = kinds
    ? await ofKinds(executor, { tableName, kinds })
    : await ofTable(executor, { tableName });
  return row?.count ?? 0;
}

const count = sql<number>`coalesce(sum(${rowCounts.rows}), 0)::int`;

const ofTable = prepared('rows of a table', (executor, { tableName }: Given<{ tableName: string }>) =>
  executor.select({ count }).from(rowCounts).where(eq(rowCounts.tableName, tableName)),
);

type Asked = { tableName: string; kinds: readonly string[] };

const ofKinds = prepared('rows of some kinds', (executor, { tableName, kinds }: Given<Asked>) =>
  executor
    .select({ count })
    .from(rowCounts)
    .where(and(eq(rowCounts.tableName, tableName), sql`${rowCounts.kind} = any(${kinds}::text[])`)),
);
