import type { Page } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const CONSOLE = '/reround-admin-843';

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const row = (page: Page, donor: string) => page.getByRole('row', { name: new RegExp(donor) });

const log = (site: ServedSite, studentId: string) =>
  loggedDonation(site, { studentId, date: dayOf(site.site.clock(), site.site.timeZone) });

test('figures that cannot be loaded say so and load at the next try, whatever becomes of the list', async ({
  browser,
  site,
}) => {
  await log(site, 'ANN');
  // Not the watched page: Chromium reports the failure of the call as an error.
  const page = await browser.newPage({ baseURL: site.url });
  await signInAdmin(page, site);
  const failing = new Set(['summary']);
  await page.route(/\/api\/admin\/(summary|donations\/search)/, async (route) => {
    const what = route.request().url().includes('summary') ? 'summary' : 'list';
    await (failing.has(what)
      ? route.fulfill({ status: 500, body: 'Internal Server Error' })
      : route.continue());
  });

  await page.reload();
  await expect(row(page, 'ANN')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    /^Failed to load dashboard\.The figures and bins could not be loaded\./,
  );
  await expect(summary(page)).toHaveCount(0);
  failing.clear();
  await page.getByRole('button', { name: 'Retry' }).click();
  // The labels stand there while the figures are on their way.
  await expect(summary(page)).toContainText('no open alerts');
  await expect(page.getByRole('alert')).toHaveCount(0);

  failing.add('summary');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The figures and bins below are from before.');
  await expect(summary(page)).toBeVisible();

  failing.add('list');
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(/^Failed to load dashboard\.Retry/);
  failing.clear();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, 'ANN')).toBeVisible();
  await expect(summary(page)).toBeVisible();
  await page.close();
});

test('without a connection Refresh says so, and what is shown goes on growing older', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await log(site, 'ANN');
  await log(site, 'BEN');
  await signInAdmin(page, site);
  await expect(row(page, 'ANN')).toBeVisible();
  await page.clock.fastForward('02:00');
  await expect(page.getByText('Updated 2 minutes ago')).toBeVisible();

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('There is no connection just now. What you see is from before.')).toBeVisible();
  await expect(row(page, 'ANN')).toBeVisible();
  await expect(page.getByText('Updated 2 minutes ago')).toBeVisible();

  // A decision is written into the list as it is, which makes it no newer.
  await page.route('**/api/admin/donations/search**', (route) => route.abort('internetdisconnected'));
  await page.context().setOffline(false);
  await row(page, 'ANN').getByRole('button', { name: 'Confirm' }).click();
  await expect(row(page, 'ANN')).toHaveCount(0);
  await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText('Updated 2 minutes ago')).toBeVisible();

  await page.unroute('**/api/admin/donations/search**');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/Updated (just now|\d seconds ago)/)).toBeVisible();
});

test('a tab that was hidden says at once how old it is', async ({ page, site }) => {
  await page.clock.install();
  await log(site, 'ANN');
  await signInAdmin(page, site);
  await expect(page.getByText(/^Updated/)).toBeVisible();
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 60_000);
  await page.clock.setSystemTime(now + 3 * 3_600_000 + 60_000);
  await expect(page.getByText('Updated 3 hours ago')).toHaveCount(0);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Updated 3 hours ago')).toBeVisible();
});

test('the summary shows the bins that need somebody most', async ({ page, site }) => {
  const admin = await site.admin();
  const names = ['Atrium', 'Bistro', 'Campo', 'Dock', 'East hall', 'Foyer', 'Gym'];
  const ids: number[] = [];
  for (const [index, name] of names.entries()) {
    const body = { name, location: `${name}, north door`, binCode: `BIN_${index}` };
    ids.push((await admin.call(bins.createBin, { body })).body.bin.id);
  }
  const [atrium = 0, , campo = 0] = ids;
  await admin.call(bins.markBinEmptied, { params: { id: atrium } });
  await admin.call(bins.markBinEmptied, { params: { id: campo } });
  await admin.call(bins.setBinOverflow, { params: { id: campo }, body: { status: true } });
  await signInAdmin(page, site);

  const list = summary(page).getByRole('region', { name: 'Bins' });
  const shownBins = list.getByRole('listitem');
  await expect(shownBins).toHaveText([
    /^CampoOverflowEmptied [A-Z][a-z]{2} \d+, \d{4}$/,
    'BistroNever emptied',
    'DockNever emptied',
    'East hallNever emptied',
    'FoyerNever emptied',
    'GymNever emptied',
  ]);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(shownBins.filter({ visible: true })).toHaveCount(2);
  await list.getByRole('link', { name: 'See all 7' }).click();
  await expect(page).toHaveURL(`${CONSOLE}?tab=bins`);
});
