import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract as lists } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { CONNECTION_WAIT_MILLISECONDS } from './database.ts';
import { DONATION, loggedDonation } from '#server/testing/scenarios.ts';
import type { Answer, Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite({ on: 'races' });
const SOON_MILLISECONDS = 7_000;

let admin: Client;
let holder: pg.PoolClient;
let usualTimeout: number | undefined;

beforeEach(async () => {
  const { options } = site.database.$client;
  usualTimeout = options.connectionTimeoutMillis;
  options.connectionTimeoutMillis = CONNECTION_WAIT_MILLISECONDS;
  admin = await site.admin();
  await loggedDonation(site);
  holder = await site.database.$client.connect();
  await holder.query('begin; lock table donations in access exclusive mode');
});
afterEach(async () => {
  await holder.query('rollback');
  holder.release();
  site.database.$client.options.connectionTimeoutMillis = usualTimeout;
});

/** A call's answer and how long it took. */
async function timed(call: Promise<Answer<unknown>>) {
  const start = performance.now();
  const { status, headers } = await call;
  return { status, retryAfter: Number(headers['retry-after'] ?? 0), milliseconds: performance.now() - start };
}

const listDonations = () => timed(admin.call(lists.confirmedDonations, {}));
const logDonation = () => timed(site.visitor().call(logging.logDonation, { body: DONATION }));
const listPartners = () => timed(site.visitor().call(partners.partners, {}));

test('answers 503 within seconds for a locked table, and serves other tables at once', async () => {
  const blocked = [
    listDonations(),
    listDonations(),
    listDonations(),
    listDonations(),
    logDonation(),
    logDonation(),
  ];
  const meanwhile = listPartners();
  expect(await listPartners()).toMatchObject({ status: 200 });
  for (const answer of await Promise.all(blocked)) {
    expect(answer.status).toBe(503);
    expect(answer.retryAfter).toBeGreaterThan(0);
    expect(answer.milliseconds).toBeLessThan(SOON_MILLISECONDS);
  }
  expect((await meanwhile).status).toBe(200);
  await holder.query('rollback');
  expect(await Promise.all([listDonations(), logDonation(), listPartners()])).toMatchObject([
    { status: 200 },
    { status: 201 },
    { status: 200 },
  ]);
});

test('answers more calls than there are connections within seconds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, turn) => (turn % 2 ? listDonations() : logDonation())),
  );
  for (const { status, milliseconds } of answers) {
    expect(status).toBe(503);
    expect(milliseconds).toBeLessThan(2 * SOON_MILLISECONDS);
  }
  // No connection still works for a call that was already answered.
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await site.database.execute(waiting)).rowCount, { timeout: 10_000 }).toBe(0);
  expect(await listPartners()).toMatchObject({ status: 200 });
});
