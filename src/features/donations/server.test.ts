import { describe, expect, test } from 'vitest';
import { contract as participants } from '#features/donors/contract.ts';
import { confirmedCode, DONATION } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

describe('one donation', () => {
  test('is answered with all its details', async () => {
    const admin = await site.admin();
    const { id } = await confirmedCode(site, admin, { dropSite: 'Bin 4' });
    await admin.call(participants.updateParticipant, { params: { id: 1 }, body: { displayName: 'Jo T' } });
    const answer = await admin.call(contract.donationDetails, { params: { id } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ok: true,
      alike: [],
      row: {
        ...DONATION,
        id,
        participantId: 1,
        participantName: 'Jo T',
        participantRemovedAt: null,
        claimedName: null,
        claimedEmail: null,
        isClaimProven: false,
        actualWeight: null,
        weightDiscrepancy: false,
        binLocation: null,
        mark: expect.any(String),
        measured_kg: null,
        dropSite: 'Bin 4',
        notes: null,
        photoUrl: null,
        alike: 0,
        loggedBy: 'student',
        createdAt: '2026-11-20T18:00:00.000Z',
        isConfirmed: true,
        confirmedBy: 'alex',
        confirmedAt: '2026-11-20T18:00:00.000Z',
        rejectedAt: null,
        rejectedBy: null,
        rejectionReason: null,
        reopenedAt: null,
        reopenedBy: null,
        reopeningReason: null,
      },
    });
  });

  test.each([
    [404, 999],
    [400, 0],
    [400, 'one'],
    [400, 2_147_483_648],
    [400, '1; drop table donations'],
  ])('is refused with %d for the id %j', async (status, id) => {
    const admin = await site.admin();
    expect((await admin.refused(contract.donationDetails, { params: { id } })).status).toBe(status);
  });
});
