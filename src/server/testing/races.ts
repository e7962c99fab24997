import { type SQL, sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { SiteUnderTest } from './siteUnderTest.ts';

/**
 * Makes calls collide for certain: holds a row with `lock` until every call waits for it, in the order
 * given, then lets go. Only for PostgreSQL, and for fewer calls than its pool has connections.
 */
export async function collide<Result>(
  site: SiteUnderTest,
  lock: SQL,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const answers = await site.database.transaction(async (transaction) => {
    await transaction.execute(lock);
    const waiting: Promise<Result>[] = [];
    for (const call of calls) {
      waiting.push(call());
      await vi.waitUntil(async () => (await waitingForLocks(site)) === waiting.length, { timeout: 10_000 });
    }
    return waiting;
  });
  return await Promise.all(answers);
}

async function waitingForLocks(site: SiteUnderTest): Promise<number> {
  const { rows } = await site.database.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.waiting ?? 0;
}
