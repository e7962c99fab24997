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

const binsOf = (page: Page) => page.getByRole('main').getByRole('listitem');
const names = (page: Page) => binsOf(page).getByRole('heading', { level: 2 });
const nearestFirst = (page: Page) => page.getByRole('button', { name: 'Nearest first' });

/** Near the library. */
const HERE = { latitude: 49.85, longitude: -97.11 };

test('a donor finds each bin in use, whether it is full, and logs a donation there', async ({
  page,
  site,
}) => {
  await page.goto('/bric-a-brac');
  await page.getByRole('banner').getByRole('link', { name: 'Bins' }).click();
  await expect(page).toHaveURL('/bins');

  await test.step('without any there is a pickup', async () => {
    await expect(page.getByText('No bins yet')).toBeVisible();
    await expect(nearestFirst(page)).toHaveCount(0);
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
  const atrium = binsOf(page).filter({ hasText: ATRIUM.name });
  const residence = binsOf(page).filter({ hasText: RESIDENCE.name });

  await test.step('they stand by name, with what is known of each and no line of what is not', async () => {
    await expect(page.getByText('Three bins for clean things you would lend to a friend.')).toBeVisible();
    await expect(names(page)).toHaveText([ATRIUM.name, RESIDENCE.name, LIBRARY.name]);
    await expect(atrium).toContainText('Has room');
    await expect(atrium.getByRole('definition')).toHaveText([
      `${ATRIUM.location}${ATRIUM.directions}`,
      ATRIUM.hours,
    ]);
    await expect(residence.getByRole('definition')).toHaveText([RESIDENCE.location]);
  });

  await test.step('a full one says since when, and asks for another', async () => {
    await expect(residence).toContainText('Full');
    await expect(residence.getByText('Reported 40 minutes ago', { exact: true })).toBeVisible();
    await expect(residence.getByText('Please take another bin today.', { exact: true })).toBeVisible();
    await expect(residence.getByRole('link')).toHaveText([`Log a donation here (${RESIDENCE.name})`]);
  });

  await test.step('its links lead to the report of the bin, and where its code does', async () => {
    await atrium.getByRole('link', { name: `Report a full bin (${ATRIUM.name})` }).click();
    await expect(page.getByRole('region', { name: 'The bin you report' })).toContainText(ATRIUM.name);
    await page.goBack();
    await atrium.getByRole('link', { name: `Log a donation here (${ATRIUM.name})` }).click();
    await expect(page).toHaveURL('/log?bin=ENG_E2&location=E2+building%2C+main+floor');
    await expect(page.getByText('QR Code Scan Detected')).toBeVisible();
  });
});

test('the nearest bin comes first at a press, and the place stays on the device', async ({ page, site }) => {
  await addBins(site);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(HERE);
  await page.goto('/bins');
  await expect(names(page)).toHaveCount(3);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));

  await nearestFirst(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'The nearest bin comes first.' })).toBeVisible();
  // What has no place on the map comes last.
  await expect(names(page)).toHaveText([LIBRARY.name, ATRIUM.name, RESIDENCE.name]);
  await expect(binsOf(page).nth(0)).toContainText(/390\sm · Fermor Avenue foyer/);
  await expect(binsOf(page).nth(1)).toContainText(/5\.0\skm · E2 building/);
  await expect(nearestFirst(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(nearestFirst(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText([ATRIUM.name, RESIDENCE.name, LIBRARY.name]);
  expect(requests).toEqual([]);
});

test('without a place of the device, or of any bin, they stay by name', async ({ page, site }) => {
  const admin = await site.admin();
  await admin.call(contract.createBin, { body: RESIDENCE });
  await page.goto('/bins');
  await expect(names(page)).toHaveText([RESIDENCE.name]);
  await expect(nearestFirst(page)).toHaveCount(0);

  await admin.call(contract.createBin, { body: ATRIUM });
  await page.reload();
  // Nobody has allowed it.
  await nearestFirst(page).click();
  await expect(
    page.getByText('This device did not give its place. The bins stay sorted by name.'),
  ).toBeVisible();
  await expect(names(page)).toHaveText([ATRIUM.name, RESIDENCE.name]);
});

test('nothing jumps as the bins come', async ({ page, site }) => {
  const admin = await site.admin();
  for (const number of [1, 2, 3, 4, 5]) {
    const body = { ...ATRIUM, name: `Atrium ${number}`, binCode: `ATRIUM_${number}` };
    await admin.call(contract.createBin, { body });
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/bins');
    await expect(names(page)).toHaveCount(5);
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page), `at ${width} px`).toBeLessThan(0.02);
  }
});

test('it is there in French, with what was typed as it is', async ({ page, site }) => {
  await addBins(site);
  await site.visitor().call(contract.reportOverflow, { body: { binId: 3 } });
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(HERE);
  await page.goto('/fr/bins');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Où déposer vos dons');
  await expect(page.getByText('Trois bacs pour des objets propres')).toBeVisible();
  const atrium = binsOf(page).filter({ hasText: ATRIUM.name });
  await expect(atrium).toContainText('Plein');
  await expect(atrium.getByText('Signalé à l’instant', { exact: true })).toBeVisible();
  await expect(atrium).toContainText(ATRIUM.directions);
  await page.getByRole('button', { name: 'Les plus proches d’abord' }).click();
  await expect(binsOf(page).nth(1)).toContainText(/5,0\skm · E2 building/);
  const link = page.getByRole('link', { name: 'Inscrire un don ici (St. Vital Library)' });
  await expect(link).toHaveAttribute('href', '/fr/log?bin=ST_VITAL&location=Fermor+Avenue+foyer');
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/bins');
});

test('where the bins cannot be loaded the page says so, and loads them at the next try', async ({
  browser,
  site,
}) => {
  await addBins(site);
  // Not the watched page: Chromium reports the failure of the call as an error.
  const page = await browser.newPage();
  await site.database.execute(sql`alter table drop_bins rename to drop_bins_away`);
  try {
    await page.goto(`${site.url}/bins`);
    await expect(page.getByRole('alert')).toContainText('Failed to load the bins. Please try again later.');
  } finally {
    await site.database.execute(sql`alter table drop_bins_away rename to drop_bins`);
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(names(page)).toHaveCount(3);
  await page.close();
});
