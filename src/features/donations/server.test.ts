import { describe, expect, test } from 'vitest';
import { contract as participants } from '#features/participants/contract.ts';
import {
  callAsStrangers,
  confirmedCode,
  DONATION,
  loggedDonation,
  strangersRefused,
} from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract } from './contract.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';

const site = useTestSite();

describe("the console's reads", () => {
  test('give one donation whole', async () => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin, { dropSite: 'Bin 4' });
    await admin.call(participants.updateParticipant, { params: { id: 1 }, body: { displayName: 'Jo T' } });
    const answer = await admin.call(contract.donationDetails, { params: { id } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ok: true,
      row: {
        ...DONATION,
        id,
        participantId: 1,
        participantName: 'Jo T',
        actualWeight: null,
        weightDiscrepancy: false,
        binLocation: null,
        dropSite: 'Bin 4',
        notes: null,
        photoUrl: null,
        loggedBy: 'student',
        createdAt: '2026-11-20T18:00:00.000Z',
        isConfirmed: true,
        confirmedBy: 'alex',
        confirmedAt: '2026-11-20T18:00:00.000Z',
        rejectedAt: null,
        rejectedBy: null,
        rejectionReason: null,
      },
    });
  });

  test.each([
    [404, 999],
    [400, 0],
    [400, 'one'],
    [400, 2_147_483_648],
    [400, '1; drop table donations'],
  ])('answer %d for donation %j', async (status, id) => {
    const admin = await site.admin();
    expect((await admin.refused(contract.donationDetails, { params: { id } })).status).toBe(status);
  });

  test('give the newest pending donations first, fifty at most', async () => {
    const admin = await site.admin();
    const ids: number[] = [];
    for (let logged = 0; logged < 52; logged += 1) ids.push(await loggedDonation(site));
    await admin.call(deciding.confirmDonation, { body: { id: ids[51] ?? 0 } });
    await admin.call(deciding.rejectDonation, { body: { id: ids[50] ?? 0 } });
    const { body } = await admin.call(deciding.adminSummary, {});
    expect(body.stats.pendingCount).toBe(50);
    expect(body.latestPending.map(({ id }) => id)).toEqual(ids.slice(0, 50).toReversed());
    await loggedDonation(site);
    const next = await admin.call(deciding.adminSummary, {});
    expect(next.body.stats.pendingCount).toBe(51);
    expect(next.body.latestPending).toHaveLength(50);
  });

  test('are for admins only', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    expect(await callAsStrangers(site, admin, deciding.adminSummary, {})).toEqual(strangersRefused);
    expect(await callAsStrangers(site, admin, contract.donationDetails, { params: { id } })).toEqual(
      strangersRefused,
    );
  });
});
