import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { everyRow, createDonor } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

const sortedStatuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((left, right) => left - right);

test('two admins give two people the same email at the same time: one succeeds, the other is refused', async () => {
  const [alex, bo] = [await site.admin(), await site.admin('bo')];
  const [first, second] = [await createDonor(site, 'FIRST'), await createDonor(site, 'SECOND')];
  const body = { email: 'grace@example.ca' };
  const answers = await collide(site, sql`select from participants for update`, [
    () => alex.refused(contract.updateParticipant, { params: { id: first }, body }),
    () => bo.refused(contract.updateParticipant, { params: { id: second }, body }),
  ]);
  expect(sortedStatuses(answers)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('email_taken');
});

test('twenty simultaneous intakes of a new person create one participant', async () => {
  const admin = await site.admin();
  const body = { displayName: 'Grace', email: 'grace@example.ca' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.call(contract.upsertParticipant, { body })),
  );
  expect(sortedStatuses(answers)).toEqual(Array.from({ length: 20 }, () => 200));
  expect((await everyRow(site))['participants']).toHaveLength(1);
});

test('two simultaneous attempts undo a merge only once', async () => {
  const [alex, bo] = [await site.admin(), await site.admin('bo')];
  const [fromId, toId] = [await createDonor(site, 'FIRST'), await createDonor(site, 'SECOND')];
  const { body } = await alex.call(contract.mergeParticipants, { body: { fromId, toId } });
  const params = { mergeId: body.mergeId };
  const answers = await collide(site, sql`select from participants for update`, [
    () => alex.refused(contract.undoMerge, { params }),
    () => bo.refused(contract.undoMerge, { params }),
  ]);
  expect(sortedStatuses(answers)).toEqual([200, 409]);
  expect((await everyRow(site))['participants']).toHaveLength(2);
});

test('either the undoing of a merge or a simultaneous merge of its target succeeds, and nothing is lost', async () => {
  const [alex, bo] = [await site.admin(), await site.admin('bo')];
  const [first, second, third] = [
    await createDonor(site, 'FIRST'),
    await createDonor(site, 'SECOND'),
    await createDonor(site, 'THIRD'),
  ];
  const { body } = await alex.call(contract.mergeParticipants, { body: { fromId: first, toId: second } });
  const answers = await collide(site, sql`select from participants for update`, [
    () => alex.refused(contract.mergeParticipants, { body: { fromId: second, toId: third } }),
    () => bo.refused(contract.undoMerge, { params: { mergeId: body.mergeId } }),
  ]);
  expect(sortedStatuses(answers)).toEqual([200, 409]);
  expect((await everyRow(site))['students']).toHaveLength(3);
});

test('a sign-in by an email leads to the source while the merge that filled it is undone', async () => {
  const [admin, browser] = [await site.admin(), site.visitor()];
  const [fromId, toId] = [await createDonor(site, 'FIRST'), await createDonor(site, 'SECOND')];
  const email = 'grace@example.ca';
  await admin.call(contract.updateParticipant, { params: { id: fromId }, body: { email } });
  const { body } = await admin.call(contract.mergeParticipants, { body: { fromId, toId } });
  const answers = await collide(site, sql`select from participants where id = ${toId} for update`, [
    () => admin.refused(contract.undoMerge, { params: { mergeId: body.mergeId } }),
    () => browser.refused(contract.studentLogin, { body: { email } }),
  ]);
  expect(sortedStatuses(answers)).toEqual([200, 200]);
  const me = await browser.call(contract.studentMe, {});
  expect(me.body).toMatchObject({ participantId: fromId });
});
