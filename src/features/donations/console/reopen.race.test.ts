import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as participants } from '#features/donors/contract.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

test('of two presses of reopen at once one is done, and the donation counts once', async () => {
  const admin = await site.admin();
  const id = await loggedDonation(site);
  await admin.call(contract.rejectDonation, { body: { id } });
  const reopen = () => admin.refused(contract.reopenDonation, { body: { id, reason: 'Found it' } });
  const answers = await collide(site, sql`select id from donations for update`, [reopen, reopen]);
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'wrong_state' } }]);
  const [participant] = (await admin.call(participants.participants, {})).body.items;
  expect(participant).toMatchObject({ total_donations: 1, last_donation_at: site.now.toISOString() });
  const entries = (await site.audit()).filter(({ action }) => action === 'donation.reopened');
  expect(entries).toHaveLength(1);
});

test('of two donations reopened at once both count, and the later is the last', async () => {
  const admin = await site.admin();
  const ids: number[] = [];
  for (let number = 0; number < 2; number += 1) {
    site.pass({ minutes: 1 });
    ids.push(await loggedDonation(site));
  }
  for (const id of ids) await admin.call(contract.rejectDonation, { body: { id } });
  const reopen = ids.toReversed().map((id) => () => admin.refused(contract.reopenDonation, { body: { id } }));
  const answers = await collide(site, sql`select id from participants for update`, reopen);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [participant] = (await admin.call(participants.participants, {})).body.items;
  expect(participant).toMatchObject({ total_donations: 2, last_donation_at: site.now.toISOString() });
});
