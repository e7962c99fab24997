// The ledger in the console, and each store's monthly statements, which the store reads by a link of its own.
import { and, desc, eq, gt, gte, isNull, lt, type SQL } from 'drizzle-orm';
import { adminRecorder, recordExport } from '#features/audit/server.ts';
import { requirePartner } from '#features/partners/server.ts';
import { dayOf, nextDay, startOfDay } from '#shared/dates.ts';
import type { EndpointInput } from '#shared/endpoint.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { columnsFor, inBatches } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { implement } from '#server/http/call.ts';
import { checkYears, Refusal } from '#server/http/refusal.ts';
import { codeRedemptions, partners, statementLinks, statements } from '#server/db/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { closedMonth, ledgerRow, statementsContract } from './contract.ts';
import { STATEMENT_LINK_PATH, statementFileName } from './rules.ts';
import { readStatement, statementTable } from './serverClosing.ts';

const record = adminRecorder('partner');

export const statementsFeature = implement(statementsContract, {
  redemptions: async ({ database, query: { limit, offset, ...filters }, site: { timeZone } }) => {
    const condition = ledgerCondition(filters, timeZone);
    const [items, total] = await Promise.all([
      database
        .select(columnsFor(codeRedemptions, ledgerRow))
        .from(codeRedemptions)
        .where(condition)
        .orderBy(desc(codeRedemptions.at), desc(codeRedemptions.id))
        .limit(limit)
        .offset(offset),
      database.$count(codeRedemptions, condition),
    ]);
    return { ok: true as const, items, total, limit, offset };
  },

  exportRedemptions: async (call) => {
    const { database, query, site, now } = call;
    const condition = ledgerCondition(query, site.timeZone);
    const rows = await database.$count(codeRedemptions, condition);
    await recordExport(call, { action: 'redemption.exported', entityType: 'code', rows, filters: query });
    return {
      fileName: `redemptions-${dayOf(now, site.timeZone)}.csv`,
      header: ['id', 'at', 'code', 'partner id', 'partner', 'clerk', 'kind', 'reverses'],
      batches: exportedRows(database, condition),
    };
  },

  statement: async (call) => await readStatement(call, await requirePartner(call.database, call.params.id)),

  statementFile: async (call) => {
    const statement = await readStatement(call, await requirePartner(call.database, call.params.id));
    await recordExport(call, {
      action: 'statement.exported',
      entityType: 'partner',
      entityId: statement.partner.id,
      month: statement.month,
      rows: statement.lines.length,
      filters: {},
    });
    return statementFile(statement);
  },

  closedMonths: async ({ database, params: { id } }) => {
    await requirePartner(database, id);
    return { ok: true as const, months: await listClosedMonths(database, id) };
  },

  statementLink: async ({ database, params: { id } }) => {
    await requirePartner(database, id);
    const [link] = await database
      .select({ createdAt: statementLinks.createdAt, createdBy: statementLinks.createdBy })
      .from(statementLinks)
      .where(isCurrentLink(id));
    return { ok: true as const, link: link ?? null };
  },

  createStatementLink: async ({ transaction, params: { id }, admin, site: { publicUrl }, now }) => {
    await requirePartner(transaction, id);
    await endCurrentLink(transaction, id, now);
    const token = randomToken();
    await transaction.insert(statementLinks).values({
      partnerId: id,
      tokenHash: digest(token),
      createdBy: admin.username,
      createdAt: now,
    });
    await record(transaction, now, admin, 'statement.link_created', id);
    return { ok: true as const, link: `${publicUrl}${STATEMENT_LINK_PATH}${token}` };
  },

  endStatementLink: async ({ transaction, params: { id }, admin, now }) => {
    if (!(await endCurrentLink(transaction, id, now))) {
      throw new Refusal('not_found', consoleOnly('This partner has no link to its statements.'));
    }
    await record(transaction, now, admin, 'statement.link_ended', id);
    return { ok: true as const };
  },

  storeStatement: async (call) => {
    const store = await requireStoreByLink(call.database, call.params.token);
    const months = await listClosedMonths(call.database, store.id);
    return { ...(await readStatement(call, store)), months };
  },

  storeStatementFile: async (call) =>
    statementFile(await readStatement(call, await requireStoreByLink(call.database, call.params.token))),
});

type LedgerFilters = Omit<EndpointInput<typeof statementsContract.redemptions>['query'], 'limit' | 'offset'>;

function ledgerCondition({ partnerId, from, to }: LedgerFilters, timeZone: string): SQL | undefined {
  checkYears({ from, to }, 'Please enter a valid date');
  return and(
    partnerId === undefined ? undefined : eq(codeRedemptions.partnerId, partnerId),
    from ? gte(codeRedemptions.at, startOfDay(from, timeZone)) : undefined,
    to ? lt(codeRedemptions.at, startOfDay(nextDay(to), timeZone)) : undefined,
  );
}

async function* exportedRows(executor: Executor, condition: SQL | undefined) {
  const batches = inBatches((afterId, limit) =>
    executor
      .select({ ...columnsFor(codeRedemptions, ledgerRow), partner: partners.name })
      .from(codeRedemptions)
      .innerJoin(partners, eq(partners.id, codeRedemptions.partnerId))
      .where(and(condition, gt(codeRedemptions.id, afterId)))
      .orderBy(codeRedemptions.id)
      .limit(limit),
  );
  for await (const rows of batches) {
    yield rows.map(({ id, at, code, partnerId, partner, clerk, kind, reverses }) => [
      id,
      at.toISOString(),
      code,
      partnerId,
      partner,
      clerk,
      kind,
      reverses,
    ]);
  }
}

function statementFile({ partner, month, lines }: Awaited<ReturnType<typeof readStatement>>) {
  return { fileName: statementFileName(partner, month), ...statementTable(lines) };
}

async function listClosedMonths(executor: Executor, partnerId: number) {
  const rows = await executor
    .select(columnsFor(statements, closedMonth))
    .from(statements)
    .where(eq(statements.partnerId, partnerId))
    .orderBy(desc(statements.month));
  return rows.map((row) => ({ ...row, month: row.month.slice(0, 7), net: row.redeemed - row.reversed }));
}

const isCurrentLink = (partnerId: number) =>
  and(eq(statementLinks.partnerId, partnerId), isNull(statementLinks.endedAt));

async function endCurrentLink(transaction: Transaction, partnerId: number, now: Date): Promise<boolean> {
  const ended = await transaction
    .update(statementLinks)
    .set({ endedAt: now })
    .where(isCurrentLink(partnerId))
    .returning({ id: statementLinks.id });
  return ended.length > 0;
}

/**
 * The store of a link. An inactive store still reads its statements, because its uses must still be settled.
 *
 * @throws Refusal 404 for a link that was never made, or has ended.
 */
async function requireStoreByLink(executor: Executor, token: string) {
  const [store] = await executor
    .select({ id: partners.id, name: partners.name })
    .from(statementLinks)
    .innerJoin(partners, eq(partners.id, statementLinks.partnerId))
    .where(and(eq(statementLinks.tokenHash, digest(token)), isNull(statementLinks.endedAt)));
  if (store) return store;
  throw new Refusal(
    'not_found',
    'This link does not work, or works no more. Please open the whole of it, or ask the office for another.',
  );
}
