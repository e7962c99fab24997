import type { Page } from '@playwright/test';
import * as offlineInFrench from '#french/offline.ts';
import { inEveryLanguage, listedPages, prerenderedPages, shownQueries } from '#shared/prerendered.ts';
import { paths } from '#web/paths.ts';
import { expect, test } from './fixtures.ts';

test('every public page says what it is before any script runs', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const titles = new Set<string>();
  for (const path of inEveryLanguage(prerenderedPages)) {
    await page.goto(site.url + path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    titles.add(await page.title());
    const description = await page.locator('meta[name="description"]').getAttribute('content');
    expect(description?.length, path).toBeGreaterThan(40);
    await expect(page.locator('script:not([src]), style'), path).toHaveCount(0);
  }
  // The donor login has two addresses, and each page two languages.
  expect(titles.size).toBe(2 * (prerenderedPages.length - 1));
  await context.close();
});

test('what is opened on a phone starts with few files', async ({ page }) => {
  for (const path of [paths.home, paths.log, paths.redeem]) {
    await page.goto(path);
    const files = await page.locator('script[data-files]').getAttribute('data-files');
    expect(files?.split(' ').length, path).toBeLessThanOrEqual(8);
    // Nothing of the app comes along.
    await expect(page.locator('script[src]'), path).toHaveCount(1);
    await expect(page.locator('link[rel="stylesheet"]'), path).toHaveCount(1);
  }
});

test('a page opens at its top or at its anchor, and Back and a reload return to where one was', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const scrolled = () => page.evaluate(() => window.scrollY);
  const open = async (address: string) => {
    await page.goto(address);
    // The router has taken over.
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
  };
  await open(paths.guide);
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.reload();
  await expect.poll(scrolled).toBe(700);
  await open(paths.privacy);
  expect(await scrolled()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await open(paths.guidePart('not-accepted'));
  await expect(page.locator('#not-accepted')).toBeInViewport();
  await page.goBack();
  await expect.poll(scrolled).toBe(300);
  await page.goBack();
  await expect.poll(scrolled).toBe(700);

  // A document has no router.
  await page.goto(paths.home);
  expect(await scrolled()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 900));
  await open(paths.privacy);
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await expect.poll(scrolled).toBe(900);
  await page.goto(paths.section('services'));
  await expect(page.getByRole('heading', { name: 'Services' })).toBeInViewport();
});

test('a form that is sent before any script has run leads nowhere', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const withForm: string[] = [];
  for (const path of prerenderedPages) {
    await page.goto(path);
    const field = page.locator('form').getByRole('textbox').first();
    if ((await field.count()) === 0) continue;
    withForm.push(path);
    await field.focus();
    await page.keyboard.type('jo@example.ca');
    await page.keyboard.press('Enter');
    await expect(field, path).toBeVisible();
  }
  expect(withForm).toEqual(expect.arrayContaining(['/', '/log', '/redeem', '/pickup-request', '/login']));
  expect(opened).toEqual(prerenderedPages.map((path) => `GET ${path}`));
  await context.close();
});

test('a listed page names its own address and a picture for those who share it', async ({ page, site }) => {
  for (const path of inEveryLanguage(listedPages)) {
    await page.goto(path);
    const content = (selector: string, name: string) => page.locator(selector).getAttribute(name);
    expect(await content('link[rel="canonical"]', 'href')).toBe(site.site.publicUrl + path);
    expect(await content('meta[property="og:url"]', 'content')).toBe(site.site.publicUrl + path);
    expect(await content('meta[property="og:title"]', 'content')).toBe(await page.title());
    await expect(page.locator('meta[name="robots"]'), path).toHaveCount(0);
  }
  const card = await page.request.get('/social-card.png');
  expect(card.headers()['content-type']).toBe('image/png');
});

test('before any script runs a page has the shape that its query gives it', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const shown of shownQueries('/log')) {
    const parts = shown.split(' ').filter((part) => part && part !== 'donor');
    const query = parts.map((part) => `${part}=X`).join('&');
    const isKnown = shown.includes('donor');
    await context.clearCookies();
    if (isKnown) await context.addCookies([{ name: 'reround_log_as', value: 'X', url: `${site.url}/log` }]);
    await page.goto(`${site.url}/log?${query}`);
    await expect(page.getByRole('heading', { name: 'Log a donation' }), query).toBeVisible();
    const banner = page.getByText('QR Code Scan Detected');
    await expect(banner, query).toBeVisible({ visible: query !== '' });
    await expect(page.getByText('Logging as'), shown).toBeVisible({ visible: isKnown });
    await expect(page.getByLabel('Student ID'), shown).toBeVisible({ visible: !isKnown });
  }
  await context.close();
});

