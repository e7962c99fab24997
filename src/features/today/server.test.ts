import { expect, test } from 'vitest';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

async function addBin(name: string, targetDays?: number): Promise<number> {
  const body = { name, location: `${name} hall`, binCode: name.toUpperCase(), targetDays };
  return (await (await site.admin()).call(bins.createBin, { body })).body.bin.id;
}

async function loadToday() {
  const volunteer = await site.volunteer();
  const { body } = await volunteer.call(contract.today, {});
  return {
    ...body,
    bins: body.bins.map(({ name, days_over: daysOver, logged, visit }) => [
      name,
      daysOver,
      logged,
      visit?.bagsFound,
    ]),
  };
}

async function requestPickup(name: string, scheduledAt?: string): Promise<number> {
  const body = { name, address: '12 Example Street', items: 'Dishes' };
  const { id } = (await site.visitor().call(pickups.requestPickup, { body })).body;
  if (scheduledAt !== undefined) {
    const admin = await site.admin();
    await admin.call(pickups.setPickupStatus, {
      params: { id },
      body: { status: 'scheduled', scheduledAt },
    });
  }
  return id;
}

test('full bins come first, then the longest overdue, and bins emptied today keep their place', async () => {
  site.now = new Date('2026-11-10T18:00:00Z');
  await addBin('Atrium');
  await addBin('Library', 4);
  await addBin('Market', 2);
  const full = await addBin('Residence', 30);
  await addBin('Soon', 20);
  site.now = new Date('2026-11-20T22:00:00Z');
  await site.visitor().call(bins.reportOverflow, { body: { binId: full } });
  await loggedDonation(site, { dropSite: 'Residence' });
  expect((await loadToday()).bins).toEqual([
    ['Residence', null, 1, undefined],
    ['Market', 8, 0, undefined],
    ['Library', 6, 0, undefined],
  ]);

  const volunteer = await site.volunteer();
  await volunteer.call(bins.createBinVisit, { params: { id: full }, body: { bagsFound: 3 } });
  expect((await loadToday()).bins).toEqual([
    ['Residence', null, 0, 3],
    ['Market', 8, 0, undefined],
    ['Library', 6, 0, undefined],
  ]);

  // Winnipeg's next day begins at six in the morning, UTC.
  site.now = new Date('2026-11-21T05:59:00Z');
  expect((await loadToday()).bins).toHaveLength(3);
  site.now = new Date('2026-11-21T06:00:00Z');
  expect((await loadToday()).bins.map(([name]) => name)).toEqual(['Market', 'Library']);
});

test('an inactive bin is not listed', async () => {
  const id = await addBin('Atrium');
  const admin = await site.admin();
  await admin.call(bins.setBinOverflow, { params: { id }, body: { status: true } });
  expect((await loadToday()).bins).toHaveLength(1);
  await admin.call(bins.toggleBin, { params: { id } });
  expect((await loadToday()).bins).toEqual([]);
});

test('missed, open and completed pickups of the day are sorted by their time', async () => {
  site.now = new Date('2026-11-20T14:00:00Z');
  await requestPickup('Unanswered');
  await requestPickup('Tomorrow', '2026-11-21T08:30');
  await requestPickup('Afternoon', '2026-11-20T16:00');
  const morning = await requestPickup('Morning', '2026-11-20T08:30');
  await requestPickup('Missed', '2026-11-19T16:00');
  const cancelled = await requestPickup('Cancelled', '2026-11-20T10:00');
  const admin = await site.admin();
  await admin.call(pickups.cancelPickup, { params: { id: cancelled }, body: { reason: 'Ill' } });
  await admin.call(pickups.setPickupStatus, {
    params: { id: morning },
    body: { status: 'completed', kilograms: '14,2' },
  });
  const { today, pickups: pickupsOfDay } = await loadToday();
  expect(today).toBe('2026-11-20');
  expect(pickupsOfDay.map(({ name, status, kilograms }) => [name, status, kilograms])).toEqual([
    ['Missed', 'scheduled', null],
    ['Morning', 'completed', 14.2],
    ['Afternoon', 'scheduled', null],
  ]);
});

test('only a completed pickup has kilograms, and undoing the completion deletes them', async () => {
  const id = await requestPickup('Rani', '2026-11-20T16:00');
  const admin = await site.admin();
  const set = (body: { status: 'completed' | 'scheduled'; kilograms: number; notes?: string }) => ({
    params: { id },
    body,
  });
  expect(
    await admin.refused(pickups.setPickupStatus, set({ status: 'scheduled', kilograms: 5, notes: 'Ring' })),
  ).toMatchObject({ status: 400, body: { fields: { kilograms: expect.any(String) as string } } });
  expect(
    await admin.refused(pickups.setPickupStatus, set({ status: 'completed', kilograms: 501 })),
  ).toMatchObject({ status: 400 });
  const { pickup } = (
    await admin.call(pickups.setPickupStatus, set({ status: 'completed', kilograms: 60.5 }))
  ).body;
  expect(pickup.kilograms).toBe(60.5);
  const undone = await admin.call(pickups.undoPickup, { params: { id }, body: { reason: 'Wrong one' } });
  expect(undone.body.pickup).toMatchObject({ status: 'scheduled', kilograms: null });
});
