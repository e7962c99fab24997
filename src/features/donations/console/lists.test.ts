import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import type { EndpointArguments } from '#shared/endpoint.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

type SearchQuery = NonNullable<EndpointArguments<typeof contract.searchDonations>['query']>;

async function searchFor(admin: Client, query: SearchQuery): Promise<number[]> {
  const { status, body } = await admin.call(contract.searchDonations, { query });
  expect(status).toBe(200);
  return body.items.map(({ id }) => id);
}

async function rejectedDonation(admin: Client, reason?: string): Promise<number> {
  const id = await loggedDonation(site);
  await admin.call(contract.rejectDonation, { body: { id, reason } });
  return id;
}

describe('donations that look alike', () => {
  const alikeBySearch = async (admin: Client) => {
    const { items } = (await admin.call(contract.searchDonations, { query: { sort: 'oldest' } })).body;
    return Object.fromEntries(items.map(({ id, alike }) => [id, alike]));
  };

  test('have the same donor, day, weight and place, and were logged within an hour', async () => {
    const admin = await site.admin();
    const first = await loggedDonation(site, { dropSite: 'UC East' });
    site.pass({ minutes: 40 });
    const second = await loggedDonation(site, { dropSite: 'UC East' });
    const byLocation = await loggedDonation(site, { binLocation: 'UC East' });
    const differentIds = [
      await loggedDonation(site),
      await loggedDonation(site, { dropSite: 'UC West' }),
      await loggedDonation(site, { dropSite: 'UC East', weight: '1-2kg' }),
      await loggedDonation(site, { dropSite: 'UC East', date: '2026-11-19' }),
      await loggedDonation(site, { dropSite: 'UC East', studentId: 'ELSE' }),
    ];
    site.pass({ minutes: 21 });
    const last = await loggedDonation(site, { dropSite: 'UC East' });
    expect(await alikeBySearch(admin)).toEqual({
      [first]: 2,
      [second]: 3,
      [byLocation]: 3,
      ...Object.fromEntries(differentIds.map((id) => [id, 0])),
      [last]: 2,
    });
  });

  test('are counted in every list, without rejected ones', async () => {
    const admin = await site.admin();
    const [pending, confirmed, rejected] = [
      await loggedDonation(site),
      await loggedDonation(site),
      await loggedDonation(site),
    ];
    const { body } = await admin.call(contract.confirmDonations, { body: { ids: [confirmed] } });
    expect(body.alike).toBe(1);
    await admin.call(contract.rejectDonation, { body: { id: rejected } });
    expect(await alikeBySearch(admin)).toEqual({ [pending]: 1, [confirmed]: 1, [rejected]: 2 });
    const lists = await Promise.all([
      admin.call(contract.adminSummary, {}).then((answer) => answer.body.latestPending),
      admin.call(contract.confirmedDonations, {}).then((answer) => answer.body.items),
      admin.call(contract.photoDonations, {}).then((answer) => answer.body),
      admin.call(contract.rejectedDonations, {}).then((answer) => answer.body.items),
    ]);
    expect(lists.map((items) => items.map(({ id, alike }) => [id, alike]))).toEqual([
      [[pending, 1]],
      [[confirmed, 1]],
      [[confirmed, 1]],
      [[rejected, 2]],
    ]);
  });
});

describe('the rejected donations', () => {
  test('are listed with admin, time and reason, the latest rejection first, page by page', async () => {
    const admin = await site.admin('robin');
    const first = await rejectedDonation(admin, 'Wet books');
    site.pass({ minutes: 1 });
    const second = await rejectedDonation(admin);
    await confirmedCode(site, admin);
    await loggedDonation(site);
    const { body } = await admin.call(contract.rejectedDonations, {});
    expect(body).toMatchObject({ ok: true, total: 2, limit: 50, offset: 0 });
    expect(body.items).toMatchObject([
      { id: second, rejectionReason: null },
      {
        id: first,
        rejectedBy: 'robin',
        rejectedAt: '2026-11-20T18:00:00.000Z',
        rejectionReason: 'Wet books',
        isConfirmed: false,
      },
    ]);
    const page = await admin.call(contract.rejectedDonations, { query: { limit: 1, offset: 1 } });
    expect(page.body).toMatchObject({ items: [{ id: first }], total: 2, limit: 1, offset: 1 });
  });
});

