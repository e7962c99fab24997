import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}

/** A screen on a desk, in its colours at night, and on the smallest phone. */
export const everyLook: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
];

export const phoneLooks: readonly Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
];

export const phoneByDay: readonly Look[] = [{ width: 320, colorScheme: 'light' }];

const SETTLING_MILLISECONDS = 5_000;
/** Covers the screen while it is there. */
export const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

/** By how much the screen, or what covers it, is wider than the window. What is covered cannot be scrolled. */
function sticksOut(selector: string): number {
  const over = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
  if (!over) return document.documentElement.scrollWidth - window.innerWidth;
  const { left, right } = over.getBoundingClientRect();
  return Math.max(-left, right - window.innerWidth, over.scrollWidth - over.clientWidth);
}

/** What axe finds in a screen as it stands, best practices too; and what sticks out sideways. */
export async function problems(page: Page, looks: readonly Look[]): Promise<string[]> {
  const found = new Set<string>();
  for (const { width, colorScheme } of looks) {
    for (const problem of await overflow(page, width)) found.add(problem);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const problem of await violations(page, colorScheme === 'dark' ? ['color-contrast'] : undefined))
      found.add(`${width} px, ${colorScheme}: ${problem}`);
  }
  return [...found];
}

/** What of a screen sticks out sideways of a window of this width. */
export async function overflow(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  // A table becomes cards a moment after the window has its width.
  return await expect
    .poll(() => page.evaluate(sticksOut, OVER), { timeout: SETTLING_MILLISECONDS })
    .toBeLessThanOrEqual(0)
    .then(
      () => [],
      async () => [`${width} px: ${await page.evaluate(sticksOut, OVER)} px stick out`],
    );
}

/** @param rules only these. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // To load axe costs more than to run it five times, so a document loads it once.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  if (rules) axe.withRules(rules);
  if (await page.locator(OVER).filter({ visible: true }).first().isVisible()) axe.include(OVER);
  const results = await axe.analyze();
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