test('a donor whose browser runs no scripts reads of the tiers', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  await context.addCookies([{ name: 'reround_donor', value: 'X', url: site.url }]);
  const page = await context.newPage();
  await page.goto(paths.discounts);
  await expect(page.locator('html')).toHaveAttribute('data-donor');
  await expect(page.getByRole('heading', { name: 'Gold Giver' })).toBeVisible();
  await context.close();
});

test('a page whose code does not come says that its buttons do not work', async ({ browser, site }) => {
  // Not the watched page: Chromium reports the failure of the call as an error.
  const page = await browser.newPage({ baseURL: site.url });
  for (const path of [paths.home, paths.log, paths.redeem, paths.discounts]) {
    await page.route('**/assets/*.js', async (route) => {
      if (route.request().url().includes('boot')) await route.continue();
      else await route.abort();
    });
    await page.goto(path);
    const note = page.getByText('This page has not loaded fully, so its buttons do not work.');
    await expect(note, path).toHaveRole('alert');
    await expect(note, path).toHaveCSS('padding', '16px');
  }
  await page.close();
});

test('the site can be installed', async ({ page }) => {
  const manifest = await (await page.request.get('/site.webmanifest')).json();
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok(), src).toBe(true);
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' });
});

test('what is installed leads straight to the form at the bin and to the till', async ({ page }) => {
  await page.goto(paths.redeem);
  const manifest = await (await page.request.get('/site.webmanifest')).json();
  const shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[] =
    manifest.shortcuts;
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Log a donation', paths.log],
    ['Redeem a code', paths.redeem],
    ['Your dashboard', paths.dashboard],
  ]);
  for (const { url, icons } of shortcuts) {
    expect((await page.request.get(url)).ok(), url).toBe(true);
    for (const { src, sizes } of icons) {
      // Under 96 pixels Android shows the site's own icon instead.
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size, src).toBe(sizes);
      expect(parseInt(sizes), src).toBeGreaterThanOrEqual(96);
    }
  }
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Takes the connection away once a page has been seen and kept. */
  async function goOfflineAfter(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const isKept = () =>
      page.evaluate(async (seen) => Boolean(await (await caches.open('seen')).match(seen)), path);
    await expect.poll(isKept).toBe(true);
    await page.context().setOffline(true);
  }

  test('without a connection a page seen before still opens, and another says so', async ({
    page,
    context,
  }) => {
    await goOfflineAfter(page, '/log');
    await page.goto('/log?bin=UC_EAST&location=University+Centre');
    await expect(page.getByText('Drop location: University Centre')).toBeVisible();
    // What checks the form comes after the page: it was kept as well.
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByText('Student ID is required')).toBeVisible();
    // Kept without a query, it is opened with one: it says so itself.
    await expect(page.locator('html')).toHaveAttribute('data-query', 'bin location');
    await page.goto('/discounts');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveTitle(/discounts/i);
  });

  test('a code that is scanned without a connection opens in French where only French was seen', async ({
    page,
  }) => {
    await goOfflineAfter(page, '/fr/log');
    await page.goto('/log?bin=UC_EAST&location=Centre');
    await expect(page).toHaveURL(/\/fr\/log\?bin=UC_EAST&location=Centre$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
    await page.goto('/fr/discounts');
    await expect(page.getByRole('heading', { name: offlineInFrench.heading })).toBeVisible();
    await page.goto('/discounts');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  });
});

test('a document of its own is found by any spelling of its address', async ({ page }) => {
  for (const [address, heading] of [
    ['/Log?bin=UC_EAST', 'Log a donation'],
    ['/REDEEM', 'Redeem a code'],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveURL(address.toLowerCase().replace('uc_east', 'UC_EAST'));
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
});

test('a link to the landing page leaves the other screens for it, and comes back', async ({ page }) => {
  await page.goto('/discounts');
  await page.getByRole('link', { name: 'ReRound, home' }).click();
  await expect(page.getByRole('heading', { name: 'Close the Loop. Open a Future.' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Log Donation' }).click();
  await expect(page.getByLabel('Student ID')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Close the Loop. Open a Future.' })).toBeVisible();
});

test('a screen whose file went with an update is loaded anew', async ({ page }) => {
  await page.goto(paths.discounts);
  // Before the app has started a link loads its page anyway.
  await page.waitForLoadState('networkidle');
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  await page.route(/\/assets\/PrivacyPage-.*\.js$/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect.poll(() => opened).toEqual([paths.privacy]);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});
