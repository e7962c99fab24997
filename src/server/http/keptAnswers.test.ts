import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { contract } from '#features/site/contract.ts';
import { buildApp } from '#server/app.ts';
import { loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';

const site = useTestSite();

const told = async (by: Client = site.visitor()) => (await by.call(contract.siteInfo, {})).body;

/** Counts what is asked of the database until the next test. */
function watchDatabase() {
  return vi.spyOn(site.database.$client, 'query');
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the site info', () => {
  test('is read once for all who ask within a second, and then anew', async () => {
    const asked = watchDatabase();
    const many = async () => {
      asked.mockClear();
      await Promise.all(Array.from({ length: 20 }, () => told()));
      return asked.mock.calls.length;
    };
    const once = await many();
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThan(5);
    site.elapsed += 999;
    expect(await many()).toBe(0);
    site.elapsed += 1;
    expect(await many()).toBe(once);
  });

  test('tells of a change that this process made in its very next answer', async () => {
    const admin = await site.admin();
    const store = await partnerStore(admin, 'Willow Thrift');
    const id = await loggedDonation(site, { weight: '3kg+' });
    expect(await told()).toMatchObject({ community: { month: { kg: 0 } }, partners: [{}] });
    await admin.call(deciding.confirmDonation, { body: { id } });
    expect(await told()).toMatchObject({ community: { month: { kg: 3.5 } } });
    await admin.call(deciding.undoLastConfirmation, {});
    expect(await told()).toMatchObject({ community: { month: { kg: 0 } } });
    await admin.call(settings.changeSettings, { body: { monthlyGoal: 90 } });
    expect(await told()).toMatchObject({ community: { monthlyGoal: 90 } });
    await admin.call(partners.setPartnerActive, {
      params: { id: store.partner.id },
      body: { active: false },
    });
    expect(await told()).toMatchObject({ partners: [] });
  });

  test('keeps nothing of a reading that began before a change and ends after it', async () => {
    const admin = await site.admin();
    const { promise: changed, resolve: release } = Promise.withResolvers<void>();
    const pool = site.database.$client;
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
    const isHeld = Promise.withResolvers<void>();
    const hold = async (before: unknown) => {
      isHeld.resolve();
      await changed;
      return before;
    };
    vi.spyOn(pool as { query: typeof query }, 'query').mockImplementation((...given) =>
      query(...given).then(hold),
    );
    const early = told();
    await isHeld.promise;
    vi.restoreAllMocks();
    await admin.call(settings.changeSettings, { body: { monthlyGoal: 90 } });
    const late = await told();
    release();
    expect((await early).community.monthlyGoal).toBe(250);
    expect(late.community.monthlyGoal).toBe(90);
    expect((await told()).community.monthlyGoal).toBe(90);
  });

  test('begins the new day at midnight, however short before it was asked for', async () => {
    site.now = new Date('2026-11-21T05:59:59.999Z');
    expect((await told()).today).toBe('2026-11-20');
    site.now = new Date('2026-11-21T06:00:00Z');
    expect((await told()).today).toBe('2026-11-21');
  });

  test('is not kept where it could not be read', async () => {
    watchDatabase().mockImplementation(() => {
      throw new Error('The database stumbled.');
    });
    expect((await site.visitor().send('GET', contract.siteInfo.path)).status).toBe(500);
    vi.restoreAllMocks();
    expect((await site.visitor().send('GET', contract.siteInfo.path)).status).toBe(200);
  });

  test('goes out as the same bytes from the first to the last who asks', async () => {
    const ask = () => site.app.inject({ url: contract.siteInfo.path });
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(first.body)),
    });
  });
});

describe('another process', () => {
  let other: FastifyInstance;
  let elapsedThere: number;
  beforeEach(async () => {
    elapsedThere = 0;
    other = await buildApp({
      site: { ...site.site },
      environment: { trustProxy: false, logLevel: 'silent' },
      elapsed: () => elapsedThere,
    });
  });
  afterEach(() => other.close());

  test('tells of a change within a second, in the site info and the community summary', async () => {
    const admin = await site.admin();
    const there = new Client({ app: other });
    const id = await loggedDonation(site, { weight: '3kg+' });
    const figures = async () => {
      const { body } = await there.call(contract.communitySummary, {});
      return [(await told(there)).community.month.kg, body.confirmedThisMonth];
    };
    expect(await figures()).toEqual([0, 0]);
    await admin.call(deciding.confirmDonation, { body: { id } });
    elapsedThere = 1000;
    expect(await figures()).toEqual([3.5, 3.5]);
  });
});
