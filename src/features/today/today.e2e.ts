import { contract as bins } from '#features/bins/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { paths } from '#web/paths.ts';
import { expect, type ServedSite, signIn, test } from '#e2e/fixtures.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** A full bin with one donation, and a pickup at four o'clock. */
async function addStops(site: ServedSite): Promise<void> {
  const admin = await site.admin();
  const { bin } = (
    await admin.call(bins.createBin, {
      body: { name: 'UC East', location: 'University Centre', binCode: 'UC_E', directions: 'East entrance' },
    })
  ).body;
  await site.visitor().call(bins.reportOverflow, { body: { binId: bin.id } });
  await loggedDonation(site, { dropSite: 'UC East' });
  const request = {
    name: 'Rani Singh',
    address: '12 Example Street',
    items: 'Dishes',
    phone: '204-555-0142',
  };
  const { id } = (await site.visitor().call(pickups.requestPickup, { body: request })).body;
  const today = dayOf(site.site.clock(), site.site.timeZone);
  await admin.call(pickups.setPickupStatus, {
    params: { id },
    body: { status: 'scheduled', scheduledAt: `${today}T16:00` },
  });
}

test('a volunteer in a van empties a bin, picks up, and takes both back', async ({ page, site }) => {
  await addStops(site);
  await signIn(page, site, 'admin');
  await page.goto(paths.consoleToday);
  await expect(page.getByText('0 of 2 done')).toBeVisible();
  await expect(page.getByText('Full, 1 report')).toBeVisible();
  await expect(page.getByText('1 logged')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call Rani Singh' })).toHaveAttribute('href', 'tel:2045550142');
  await expect(page.getByRole('link', { name: 'Map: Rani Singh' })).toHaveAttribute(
    'href',
    /12\+Example\+Street/,
  );

  await page.getByRole('button', { name: 'Empty UC East' }).click();
  await page.getByRole('button', { name: 'One bag more' }).click();
  await page.getByRole('button', { name: 'Emptied' }).click();
  await expect(page.getByText('1 of 2 done')).toBeVisible();
  await expect(page.getByText(/^2 bags, \d+:\d\d [AP]M$/)).toBeVisible();

  await page.getByRole('button', { name: 'Finish the pickup at Rani Singh’s' }).click();
  const kilograms = page.getByLabel('Kilograms from Rani Singh');
  await kilograms.fill('60,5');
  await page.getByRole('button', { name: 'Picked up' }).click();
  await expect(page.getByText('60,5 kg? Press again.')).toBeVisible();
  await page.getByRole('button', { name: 'Picked up' }).click();
  await expect(page.getByText('60.5 kg')).toBeVisible();
  await expect(page.getByText('2 of 2 done')).toBeVisible();

  await page.getByRole('region', { name: 'Pickups' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('region', { name: 'Bins' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('0 of 2 done')).toBeVisible();
  await expect(page.getByText('Full, 1 report')).toBeVisible();

  // The same count again is another visit, not a repeated request.
  await page.getByRole('button', { name: 'Empty UC East' }).click();
  await page.getByRole('button', { name: 'One bag more' }).click();
  await page.getByRole('button', { name: 'Emptied' }).click();
  await expect(page.getByText('1 of 2 done')).toBeVisible();
});

test('without a network, typed text outlives a reload, and is saved once', async ({
  page,
  context,
  site,
}) => {
  await addStops(site);
  await signIn(page, site, 'admin');
  await page.goto(paths.consoleToday);
  await page.getByRole('button', { name: 'Empty UC East' }).click();
  await page.getByLabel('Bags in UC East').fill('7');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Emptied' }).click();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByLabel('Bags in UC East')).toHaveValue('7');
  await page.getByRole('button', { name: 'Emptied' }).click();
  await expect(page.getByText(/^7 bags, /)).toBeVisible();
  const { items } = (await (await site.admin()).call(bins.binHistory, { params: { id: 1 }, query: {} })).body;
  expect(items.filter(({ kind }) => kind === 'visit')).toHaveLength(1);
});
