import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as peopleContract } from '#features/donors/people/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { confirmedCode, everyRow, createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
});

/** Creates two participants who may be the same person, with donations and codes. */
async function createTwins() {
  const from = await createDonor(site, 'JTHIESSEN');
  const to = await createDonor(site, '7850933');
  await admin.call(contract.updateParticipant, {
    params: { id: from },
    body: { displayName: 'Jo T', email: 'jo@example.ca', phone: '204-555-0134' },
  });
  await admin.call(contract.updateParticipant, { params: { id: to }, body: { displayName: 'Jo Thiessen' } });
  await confirmedCode(site, admin);
  await loggedDonation(site);
  await confirmedCode(site, admin, { studentId: '7850933' });
  return { from, to };
}

async function merge(fromId: number, toId: number): Promise<number> {
  return (await admin.call(contract.mergeParticipants, { body: { fromId, toId } })).body.mergeId;
}

async function tryUndo(mergeId: number) {
  return await admin.refused(contract.undoMerge, { params: { mergeId } });
}

/** The rows about people, without the merge itself and the sessions that it ended. */
async function readPeople() {
  const {
    participants,
    students,
    donations,
    discount_codes: codes,
    merged_share_tokens: links,
  } = await everyRow(site);
  return { participants, students, donations, codes, links };
}

async function summaryOf(studentId: string) {
  return (await (await site.donor(studentId)).call(dashboard.donorSummary, {})).body;
}

const targetMessage = 'Merge needs a numeric target ID different from the source';

describe('a merge', () => {
  test('moves donations, codes and donor IDs, fills empty fields, and removes the source', async () => {
    const { from, to } = await createTwins();
    const rejected = await loggedDonation(site);
    await admin.call(deciding.rejectDonation, { body: { id: rejected } });
    const { status, body } = await admin.call(contract.mergeParticipants, {
      body: { fromId: from, toId: to },
    });
    expect(status).toBe(200);
    expect(body.participant).toMatchObject({
      id: to,
      displayName: 'Jo Thiessen',
      email: 'jo@example.ca',
      phone: '204-555-0134',
      total_donations: 3,
      confirmed_donations: 2,
    });
    const { body: sheet } = await admin.call(peopleContract.participantSheet, { params: { id: to } });
    expect(sheet.participant.studentIds).toEqual(['JTHIESSEN', '7850933']);
    expect(sheet).toMatchObject({ toDecide: { length: 1 }, decided: { total: 3 }, codes: { usable: 2 } });
    const { participants, students, donations, codes } = await readPeople();
    expect(participants).toHaveLength(1);
    for (const rows of [students, donations, codes] as { row: { participant_id: number } }[][]) {
      expect(new Set(rows.map(({ row }) => row.participant_id))).toEqual(new Set([to]));
    }
    expect((await site.audit())[0]).toMatchObject({
      actor: 'alex',
      action: 'participant.merged',
      entityType: 'participant',
      entityId: to,
      participantId: to,
      details: { fromId: from, mergeId: body.mergeId },
    });
  });

  test('leads both donor IDs to one dashboard with the totals, codes and badges of both', async () => {
    const { from, to } = await createTwins();
    await site.database.execute(sql`update participants set kept_badges = 2 where id = ${from}`);
    await merge(from, to);
    for (const studentId of ['JTHIESSEN', '7850933']) {
      const { totals, codes, displayName, keptBadges } = await summaryOf(studentId);
      expect({ totals, displayName, keptBadges }).toEqual({
        totals: { all: 3, confirmed: 2, pending: 1 },
        keptBadges: 2,
        displayName: 'Jo Thiessen',
      });
      expect(codes).toHaveLength(2);
    }
    await loggedDonation(site);
    expect((await summaryOf('7850933')).totals.all).toBe(4);
  });

  test('does not prevent undoing an earlier confirmation', async () => {
    const { from, to } = await createTwins();
    await confirmedCode(site, admin);
    await merge(from, to);
    expect((await admin.call(deciding.undoLastConfirmation, {})).status).toBe(200);
    const { totals, codes } = await summaryOf('7850933');
    expect(totals).toEqual({ all: 4, confirmed: 2, pending: 2 });
    expect(codes).toHaveLength(2);
  });

  test.each([undefined, null, 'two', '2', 0, 1.5, 2_147_483_648, 7])('of 7 into %j is refused', (toId) => {
    const { error } = contract.mergeParticipants.body.safeParse({ fromId: 7, toId });
    expect(error?.issues).toMatchObject([{ path: ['toId'], message: targetMessage }]);
  });

  test('with itself is 400, of or into an unknown participant 404, and nothing changes', async () => {
    const { from, to } = await createTwins();
    const before = await everyRow(site);
    const answers: object[] = [];
    for (const [fromId, toId] of [
      [from, from],
      [from, 999],
      [999, to],
    ]) {
      const { status, body } = await admin.refused(contract.mergeParticipants, { body: { fromId, toId } });
      answers.push({ status, code: body.code, error: body.error });
    }
    const nobody = { status: 404, code: 'not_found', error: 'There is no such participant.' };
    expect(answers).toEqual([{ status: 400, code: 'invalid_input', error: targetMessage }, nobody, nobody]);
    expect(await everyRow(site)).toEqual(before);
  });

  test('ends the sessions of both, so that a stranger merged by mistake sees nothing', async () => {
    const { from, to } = await createTwins();
    const [stranger, owner] = [await site.donor('JTHIESSEN'), await site.donor('7850933')];
    const byEmail = site.visitor();
    await byEmail.call(contract.studentLogin, { body: { email: 'jo@example.ca' } });
    const bystander = await site.donor('SOMEONE');
    await merge(from, to);
    for (const client of [stranger, owner, byEmail]) {
      expect((await client.refused(dashboard.donorSummary, {})).status).toBe(401);
    }
    expect((await bystander.call(dashboard.donorSummary, {})).status).toBe(200);
  });

  test('drops the claim of the source', async () => {
    const { from, to } = await createTwins();
    await site
      .visitor()
      .call(contract.studentLogin, { body: { studentId: 'JTHIESSEN', displayName: 'Somebody Else' } });
    await merge(from, to);
    const { body } = await admin.call(contract.participants, {});
    expect(body.items).toMatchObject([{ id: to, claimedName: null, claimedEmail: null }]);
  });
});

