import { asc } from 'drizzle-orm';
import { listLines, statementTable, totalsOf } from '#features/till/serverClosing.ts';
import type { Executor } from '#server/db/database.ts';
import { digestOfCsv } from '#server/http/downloads.ts';
import { statements } from '#server/db/schema.ts';

/** Finds closed months whose totals or digest differ from those of their lines in the ledger. */
export async function wrongStatements(executor: Executor): Promise<{ partnerId: number; month: string }[]> {
  const closed = await executor
    .select()
    .from(statements)
    .orderBy(asc(statements.partnerId), asc(statements.month));
  const wrong = [];
  for (const [index, { partnerId, month, endsAt, redeemed, reversed, digest }] of closed.entries()) {
    const earlier = closed[index - 1];
    const from = earlier?.partnerId === partnerId ? earlier.endsAt : new Date(0);
    const lines = await listLines(executor, partnerId, { from, before: endsAt });
    const totals = totalsOf(lines);
    const isSame = totals.redeemed === redeemed && totals.reversed === reversed;
    if (!isSame || digest !== (await digestOfCsv(statementTable(lines)))) wrong.push({ partnerId, month });
  }
  return wrong;
}
