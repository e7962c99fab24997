import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { Client } from '#server/testing/siteUnderTest.ts';
import { collide, useOtherProcesses, useTestSite } from '#server/testing/harness.ts';
import { limits } from '#shared/limits.ts';

const site = useTestSite({ rateLimits: true, on: 'races' });
const otherProcess = useOtherProcesses(site);
const SHOP = '203.0.113.7';

test('a guess that one process is checking takes the last try of its address in the others', async () => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { pin } = await partnerStore(admin);
  const firstProcess = site.visitor();
  const secondProcess = new Client({ app: await otherProcess() });
  const redeem = (client: Client, typedPin: string) =>
    client.send('POST', `/api/redeem/${code}`, { body: { pin: typedPin }, address: SHOP });
  for (let count = 1; count < limits.wrongPin.most; count += 1) await redeem(firstProcess, '00000000');

  const lastGuess = await site.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table partners in access exclusive mode`);
    const guess = redeem(firstProcess, '00000000');
    await vi.waitUntil(async () => {
      const { rows } = await site.database.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length === 1;
    });
    expect((await redeem(secondProcess, pin)).status).toBe(429);
    return { guess };
  });
  expect((await lastGuess.guess).status).toBe(403);
  expect((await redeem(secondProcess, pin)).status).toBe(429);
});

test('a right PIN returns the last try in all processes', async () => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { pin } = await partnerStore(admin);
  const app = await otherProcess();
  const secondProcess = () => new Client({ app });
  const redeem = (client: Client, typedPin: string) =>
    client.send('POST', `/api/redeem/${code}`, { body: { pin: typedPin }, address: SHOP });
  for (let count = 1; count < limits.wrongPin.most; count += 1) await redeem(secondProcess(), '00000000');
  expect((await redeem(site.visitor(), pin)).status).toBe(200);
  expect((await redeem(secondProcess(), pin)).status).toBe(200);
  expect((await redeem(secondProcess(), '00000000')).status).toBe(403);
  expect((await redeem(site.visitor(), pin)).status).toBe(429);
});

test('checks only as many simultaneous guesses as there are tries left', async () => {
  const clients = [site.visitor(), new Client({ app: await otherProcess() })];
  const redeem = async (index: number) => {
    const guess = { body: { pin: '00000000' }, address: SHOP };
    return (await clients[index % 2]!.send('POST', '/api/redeem/RR-ABC234', guess)).status;
  };
  for (let count = 1; count < limits.wrongPin.most; count += 1) await redeem(count);
  const guesses = Array.from({ length: 12 }, (_, index) => () => redeem(index));
  const statuses = await collide(site, sql`select from rate_limits for update`, guesses);
  expect(statuses.filter((status) => status === 403)).toHaveLength(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(11);
});
