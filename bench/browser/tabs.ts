import type { Browser, Page } from '@playwright/test';
import { openConsole, slowDown, slowdowns, untilListed } from './served.ts';
import { quantile, type Section, table, whole } from './figures.ts';

const TARGET_MILLISECONDS = 100;

interface Tab {
  label: string;
  heading: string;
  rows: number;
}

/** How long a switch to another tab of the console takes once each was seen. */
export async function measureTabs(browser: Browser, url: string): Promise<Section> {
  const page = await openConsole(browser, url);
  const tabs = await visitAll(page);
  const all = new Map<string, number[]>();
  for (const rate of slowdowns) {
    await slowDown(page, rate);
    for (const from of tabs) {
      for (const to of tabs) {
        if (from === to) continue;
        for (const tab of [from, to]) {
          const key = keyOf(tab, rate);
          const taken = await switchTo(page, tab);
          if (taken !== null) all.set(key, [...(all.get(key) ?? []), taken]);
        }
      }
    }
  }
  await page.context().close();

  const cells = (values: readonly number[]) => [whole(quantile(values, 0.5)), whole(quantile(values, 1))];
  const timesOf = (tab: Tab) => slowdowns.map((rate) => all.get(keyOf(tab, rate)) ?? []);
  const together = slowdowns.map((rate) => tabs.flatMap((tab) => all.get(keyOf(tab, rate)) ?? []));
  const text = `## A switch between the console's tabs

Every tab is visited once, so that its list is in the cache; then every tab is gone to from every other by a click. Measured in the page from the
click to the start of the frame after the one that paints the tab's heading with all of its rows, which is up to a frame more than the
truth. Milliseconds; wanted is less than ${TARGET_MILLISECONDS}. ${whole(together[0]?.length ?? 0)} switches at each speed of the processor.

${table(
  ['tab', 'rows', ...slowdowns.flatMap((rate) => [`median, ${speed(rate)}`, `worst, ${speed(rate)}`])],
  [
    ...tabs.map((tab) => [tab.label, tab.rows, ...timesOf(tab).flatMap(cells)]),
    ['all', '', ...together.flatMap(cells)],
  ],
)}
`;
  const missed = tabs.flatMap((tab) => {
    const worst = quantile(all.get(keyOf(tab, 1)) ?? [], 1);
    return worst < TARGET_MILLISECONDS ? [] : [`${tab.label} at worst ${whole(worst)} ms`];
  });
  const sentence = `every switch between the console's tabs takes less than ${TARGET_MILLISECONDS} ms`;
  const because = 'The time goes to making all rows anew, and to their style and layout.';
  return { text, targets: [{ sentence, missed, because }] };
}

const keyOf = ({ label }: Tab, rate: number) => `${label} ${rate}`;
const speed = (rate: number) => (rate === 1 ? 'as it is' : `${rate} times slower`);

async function visitAll(page: Page): Promise<Tab[]> {
  const links = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').all();
  const tabs: Tab[] = [];
  for (const link of links) {
    await link.click();
    await link.and(page.locator('[aria-current="page"]')).waitFor();
    await untilListed(page);
    tabs.push(
      await link.evaluate((element) => ({
        label: element.firstChild?.textContent ?? '',
        heading: document.querySelector('main h1')?.textContent ?? '',
        rows: document.querySelectorAll('main [data-row]').length,
      })),
    );
  }
  return tabs;
}

/** Null where the tab was open already. */
async function switchTo(page: Page, tab: Tab): Promise<number | null> {
  if ((await page.locator('main h1').textContent()) === tab.heading) return null;
  const watch = await page.evaluateHandle(({ heading, rows }) => {
    const switched = new Promise<number>((resolve) => {
      let clicked: number | undefined;
      document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), {
        capture: true,
        once: true,
      });
      const isThere = () =>
        document.querySelector('main h1')?.textContent === heading &&
        document.querySelectorAll('main [data-row]').length === rows;
      const look = () => {
        const start = clicked;
        if (start === undefined || !isThere()) requestAnimationFrame(look);
        else requestAnimationFrame(() => resolve(performance.now() - start));
      };
      requestAnimationFrame(look);
    });
    return { switched };
  }, tab);
  await page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: new RegExp(`^${tab.label}`) })
    .click();
  const taken = await watch.evaluate(({ switched }) => switched);
  await watch.dispose();
  return taken;
}
