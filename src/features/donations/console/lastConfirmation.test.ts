import { describe, expect, test } from 'vitest';
import { contract as participants } from '#features/donors/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { confirmedCode, everyRow, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

async function readLastConfirmation(admin: Client) {
  return (await admin.call(contract.lastConfirmation, {})).body.confirmation;
}

const nothingToUndo = {
  status: 409,
  body: { code: 'nothing_to_undo', error: 'There is no confirmation of yours to undo.' },
};

describe('the last confirmation', () => {
  test('has its donations, their donors and their codes', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    const ids = [
      await loggedDonation(site, { studentId: 'AMARA', dropSite: 'UC East' }),
      await loggedDonation(site, { studentId: 'BEN', weight: '3kg+' }),
    ];
    await admin.call(participants.updateParticipant, {
      params: { id: 2 },
      body: { displayName: 'Amara Okafor' },
    });
    site.pass({ minutes: 5 });
    await admin.call(contract.confirmDonations, { body: { ids } });
    const confirmation = await readLastConfirmation(admin);
    expect(confirmation).toMatchObject({
      confirmedAt: site.now.toISOString(),
      donations: [
        {
          id: ids[0],
          participantName: 'Amara Okafor',
          studentId: 'AMARA',
          dropSite: 'UC East',
          usedAt: null,
        },
        { id: ids[1], participantName: null, studentId: 'BEN', weight: '3kg+', usedAtStore: null },
      ],
    });
    const codes = (await admin.call(rewards.codes, { query: {} })).body.items.map(({ code }) => code);
    const shown = confirmation?.donations.map(({ discountCode }) => discountCode) ?? [];
    expect(new Set(codes.slice(0, 2))).toEqual(new Set(shown));
  });

  test('shows the donation with a used code first, with the store and time', async () => {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin, 'Prairie Rewear');
    const ids = [await loggedDonation(site), await loggedDonation(site), await loggedDonation(site)];
    await admin.call(contract.confirmDonations, { body: { ids } });
    const code = (await readLastConfirmation(admin))?.donations[2]?.discountCode ?? '';
    site.pass({ minutes: 20 });
    await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
    const donations = (await readLastConfirmation(admin))?.donations;
    expect(donations?.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]]);
    expect(donations?.[0]).toMatchObject({
      discountCode: code,
      usedAt: site.now.toISOString(),
      usedAtStore: 'Prairie Rewear',
    });
  });

  test('shows no revoked code, and no store for a code that was marked as used by hand', async () => {
    const admin = await site.admin();
    const ids = [await loggedDonation(site), await loggedDonation(site)];
    await admin.call(contract.confirmDonations, { body: { ids } });
    await admin.call(rewards.revokeCode, { params: { id: 1 } });
    await admin.call(rewards.markCodeUsed, { params: { id: 2 } });
    const [first, second] = (await readLastConfirmation(admin))?.donations ?? [];
    expect(first).toMatchObject({ usedAt: site.now.toISOString(), usedAtStore: null });
    expect(second).toMatchObject({ discountCode: null, usedAt: null });
  });

  test('is null if all is undone, and never a colleague’s', async () => {
    const [alex, robin] = [await site.admin('alex'), await site.admin('robin')];
    expect(await readLastConfirmation(alex)).toBeNull();
    await confirmedCode(site, alex);
    expect(await readLastConfirmation(robin)).toBeNull();
    await alex.call(contract.undoLastConfirmation, {});
    expect(await readLastConfirmation(alex)).toBeNull();
  });
});

describe('undo', () => {
  test('is offered after another sign-in of the day, but not after midnight', async () => {
    const morning = await site.admin();
    const { id } = await confirmedCode(site, morning);
    // It is noon on the site: the day ends in twelve hours.
    site.pass({ minutes: 12 * 60 - 1 });
    const evening = await site.admin();
    expect((await readLastConfirmation(evening))?.donations.map((donation) => donation.id)).toEqual([id]);
    site.pass({ minutes: 1 });
    expect(await readLastConfirmation(evening)).toBeNull();
    expect((await evening.call(contract.undoLastConfirmation, {})).body.undone).toEqual([id]);
    expect(await evening.refused(contract.undoLastConfirmation, {})).toMatchObject(nothingToUndo);
  });

  test('of a confirmation just before midnight is still offered for some minutes', async () => {
    const admin = await site.admin();
    site.pass({ minutes: 12 * 60 - 1 });
    await confirmedCode(site, admin);
    site.pass({ minutes: 2 });
    expect(await readLastConfirmation(admin)).not.toBeNull();
    site.pass({ minutes: 15 });
    expect(await readLastConfirmation(admin)).toBeNull();
  });

  test('of a named confirmation takes back only that one, and only once', async () => {
    const admin = await site.admin();
    const named = await confirmedCode(site, admin);
    const body = { confirmationId: (await readLastConfirmation(admin))?.id };
    const later = await confirmedCode(site, admin);
    expect((await admin.call(contract.undoLastConfirmation, { body })).body.undone).toEqual([named.id]);
    expect(await admin.refused(contract.undoLastConfirmation, { body })).toMatchObject(nothingToUndo);
    expect((await readLastConfirmation(admin))?.donations.map(({ id }) => id)).toEqual([later.id]);
  });

  test.each([
    ['a colleague’s confirmation', 'robin', 409],
    ['an invalid id', 'alex', 400],
  ])('of %s changes nothing', async (target, username, status) => {
    const [alex, robin] = [await site.admin('alex'), await site.admin('robin')];
    await confirmedCode(site, alex);
    const id = target === 'an invalid id' ? 0 : (await readLastConfirmation(alex))?.id;
    const before = await everyRow(site);
    const caller = username === 'robin' ? robin : alex;
    const answer = await caller.refused(contract.undoLastConfirmation, { body: { confirmationId: id } });
    expect(answer.status).toBe(status);
    expect(await everyRow(site)).toEqual(before);
  });
});
