import { sql } from 'drizzle-orm';
import { offline as offlineInFrench } from '#french/site.ts';
import { listedPages } from '#server/pages.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { type Screen, screens } from '#shared/screens.ts';
import { paths } from '#web/paths.ts';
import { expect, signInDonor, test } from './fixtures.ts';
import { furnish } from './furnish.ts';
import { layoutShift } from './layoutShift.ts';

/** Public rendered pages that load scripts. */
const renderedPages = Object.values(screens)
  .filter(({ isRendered, hasNoScript }: Screen) => isRendered && !hasNoScript)
  .map(({ path }) => path);

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page has a title, a description and its links for search engines', async ({
    page,
    site,
  }) => {
    const titles = new Set<string>();
    const { publicUrl } = site.site;
    for (const english of renderedPages) {
      for (const path of languages.map((language) => pathIn(language, english))) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        titles.add(await page.title());
        const content = (selector: string, name: string) => page.locator(selector).getAttribute(name);
        expect((await content('meta[name="description"]', 'content'))?.length, path).toBeGreaterThan(40);
        await expect(page.locator('script:not([src]), style'), path).toHaveCount(0);
        if (!listedPages.includes(english)) continue;
        await expect(page.locator('meta[name="robots"]'), path).toHaveCount(0);
        expect(await content('meta[property="og:url"]', 'content')).toBe(publicUrl + path);
        expect(await content('meta[property="og:title"]', 'content')).toBe(await page.title());
        const links = await page
          .locator('link[rel="alternate"], link[rel="canonical"]')
          .evaluateAll((elements) =>
            elements.map((link) => [
              link.getAttribute('hreflang') ?? link.getAttribute('rel'),
              link.getAttribute('href'),
            ]),
          );
        expect(links).toEqual([
          ['canonical', publicUrl + path],
          ['en-CA', publicUrl + english],
          ['fr-CA', publicUrl + pathIn('fr', english)],
          ['x-default', publicUrl + english],
        ]);
      }
    }
    // The donor login has two addresses, and each page two languages.
    expect(titles.size).toBe(2 * (renderedPages.length - 1));
  });

  test('a page can be read, adapts to its query, and its form stays on the page', async ({ page, site }) => {
    test.slow();
    await test.step('the landing page', async () => {
      await page.setViewportSize({ width: 390, height: 780 });
      await page.goto(paths.home);
      for (const name of ['How It Works', 'Services', 'Community', 'Come by, or write'])
        await expect(page.getByRole('region', { name })).toBeVisible();
      await expect(page.getByText('Each code can be used twice within 30 days.')).toBeVisible();
      await expect(page.getByText(/This form needs JavaScript/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
      await expect(page.getByRole('button', { name: 'Subscribe' })).toBeHidden();
      await page.getByRole('main').getByRole('link', { name: 'Log Donation' }).first().click();
      await expect(page).toHaveURL(/\/log$/);
    });

    await test.step('each form of the log page, and a donor’s tiers', async () => {
      for (const shape of ['', 'bin', 'location', 'donor', 'bin location donor']) {
        const parts = shape.split(' ').filter((part) => part && part !== 'donor');
        const query = parts.map((part) => `${part}=X`).join('&');
        const isKnown = shape.includes('donor');
        await page.context().clearCookies();
        if (isKnown)
          await page
            .context()
            .addCookies([{ name: 'reround_log_as', value: 'X', url: `${site.url}${paths.log}` }]);
        await page.goto(`${paths.log}?${query}`);
        await expect(page.getByRole('heading', { name: 'Log a donation' }), query).toBeVisible();
        const banner = page.getByText('QR Code Scan Detected');
        await expect(banner, query).toBeVisible({ visible: query !== '' });
        await expect(page.getByText('Logging as'), shape).toBeVisible({ visible: isKnown });
        await expect(page.getByLabel('Student ID'), shape).toBeVisible({ visible: !isKnown });
      }
      await page.context().addCookies([{ name: 'reround_donor', value: 'X', url: site.url }]);
      await page.goto(paths.discounts);
      await expect(page.locator('html')).toHaveAttribute('data-donor');
      await expect(page.getByRole('heading', { name: 'Gold Giver' })).toBeVisible();
    });

    await test.step('a submitted form', async () => {
      await page.context().clearCookies();
      const navigations: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest())
          navigations.push(`${request.method()} ${new URL(request.url()).pathname}`);
      });
      const withForm = [paths.home, paths.log, paths.redeem, paths.pickupRequest, paths.login];
      for (const path of withForm) {
        await page.goto(path);
        const field = page.locator('form').getByRole('textbox').first();
        await field.focus();
        await page.keyboard.type('jo@example.ca');
        await page.keyboard.press('Enter');
        await expect(field, path).toBeVisible();
      }
      expect(navigations).toEqual(withForm.map((path) => `GET ${path}`));
    });
  });
});

