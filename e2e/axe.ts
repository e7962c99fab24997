// The rules of axe, best practices too, in every look that a screen has.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Look {
  width: number;
  /** In which axe is asked; in none of them only whether all fits. */
  colorSchemes: readonly ('light' | 'dark')[];
}

const SETTLING_MILLISECONDS = 5_000;
/** What takes a screen's place while it is there. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

const bothSchemes = ['light', 'dark'] as const;
const looks: Look[] = [
  { width: 1280, colorSchemes: bothSchemes },
  // What a window of 1280 px has left at a zoom of 200 percent.
  { width: 640, colorSchemes: [] },
  { width: 320, colorSchemes: bothSchemes },
];

/** By how much the screen, or what lies over it, is wider than the window. What is covered cannot be scrolled. */
function sticksOut(selector: string): number {
  const over = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
  if (!over) return document.documentElement.scrollWidth - window.innerWidth;
  const { left, right } = over.getBoundingClientRect();
  return Math.max(-left, right - window.innerWidth, over.scrollWidth - over.clientWidth);
}

/** What axe finds in a screen as it stands, in each look; and what sticks out sideways. */
export async function problems(page: Page): Promise<string[]> {
  const found = new Set<string>();
  for (const { width, colorSchemes } of looks) {
    await page.setViewportSize({ width, height: 900 });
    // A table becomes cards a moment after the window has its width.
    await expect
      .poll(() => page.evaluate(sticksOut, OVER), { timeout: SETTLING_MILLISECONDS })
      .toBeLessThanOrEqual(0)
      .catch(async () => found.add(`${width} px: ${await page.evaluate(sticksOut, OVER)} px stick out`));
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Only what is wrong is asked for, which spares axe more than half of its work.
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
      const over = page.locator(OVER).first();
      // The screen under it has been looked at.
      if (await over.isVisible()) axe.include(OVER);
      // The dark look differs in its colours alone.
      if (colorScheme === 'dark') axe.withRules('color-contrast');
      const { violations } = await axe.analyze();
      for (const { id, nodes } of violations) {
        for (const { html, failureSummary } of nodes) {
          found.add(`${width} px, ${colorScheme}: ${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`);
        }
      }
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return [...found];
}
