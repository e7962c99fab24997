// What a text finds is counted up to a bound, and pages come by the quickest way: whichever that is, they are the same.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeStatuses, contract as rewards } from '#features/rewards/contract.ts';
import { columnOf } from '#server/testing/csv.ts';
import { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { openTestDatabase } from '#server/testing/testDatabase.ts';
import type { EndpointArguments } from '#shared/endpoint.ts';
import { contract, placeOf } from './contract.ts';

const MANY = 12_000;
const FEW = 900;

describe('what a text finds among very many', () => {
  const site = new SiteUnderTest();

  beforeAll(async () => {
    await site.open(await openTestDatabase());
    await site.reset();
    await site.database.execute(sql`
      insert into participants (display_name, share_token, created_at)
      values ('Jo Thiessen', 'share-1', now()), ('Amara Okafor', 'share-2', now())`);
    await site.database.execute(sql`
      insert into donations (participant_id, student_id, weight, date, year, drop_site, is_confirmed, confirmed_at, confirmed_by, notes, created_at)
      select case when number <= ${MANY}::int then 1 else 2 end, 'D' || number, case when number % 40 = 0 then '3kg+' else '1-2kg' end,
             '2026-11-20'::date - number % 300, extract(year from '2026-11-20'::date - number % 300),
             case when number <= ${MANY}::int then 'Osborne Street' else 'Fermor Avenue' end,
             true, '2026-11-20'::timestamptz + number * interval '1 second', 'alex',
             case when number % 300 >= 270 then 'Long ago' end, now()
      from generate_series(1, ${MANY + FEW}::int) number`);
  }, 120_000);

  afterAll(() => site.close());

  type Query = NonNullable<EndpointArguments<typeof contract.searchDonations>['query']>;

  async function search(query: Query) {
    const { status, body } = await (await site.admin()).call(contract.searchDonations, { query });
    expect(status).toBe(200);
    return body;
  }

  test.each([['newest'], ['oldest']] as const)('is counted up to the bound, the %s first', async (sort) => {
    const { items, ...rest } = await search({ q: 'OSBORNE', sort });
    expect(rest).toEqual({ ok: true, total: 10_000, moreThanTotal: true, limit: 50, offset: 0 });
    expect(items).toHaveLength(50);
    expect(items[0]?.date).toBe(sort === 'newest' ? '2026-11-20' : '2026-01-25');
    const inOrder = items.toSorted((one, other) => one.date.localeCompare(other.date) || one.id - other.id);
    expect(items).toEqual(sort === 'newest' ? inOrder.toReversed() : inOrder);
  });

  test('is counted whole where it is less, and so is every list that no text narrows', async () => {
    const few = await search({ q: 'fermor' });
    expect(few).toMatchObject({ total: FEW });
    expect(few).not.toHaveProperty('moreThanTotal');
    expect(await search({ q: 'osborne', weight: '3kg+' })).toMatchObject({ total: MANY / 40 });
    expect(await search({ q: 'okafor', from: '2026-11-20' })).toMatchObject({ total: FEW / 300 });
    const all = await search({});
    expect(all).toMatchObject({ total: MANY + FEW });
    expect(all).not.toHaveProperty('moreThanTotal');
  });

  test.each([
    ['osborne', 'newest'],
    ['osborne', 'oldest'],
    ['fermor', 'newest'],
    ['long ago', 'newest'],
    ['long ago', 'oldest'],
  ] as const)('comes page by page, of %s the %s first, beside a row as by number', async (q, sort) => {
    const [first, second, third] = await Promise.all(
      [0, 50, 100].map((offset) => search({ q, sort, offset })),
    );
    const last = second?.items.at(-1);
    const start = second?.items[0];
    if (!first || !second || !third || !last || !start) throw new Error('Pages are missing.');
    expect(await search({ q, sort, offset: 100, after: placeOf(last) })).toEqual(third);
    expect(await search({ q, sort, offset: 0, before: placeOf(start) })).toEqual(first);
    const { total, moreThanTotal } = first;
    const beside = { total, moreThanTotal, offset: 0 };
    expect(await search({ q, sort, after: placeOf(last) })).toEqual({ ...third, ...beside });
    expect(await search({ q, sort, limit: 20, before: placeOf(start) })).toEqual({
      ...first,
      ...beside,
      limit: 20,
      items: first.items.slice(-20),
    });
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(150);
  });

  test('is all there where it stands far from where the list begins', async () => {
    const { items, ...rest } = await search({ q: 'long ago' });
    expect(rest).toEqual({ ok: true, total: (MANY + FEW) / 10, limit: 50, offset: 0 });
    expect(items).toHaveLength(50);
    expect(new Set(items.map(({ date }) => date))).toEqual(new Set(['2026-02-23', '2026-02-22']));
    const confirmed = await (
      await site.admin()
    ).call(contract.confirmedDonations, { query: { q: 'long ago' } });
    expect(confirmed.body).toMatchObject({ total: (MANY + FEW) / 10 });
  });

  test('keeps its filters beside a row', async () => {
    const query = { q: 'osborne', from: '2026-11-18', to: '2026-11-19', offset: 50 } as const;
    const byNumber = await search(query);
    const first = await search({ ...query, offset: 0 });
    const last = first.items.at(-1);
    if (!last) throw new Error('There is no row.');
    expect(await search({ ...query, after: placeOf(last) })).toEqual(byNumber);
    expect((await search({ ...query, after: '2026-11-25.1' })).items).toEqual(first.items);
  });

  test('ends with the last row that is counted', async () => {
    expect((await search({ q: 'osborne', offset: 9950 })).items).toHaveLength(50);
    expect((await search({ q: 'osborne', offset: 9950, limit: 200 })).items).toHaveLength(50);
    const past = await search({ q: 'osborne', offset: 10_000 });
    expect(past).toMatchObject({ items: [], total: 10_000, moreThanTotal: true });
    expect(await search({ q: 'fermor', offset: 10_000 })).toMatchObject({ items: [], total: FEW });
    expect((await search({ offset: 10_000 })).items).toHaveLength(50);
  });

  test.each([['osborne'], ['thiessen']])(
    'is exported whole for %s, and the log says how much it was',
    async (q) => {
      const admin = await site.admin();
      const { body } = await admin.call(contract.exportDonations, { query: { q } });
      expect(columnOf(body, 0)).toEqual(Array.from({ length: MANY }, (_, index) => String(index + 1)));
      const log = await admin.send<{ items: { details: unknown }[] }>(
        'GET',
        '/api/admin/audit?action=donation.exported',
      );
      expect(log.body.items[0]?.details).toMatchObject({ rows: MANY });
    },
  );

  test('is told alike by the confirmed', async () => {
    const admin = await site.admin();
    const confirmed = await admin.call(contract.confirmedDonations, { query: { q: 'thiessen' } });
    expect(confirmed.body).toMatchObject({ total: 10_000, moreThanTotal: true });
    expect(confirmed.body.items.map(({ id }) => id)).toEqual(countdown(MANY));
    const few = await admin.call(contract.confirmedDonations, { query: { q: 'okafor' } });
    expect(few.body).toMatchObject({ total: FEW });
    expect(few.body.items.map(({ id }) => id)).toEqual(countdown(MANY + FEW));
  });

  test.each([['2026-11-20'], ['2026-02-30.4'], ['0000-01-01.1'], ['2026-11-20.x'], ['4']])(
    'refuses the place %s',
    async (after) => {
      const { status, body } = await (
        await site.admin()
      ).refused(contract.searchDonations, { query: { q: 'osborne', after } });
      expect(status).toBe(400);
      expect(body['fields']).toEqual({ after: expect.stringContaining('2026-11-20.118') });
    },
  );

  test('is told alike by the list of participants', async () => {
    const numbers = sql`generate_series(1, 10001) number`;
    await site.database.execute(
      sql`insert into participants (display_name, share_token, created_at) select 'Robin ' || number, 'r' || number, now() from ${numbers}`,
    );
    const admin = await site.admin();
    const told = async (path: string) => {
      const { body } = await admin.send<{ items: unknown[]; total: number; moreThanTotal?: boolean }>(
        'GET',
        path,
      );
      return [body.items.length, body.total, body.moreThanTotal];
    };
    const path = '/api/admin/participants?q=robin';
    expect(await told(path)).toEqual([50, 10_000, true]);
    expect(await told(`${path}&offset=9900&limit=200`)).toEqual([100, 10_000, true]);
    expect(await told(`${path}&offset=10000`)).toEqual([0, 10_000, true]);
    expect(await told('/api/admin/participants')).toEqual([50, 10_003, undefined]);
  }, 60_000);

  test('is told alike by the list of codes, by code, donor and donor ID, in every status', async () => {
    const codes = 30_000;
    // Of three codes Thiessen has two and Okafor one; each fifth is used, each seventh has expired.
    await site.database.execute(sql`
      insert into students (student_id, participant_id, created_at) values ('ZED7', 1, now())`);
    await site.database.execute(sql`
      insert into discount_codes (code, participant_id, use_count, max_uses, generated_at, expires_at)
      select 'RR-ZZ' || number, case when number % 3 = 0 then 2 else 1 end, case when number % 5 = 0 then 1 else 0 end, 1, now(),
             case when number % 7 = 0 then '2001-01-01' else '2099-01-01' end::timestamptz
      from generate_series(1, ${codes}::int) number order by number`);
    const admin = await site.admin();
    const numbers = Array.from({ length: codes }, (_, index) => codes - index);
    const isOf = {
      thiessen: (number: number) => number % 3 !== 0,
      zed: (number: number) => number % 3 !== 0,
      okafor: (number: number) => number % 3 === 0,
      'rr-zz100': (number: number) => String(number).startsWith('100'),
      'rr-zz': () => true,
      nobody: () => false,
    };
    const isIn = {
      any: () => true,
      expired: (number: number) => number % 7 === 0,
      used: (number: number) => number % 7 !== 0 && number % 5 === 0,
      unused: (number: number) => number % 7 !== 0 && number % 5 !== 0,
    };
    for (const [q, has] of Object.entries(isOf)) {
      for (const status of codeStatuses) {
        const wanted = numbers.filter((number) => has(number) && isIn[status](number));
        const { body: file } = await admin.call(rewards.exportCodes, { query: { q, status } });
        const inFile = wanted.toReversed().map((number) => `RR-ZZ${number}`);
        expect(columnOf(file, 1), `${q} ${status} in a file`).toEqual(inFile);
        for (const offset of [0, 500]) {
          const { body } = await admin.send<{
            items: { code: string }[];
            total: number;
            moreThanTotal?: true;
          }>('GET', `/api/admin/codes?q=${q}&status=${status}&offset=${offset}`);
          const { items, total, moreThanTotal = false } = body;
          const told = { items: items.map(({ code }) => code), total, moreThanTotal };
          expect(told, `${q} ${status} ${offset}`).toEqual({
            items: wanted.slice(offset, offset + 50).map((number) => `RR-ZZ${number}`),
            total: Math.min(wanted.length, 10_000),
            moreThanTotal: wanted.length > 10_000,
          });
        }
      }
    }
  }, 60_000);

  test('is counted on a page that is not full, whatever the sample says that was drawn before', async () => {
    const query = { q: 'osborne', weight: '1-2kg', offset: 9950 } as const;
    expect(await search(query)).toMatchObject({ total: 10_000, moreThanTotal: true });
    await site.database.execute(sql`update donations set weight = '3kg+' where id > 4000`);
    const now = await search(query);
    expect(now).toMatchObject({ items: [], total: 3900 });
    expect(now).not.toHaveProperty('moreThanTotal');
    expect(await search({ ...query, offset: 3880 })).toMatchObject({ total: 3900 });
  });
});

function countdown(from: number): number[] {
  return Array.from({ length: 50 }, (_, index) => from - index);
}
