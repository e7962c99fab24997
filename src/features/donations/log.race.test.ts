import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as settings } from '#features/settings/contract.ts';
import { DONATION, loggedDonation } from '#server/testing/scenarios.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

test('donations logged at once do not exceed the limit of the day', async () => {
  const admin = await site.admin();
  await admin.call(settings.changeSettings, { body: { maxLoggedPerDay: 3 } });
  await loggedDonation(site);
  const log = () => site.visitor().refused(contract.logDonation, { body: DONATION });
  const answers = await collide(site, sql`select from participants for no key update`, [log, log, log, log]);
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([201, 201, 409, 409]);
});
