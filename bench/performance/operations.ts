import { sql } from 'drizzle-orm';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as lists, placeOf, type SearchRow } from '#features/donations/lists/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { digest } from '#server/secrets.ts';
import type { Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import type { Input } from './recipes.ts';

export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Operation {
  name: string;
  /** A page is answered from memory, rows are a list that is sent as a file, and what is kept is read once a second. */
  kind: 'read' | 'write' | 'page' | 'rows' | 'kept';
  /** What is to be known about it at this size. */
  note?: string;
  /** Different ones for requests that follow each other; each request takes the next. */
  inputs: Input[];
  request: (input: Input) => Sent;
  /** Whether an input does for one request only. */
  once?: boolean;
}

const DAY_MILLISECONDS = 86_400_000;
const DONORS = 200;
const CODES = 3000;
/** The most that a code may have. */
const USES = 10;
const DATES = 'from=2026-01-01&to=2026-06-30';
/** What a browser says that it takes. */
const ENCODINGS = 'gzip, deflate, br, zstd';
/** A street that a fifth of the bins have. */
const STREET = 'Osborne Street';
const STREET_DAYS = 730;
const FAR_OFFSET = 199 * PAGE_SIZE;

const read = (name: string, path: string, headers?: Record<string, string>): Operation => ({
  name,
  kind: 'read',
  inputs: [{}],
  request: () => ({ method: 'GET', path, ...(headers && { headers }) }),
});

/** What the limit reads for each request where the app keeps its answer: one row, prepared. */
export const KEPT_ROW = 'select * from settings';

const kept = (name: string, path: string): Operation => ({ ...read(name, path), kind: 'kept' });

/** A search at page 200, as the console's Next leads there, or at its last page where it finds less. */
async function farPage(admin: Client, name: string, search: string, headers: Record<string, string>) {
  const { total } = await found(admin, search);
  const last = Math.max(0, Math.ceil(total / PAGE_SIZE) - 1) * PAGE_SIZE;
  const offset = Math.min(FAR_OFFSET, last);
  const before = await found(admin, `${search}offset=${Math.max(0, offset - PAGE_SIZE)}`);
  const row = before.moreThanTotal ? before.items.at(-1) : undefined;
  const operation = read(name, `${search}offset=${offset}${row ? `&after=${placeOf(row)}` : ''}`, headers);
  if (offset === FAR_OFFSET) return operation;
  return { ...operation, note: `${name}: page ${offset / PAGE_SIZE + 1}, the last one` };
}

async function found(admin: Client, search: string) {
  const { status, body } = await admin.send<{ items: SearchRow[]; total: number; moreThanTotal?: boolean }>(
    'GET',
    search,
  );
  if (status !== 200) throw new Error(`${search} answered ${status}.`);
  return body;
}

/**
 * Every operation that is measured, in order: what is logged by one is what another confirms.
 *
 * @param site the database of the benchmark, in this process; what it prepares is there for the servers too.
 */
export async function prepareOperations(site: SiteUnderTest, today: string): Promise<Operation[]> {
  const admin = await site.admin();
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const signedIn = { cookie, 'x-csrf-token': admin.csrfToken ?? '' };
  const { body: store } = await admin.send<{ pin: string }>('POST', '/api/admin/partners', {
    body: { name: 'The store of the benchmark' },
  });
  const donorIds = Array.from({ length: DONORS }, (_, index) => `D${1001 + index}`);
  const donors: Input[] = [];
  for (const studentId of donorIds) {
    const { cookies } = await site.donor(studentId);
    const token = cookies.get('reround_donor') ?? '';
    donors.push({ token, tokenHash: digest(token) });
  }
  const { rows: codes } = await site.database.execute<{ code: string }>(sql`
    update discount_codes set use_count = 0, max_uses = ${USES}, expires_at = now() + interval '1 year', revoked_at = null
    where id in (select id from discount_codes order by id desc limit ${CODES}) returning code`);
  const { rows: waiting } = await site.database.execute<{ id: number }>(sql`
    select id from donations where not is_confirmed and rejected_at is null order by id`);
  const since = new Date(Date.parse(today) - STREET_DAYS * DAY_MILLISECONDS).toISOString().slice(0, 10);
  const search = '/api/admin/donations/search?';
  const streetSearch = `${search}q=${encodeURIComponent(STREET)}&from=${since}&to=${today}&`;

  return [
    {
      name: 'landing page HTML',
      kind: 'page',
      inputs: [{}],
      request: () => ({ method: 'GET', path: '/', headers: { 'accept-encoding': ENCODINGS } }),
    },
    kept('site info', '/api/public/site'),
    {
      name: 'check a code',
      kind: 'read',
      inputs: codes,
      request: ({ code }) => ({ method: 'GET', path: `/api/redeem/${code}` }),
    },
    {
      name: 'donor summary',
      kind: 'read',
      inputs: donors,
      request: ({ token }) => ({
        method: 'GET',
        path: '/api/students/summary',
        headers: { cookie: `reround_donor=${token}` },
      }),
    },
    read('pending list', `${search}status=pending`, signedIn),
    read('search with a donor ID and dates', `${search}q=D1234&${DATES}`, signedIn),
    read('search with a street and dates', streetSearch, signedIn),
    await farPage(admin, 'search with a street and dates, page 200', streetSearch, signedIn),
    await farPage(admin, 'search, page 200', search, signedIn),
    read('codes of a common name', '/api/admin/codes?q=friesen', signedIn),
    read('participants of a common name', '/api/admin/participants?q=friesen', signedIn),
    read('log entries of a common action', '/api/admin/audit?action=rejected', signedIn),
    read('audit page', '/api/admin/audit', signedIn),
    read('participants by total', '/api/admin/participants?sort=total', signedIn),
    read('admin summary', '/api/admin/summary', signedIn),
    kept('community summary', '/api/community/summary'),
    {
      name: 'CSV of everything, by row',
      kind: 'rows',
      inputs: [{}],
      request: () => ({ method: 'GET', path: lists.exportDonations.path, headers: signedIn }),
    },
    {
      name: 'log a donation',
      kind: 'write',
      inputs: donorIds.map((studentId) => ({ studentId })),
      request: ({ studentId }) => ({
        method: 'POST',
        path: logging.logDonation.path,
        body: { studentId, weight: '1-2kg', date: today },
      }),
    },
    {
      name: 'redeem',
      kind: 'write',
      once: true,
      inputs: Array.from({ length: USES }, () => codes).flat(),
      request: ({ code }) => ({
        method: 'POST',
        path: `/api/redeem/${code}`,
        body: { pin: store.pin },
      }),
    },
    {
      name: 'confirm',
      kind: 'write',
      once: true,
      // The rest are those that the benchmark will have logged by then.
      inputs: waiting,
      request: ({ id }) => ({
        method: 'POST',
        path: deciding.confirmDonation.path,
        headers: signedIn,
        body: { id },
      }),
    },
  ];
}
