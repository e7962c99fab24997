import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { furnishedTest, publicAddresses, signInWhereNeeded } from './furnishedTest.ts';

// Another language says the same in more letters. Every word of the English pages is made a third longer, in the page as it
// stands, and still nothing may be cut, stick out or lie over something else on the smallest phones.

/** Makes each word longer by as many of its own letters. Names, codes, numbers and addresses have no other language. */
function lengthenWords(share: number): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement?.closest('script, style, [hreflang]')) continue;
    text.textContent = (text.textContent ?? '').replaceAll(
      /(?<![\p{L}\d@.-])(?!ReRound)\p{L}{3,}(?![\d@]|[.-]\p{L})/gu,
      (word) => word + word.slice(-Math.ceil(word.length * share)).toLowerCase(),
    );
  }
}

/** Where somebody presses or types. */
const CONTROLS = 'a[href], button, input, select, textarea, summary';

/** What is wrong with the page at this width: each in words. */
function misfits(controls: string): string[] {
  const found = new Set<string>();
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
  const isLookedAt = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.sr-only, dialog') &&
    getComputedStyle(element).clipPath !== 'inset(50%)';
  /** What stays in its place while the rest of the page scrolls under it. */
  const isHeld = (element: Element): boolean =>
    /fixed|sticky/.test(getComputedStyle(element).position) ||
    (element.parentElement !== null && isHeld(element.parentElement));
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 0) found.add(`the page is ${wide} px too wide`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const element = text.parentElement;
    if (!element || !text.textContent?.trim() || !isLookedAt(element)) continue;
    if (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
      found.add(`cut off: ${name(element)}`);
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    const control = element.closest(controls);
    const box = control?.getBoundingClientRect();
    if (right > window.innerWidth + 1) found.add(`beyond the edge: ${name(element)}`);
    else if (box && control && (right > box.right + 1 || left < box.left - 1))
      found.add(`sticks out: ${name(control)}`);
  }
  const shown = [...document.querySelectorAll(controls)].filter(
    (element) => isLookedAt(element) && !isHeld(element),
  );
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.add(`${name(one)} lies over ${name(other)}`);
    }
  }
  return [...found];
}

async function misfitsOf(page: Page): Promise<string[]> {
  return await page.evaluate(misfits, CONTROLS);
}

furnishedTest.describe.configure({ mode: 'parallel' });

for (const address of publicAddresses) {
  furnishedTest(`${address} has room for words that are a third longer`, async ({ page, site }) => {
    await signInWhereNeeded(page, site, address);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 780 });
      await page.goto(address, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const before = await misfitsOf(page);
      await page.evaluate(lengthenWords, 0.3);
      const after = await misfitsOf(page);
      expect(
        after.filter((misfit) => !before.includes(misfit)),
        `at ${width} px`,
      ).toEqual([]);
    }
  });
}