describe('the confirmed donations', () => {
  test('are listed with the latest confirmation first, and can be searched', async () => {
    const admin = await site.admin();
    const early = await confirmedCode(site, admin, { studentId: 'ASH', dropSite: 'UC East' });
    site.pass({ minutes: 1 });
    const late = await confirmedCode(site, admin, { studentId: 'OAK', date: '2026-01-02' });
    await loggedDonation(site, { studentId: 'ASH' });
    await site.database.execute(sql`update participants set display_name = '100% Ash_ley' where id = 1`);
    const findIds = async (q?: string) => {
      const { body } = await admin.call(contract.confirmedDonations, { query: { q } });
      expect(body.total).toBe(body.items.length);
      return body.items.map(({ id }) => id);
    };
    expect(await findIds()).toEqual([late.id, early.id]);
    expect(await findIds('  ')).toEqual([late.id, early.id]);
    expect(await findIds('uc EAST')).toEqual([early.id]);
    expect(await findIds('ash_ley')).toEqual([early.id]);
    expect(await findIds('oak')).toEqual([late.id]);
    // A LIKE pattern would treat these characters as wildcards.
    expect(await findIds('100_')).toEqual([]);
    expect(await findIds('%')).toEqual([early.id]);
  });
});

describe('the search', () => {
  test('finds donations by status', async () => {
    const admin = await site.admin();
    const pending = await loggedDonation(site);
    const { id: confirmed } = await confirmedCode(site, admin);
    const rejected = await rejectedDonation(admin, 'Wet books');
    const byStatus = (status: NonNullable<SearchQuery['status']>) => searchFor(admin, { status });
    expect(await byStatus('pending')).toEqual([pending]);
    expect(await byStatus('confirmed')).toEqual([confirmed]);
    expect(await byStatus('rejected')).toEqual([rejected]);
    expect(await byStatus('any')).toEqual([rejected, confirmed, pending]);
    expect(await searchFor(admin, {})).toHaveLength(3);
  });

  test('finds by weight and by dates, the last day included, the newest date first', async () => {
    const admin = await site.admin();
    const old = await loggedDonation(site, { date: '2026-11-01', weight: '3kg+' });
    const middle = await loggedDonation(site, { date: '2026-11-10', weight: '0-1kg' });
    const recent = await loggedDonation(site, { date: '2026-11-20', weight: '3kg+' });
    expect(await searchFor(admin, { weight: '3kg+' })).toEqual([recent, old]);
    expect(await searchFor(admin, { weight: '' })).toEqual([recent, middle, old]);
    expect(await searchFor(admin, { from: '2026-11-10' })).toEqual([recent, middle]);
    expect(await searchFor(admin, { from: '2026-11-10', to: '2026-11-10' })).toEqual([middle]);
    expect(await searchFor(admin, { to: '2026-11-09', weight: '3kg+' })).toEqual([old]);
    expect(await searchFor(admin, { from: '', to: '' })).toHaveLength(3);
  });

  test('orders by day, newest first by default, and within a day by the time of logging', async () => {
    const admin = await site.admin();
    const today = await loggedDonation(site);
    const old = await loggedDonation(site, { date: '2026-11-02' });
    const todayToo = await loggedDonation(site);
    expect(await searchFor(admin, {})).toEqual([todayToo, today, old]);
    expect(await searchFor(admin, { sort: 'newest' })).toEqual([todayToo, today, old]);
    expect(await searchFor(admin, { sort: 'oldest' })).toEqual([old, today, todayToo]);
    expect(await searchFor(admin, { sort: 'oldest', status: 'pending', q: 'thiessen', offset: 1 })).toEqual([
      today,
      todayToo,
    ]);
    for (const wrong of [{ sort: 'weight' }, { limit: 'many' }]) {
      const fields = Object.fromEntries(Object.keys(wrong).map((name) => [name, expect.any(String)]));
      const refused = await admin.refused(contract.searchDonations, { query: wrong });
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });
    }
  });

  test("finds by text in the donation and in its participant's profile", async () => {
    const admin = await site.admin();
    const ash = await loggedDonation(site, { studentId: 'ASH', binLocation: 'Fermor foyer' });
    const oak = await loggedDonation(site, { studentId: 'OAK', dropSite: 'Osborne' });
    await site.database.execute(
      sql`update participants set display_name = 'Jo', email = 'jo@example.ca', phone = '204-555-0134' where id = 2`,
    );
    const findIds = (q: string) => searchFor(admin, { q });
    expect(await findIds('ash')).toEqual([ash]);
    expect(await findIds('FERMOR')).toEqual([ash]);
    expect(await findIds('osb')).toEqual([oak]);
    expect(await findIds('jo@example')).toEqual([oak]);
    expect(await findIds('0134')).toEqual([oak]);
    expect(await findIds('nobody')).toEqual([]);
  });

  test('returns rows with names in snake case', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site, { dropSite: 'UC East' });
    const { body } = await admin.call(contract.searchDonations, { query: { limit: 1 } });
    expect(body).toMatchObject({ total: 1, limit: 1, offset: 0 });
    expect(body.items[0]).toMatchObject({
      id,
      student_id: 'JTHIESSEN',
      participant_id: 1,
      participant_name: null,
      participant_email: null,
      drop_site: 'UC East',
      bin_location: null,
      is_confirmed: false,
      confirmed_at: null,
      rejected_at: null,
    });
  });

  test('takes blank filters as none', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    const blank = 'q=&status=&weight=&from=&to=';
    expect(await admin.send('GET', `/api/admin/donations/search?${blank}`)).toMatchObject({
      status: 200,
      body: { total: 1 },
    });
    expect(await admin.send('GET', `/api/admin/donations/export.csv?${blank}`)).toMatchObject({
      status: 200,
    });
  });

  test.each([
    [{ status: 'lost' }],
    [{ weight: '5kg' }],
    [{ from: '2026-02-30' }],
    [{ to: 'yesterday' }],
    [{ q: 'x'.repeat(101) }],
  ])('refuses %j', async (query) => {
    const admin = await site.admin();
    for (const endpoint of [contract.searchDonations, contract.exportDonations]) {
      const answer = await admin.refused(endpoint, { query });
      expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
      expect(answer.body['fields']).toEqual({ [String(Object.keys(query)[0])]: expect.any(String) });
    }
  });
});

describe('the export', () => {
  test('lists the found donations, oldest first, and escapes formulas', async () => {
    const admin = await site.admin('robin');
    await loggedDonation(site, { dropSite: '=HYPERLINK("x")', binLocation: 'Hall "A", east' });
    const { id } = await confirmedCode(site, admin, { studentId: '+1234', weight: '3kg+' });
    await loggedDonation(site, { date: '2026-01-05' });
    const { status, body, headers } = await admin.call(contract.exportDonations, {
      query: { from: '2026-11-01' },
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="donations-2026-11-20.csv"');
    expect(body.startsWith('\ufeffid,status,date,donor id,')).toBe(true);
    const lines = body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`1,pending,2026-11-20,JTHIESSEN,`);
    expect(lines[1]).toContain('"Hall ""A"", east"');
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(lines[2]).toMatch(new RegExp(String.raw`^${id},confirmed,2026-11-20,'\+1234,`));
    expect(lines[2]).toContain('robin,2026-11-20T12:00:00-06:00');
  });

  test('has its header even without donations', async () => {
    const admin = await site.admin();
    const { body } = await admin.call(contract.exportDonations, { query: { status: 'rejected' } });
    expect(body.trimEnd().split('\r\n')).toHaveLength(1);
  });
});
