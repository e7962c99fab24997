import type { Page } from '@playwright/test';
import { screenAt } from '#shared/screenAt.ts';
import { pathIn } from '#shared/languages.ts';
import { everyLook, COVERING, overflow, lightPhoneLook, phoneLooks, problems } from './axe.ts';
import { consoleScreens, consoleTabVisits } from './consoleScreens.ts';
import { closeByEscape, expect, signIn, test } from './fixtures.ts';
import { publicScreens } from './publicScreens.ts';
import { expectOneLanguage } from './sentences.ts';
import { shown, type Visit } from './visit.ts';

const THUMB_PIXELS = 44;

const consoleVisits = { ...consoleTabVisits, ...consoleScreens };
const lists = new Set([...Object.keys(consoleTabVisits), 'consolePhotos', 'consoleBins']);

test.describe.configure({ mode: 'parallel' });

test.describe('on a furnished site', () => {
  test.use({ isFurnished: true });

  for (const [name, visits] of Object.entries({ ...publicScreens, ...consoleVisits })) {
    if (typeof visits === 'string') continue;
    test(`the screen ${name} is accessible and fits a phone in each language`, async ({ page, site }) => {
      test.slow();
      const found: string[] = [];
      for (const { address, as, ready, states = {} } of visits) {
        await signIn(page, site, as);
        await page.goto(address);
        await expect(shown(page, ready)).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expectOneLanguage(page, 'en');
        found.push(...(await problems(page, everyLook)).map((problem) => `${address}, ${problem}`));
        if (lists.has(name)) found.push(...(await findSmallControls(page)));
        for (const [title, open] of Object.entries(states)) {
          await test.step(title, async () => {
            await page.setViewportSize({ width: 1280, height: 900 });
            await open(page, site);
            found.push(...(await problems(page, phoneLooks)).map((problem) => `${title}, ${problem}`));
            await closeByEscape(page, page.locator(COVERING).filter({ visible: true }));
          });
        }
        await page.context().setOffline(false);
        if (screenAt(address.replace(/\?.*/, ''))?.isInEnglishOnly) continue;
        await page.goto(pathIn('fr', address), { waitUntil: 'networkidle' });
        // The elements are those of the English page, so only the overflow can differ.
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expectOneLanguage(page, 'fr');
        found.push(...(await overflow(page, 320)).map((problem) => `/fr${address}, ${problem}`));
      }
      expect(found).toEqual([]);
    });
  }
});

for (const [who, screens] of Object.entries({
  'for visitors': publicScreens,
  'of the console': consoleVisits,
})) {
  test(`on an empty site the screens ${who} are accessible @slow`, async ({ page, site }) => {
    test.slow();
    const found: string[] = [];
    for (const { address, as, readyEmpty } of visitsOf(screens)) {
      if (readyEmpty === undefined) continue;
      await signIn(page, site, as);
      await page.goto(address);
      await expect(shown(page, readyEmpty)).toBeVisible();
      found.push(...(await problems(page, lightPhoneLook)).map((problem) => `${address}, ${problem}`));
    }
    expect(found).toEqual([]);
  });
}

function visitsOf(screens: Readonly<Record<string, readonly Visit[] | string>>): Visit[] {
  return Object.values(screens).flatMap((visits) => (typeof visits === 'string' ? [] : visits));
}

/** Finds controls that are cut off or too low for a thumb, at a width at which lists are cards. */
async function findSmallControls(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
  return await page.evaluate((thumb) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(button, select, input:not([type=checkbox]))',
    );
    return [...controls]
      .filter((control) => {
        const { left, right, height } = control.getBoundingClientRect();
        return left < 0 || right > window.innerWidth || height < thumb;
      })
      .map((control) => `too small: ${control.outerHTML.slice(0, 120)}`);
  }, THUMB_PIXELS);
}
