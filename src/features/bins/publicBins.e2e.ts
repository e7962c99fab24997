import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { expect, type ServedSite, test } from '#e2e/fixtures.ts';
import { layoutShift } from '#e2e/layoutShift.ts';
import { contract } from './contract.ts';

const ATRIUM = {
  name: 'Engineering Atrium',
  location: 'E2 building, main floor',
  binCode: 'ENG_E2',
  directions: 'Left of the coffee bar, under the stairs.',
  hours: 'Mon to Fri, 7 AM to 10 PM',
  lat: 49.8081,
  lng: -97.1337,
};
const LIBRARY = {
  name: 'St. Vital Library',
  location: 'Fermor Avenue foyer',
  binCode: 'ST_VITAL',
  lat: 49.8469,
  lng: -97.1125,
};
const RESIDENCE = { name: 'Speechly Residence', location: 'Mail room', binCode: 'SPEECHLY' };

async function addBins(site: ServedSite): Promise<void> {
  const admin = await site.admin();
  for (const body of [LIBRARY, RESIDENCE, ATRIUM]) await admin.call(contract.createBin, { body });
}

const binItems = (page: Page) => page.getByRole('main').getByRole('listitem');
const binNames = (page: Page) => binItems(page).getByRole('heading', { level: 2 });
const nearestFirstButton = (page: Page) => page.getByRole('button', { name: 'Nearest first' });

const NEAR_LIBRARY = { latitude: 49.85, longitude: -97.11 };

test('a donor finds each bin in use, whether it is full, and logs a donation there', async ({
  page,
  site,
}) => {
  await page.goto('/bric-a-brac');
  await page.getByRole('banner').getByRole('link', { name: 'Bins' }).click();
  await expect(page).toHaveURL('/bins');

  await test.step('without bins the page offers a pickup', async () => {
    await expect(page.getByText('No bins yet')).toBeVisible();
    await expect(nearestFirstButton(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Ask for a free pickup' })).toHaveAttribute(
      'href',
      '/pickup-request',
    );
  });

  await addBins(site);
  await site.visitor().call(contract.reportOverflow, { body: { binId: 2 } });
  await site.database.execute(
    sql`update overflow_alerts set reported_at = now() - interval '40 minutes 20 seconds'`,
  );
  await page.reload();
  const atrium = binItems(page).filter({ hasText: ATRIUM.name });
  const residence = binItems(page).filter({ hasText: RESIDENCE.name });

  await test.step('bins are sorted by name, and unknown facts have no line', async () => {
    await expect(page.getByText('Three bins for clean things you would lend to a friend.')).toBeVisible();
    await expect(binNames(page)).toHaveText([ATRIUM.name, RESIDENCE.name, LIBRARY.name]);
    await expect(atrium).toContainText('Has room');
    await expect(atrium.getByRole('definition')).toHaveText([
      `${ATRIUM.location}${ATRIUM.directions}`,
      ATRIUM.hours,
    ]);
    await expect(residence.getByRole('definition')).toHaveText([RESIDENCE.location]);
  });

  await test.step('a full bin shows when it was reported, and asks to take another', async () => {
    await expect(residence).toContainText('Full');
    await expect(residence.getByText('Reported 40 minutes ago', { exact: true })).toBeVisible();
    await expect(residence.getByText('Please take another bin today.', { exact: true })).toBeVisible();
    await expect(residence.getByRole('link')).toHaveText([`Log a donation here (${RESIDENCE.name})`]);
  });

  await test.step('the links open the report and the log form with the bin filled in', async () => {
    await atrium.getByRole('link', { name: `Report a full bin (${ATRIUM.name})` }).click();
    await expect(page.getByRole('region', { name: 'The bin you report' })).toContainText(ATRIUM.name);
    await page.goBack();
    await atrium.getByRole('link', { name: `Log a donation here (${ATRIUM.name})` }).click();
    await expect(page).toHaveURL('/log?bin=ENG_E2&location=E2+building%2C+main+floor');
    await expect(page.getByText('QR Code Scan Detected')).toBeVisible();
  });
});

test('a press sorts the nearest bin first, and the position stays on the device', async ({ page, site }) => {
  await addBins(site);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(NEAR_LIBRARY);
  await page.goto('/bins');
  await expect(binNames(page)).toHaveCount(3);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));

  await nearestFirstButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'The nearest bin comes first.' })).toBeVisible();
  // A bin without coordinates comes last.
  await expect(binNames(page)).toHaveText([LIBRARY.name, ATRIUM.name, RESIDENCE.name]);
  await expect(binItems(page).nth(0)).toContainText(/390\sm · Fermor Avenue foyer/);
  await expect(binItems(page).nth(1)).toContainText(/5\.0\skm · E2 building/);
  await expect(nearestFirstButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(nearestFirstButton(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(binNames(page)).toHaveText([ATRIUM.name, RESIDENCE.name, LIBRARY.name]);
  expect(requests).toEqual([]);
});

test('bins stay sorted by name if they or the device have no position', async ({ page, site }) => {
  const admin = await site.admin();
  await admin.call(contract.createBin, { body: RESIDENCE });
  await page.goto('/bins');
  await expect(binNames(page)).toHaveText([RESIDENCE.name]);
  await expect(nearestFirstButton(page)).toHaveCount(0);

  await admin.call(contract.createBin, { body: ATRIUM });
  await page.reload();
  // The browser is not allowed to give its position.
  await nearestFirstButton(page).click();
  await expect(
    page.getByText('This device did not give its place. The bins stay sorted by name.'),
  ).toBeVisible();
  await expect(binNames(page)).toHaveText([ATRIUM.name, RESIDENCE.name]);
});

test('nothing jumps while the bins load', async ({ page, site }) => {
  const admin = await site.admin();
  for (const number of [1, 2, 3, 4, 5]) {
    const body = { ...ATRIUM, name: `Atrium ${number}`, binCode: `ATRIUM_${number}` };
    await admin.call(contract.createBin, { body });
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/bins');
    await expect(binNames(page)).toHaveCount(5);
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page), `at ${width} px`).toBeLessThan(0.02);
  }
});

