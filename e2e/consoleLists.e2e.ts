import { consoleTabs } from '#web/console/consoleTabs.ts';
import { paths } from '#web/paths.ts';
import { expect, signInAdmin, test } from './fixtures.ts';
import { furnish } from './furnish.ts';

const THUMB_PIXELS = 44;

/** What of the buttons and fields is cut off or too low for a thumb. */
function tooSmall(thumb: number): string[] {
  const controls = 'main :is(button, select, input:not([type=checkbox]))';
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => {
      const { left, right, height } = control.getBoundingClientRect();
      return left < 0 || right > window.innerWidth || height < thumb;
    })
    .map((control) => control.outerHTML.slice(0, 120));
}

test('where no table has room, every list of the console is cards, and nothing is cut off or too low for a thumb', async ({
  page,
  site,
}) => {
  await furnish(site);
  await signInAdmin(page, site);
  const tabs = consoleTabs.map(({ tab }) => `${paths.console}?tab=${tab}`);
  const found: string[] = [];
  for (const address of [...tabs, paths.consolePhotos, paths.consoleBins, paths.consoleBinAlerts]) {
    for (const width of [560, 767]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
      for (const text of await page.evaluate(tooSmall, THUMB_PIXELS))
        found.push(`${address}, ${width}: ${text}`);
    }
  }
  expect(found).toEqual([]);
});
