import { describe, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/console/contract.ts';
import {
  callAsStrangers,
  confirmedCode,
  DONATION,
  loggedDonation,
  shownDonation,
  strangersRefused,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

type Query = NonNullable<Parameters<typeof asked>[1]>;

async function asked(admin: Client, query: { limit?: number; skipped?: string } = {}) {
  return (await admin.call(contract.pendingDonations, { query })).body;
}

async function idsOf(admin: Client, query?: Query) {
  return (await asked(admin, query)).items.map(({ donation }) => donation.id);
}

async function logged(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let donor = 1; donor <= count; donor += 1) {
    ids.push(await loggedDonation(site, { studentId: `DONOR${donor}` }));
  }
  return ids;
}

describe('the donations to be decided next', () => {
  test('are the pending ones, those that wait longest first, whatever day they are of', async () => {
    const admin = await site.admin();
    const first = await loggedDonation(site);
    const { id: confirmed } = await confirmedCode(site, admin, { studentId: 'SOMEBODY' });
    const rejected = await loggedDonation(site, { studentId: 'ANYBODY' });
    await admin.call(deciding.rejectDonation, { body: { id: rejected } });
    const last = await loggedDonation(site, { studentId: 'LATE', date: '2025-01-02' });
    const body = await asked(admin);
    expect(body.total).toBe(2);
    expect(body.items.map(({ donation }) => donation.id)).toEqual([first, last]);
    expect(body.items[0]?.donation).toEqual(await shownDonation(admin, first));
    await admin.call(deciding.reopenDonation, { body: { id: rejected } });
    await admin.call(deciding.undoLastConfirmation, {});
    expect(await idsOf(admin)).toEqual([first, confirmed, rejected, last]);
  });

  test('are so many as are asked for, and ten by default, with the number of all', async () => {
    const admin = await site.admin();
    const ids = await logged(12);
    expect(await idsOf(admin)).toEqual(ids.slice(0, 10));
    const two = await asked(admin, { limit: 2 });
    expect(two.items.map(({ donation }) => donation.id)).toEqual(ids.slice(0, 2));
    expect(two.total).toBe(12);
  });

  test('are the skipped ones only after all others, in the order in which they were skipped', async () => {
    const admin = await site.admin();
    const [one = 0, two = 0, three = 0, four = 0] = await logged(4);
    expect(await idsOf(admin, { skipped: `${two},${one}` })).toEqual([three, four, two, one]);
    expect(await idsOf(admin, { skipped: `${two},${one}`, limit: 3 })).toEqual([three, four, two]);
    expect(await idsOf(admin, { skipped: `${one},${two},${three},${four}` })).toEqual([
      one,
      two,
      three,
      four,
    ]);
    await admin.call(deciding.confirmDonation, { body: { id: two } });
    expect(await idsOf(admin, { skipped: `${two},${one},999` })).toEqual([three, four, one]);
  });

  test('are none where none waits', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    expect(await asked(admin)).toEqual({ ok: true, total: 0, items: [] });
  });

  test.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 201 }],
    ['skipped', { skipped: 'one' }],
    ['skipped', { skipped: '1,' }],
    ['skipped', { skipped: '2147483648' }],
    ['skipped', { skipped: Array.from({ length: 201 }, (_, index) => index + 1).join() }],
  ])('refuse a %s such as %j', async (field, query) => {
    const admin = await site.admin();
    const { status, body } = await admin.refused(contract.pendingDonations, { query });
    expect(status).toBe(400);
    expect(Object.keys(body['fields'] ?? {})).toEqual([field]);
  });

  test('are for admins only', async () => {
    const admin = await site.admin();
    expect(await callAsStrangers(site, admin, contract.pendingDonations, {})).toEqual(strangersRefused);
  });
});

describe('beside a donation stands', () => {
  test('what else its donor gave, under any donor ID, the newest days first', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site, { date: '2026-11-10' });
    const { id: confirmed } = await confirmedCode(site, admin, { date: '2026-11-12', dropSite: 'UC East' });
    const rejected = await loggedDonation(site, { date: '2026-11-11', weight: '3kg+' });
    await admin.call(deciding.rejectDonation, { body: { id: rejected, reason: 'Wet' } });
    await loggedDonation(site, { studentId: 'SOMEBODY', date: '2026-11-12' });
    const [item] = (await asked(admin)).items;
    expect(item?.donation.id).toBe(id);
    expect(item?.others).toEqual([
      {
        id: confirmed,
        weight: '2-3kg',
        date: '2026-11-12',
        binLocation: null,
        dropSite: 'UC East',
        notes: null,
        photoUrl: null,
        loggedBy: 'student',
        createdAt: '2026-11-20T18:00:00.000Z',
        isConfirmed: true,
        rejectedAt: null,
        looksSame: false,
      },
      expect.objectContaining({ id: rejected, rejectedAt: '2026-11-20T18:00:00.000Z', looksSame: false }),
    ]);
  });

  test('the last five, and one that looks the same, however long ago that was', async () => {
    const admin = await site.admin();
    const same = await loggedDonation(site, { date: '2026-10-01' });
    const id = await loggedDonation(site, { date: '2026-10-01' });
    const later: number[] = [];
    for (const day of ['02', '03', '04', '05', '06', '07']) {
      later.push(await loggedDonation(site, { date: `2026-10-${day}` }));
    }
    const item = (await asked(admin)).items.find(({ donation }) => donation.id === id);
    expect(item?.others.map((other) => [other.id, other.looksSame])).toEqual([
      ...later
        .slice(1)
        .toReversed()
        .map((other) => [other, false]),
      [same, true],
    ]);
  });

  test('no warning where the other one is of another donor, day or weight, or rejected', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    await loggedDonation(site, { studentId: 'SOMEBODY' });
    await loggedDonation(site, { date: '2026-11-19' });
    await loggedDonation(site, { weight: '1-2kg' });
    const rejected = await loggedDonation(site);
    await admin.call(deciding.rejectDonation, { body: { id: rejected } });
    const item = (await asked(admin)).items.find(({ donation }) => donation.id === id);
    expect(item?.others).toHaveLength(3);
    expect(item?.others.filter(({ looksSame }) => looksSame)).toEqual([]);
    await admin.call(deciding.reopenDonation, { body: { id: rejected } });
    const again = (await asked(admin)).items.find(({ donation }) => donation.id === id);
    expect(again?.others.filter(({ looksSame }) => looksSame).map((other) => other.id)).toEqual([rejected]);
  });

  test('how many qualifying donations of the donor are confirmed this year', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin, { date: '2026-01-01' });
    await confirmedCode(site, admin, { date: '2026-03-01', weight: '3kg+' });
    await confirmedCode(site, admin, { date: '2025-12-31' });
    await confirmedCode(site, admin, { date: '2026-04-01', weight: '1-2kg' });
    await confirmedCode(site, admin, { studentId: 'SOMEBODY' });
    await loggedDonation(site);
    const [item] = (await asked(admin)).items;
    expect(item?.donation.studentId).toBe(DONATION.studentId);
    expect(item?.qualifyingThisYear).toBe(2);
  });
});
