import { describe, expect, test } from 'vitest';
import { confirmedCode, everyRow, loggedDonation, shownDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const NEEDS_REASON = 'Please say why: somebody else rejected it, or more than 15 minutes have passed';

async function rejectedDonation(admin: Client, reason?: string): Promise<number> {
  const id = await loggedDonation(site);
  await admin.call(contract.rejectDonation, { body: { id, reason } });
  return id;
}

async function onlyParticipant(admin: Client) {
  const [participant] = (await admin.call(participants.participants, {})).body.items;
  return participant;
}

describe('reopening a rejected donation', () => {
  test('makes it pending again, as if it had never been rejected, and is logged', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    const before = await onlyParticipant(admin);
    const pending = await shownDonation(admin, id);
    await admin.call(contract.rejectDonation, { body: { id, reason: 'Empty box' } });
    expect(await onlyParticipant(admin)).not.toEqual(before);
    site.pass({ minutes: 14 });

    const answer = await admin.call(contract.reopenDonation, { body: { id } });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, id } });
    expect(await shownDonation(admin, id)).toEqual({
      ...pending,
      reopenedAt: site.now.toISOString(),
      reopenedBy: 'alex',
    });
    expect(await onlyParticipant(admin)).toEqual(before);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'donation.reopened',
      entityType: 'donation',
      entityId: id,
      details: {},
      createdAt: site.now,
    });
    expect((await admin.call(contract.confirmDonation, { body: { id } })).status).toBe(200);
  });

  test('shows it to its donor as pending', async () => {
    const admin = await site.admin();
    const id = await rejectedDonation(admin, 'Empty box');
    const donor = await site.donor('JTHIESSEN');
    const readSummary = async () => (await donor.call(donations.donorSummary, {})).body;
    expect(await readSummary()).toMatchObject({
      totals: { all: 0, pending: 0 },
      recent: [{ isRejected: true }],
    });
    await admin.call(contract.reopenDonation, { body: { id } });
    expect(await readSummary()).toMatchObject({
      totals: { all: 1, confirmed: 0, pending: 1 },
      recent: [{ id, isConfirmed: false, isRejected: false, rejectionReason: null }],
    });
  });

  test.each([
    ['by somebody else', 'robin', 1],
    ['after 15 minutes', 'alex', 15],
  ])(
    '%s needs a reason, which is stored with the donation and not in the log',
    async (_when, username, minutes) => {
      const id = await rejectedDonation(await site.admin());
      const admin = await site.admin(username);
      site.pass({ minutes });
      const before = await everyRow(site);
      for (const reason of [undefined, '  ']) {
        expect(await admin.refused(contract.reopenDonation, { body: { id, reason } })).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', fields: { reason: NEEDS_REASON } },
        });
      }
      expect(await everyRow(site)).toEqual(before);
      const reason = 'The box was found behind the bin';
      expect((await admin.call(contract.reopenDonation, { body: { id, reason } })).status).toBe(200);
      const [entry] = await site.audit();
      expect(entry).toMatchObject({
        actor: username,
        action: 'donation.reopened',
        details: { fields: ['reason'] },
      });
      const reopened = { reopenedBy: username, reopeningReason: reason };
      expect(await shownDonation(admin, id)).toMatchObject(reopened);
      // The reason stays after another decision.
      await admin.call(contract.rejectDonation, { body: { id, reason: 'Empty after all' } });
      expect(await shownDonation(admin, id)).toMatchObject({
        rejectionReason: 'Empty after all',
        ...reopened,
      });
    },
  );

  test('is refused with 409 for a donation that is not rejected, and changes nothing', async () => {
    const admin = await site.admin();
    const [pending, { id: confirmed }] = [await loggedDonation(site), await confirmedCode(site, admin)];
    const before = await everyRow(site);
    for (const id of [pending, confirmed]) {
      const answer = await admin.refused(contract.reopenDonation, { body: { id, reason: 'Why not' } });
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'wrong_state', error: 'This donation is not rejected.' },
      });
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    [{}, 400, { id: 'Donation ID is required' }],
    [{ id: '1' }, 400, { id: 'Donation ID is required' }],
    [{ id: 1, reason: 'x'.repeat(501) }, 400, { reason: 'Please use at most 500 characters' }],
    [{ id: 1, reason: 7 }, 400, { reason: 'Please enter text' }],
    [{ id: 999 }, 404, undefined],
  ])('with %j is refused with %d, and nothing changes', async (body, status, fields) => {
    const admin = await site.admin();
    await rejectedDonation(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.reopenDonation, { body });
    expect(answer.status).toBe(status);
    expect(answer.body['fields']).toEqual(fields);
    expect(await everyRow(site)).toEqual(before);
  });
});