test('the page is shown in French, with typed texts unchanged', async ({ page, site }) => {
  await addBins(site);
  await site.visitor().call(contract.reportOverflow, { body: { binId: 3 } });
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(NEAR_LIBRARY);
  await page.goto('/fr/bins');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Où déposer vos dons');
  await expect(page.getByText('Trois bacs pour des objets propres')).toBeVisible();
  const atrium = binItems(page).filter({ hasText: ATRIUM.name });
  await expect(atrium).toContainText('Plein');
  await expect(atrium.getByText('Signalé à l’instant', { exact: true })).toBeVisible();
  await expect(atrium).toContainText(ATRIUM.directions);
  await page.getByRole('button', { name: 'Les plus proches d’abord' }).click();
  await expect(binItems(page).nth(1)).toContainText(/5,0\skm · E2 building/);
  const link = page.getByRole('link', { name: 'Inscrire un don ici (St. Vital Library)' });
  await expect(link).toHaveAttribute('href', '/fr/log?bin=ST_VITAL&location=Fermor+Avenue+foyer');
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/bins');
});

test('the page shows an error if the bins cannot be loaded, and loads them on a retry', async ({
  browser,
  site,
}) => {
  await addBins(site);
  // The page of the fixture would fail the test, since Chromium logs the failed call as an error.
  const page = await browser.newPage();
  await site.database.execute(sql`alter table drop_bins rename to drop_bins_away`);
  try {
    await page.goto(`${site.url}/bins`);
    await expect(page.getByRole('alert')).toContainText('Failed to load the bins. Please try again later.');
  } finally {
    await site.database.execute(sql`alter table drop_bins_away rename to drop_bins`);
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(binNames(page)).toHaveCount(3);
  await page.close();
});
