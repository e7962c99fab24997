import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test';
import { contract as auth } from '#features/staff/contract.ts';
import { screens } from '#shared/screens.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { furnish } from './furnish.ts';
import { ServedSite } from './servedSite.ts';

interface TestFixtures {
  site: ServedSite;
  /** Whether the site sends mail, to a real mail server of the test. */
  sendsMail: boolean;
  /** Whether the site has rows of every kind. Such tests share one site, so they only read or add a little. */
  isFurnished: boolean;
  /** Whether a browser extension or translator changes pages before React hydrates them. */
  isChangedFromOutside: boolean;
  /** Opens a page of another visitor, with its own cookies and storage. */
  newVisitor: () => Promise<Page>;
}

/** Furnished sites that no other test has changed since. */
const furnishedSites = new WeakSet<ServedSite>();

export const test = base.extend<TestFixtures, { server: ServedSite }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const server = await ServedSite.start();
      await use(server);
      await server.close();
    },
    // On a busy machine the start takes longer than any test.
    { scope: 'worker', timeout: 300_000 },
  ],
  site: [
    async ({ server, sendsMail, isFurnished }, use) => {
      if (!isFurnished || !furnishedSites.delete(server)) {
        await server.reset();
        if (isFurnished) await furnish(server);
      }
      if (sendsMail) await server.openMailbox();
      await use(server);
      await server.closeMailbox();
      if (isFurnished) furnishedSites.add(server);
    },
    { auto: true, timeout: 300_000 },
  ],
  sendsMail: [false, { option: true }],
  isFurnished: [false, { option: true }],
  isChangedFromOutside: [false, { option: true }],
  baseURL: async ({ server }, use) => use(server.url),
  page: async ({ page, isChangedFromOutside }, use) => {
    const errors = await watchErrors(page);
    pressLikeAPerson(page);
    if (!isChangedFromOutside)
      page.on('console', (message) => isMismatch(message) && errors.push(message.text()));
    await use(page);
    expect(errors, 'what the page wrote to the console as errors').toEqual([]);
  },
  newVisitor: async ({ browser, server }, use) => await useVisitors(browser, server.url, use),
});

/** Provides a function that opens a page for each visitor. Fails at the end if a page logged an error. */
export async function useVisitors(
  browser: Browser,
  baseURL: string,
  use: (newVisitor: () => Promise<Page>) => Promise<void>,
): Promise<void> {
  const contexts: BrowserContext[] = [];
  const errors: string[][] = [];
  await use(async () => {
    const context = await browser.newContext({ baseURL });
    contexts.push(context);
    const page = await context.newPage();
    pressLikeAPerson(page);
    errors.push(await watchErrors(page));
    return page;
  });
  await Promise.all(contexts.map((context) => context.close()));
  expect(errors.flat(), 'what the pages wrote to the console as errors').toEqual([]);
}

export { expect } from '@playwright/test';
export type { ServedSite } from './servedSite.ts';

/** Holds each key down as long as a person does, because faster keys count as a scanner's. `keyboard.type` stays fast. */
function pressLikeAPerson({ keyboard }: Page): void {
  const press = keyboard.press.bind(keyboard);
  keyboard.press = async (key, options) => await press(key, { delay: 80, ...options });
}

/** Collects the errors of a page, without those of refused calls and of connections that a test cuts. */
export async function watchErrors(page: Page): Promise<string[]> {
  const errors: string[] = [];
  // A violation of the content security policy may leave nothing in the console, so it is reported.
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`${effectiveDirective} refuses ${blockedURI}`)),
    );
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // The last one comes from the service worker, which looks for an update of itself.
    const expected =
      /the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/;
    if (message.type() === 'error' && !expected.test(message.text())) errors.push(message.text());
  });
  return errors;
}

/** React only warns if a page differs from its own rendering, but it is a bug of the site. */
const isMismatch = (message: ConsoleMessage) =>
  message.type() === 'warning' && /React error #4\d\d|hydrat/i.test(message.text());

interface SignInOptions {
  /** Turns single keys on, unless false. */
  hasSingleKeys?: boolean;
}

/** Signs an admin in without the form and waits for the console. Adds the admin if need be. */
export async function signInAdmin(
  page: Page,
  site: ServedSite,
  { hasSingleKeys = true }: SignInOptions = {},
): Promise<void> {
  await site.admin();
  if (hasSingleKeys) await turnOnSingleKeys(page);
  const answer = await page.request.post(auth.adminLogin.path, { data: ADMIN });
  expect(answer.status(), 'of the sign-in').toBe(200);
  await page.goto(screens.console.path);
  await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
}

/** Turns the console's single keys on from the next page on. They are off by default. */
export async function turnOnSingleKeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // A blank page has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('reround.console.singleKeys', 'on');
  });
}

/** Signs in the furnished site's Amara Okafor, or an admin, without a form. */
export async function signIn(page: Page, site: ServedSite, as: 'donor' | 'admin' | undefined): Promise<void> {
  if (as === undefined) return;
  if (as === 'admin') await turnOnSingleKeys(page);
  const client = as === 'admin' ? await site.admin() : await site.donor('AOKAFOR');
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: site.url })));
}

/** Signs a donor in by the form and waits for the dashboard. */
export async function signInDonor(page: Page, donorId: string): Promise<void> {
  await page.goto('/donor-login');
  await page.getByLabel('Donor ID').fill(donorId);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Closes dialogs by Escape. It repeats the key, because a dialog accepts keys only a moment after it is visible. */
export async function closeByEscape(page: Page, dialogs: Locator): Promise<void> {
  await expect(async () => {
    if ((await dialogs.count()) > 0) await page.keyboard.press('Escape');
    await expect(dialogs).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/** The first reward code on a page. */
export async function codeOn(page: Page): Promise<string> {
  return await page
    .getByText(/^RR-[A-Z2-9]{6}$/)
    .first()
    .innerText();
}

/** Asks for a mailed code at the sign-in, and waits for its field. */
export async function askForCode(page: Page, donorId: string, email?: string): Promise<void> {
  await page.getByLabel('Donor ID or email').fill(donorId);
  if (email) {
    await page.getByRole('button', { name: 'Add your email', exact: true }).click();
    await page.getByLabel('Email').fill(email);
  }
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
}
