import { contract as donations } from '#features/donations/contract.ts';
import { sql } from 'drizzle-orm';
import { digest } from '#server/secrets.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import type { Input } from './recipes.ts';

export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Operation {
  name: string;
  kind: 'read' | 'write';
  /** Different ones for requests that follow each other; each request takes the next. */
  inputs: Input[];
  request: (input: Input) => Sent;
  /** Whether an input does for one request only. */
  once?: boolean;
}

const DONORS = 200;
const CODES = 3000;
/** The most that a code may have. */
const USES = 10;
const DATES = 'from=2026-01-01&to=2026-06-30';

const read = (name: string, path: string, headers?: Record<string, string>): Operation => ({
  name,
  kind: 'read',
  inputs: [{}],
  request: () => ({ method: 'GET', path, ...(headers && { headers }) }),
});

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
  const pending = await loggedDonation(site, { date: today });

  return [
    read('site info', '/api/public/site'),
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
    read('pending list', '/api/admin/donations/search?status=pending', signedIn),
    read('search with text and dates', `/api/admin/donations/search?q=D1234&${DATES}`, signedIn),
    read('search, page 200', '/api/admin/donations/search?offset=9950', signedIn),
    read('audit page', '/api/admin/audit', signedIn),
    read('participants by total', '/api/admin/participants?sort=total', signedIn),
    read('admin summary', '/api/admin/summary', signedIn),
    read('community summary', '/api/community/summary'),
    {
      name: 'log a donation',
      kind: 'write',
      inputs: donorIds.map((studentId) => ({ studentId })),
      request: ({ studentId }) => ({
        method: 'POST',
        path: donations.logDonation.path,
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
      inputs: [{ id: pending }],
      request: ({ id }) => ({
        method: 'POST',
        path: donations.confirmDonation.path,
        headers: signedIn,
        body: { id },
      }),
    },
  ];
}
