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

/** Jo, who gave under one ID, and somebody who may be the same, under another. */
async function twins() {
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

async function undo(mergeId: number) {
  return await admin.refused(contract.undoMerge, { params: { mergeId } });
}

/** What the tables say of people, without the merge itself and the sessions that it ended. */
async function people() {
  const {
    participants,
    students,
    donations: given,
    discount_codes: codes,
    merged_share_tokens: links,
  } = await everyRow(site);
  return { participants, students, given, codes, links };
}

async function summaryOf(studentId: string) {
  return (await (await site.donor(studentId)).call(dashboard.donorSummary, {})).body;
}

const targetMessage = 'Merge needs a numeric target ID different from the source';

describe('a merge', () => {
  test('moves donations, codes and donor IDs, fills empty fields, and removes the source', async () => {
    const { from, to } = await twins();
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
    const { participants, students, given, codes } = await people();
    expect(participants).toHaveLength(1);
    for (const rows of [students, given, codes] as { row: { participant_id: number } }[][]) {
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

  test('leads both donor IDs to one dashboard, where totals and codes are those of both', async () => {
    const { from, to } = await twins();
    await merge(from, to);
    for (const studentId of ['JTHIESSEN', '7850933']) {
      const { totals, codes, displayName } = await summaryOf(studentId);
      expect({ totals, displayName }).toEqual({
        totals: { all: 3, confirmed: 2, pending: 1 },
        displayName: 'Jo Thiessen',
      });
      expect(codes).toHaveLength(2);
    }
    await loggedDonation(site);
    expect((await summaryOf('7850933')).totals.all).toBe(4);
  });

  test('lets a confirmation of before be undone after it', async () => {
    const { from, to } = await twins();
    await confirmedCode(site, admin);
    await merge(from, to);
    expect((await admin.call(deciding.undoLastConfirmation, {})).status).toBe(200);
    const { totals, codes } = await summaryOf('7850933');
    expect(totals).toEqual({ all: 4, confirmed: 2, pending: 2 });
    expect(codes).toHaveLength(2);
  });

  test.each([undefined, null, 'two', '2', 0, 1.5, 2_147_483_648, 7])('of 7 into %j is no merge', (toId) => {
    const { error } = contract.mergeParticipants.body.safeParse({ fromId: 7, toId });
    expect(error?.issues).toMatchObject([{ path: ['toId'], message: targetMessage }]);
  });

  test('with itself is 400, of or into nobody 404, and nothing changes', async () => {
    const { from, to } = await twins();
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

  test('ends the sessions of both, so that a stranger merged by mistake sees nothing of the other', async () => {
    const { from, to } = await twins();
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

  test('drops what the source claimed', async () => {
    const { from, to } = await twins();
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
    const { from, to } = await twins();
    const before = await people();
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
    expect(await people()).toEqual(before);
    expect((await site.audit())[0]).toMatchObject({
      actor: 'alex',
      action: 'participant.merge_undone',
      entityType: 'participant',
      entityId: to,
      details: { fromId: from, mergeId },
    });
  });

  test('moves later donations to the owner of their donor ID, with their codes', async () => {
    const { from, to } = await twins();
    const mergeId = await merge(from, to);
    site.pass({ minutes: 5 });
    const { code } = await confirmedCode(site, admin);
    await loggedDonation(site, { studentId: '7850933' });
    await undo(mergeId);
    const [jo, other] = [await summaryOf('JTHIESSEN'), await summaryOf('7850933')];
    expect(jo.totals).toEqual({ all: 3, confirmed: 2, pending: 1 });
    expect(jo.codes.map((own) => own.code)).toContain(code);
    expect(other.totals).toEqual({ all: 2, confirmed: 1, pending: 1 });
    const { body } = await admin.call(contract.participants, { query: { sort: 'name' } });
    expect(body.items).toMatchObject([
      { id: from, total_donations: 3, confirmed_donations: 2, last_donation_at: '2026-11-20T18:05:00.000Z' },
      { id: to, total_donations: 2, confirmed_donations: 1 },
    ]);
  });

  test('moves back donations under the email that it filled, and leaves no donor ID', async () => {
    const { from, to } = await twins();
    await admin.call(contract.updateParticipant, { params: { id: to }, body: { email: null } });
    const mergeId = await merge(from, to);
    const { code } = await confirmedCode(site, admin, { studentId: 'jo@example.ca' });
    await undo(mergeId);
    const jo = await summaryOf('JO@EXAMPLE.CA');
    expect(jo.codes.map((own) => own.code)).toContain(code);
    const other = await summaryOf('7850933');
    expect(other.codes.map((own) => own.code)).not.toContain(code);
    expect((await everyRow(site))['students']).toHaveLength(2);
  });

  test('leaves the target its donations under that email from before, or under its own email since', async () => {
    const to = await createDonor(site, 'JO@EXAMPLE.CA');
    await confirmedCode(site, admin, { studentId: 'JO@EXAMPLE.CA' });
    const from = await createDonor(site, 'GRACE@EXAMPLE.CA');
    await admin.call(contract.updateParticipant, { params: { id: from }, body: { email: 'jo@example.ca' } });
    await admin.call(contract.updateParticipant, { params: { id: to }, body: { email: 'grace@example.ca' } });
    const mergeId = await merge(from, to);
    await confirmedCode(site, admin, { studentId: 'GRACE@EXAMPLE.CA' });
    await undo(mergeId);
    const own = await admin.call(peopleContract.participantSheet, { params: { id: to } });
    expect(own.body).toMatchObject({ participant: { total_donations: 2 }, codes: { usable: 2 } });
    const other = await admin.call(peopleContract.participantSheet, { params: { id: from } });
    expect(other.body).toMatchObject({
      participant: { total_donations: 0, email: 'jo@example.ca' },
      codes: { usable: 0, ended: 0 },
    });
  });

  test('finds later donations by ID, not by time', async () => {
    const { from, to } = await twins();
    const mergeId = await merge(from, to);
    // What waited for the merge, or was told the time by another clock.
    site.pass({ minutes: -1 });
    await loggedDonation(site);
    await undo(mergeId);
    expect((await summaryOf('JTHIESSEN')).totals.all).toBe(3);
  });

  test('drops claims from the meantime', async () => {
    const { from, to } = await twins();
    const mergeId = await merge(from, to);
    const body = { studentId: 'JTHIESSEN', displayName: 'Victor' };
    await site.visitor().call(contract.studentLogin, { body });
    await undo(mergeId);
    const { participant } = (await admin.call(peopleContract.participantSheet, { params: { id: to } })).body;
    expect(participant.claimedName).toBeNull();
  });

  test('leaves a field that an admin changed since, and a code made by hand since', async () => {
    const { from, to } = await twins();
    const mergeId = await merge(from, to);
    const params = { id: to };
    await admin.call(contract.updateParticipant, { params, body: { phone: '204-555-0199' } });
    await admin.call(rewards.createCode, { body: { participantId: to, expiresAt: '2026-12-31' } });
    await undo(mergeId);
    const { body } = await admin.call(peopleContract.participantSheet, { params });
    expect(body.participant).toMatchObject({ email: null, phone: '204-555-0199' });
    expect(body.codes.usable).toBe(2);
    expect(
      (await admin.call(peopleContract.participantSheet, { params: { id: from } })).body.codes.usable,
    ).toBe(1);
  });

  test('restores its share links', async () => {
    const { from, to } = await twins();
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
    await undo(second);
    expect([await nameAt(body.id), await nameAt(from), await nameAt(to)]).toEqual([
      'Jo T',
      'Jo T',
      'Jo Thiessen',
    ]);
    await undo(first);
    expect(await nameAt(body.id)).toBe('Jo the First');
  });

  test('claims its email if somebody else has it by now', async () => {
    const { from, to } = await twins();
    const mergeId = await merge(from, to);
    await admin.call(contract.updateParticipant, { params: { id: to }, body: { email: null } });
    await admin.call(contract.upsertParticipant, { body: { email: 'JO@example.ca' } });
    const { body } = await admin.call(contract.undoMerge, { params: { mergeId } });
    expect(body.participant).toMatchObject({ email: null, claimedEmail: 'jo@example.ca' });
  });

  test('ends the sessions of both once more', async () => {
    const { from, to } = await twins();
    const mergeId = await merge(from, to);
    const [one, other] = [await site.donor('JTHIESSEN'), await site.donor('7850933')];
    await undo(mergeId);
    for (const client of [one, other]) {
      expect((await client.refused(dashboard.donorSummary, {})).status).toBe(401);
    }
  });

  test('is 409 the second time, after thirty days, and after a later merge of either', async () => {
    const { from, to } = await twins();
    const third = await createDonor(site, 'THIRD');
    const first = await merge(from, to);
    const later = await merge(third, to);
    const refusal = { status: 409, body: { ok: false, code: 'wrong_state' } };
    const before = await everyRow(site);
    expect(await undo(first)).toMatchObject(refusal);
    expect(await everyRow(site)).toEqual(before);
    expect((await undo(later)).status).toBe(200);
    expect((await undo(later)).status).toBe(409);
    expect((await undo(first)).status).toBe(200);

    const again = await merge(from, to);
    site.pass({ days: 30 });
    // The first session has ended by now.
    admin = await site.admin();
    expect(await undo(again)).toMatchObject(refusal);
  });

  test('is 409 where the target was merged away', async () => {
    const { from, to } = await twins();
    const third = await createDonor(site, 'THIRD');
    const first = await merge(from, to);
    await merge(to, third);
    expect(await undo(first)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });

  test('is 404 where there was none', async () => {
    expect(await undo(1)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('can be found with its target while it is possible', async () => {
    const { from, to } = await twins();
    const mergeId = await merge(from, to);
    const listed = async () =>
      (await admin.call(peopleContract.participantSheet, { params: { id: to } })).body.merges;
    expect(await listed()).toEqual([
      { id: mergeId, fromId: from, fromName: 'Jo T', mergedBy: 'alex', mergedAt: '2026-11-20T18:00:00.000Z' },
    ]);
    await undo(mergeId);
    expect(await listed()).toEqual([]);
  });
});
