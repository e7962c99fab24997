import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { confirmedCode, DONATION, partnerStore } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { donations } from './schema.ts';

const site = useTestSite();

async function changeTypes(text: string, number: string): Promise<void> {
  await site.database.execute(
    sql.raw(`alter table discount_codes alter term type ${text}, alter max_uses type ${number}`),
  );
  await site.database.execute(sql.raw(`alter table donations alter confirmed_by type ${text}`));
  await site.database.execute(sql.raw(`alter table students alter participant_id type ${number}`));
}

afterEach(() => changeTypes('text', 'integer'));

test('after a migration has changed the types of columns, every call of a running site goes on being answered', async () => {
  const admin = await site.admin();
  const { pin } = await partnerStore(admin);
  const { code } = await confirmedCode(site, admin);
  await site.database.execute(sql`alter table discount_codes drop constraint discount_codes_max_uses_range`);
  await site.database.execute(sql`update discount_codes set max_uses = 100`);
  const calls = [
    () => site.visitor().call(redemption.checkCode, { params: { code } }),
    () => site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } }),
    () => site.visitor().call(logging.logDonation, { body: DONATION }),
    () => admin.call(lists.confirmedDonations, {}),
    () => admin.call(rewards.codes, {}),
  ];
  const askAll = async () => (await Promise.all(calls.map((call) => call()))).map(({ status }) => status);
  const { $client: pool } = site.database;
  const often = pool.options.max + 5;
  const askOften = () => Promise.all(Array.from({ length: often }, askAll));
  const answered = [200, 200, 201, 200, 200];

  expect(await askOften()).toEqual(Array.from({ length: often }, () => answered));
  expect(pool.totalCount).toBe(pool.options.max);
  await changeTypes('varchar', 'bigint');

  expect(await askAll()).toEqual(answered);
  expect(await askOften()).toEqual(Array.from({ length: often }, () => answered));
  expect(site.log).not.toMatch(/"level":[56]0/);
  expect(await site.database.$count(donations)).toBe(1 + often + 1 + often);
});
