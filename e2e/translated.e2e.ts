import type { Page, Request } from '@playwright/test';
import { consoleScreens, consoleTabVisits } from './consoleScreens.ts';
import { expect, signIn, test } from './fixtures.ts';
import { furnish } from './furnish.ts';
import { publicScreens } from './publicScreens.ts';
import { shown } from './visit.ts';

/** More than the buttons of any screen, so that only an endless loop reaches it. */
const MOST_PRESSES = 60;

/** Screens with texts beside elements that come and go. The others run only with `--full`. */
const inEveryRun = new Set(['home', 'log', 'redeem', 'pickupRequest', 'pending']);

test.describe.configure({ mode: 'parallel' });
test.use({ isChangedFromOutside: true });

for (const [name, visits] of Object.entries({ ...publicScreens, ...consoleTabVisits, ...consoleScreens })) {
  if (typeof visits === 'string') continue;
  const tag = inEveryRun.has(name) ? [] : ['@slow'];
  test(`${name} works after the browser has translated it`, { tag }, async ({ page, site }) => {
    test.slow();
    // Not the shared site, because the pressed buttons change it.
    await furnish(site);
    for (const { address, as, ready } of visits) {
      await signIn(page, site, as);
      // Waits for hydration, because React would render a page again that was translated before.
      await page.goto(address, { waitUntil: 'networkidle' });
      await expect(shown(page, ready)).toBeVisible();
      await translate(page);
      await fillFields(page);
      await pressButtons(page);
    }
  });
}

/** Replaces every text as Chrome's translator does, now and when one is added. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const untranslated = 'font, script, style, title, textarea, option, svg';
    function replaceTexts(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode() ?? walker.root; node; node = walker.nextNode() as Node) {
        if (node instanceof Text && node.data.trim() !== '') texts.push(node);
      }
      for (const text of texts) {
        if (!text.parentElement || text.parentElement.closest(untranslated)) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
      }
    }
    replaceTexts(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) replaceTexts(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

async function fillFields(page: Page): Promise<void> {
  for (const field of await page.getByRole('textbox').all()) {
    if ((await field.isVisible()) && (await field.isEditable())) await field.fill('AOKAFOR');
  }
}

/** Presses each button once through the DOM, even if something covers it. Buttons of a dialog come first. */
async function pressButtons(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  // These leave the screen.
  const pressed = ['Logout', 'Log out'];
  while (pressed.length < MOST_PRESSES) {
    const { name, isCovered } = await page.evaluate(pressNext, pressed);
    if (name === null && !isCovered) return;
    if (name === null) await page.keyboard.press('Escape');
    else pressed.push(name);
    await waitUntilSettled(page, pending);
    await expect(page.locator('h1').first(), `after ${pressed.join(', ')}`).toBeAttached();
    if (new URL(page.url()).pathname !== pathname) return;
  }
  throw new Error(`Still buttons to press after ${pressed.join(', ')}.`);
}

/** Waits until all requests are answered and their answers are rendered. */
async function waitUntilSettled(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  const twoFrames = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  await twoFrames();
  await expect.poll(() => pending.size).toBe(0);
  await twoFrames();
}

/** Finds and clicks the next button in one step, because a list may be rendered again at any moment. */
function pressNext(pressed: readonly string[]): { name: string | null; isCovered: boolean } {
  const visible = (selector: string, root: ParentNode) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
  const dialogs = visible('[role=dialog], [role=alertdialog], dialog[open], [role=menu]', document);
  const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent;
  const next = visible('button:enabled:not([aria-disabled=true])', dialogs.at(-1) ?? document).find(
    (button) => !pressed.includes(nameOf(button)),
  );
  next?.click();
  return { name: next ? nameOf(next) : null, isCovered: dialogs.length > 0 };
}
