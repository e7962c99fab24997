// The stores' accounts: the ledger as the console lists it, and a store's month as both sides read it.
import { and, desc, eq, gt, gte, lt, type SQL } from 'drizzle-orm';
import { recordExport } from '#features/audit/server.ts';
import { findPartner } from '#features/partners/server.ts';
import { type Day, dayOf, nextDay, startOfDay } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { inBatches } from '#server/batches.ts';
import { columnsFor } from '#server/columns.ts';
import type { Executor } from '#server/database.ts';
import { implement, type Site } from '#server/http/call.ts';
import { type CsvTable, digestOfCsv } from '#server/http/csv.ts';
import { checkYears, Refusal } from '#server/http/refusal.ts';
import { codeRedemptions, partners, statements } from '#server/schema.ts';
import { closedMonth, ledgerRow, type StatementLine, statementsContract } from './contract.ts';
import { fileNameOf, STATEMENT_LINK_PATH } from './rules.ts';
import { endLink, makeLink, standingLink, storeByLink } from './serverLinks.ts';
import { accountOf, askedMonth, fileOf, linesOf, type StoreMonth } from './serverMonths.ts';

export const statementsFeature = implement(statementsContract, {
  redemptions: async ({ database, query: { limit, offset, ...filters }, site: { timeZone } }) => {
    const asked = askedOf(filters, timeZone);
    const [items, total] = await Promise.all([
      database
        .select(columnsFor(codeRedemptions, ledgerRow))
        .from(codeRedemptions)
        .where(isAsked(asked))
        .orderBy(desc(codeRedemptions.at), desc(codeRedemptions.id))
        .limit(limit)
        .offset(offset),
      database.$count(codeRedemptions, isAsked(asked)),
    ]);
    return { ok: true as const, items, total, limit, offset };
  },

  exportRedemptions: async (call) => {
    const { database, query, site, now } = call;
    const asked = askedOf(query, site.timeZone);
    const rows = await database.$count(codeRedemptions, isAsked(asked));
    await recordExport(call, { action: 'redemption.exported', entityType: 'code', rows, filters: query });
    return {
      fileName: `redemptions-${dayOf(now, site.timeZone)}.csv`,
      header: ['id', 'at', 'code', 'partner id', 'partner', 'clerk', 'kind', 'reverses'],
      batches: exportedRows(database, isAsked(asked)),
    };
  },

  statement: async ({ database, params, query, site, now }) => {
    const store = await storeOf(database, params.id);
    return await statementOf(database, site, store, query.month, now);
  },

  statementFile: async (call) => {
    const { database, params, query, site, now } = call;
    const store = await storeOf(database, params.id);
    const { month, account, file } = await fileOfMonth(database, site, store, query.month, now);
    const { partnerId, from, before } = account;
    const rows = await database.$count(codeRedemptions, isAsked({ partnerId, since: from, before }));
    await recordExport(call, {
      action: 'statement.exported',
      entityType: 'partner',
      entityId: partnerId,
      month: month.slice(0, 7),
      rows,
      filters: {},
    });
    return file;
  },

  closedMonths: async ({ database, params: { id } }) => {
    await storeOf(database, id);
    return { ok: true as const, months: await closedMonthsOf(database, id) };
  },

  statementLink: async ({ database, params: { id } }) => {
    await storeOf(database, id);
    const link = await standingLink(database, id);
    return { ok: true as const, link };
  },

  createStatementLink: async ({ transaction, params: { id }, admin, site: { publicUrl }, now }) => {
    await storeOf(transaction, id);
    const token = await makeLink(transaction, id, admin, now);
    return { ok: true as const, link: `${publicUrl}${STATEMENT_LINK_PATH}${token}` };
  },

  endStatementLink: async ({ transaction, params: { id }, admin, now }) => {
    await endLink(transaction, id, admin, now);
    return { ok: true as const };
  },

  storeStatement: async ({ database, params, query, site, now }) => {
    const store = await storeByLink(database, params.token);
    const [statement, months] = await Promise.all([
      statementOf(database, site, store, query.month, now),
      closedMonthsOf(database, store.id),
    ]);
    return { ...statement, months };
  },

  storeStatementFile: async ({ database, params, query, site, now }) => {
    const store = await storeByLink(database, params.token);
    return (await fileOfMonth(database, site, store, query.month, now)).file;
  },
});

