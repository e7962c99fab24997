import type { Database } from '#server/database.ts';

/** The first page of every tab of the console, and the filters that volunteers use most. */
export const lists = [
  '/api/admin/summary',
  '/api/admin/charts',
  '/api/admin/donations/search?status=pending',
  '/api/admin/donations/search?status=pending&sort=oldest',
  '/api/admin/donations/search',
  '/api/admin/donations/search?offset=9950',
  '/api/admin/donations/search?q=friesen&from=2026-01-01&to=2026-06-30',
  '/api/admin/donations/search?q=D1234&weight=2-3kg',
  '/api/admin/donations/search?status=rejected&from=2026-10-01',
  '/api/admin/donations/pending',
  '/api/admin/rejected',
  '/api/admin/confirmed',
  '/api/admin/confirmed?q=D77',
  '/api/admin/audit',
  '/api/admin/audit?actor=alex&action=confirmed',
  '/api/admin/audit?entityType=donation&from=2026-11-01&to=2026-11-20',
  '/api/admin/audit?participantId=77',
  '/api/admin/participants',
  '/api/admin/participants?sort=name',
  '/api/admin/participants?sort=total',
  '/api/admin/participants?q=okafor',
  '/api/admin/participants/search?q=donor123',
  '/api/admin/participants/77',
  '/api/admin/find?q=okafor',
  '/api/admin/find?q=RR-A1B',
  '/api/admin/find?q=%23412',
  '/api/admin/bins',
  '/api/admin/codes',
  '/api/admin/codes?status=unused',
  '/api/admin/codes?status=expired',
  '/api/admin/codes?q=RR-A1',
  '/api/admin/codes?q=okafor',
  '/api/admin/codes?participantId=77',
  '/api/admin/partners',
  '/api/admin/pickups',
  '/reround-admin-843/donations?photo=without',
] as const;

/** What else adds up many rows, and the deep pages and filters that no count of all rows helps with. */
export const totals = [
  '/api/public/site',
  '/api/community/summary',
  '/api/admin/donations/search?status=confirmed&weight=1-2kg&from=2025-01-01&to=2025-12-31',
  '/api/admin/donations/search?q=osborne&from=2025-01-01&offset=9950',
  '/api/admin/donations/search?q=friesen',
  '/api/admin/confirmed?q=osborne',
  '/api/admin/donations/search?status=pending&sort=oldest&offset=4950',
  '/api/admin/donations/search?status=pending&q=osborne&sort=oldest&limit=200',
  '/api/admin/confirmed?offset=9950',
  '/api/admin/audit?offset=9950',
  '/api/admin/audit?entityType=donation',
  '/api/admin/audit?from=2026-11-01&to=2026-11-20',
  '/api/admin/codes?status=used',
  '/api/admin/codes?offset=9950',
  '/api/admin/participants?sort=total&offset=9950',
  '/api/admin/pickups?status=pending',
  '/api/admin/redemptions?partnerId=7',
  '/api/admin/redemptions?partnerId=7&from=2026-01-01&to=2026-06-30',
  '/api/admin/redemptions?from=2026-11-01&to=2026-11-20',
  '/api/admin/partners/7/statement?month=2026-09',
  '/api/admin/partners/7/statements',
  '/api/admin/disputes',
  '/reround-admin-843/donations?photo=with',
  '/reround-admin-843/donations?q=note',
] as const;

interface RecordedQuery {
  text: string;
  values: unknown[];
}

/** Collects the SELECTs that reach the database until stopped. */
export function recordQueries(database: Database): { stop: () => RecordedQuery[] } {
  const pool = database.$client;
  const original = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  const queries: RecordedQuery[] = [];
  pool.query = ((query: { text: string }, values: unknown[] = []) => {
    if (query.text.startsWith('select')) queries.push({ text: query.text, values });
    return original(query, values);
  }) as typeof pool.query;
  return {
    stop: () => {
      pool.query = original as typeof pool.query;
      return queries;
    },
  };
}

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Loops'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** How PostgreSQL would run a query, or with `analyze` how it ran it just now. */
export async function explain(
  database: Database,
  { text, values }: RecordedQuery,
  { analyze = false } = {},
): Promise<Plan> {
  const { rows } = await database.$client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json, analyze ${analyze}) ${text}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('PostgreSQL gave no plan.');
  return plan;
}

/** A plan's nodes, from the top down. */
export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