describe('an undone merge', () => {
  test('leaves everything as it was before', async () => {
    const { from, to } = await createTwins();
    await site.database.execute(sql`update participants set kept_badges = 1`);
    const before = await readPeople();
    const mergeId = await merge(from, to);
    const { status, body } = await admin.call(contract.undoMerge, { params: { mergeId } });
    expect(status).toBe(200);
    expect(body.participant).toMatchObject({
      id: from,
      displayName: 'Jo T',
      email: 'jo@example.ca',
      total_donations: 2,
      confirmed_donations: 1,
    });
    expect(await readPeople()).toEqual(before);
    expect((await site.audit())[0]).toMatchObject({
      actor: 'alex',
      action: 'participant.merge_undone',
      entityType: 'participant',
      entityId: to,
      details: { fromId: from, mergeId },
    });
  });

  test('moves later donations to the owner of their donor ID, with their codes', async () => {
    const { from, to } = await createTwins();
    const mergeId = await merge(from, to);
    site.pass({ minutes: 5 });
    const { code } = await confirmedCode(site, admin);
    await loggedDonation(site, { studentId: '7850933' });
    await tryUndo(mergeId);
    const [source, target] = [await summaryOf('JTHIESSEN'), await summaryOf('7850933')];
    expect(source.totals).toEqual({ all: 3, confirmed: 2, pending: 1 });
    expect(source.codes.map((row) => row.code)).toContain(code);
    expect(target.totals).toEqual({ all: 2, confirmed: 1, pending: 1 });
    const { body } = await admin.call(contract.participants, { query: { sort: 'name' } });
    expect(body.items).toMatchObject([
      { id: from, total_donations: 3, confirmed_donations: 2, last_donation_at: '2026-11-20T18:05:00.000Z' },
      { id: to, total_donations: 2, confirmed_donations: 1 },
    ]);
  });

  test('moves back donations under the email that the merge filled, and leaves no donor ID', async () => {
    const { from, to } = await createTwins();
    await admin.call(contract.updateParticipant, { params: { id: to }, body: { email: null } });
    const mergeId = await merge(from, to);
    const { code } = await confirmedCode(site, admin, { studentId: 'jo@example.ca' });
    await tryUndo(mergeId);
    const source = await summaryOf('JO@EXAMPLE.CA');
    expect(source.codes.map((row) => row.code)).toContain(code);
    const target = await summaryOf('7850933');
    expect(target.codes.map((row) => row.code)).not.toContain(code);
    expect((await everyRow(site))['students']).toHaveLength(2);
  });

  test('leaves the target its earlier donations under that email, and those under its own email', async () => {
    const to = await createDonor(site, 'JO@EXAMPLE.CA');
    await confirmedCode(site, admin, { studentId: 'JO@EXAMPLE.CA' });
    const from = await createDonor(site, 'GRACE@EXAMPLE.CA');
    await admin.call(contract.updateParticipant, { params: { id: from }, body: { email: 'jo@example.ca' } });
    await admin.call(contract.updateParticipant, { params: { id: to }, body: { email: 'grace@example.ca' } });
    const mergeId = await merge(from, to);
    await confirmedCode(site, admin, { studentId: 'GRACE@EXAMPLE.CA' });
    await tryUndo(mergeId);
    const target = await admin.call(peopleContract.participantSheet, { params: { id: to } });
    expect(target.body).toMatchObject({ participant: { total_donations: 2 }, codes: { usable: 2 } });
    const source = await admin.call(peopleContract.participantSheet, { params: { id: from } });
    expect(source.body).toMatchObject({
      participant: { total_donations: 0, email: 'jo@example.ca' },
      codes: { usable: 0, ended: 0 },
    });
  });

  test('finds later donations by ID, not by time', async () => {
    const { from, to } = await createTwins();
    const mergeId = await merge(from, to);
    // As if the donation had waited for the merge, or another clock had set its time.
    site.pass({ minutes: -1 });
    await loggedDonation(site);
    await tryUndo(mergeId);
    expect((await summaryOf('JTHIESSEN')).totals.all).toBe(3);
  });

  test('drops claims that were typed since the merge', async () => {
    const { from, to } = await createTwins();
    const mergeId = await merge(from, to);
    const body = { studentId: 'JTHIESSEN', displayName: 'Victor' };
    await site.visitor().call(contract.studentLogin, { body });
    await tryUndo(mergeId);
    const { participant } = (await admin.call(peopleContract.participantSheet, { params: { id: to } })).body;
    expect(participant.claimedName).toBeNull();
  });

  test('leaves a field that an admin changed since, and a code that an admin created since', async () => {
    const { from, to } = await createTwins();
    const mergeId = await merge(from, to);
    const params = { id: to };
    await admin.call(contract.updateParticipant, { params, body: { phone: '204-555-0199' } });
    await admin.call(rewards.createCode, { body: { participantId: to, expiresAt: '2026-12-31' } });
    await tryUndo(mergeId);
    const { body } = await admin.call(peopleContract.participantSheet, { params });
    expect(body.participant).toMatchObject({ email: null, phone: '204-555-0199' });
    expect(body.codes.usable).toBe(2);
    expect(
      (await admin.call(peopleContract.participantSheet, { params: { id: from } })).body.codes.usable,
    ).toBe(1);
  });

  test('restores its share links', async () => {
    const { from, to } = await createTwins();
    const { body } = await admin.call(contract.upsertParticipant, { body: { displayName: 'Jo the First' } });
    const tokens = new Map(
      (await admin.call(contract.participants, {})).body.items.map((item) => [item.id, item.shareToken]),
    );
    const nameAt = async (id: number) => {
      const shareToken = tokens.get(id) ?? '';
      return (await site.visitor().call(contract.publicStatus, { params: { shareToken } })).body.displayName;
    };
    const first = await merge(body.id, from);
    const second = await merge(from, to);
    expect(await nameAt(body.id)).toBe('Jo Thiessen');
    await tryUndo(second);
    expect([await nameAt(body.id), await nameAt(from), await nameAt(to)]).toEqual([
      'Jo T',
      'Jo T',
      'Jo Thiessen',
    ]);
    await tryUndo(first);
    expect(await nameAt(body.id)).toBe('Jo the First');
  });

  test('turns its email into a claim if somebody else has it by now', async () => {
    const { from, to } = await createTwins();
    const mergeId = await merge(from, to);
    await admin.call(contract.updateParticipant, { params: { id: to }, body: { email: null } });
    await admin.call(contract.upsertParticipant, { body: { email: 'JO@example.ca' } });
    const { body } = await admin.call(contract.undoMerge, { params: { mergeId } });
    expect(body.participant).toMatchObject({ email: null, claimedEmail: 'jo@example.ca' });
  });

  test('ends the sessions of both again', async () => {
    const { from, to } = await createTwins();
    const mergeId = await merge(from, to);
    const donors = [await site.donor('JTHIESSEN'), await site.donor('7850933')];
    await tryUndo(mergeId);
    for (const client of donors) {
      expect((await client.refused(dashboard.donorSummary, {})).status).toBe(401);
    }
  });

  test('is 409 the second time, after thirty days, and while a later merge of either exists', async () => {
    const { from, to } = await createTwins();
    const third = await createDonor(site, 'THIRD');
    const first = await merge(from, to);
    const later = await merge(third, to);
    const refusal = { status: 409, body: { ok: false, code: 'wrong_state' } };
    const before = await everyRow(site);
    expect(await tryUndo(first)).toMatchObject(refusal);
    expect(await everyRow(site)).toEqual(before);
    expect((await tryUndo(later)).status).toBe(200);
    expect((await tryUndo(later)).status).toBe(409);
    expect((await tryUndo(first)).status).toBe(200);

    const again = await merge(from, to);
    site.pass({ days: 30 });
    // The session of the admin has ended by now.
    admin = await site.admin();
    expect(await tryUndo(again)).toMatchObject(refusal);
  });

  test('is 409 if the target was merged away', async () => {
    const { from, to } = await createTwins();
    const third = await createDonor(site, 'THIRD');
    const first = await merge(from, to);
    await merge(to, third);
    expect(await tryUndo(first)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });

  test('is 404 without such a merge', async () => {
    expect(await tryUndo(1)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('is offered on the sheet of the target while it is possible', async () => {
    const { from, to } = await createTwins();
    const mergeId = await merge(from, to);
    const listedMerges = async () =>
      (await admin.call(peopleContract.participantSheet, { params: { id: to } })).body.merges;
    expect(await listedMerges()).toEqual([
      { id: mergeId, fromId: from, fromName: 'Jo T', mergedBy: 'alex', mergedAt: '2026-11-20T18:00:00.000Z' },
    ]);
    await tryUndo(mergeId);
    expect(await listedMerges()).toEqual([]);
  });
});