test('a page opens at its top or anchor, and Back and a reload restore the position', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const readScroll = () => page.evaluate(() => window.scrollY);
  const open = async (address: string) => {
    await page.goto(address);
    // Waits until the router restores positions.
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
  };
  await open(paths.guide);
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.reload();
  await expect.poll(readScroll).toBe(700);
  await open(paths.privacy);
  expect(await readScroll()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await open(paths.guideSection('not-accepted'));
  await expect(page.locator('#not-accepted')).toBeInViewport();
  await page.goBack();
  await expect.poll(readScroll).toBe(300);
  await page.goBack();
  await expect.poll(readScroll).toBe(700);

  await open(paths.home);
  expect(await readScroll()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 900));
  await open(paths.privacy);
  expect(await readScroll()).toBe(0);
  await page.goBack();
  await expect.poll(readScroll).toBe(900);
  await page.goto(paths.section('services'));
  await expect(page.getByRole('heading', { name: 'Services' })).toBeInViewport();
  await page.goto('/Log?bin=UC_EAST');
  await expect(page).toHaveURL('/log?bin=UC_EAST');
  await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
});

test('a page whose script is gone after an update is loaded again', async ({ browser, site }) => {
  // Not the fixture's page, which would fail because Chromium logs the 404 as an error.
  const page = await browser.newPage({ baseURL: site.url });
  await page.goto(paths.discounts);
  // Waits for the app, because before its start a link loads the whole page anyway.
  await page.waitForLoadState('networkidle');
  const navigations: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigations.push(new URL(request.url()).pathname);
  });
  await page.route(/\/assets\/PrivacyPage-.*\.js$/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect.poll(() => navigations).toEqual([paths.privacy]);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await page.close();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('shows the offline page in the address’s language without a connection', async ({ page, context }) => {
    await page.goto('/log');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto('/discounts');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveCSS('border-top-left-radius', '12px');
    await page.goto('/fr/discounts');
    await expect(page.getByRole('heading', { name: offlineInFrench.heading })).toBeVisible();
    await page.goto('/discounts');
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveTitle(/discounts/i);
  });

  test('keeps the worker of a language while the other is read', async ({ page }) => {
    const storedWorker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL);
    await page.goto('/log');
    await expect.poll(storedWorker).toBeDefined();
    const english = await storedWorker();
    await page.goto('/fr/log');
    await expect.poll(storedWorker).not.toBe(english);
    await page.goto('/log');
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(english);
  });
});

test('the layout does not shift while figures, fonts, stores and codes load', async ({ page, site }) => {
  await furnish(site);
  await signInDonor(page, 'AOKAFOR');
  const shifts: Record<string, number> = {};
  const measure = async (address: string, width: number, last: string) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('region', { name: last })).toBeVisible();
    await page.waitForLoadState('networkidle');
    shifts[`${address}, ${last}, ${width} px`] = await layoutShift(page);
  };
  for (const width of [390, 1280]) {
    for (const address of ['/', '/#contact']) await measure(address, width, 'Community');
    await measure('/discounts', width, 'Your best code');
  }
  await site.database.execute(sql`update discount_codes set use_count = max_uses`);
  for (const width of [390, 1280]) await measure('/discounts', width, 'Reward Tiers');
  await expect(page.getByText('You have no code to show now.')).toBeVisible();
  expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.02)).toEqual([]);
});
