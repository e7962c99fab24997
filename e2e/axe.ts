import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}

/** A desktop in light and dark colours, and the smallest phone. */
export const everyLook: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
];

export const phoneLooks: readonly Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
];

export const lightPhoneLook: readonly Look[] = [{ width: 320, colorScheme: 'light' }];

const SETTLING_MILLISECONDS = 5_000;
/** Selects elements that cover the screen, such as dialogs. */
export const COVERING = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

/** Pixels by which the screen, or a dialog that covers it, is wider than the window. */
function measureOverflow(selector: string): number {
  const cover = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
  if (!cover) return document.documentElement.scrollWidth - window.innerWidth;
  const { left, right } = cover.getBoundingClientRect();
  return Math.max(-left, right - window.innerWidth, cover.scrollWidth - cover.clientWidth);
}

/** The findings of axe in the current screen, best practices included, and sideways overflow. */
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

/** Sideways overflow of the screen at a window width. */
export async function overflow(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  // A table becomes cards a moment after the window is resized.
  return await expect
    .poll(() => page.evaluate(measureOverflow, COVERING), { timeout: SETTLING_MILLISECONDS })
    .toBeLessThanOrEqual(0)
    .then(
      () => [],
      async () => [`${width} px: ${await page.evaluate(measureOverflow, COVERING)} px stick out`],
    );
}

/** The violations that axe finds. @param rules checks only these. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Loading axe costs more than running it five times, so each document loads it once.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  if (rules) axe.withRules(rules);
  if (await page.locator(COVERING).filter({ visible: true }).first().isVisible()) axe.include(COVERING);
  const results = await axe.analyze();
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
