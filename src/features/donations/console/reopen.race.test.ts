import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as participants } from '#features/donors/contract.ts';
import { donations } from '#server/db/schema.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

test('two presses of Reopen at once reopen the donation once, and it counts once', async () => {
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

test('two donations reopened at once both count, and the later one sets the last donation time', async () => {
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

test('two donations with the same mark reopened at once get different marks', async () => {
  const admin = await site.admin();
  const ids = [
    await loggedDonation(site, { studentId: 'AMARA' }),
    await loggedDonation(site, { studentId: 'BEN' }),
  ];
  for (const id of ids) await admin.call(contract.rejectDonation, { body: { id } });
  await site.database.update(donations).set({ mark: 'K7M' });
  const reopen = ids.map((id) => () => admin.refused(contract.reopenDonation, { body: { id } }));
  // Both requests have found the mark free before they wait.
  const answers = await collide(site, sql`lock table donations in share mode`, reopen);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const marks = (await site.database.select().from(donations)).map(({ mark }) => mark);
  expect(marks.filter((mark) => mark === 'K7M')).toHaveLength(1);
});

test('two confirmations with the same mark undone at once get different marks', async () => {
  const admins = [await site.admin(), await site.admin('robin')];
  for (const [index, admin] of admins.entries()) {
    const id = await loggedDonation(site, { studentId: `DONOR${index}` });
    await admin.call(contract.confirmDonation, { body: { id } });
  }
  await site.database.update(donations).set({ mark: 'K7M' });
  const undo = admins.map((admin) => () => admin.refused(contract.undoLastConfirmation, {}));
  const answers = await collide(site, sql`lock table donations in share mode`, undo);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const marks = (await site.database.select().from(donations)).map(({ mark }) => mark);
  expect(marks.filter((mark) => mark === 'K7M')).toHaveLength(1);
});
