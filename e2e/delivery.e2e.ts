import { paths } from '#web/paths.ts';
import { deliveryOf, filesOf, isText } from './delivery.ts';
import { expect, signInAdmin, test } from './fixtures.ts';

/** What a phone on a slow line loads before a button works. */
const MOST_SCRIPTS = 25;

test('every file comes compressed and is kept by browsers, and the pages of a phone start with few', async ({
  page,
  site,
}) => {
  test.slow();
  for (const path of [paths.home, paths.log, paths.redeem, paths.adminLogin]) {
    const files = filesOf(page, site.url);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectDelivered(site.url, path, files);
    if (path === paths.adminLogin) continue;
    const scripts = [...files].filter((file) => file.endsWith('.js'));
    expect(scripts.length, path).toBeLessThanOrEqual(MOST_SCRIPTS);
  }
  const files = filesOf(page, site.url);
  await signInAdmin(page, site);
  await page.waitForLoadState('networkidle');
  await expectDelivered(site.url, paths.console, files);
});

async function expectDelivered(url: string, page: string, files: ReadonlySet<string>) {
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const styles = [...files].filter((file) => file.endsWith('.css'));
  expect([scripts.length > 0, styles.length > 0], 'the page loads scripts and styles').toEqual([true, true]);
  const html = await deliveryOf(url, page);
  // What a page says may change at any time, and what it names with it: a browser asks each time.
  expect(html).toMatchObject({ cacheControl: 'no-cache', revalidates: true });
  const all = [html, ...(await Promise.all([...files].map((file) => deliveryOf(url, file))))];
  for (const file of all) {
    expect.soft(file.revalidates, `${file.path} is answered with 304`).toBe(true);
    if (isText(file.type)) {
      expect.soft(file.gzip, `${file.path} by gzip`).not.toBeNull();
      expect.soft(file.brotli, `${file.path} by brotli`).not.toBeNull();
    }
    if (file.path.startsWith('/assets/'))
      expect
        .soft(file.cacheControl, `how long ${file.path} is kept`)
        .toBe('public, max-age=31536000, immutable');
  }
  const texts = all.filter(({ type }) => isText(type));
  const total = (form: 'plain' | 'gzip' | 'brotli') =>
    texts.reduce((sum, file) => sum + (file[form] ?? Number.NaN), 0);
  expect(total('gzip')).toBeLessThan(total('plain') / 2);
  expect(total('brotli')).toBeLessThan(total('gzip'));
  const kept = [...files].filter((file) => file.startsWith('/assets/'));
  expect(kept.length).toBeGreaterThan(0);
}