type Store = { id: number; name: string };

/** @throws Refusal 404. */
async function storeOf(executor: Executor, id: number): Promise<Store> {
  const store = await findPartner(executor, id);
  if (!store) throw new Refusal('not_found', consoleOnly('There is no such partner.'));
  return { id: store.id, name: store.name };
}

interface Asked {
  partnerId: number | undefined;
  since: Date | undefined;
  before: Date | undefined;
}

interface LedgerFilters {
  partnerId?: number | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
}

function askedOf({ partnerId, from, to }: LedgerFilters, timeZone: string): Asked {
  checkYears({ from, to }, 'Please enter a valid date');
  return {
    partnerId,
    since: from ? startOfDay(from, timeZone) : undefined,
    before: to ? startOfDay(nextDay(to), timeZone) : undefined,
  };
}

function isAsked({ partnerId, since, before }: Asked): SQL | undefined {
  return and(
    partnerId === undefined ? undefined : eq(codeRedemptions.partnerId, partnerId),
    since && gte(codeRedemptions.at, since),
    before && lt(codeRedemptions.at, before),
  );
}

function foundInBatches(executor: Executor, condition: SQL | undefined) {
  return inBatches((afterId, limit) =>
    executor
      .select({ ...columnsFor(codeRedemptions, ledgerRow), partner: partners.name })
      .from(codeRedemptions)
      .innerJoin(partners, eq(partners.id, codeRedemptions.partnerId))
      .where(and(condition, gt(codeRedemptions.id, afterId)))
      .orderBy(codeRedemptions.id)
      .limit(limit),
  );
}

async function* exportedRows(executor: Executor, condition: SQL | undefined) {
  for await (const rows of foundInBatches(executor, condition)) {
    yield rows.map((row) => [
      row.id,
      row.at.toISOString(),
      row.code,
      row.partnerId,
      row.partner,
      row.clerk,
      row.kind,
      row.reverses,
    ]);
  }
}

async function statementOf(
  executor: Executor,
  { timeZone }: Site,
  store: Store,
  asked: string | undefined,
  now: Date,
) {
  const month = askedMonth(asked, now, timeZone);
  const account = await accountOf(executor, store.id, month, { now, timeZone });
  const lines = await everyLine(executor, account);
  const { closedAt } = account;
  return {
    ok: true as const,
    partner: store,
    month: month.slice(0, 7),
    lines,
    totals: totalsOf(lines),
    closedAt: closedAt?.toISOString() ?? null,
    digest: closedAt && (account.digest ?? (await digestOfCsv(fileOf(inOneBatch(lines))))),
  };
}

async function everyLine(executor: Executor, month: StoreMonth): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const batch of linesOf(executor, month)) lines.push(...batch);
  return lines;
}

async function* inOneBatch(lines: StatementLine[]) {
  yield lines;
}

function totalsOf(lines: readonly StatementLine[]) {
  const redeemed = lines.filter(({ kind }) => kind === 'redeemed').length;
  const reversed = lines.length - redeemed;
  return { redeemed, reversed, net: redeemed - reversed };
}

async function fileOfMonth(
  executor: Executor,
  { timeZone }: Site,
  store: Store,
  asked: string | undefined,
  now: Date,
) {
  const month = askedMonth(asked, now, timeZone);
  const account = await accountOf(executor, store.id, month, { now, timeZone });
  const file: CsvTable = {
    fileName: fileNameOf(store, month.slice(0, 7)),
    ...fileOf(linesOf(executor, account)),
  };
  return { month, account, file };
}

async function closedMonthsOf(executor: Executor, partnerId: number) {
  const rows = await executor
    .select(columnsFor(statements, closedMonth))
    .from(statements)
    .where(eq(statements.partnerId, partnerId))
    .orderBy(desc(statements.month));
  return rows.map((row) => ({
    ...row,
    month: row.month.slice(0, 7),
    net: row.redeemed - row.reversed,
  }));
}
