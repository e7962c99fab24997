import type { BrowserContext, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type ServedSite, test as base } from '#e2e/fixtures.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { participants } from '#server/schema.ts';

const DONATIONS = '**/api/donations';

const test = base.extend<{ unwatched: Page }>({
  /** At `/log`, with a clock to turn on: Chromium reports a lost answer as an error, at which `page` would fail. */
  unwatched: async ({ browser, site }, use) => {
    const page = await browser.newPage({ baseURL: site.url });
    await page.clock.install();
    await page.goto('/log', { waitUntil: 'networkidle' });
    await use(page);
    await page.close();
  },
});

test.use({ serviceWorkers: 'allow' });

test('without a connection a donation is kept, and sent once when the connection is back', async ({
  page,
  context,
  site,
}) => {
  await open(page);
  const tries = countTries(context);
  await keep(page, 'gfriesen100', '3kg+');
  await expect(page.getByText('No connection', { exact: true })).toBeVisible();
  const heading = page.getByRole('heading', { name: 'Kept on this phone' });
  await expect(heading).toBeFocused();
  const card = page.getByRole('listitem');
  await expect(card).toContainText('3kg+');
  await expect(card).toContainText('GFRIESEN100');
  await expect(card).toContainText('Waiting to be sent');
  await card.getByRole('button', { name: 'Try now' }).click();
  await expect(card.getByRole('status')).toHaveText(/^Tried at \d+:\d\d [AP]M: still no connection\.$/);
  expect(await logged(site)).toHaveLength(0);

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeFocused();
  expect(await logged(site)).toMatchObject([{ studentId: 'GFRIESEN100', weight: '3kg+' }]);
  expect(new Set(tries.keys).size).toBe(1);
  await page.goto('/log');
  await expect(page.getByLabel('Student ID')).toHaveValue('');
  await expect(page.getByText('Kept on this phone')).toHaveCount(0);
});

test('a kept donation that is not to be sent is gone at once, and comes back by Undo', async ({
  page,
  context,
  site,
}) => {
  await open(page);
  await keep(page, 'JTHIESSEN');
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
  await expect(page.getByRole('listitem')).toContainText('JTHIESSEN');

  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Not you?' }).click();
  await page.getByLabel('Student ID').fill('MCHAN');
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toMatchObject([{ studentId: 'MCHAN' }]);
});

test('with the last one the list is gone: what another tab keeps does not take the form away', async ({
  page,
  context,
}) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  await keep(page, 'JTHIESSEN');
  await page.getByRole('button', { name: 'Log another' }).click();
  await page.getByRole('button', { name: 'Kept on this phone: 1 to be sent' }).click();
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeFocused();
  await keep(other, 'MCHAN');
  await expect(page.getByRole('button', { name: 'Kept on this phone: 1 to be sent' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
});

test('where storage gives out in between, neither a donation nor its Undo goes without a word', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const own = indexedDB;
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        if ('gone' in document.documentElement.dataset) throw new DOMException('Forbidden', 'SecurityError');
        return own;
      },
    });
  });
  const storage = (is: 'there' | 'gone') =>
    page.evaluate((gone) => document.documentElement.toggleAttribute('data-gone', gone), is === 'gone');
  await open(page);
  await keep(page, 'JTHIESSEN');
  await storage('gone');
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(page.getByText('It is still kept. Please try again.', { exact: true })).toBeVisible();
  await storage('there');
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
  await storage('gone');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(
    page.getByText('It could not be kept again. Please log it anew.', { exact: true }),
  ).toBeVisible();
});

test('Undo is offered without the code of toasts too', async ({ unwatched: page }) => {
  await page.route(/\/Toaster-/, (route) => route.abort());
  await keep(page, 'JTHIESSEN');
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(page.getByRole('alert')).toContainText('Not sent');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('listitem')).toContainText('JTHIESSEN');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('several are a list, and each says that it was sent', async ({ page, context, site }) => {
  await open(page);
  await keep(page, 'JTHIESSEN', 'Less than 1kg');
  await expect(page.getByRole('listitem')).toContainText('Less than 1kg');
  await page.getByRole('button', { name: 'Log another' }).click();
  await expect(page.getByText('Logging as JTHIESSEN')).toBeVisible();
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Log another' }).click();
  await page.getByRole('button', { name: 'Kept on this phone: 2 to be sent' }).click();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'All sent' })).toBeVisible();
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Do not send' })).toHaveCount(0);
  expect(await logged(site)).toHaveLength(2);
});

test('with one of several the focus does not go', async ({ page }) => {
  await open(page);
  await keepTwo(page);
  await page.getByRole('button', { name: 'Do not send' }).first().click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeFocused();
});

test('after the page was closed the next visit to any page sends it, and says so', async ({
  page,
  context,
  site,
}) => {
  await open(page);
  await keep(page, 'GFRIESEN100', '3kg+');
  await page.close();
  await context.setOffline(false);
  const visit = await context.newPage();
  await visit.goto('/');
  await expect(visit.getByText('Kept donation sent', { exact: true })).toBeVisible();
  await expect(visit.getByText(/^Your donation is logged\./)).toBeVisible();
  expect(await logged(site)).toMatchObject([{ studentId: 'GFRIESEN100' }]);
  await visit.reload();
  await visit.waitForLoadState('networkidle');
  await visit.goto('/log');
  await expect(visit.getByText('Kept donation sent', { exact: true })).toHaveCount(0);
  expect(await logged(site)).toHaveLength(1);
});

test('what became of it is told to the donor, not at a till', async ({ page, context, site }) => {
  await open(page);
  await keep(page, 'GFRIESEN100');
  await page.close();
  await context.setOffline(false);
  const visit = await context.newPage();
  await visit.goto('/redeem');
  await expect.poll(() => logged(site)).toHaveLength(1);
  const news = visit.getByText('Kept donation sent', { exact: true });
  await expect(news).toHaveCount(0);
  await visit.goto('/discounts');
  await expect(news).toBeVisible();
});

test('after the browser was closed too', async ({ site, playwright }) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'profile-'));
  const { launchOptions } = test.info().project.use;
  const start = () =>
    playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: site.url });
  try {
    const evening = await start();
    const page = evening.pages()[0] ?? (await evening.newPage());
    await page.goto('/log', { waitUntil: 'networkidle' });
    await keep(page, 'GFRIESEN100');
    await evening.close();
    const morning = await start();
    const visit = morning.pages()[0] ?? (await morning.newPage());
    await visit.goto('/discounts');
    await expect(visit.getByText('Kept donation sent', { exact: true })).toBeVisible();
    expect(await logged(site)).toMatchObject([{ studentId: 'GFRIESEN100' }]);
    await morning.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test('the browser’s background sync sends it with no page of the site open', async ({
  page,
  context,
  site,
}) => {
  await open(page);
  await keep(page, 'GFRIESEN100');
  const other = await context.newPage();
  const tools = await context.newCDPSession(other);
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations) if (!isDeleted) resolve(registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.close();
  await context.setOffline(false);
  await tools.send('ServiceWorker.dispatchSyncEvent', {
    origin: site.url,
    registrationId,
    tag: 'kept-donations',
    lastChance: false,
  });
  await expect.poll(() => logged(site)).toMatchObject([{ studentId: 'GFRIESEN100' }]);
});

test('whichever page sends it, it is logged in the language of the page that kept it', async ({
  page,
  context,
  site,
}) => {
  await open(page);
  await keep(page, 'GFRIESEN100');
  await page.getByRole('button', { name: 'Log another' }).click();
  await page.getByRole('button', { name: 'Not you?' }).click();
  await press(page, 'MCHAN');
  await expect(page.getByRole('listitem')).toHaveCount(2);
  expect(await page.evaluate(keepFirstInFrench)).toEqual(['en', 'en']);
  await page.close();
  await context.setOffline(false);
  const visit = await context.newPage();
  await visit.goto('/discounts');
  await expect.poll(() => logged(site)).toHaveLength(2);
  const people = await site.database.select().from(participants).orderBy(participants.id);
  expect(people.map(({ language }) => language)).toEqual(['fr', 'en']);
});

test('two tabs send it once', async ({ page, context, site }) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  const tries = countTries(context);
  await keep(page, 'GFRIESEN100');
  await expect(other.getByRole('button', { name: 'Kept on this phone: 1 to be sent' })).toBeVisible();
  tries.keys.length = 0;
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  await expect(other.getByRole('button', { name: /Kept on this phone/ })).toHaveCount(0);
  expect(await logged(site)).toHaveLength(1);
  expect(tries.keys).toHaveLength(1);
});

test('an answer that got lost does not double it, sent again or not', async ({ unwatched: page, site }) => {
  await page.route(DONATIONS, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, 'GFRIESEN100');
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(
    page.getByText('An earlier try may have got through all the same.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.unroute(DONATIONS);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toHaveLength(1);
});

test('one whose key the site knows has arrived, though the site reads it otherwise by now', async ({
  unwatched: page,
  site,
}) => {
  await page.route(DONATIONS, async (route) => {
    await route.fetch({ postData: { ...route.request().postDataJSON(), weight: '3kg+' } });
    await route.abort();
  });
  await press(page, 'GFRIESEN100');
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
  await page.unroute(DONATIONS);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('heading', { name: 'All sent' })).toBeVisible();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  expect(await logged(site)).toHaveLength(1);
});

test('a press does not wait for good for an answer', async ({ unwatched: page, site }) => {
  await page.route(DONATIONS, () => {});
  await press(page, 'GFRIESEN100');
  await expect(page.getByRole('button', { name: 'Logging…' })).toBeVisible();
  await page.clock.fastForward(12_000);
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
  await page.unroute(DONATIONS);
  // By itself, after a while.
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toHaveLength(1);
});

test('without a donor ID nothing is kept, though what checks the form did not come', async ({
  unwatched: page,
}) => {
  await page.route(/logDonationBody/, () => {});
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await page.clock.fastForward(30_000);
  await expect(page.getByLabel('Student ID')).toBeFocused();
  await expect(page.getByLabel('Student ID')).toHaveAccessibleDescription(/Student ID is required/);
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toHaveCount(0);
});

test('several go on being tried, though each try ends at the first', async ({ unwatched: page, site }) => {
  await page.route(DONATIONS, (route) => route.abort());
  const tries = countTries(page.context());
  for (const studentId of ['JTHIESSEN', 'MCHAN']) {
    await press(page, studentId);
    await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
    await page.getByRole('button', { name: 'Log another' }).click();
    await page.getByRole('button', { name: 'Not you?' }).click();
  }
  for (const round of [1, 2, 3, 4]) {
    tries.keys.length = 0;
    await page.clock.fastForward(31_000);
    await expect.poll(() => tries.keys.length, `round ${round}`).toBe(1);
    // What came of it has been written.
    await expect(page.getByRole('button', { name: 'Kept on this phone: 2 to be sent' })).toBeVisible();
  }
  await page.unroute(DONATIONS);
  await page.clock.fastForward(31_000);
  await expect.poll(async () => (await logged(site)).length).toBe(2);
});

test('a kept donation that the site refuses says why, and can be mended', async ({ page, context, site }) => {
  await open(page);
  await keep(page, 'GFRIESEN100', '3kg+');
  site.pass({ days: -1 });
  await context.setOffline(false);
  const card = page.getByRole('listitem');
  await expect(card).toContainText('Not logged');
  await expect(card.getByText('Date cannot be in the future')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Kept on this phone: 1 not logged' }).click();
  await page.getByRole('button', { name: 'Mend it' }).click();
  const day = page.getByLabel('Date', { exact: true });
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription(/Date cannot be in the future/);
  await expect(page.getByLabel('Student ID')).toHaveValue('GFRIESEN100');
  await expect(page.getByRole('radio', { name: /^3kg\+/ })).toBeChecked();
  await expect(page.getByText('Kept on this phone')).toHaveCount(0);
  site.pass({ days: 1 });
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toMatchObject([{ studentId: 'GFRIESEN100', weight: '3kg+' }]);
});

test('while one is mended no other one can take its place in the form', async ({ page, context, site }) => {
  await open(page);
  await keepTwo(page);
  site.pass({ days: -1 });
  await context.setOffline(false);
  await expect(page.getByText('Not logged', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Mend it' }).first().click();
  await expect(page.getByLabel('Date', { exact: true })).toBeFocused();
  await expect(page.getByText(/^Kept on this phone/)).toHaveCount(0);
  site.pass({ days: 1 });
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await page.getByRole('button', { name: 'Log another' }).click();
  await expect(page.getByRole('button', { name: 'Kept on this phone: 1 not logged' })).toBeVisible();
});

test('a site that is busy is asked again when it says, and the card stays calm', async ({
  unwatched: page,
  site,
}) => {
  await keep(page, 'GFRIESEN100');
  await page.route(DONATIONS, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '600' },
      json: { ok: false, error: 'Too much at once.', code: 'unavailable' },
    }),
  );
  await page.context().setOffline(false);
  const card = page.getByRole('listitem');
  await expect(card).toContainText('the site is busy. It is tried again.');
  await expect(card).toContainText('Waiting to be sent');
  await page.unroute(DONATIONS);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Kept on this phone: 1 to be sent' })).toBeVisible();
  expect(await logged(site)).toHaveLength(0);
  await page.getByRole('button', { name: 'Kept on this phone: 1 to be sent' }).click();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toHaveLength(1);
});

test('one that is too old is not sent by itself, and is kept until its donor has been told for a month', async ({
  page,
  context,
  site,
}) => {
  await open(page);
  const opened = Date.now();
  const after = (days: number) => page.clock.setFixedTime(opened + days * 24 * 60 * 60 * 1000);
  await keep(page, 'GFRIESEN100');
  await after(40);
  await context.setOffline(false);
  await expect(page.getByText('It waited for more than two weeks')).toBeVisible();
  expect(await logged(site)).toHaveLength(0);
  const strip = page.getByRole('button', { name: 'Kept on this phone: 1 not logged' });
  await after(69);
  await page.reload();
  await strip.click();
  await expect(page.getByRole('button', { name: 'Mend it' })).toBeVisible();
  await after(71);
  await page.reload();
  await expect(page.getByLabel('Student ID')).toBeEnabled();
  await expect(strip).toHaveCount(0);
});

test('one that is too old and may have arrived says so, and counts once where it is left as it was', async ({
  unwatched: page,
  site,
}) => {
  await page.route(DONATIONS, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, 'GFRIESEN100');
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
  await page.unroute(DONATIONS);
  await page.clock.fastForward(15 * 24 * 60 * 60 * 1000);
  await expect(page.getByRole('listitem')).toContainText('An earlier try may have got through');
  await page.getByRole('button', { name: 'Mend it' }).click();
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toHaveLength(1);
});

test('where the browser keeps nothing the form says so and stays as it is', async ({
  page,
  context,
  site,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('Forbidden', 'SecurityError');
      },
    });
    // As in a browser that is told to keep nothing of a site.
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        throw new DOMException('Forbidden', 'SecurityError');
      }
    };
  });
  await open(page);
  await context.setOffline(true);
  await press(page, 'JTHIESSEN');
  await expect(
    page.getByText(/^Failed to log donation\. No answer came, and this browser keeps nothing/),
  ).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toHaveLength(1);
});

async function open(page: Page): Promise<void> {
  await page.goto('/log');
  // Seen by the service worker, so that it is there without a connection, too.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByLabel('Student ID')).toBeEnabled();
}

async function press(page: Page, studentId: string, weight?: string): Promise<void> {
  await page.getByLabel('Student ID').fill(studentId);
  if (weight) await page.getByRole('radio', { name: new RegExp(`^${weight.replace('+', '\\+')}`) }).check();
  await page.getByRole('button', { name: 'Log Donation' }).click();
}

async function keep(page: Page, studentId: string, weight?: string): Promise<void> {
  await page.context().setOffline(true);
  await press(page, studentId, weight);
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
}

async function keepTwo(page: Page): Promise<void> {
  await keep(page, 'JTHIESSEN');
  await page.getByRole('button', { name: 'Log another' }).click();
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(2);
}

/** Has the first donation be kept as a French page keeps it. Gives the languages that they were kept in. */
async function keepFirstInFrench(): Promise<unknown[]> {
  return await new Promise((resolve, reject) => {
    const opening = indexedDB.open('kept-donations');
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('donations', 'readwrite');
      const store = transaction.objectStore('donations');
      const all: IDBRequest<{ keptAt: number; language: unknown }[]> = store.getAll();
      all.addEventListener('success', () => {
        const [first] = all.result.toSorted((one, other) => one.keptAt - other.keptAt);
        store.put({ ...first, language: 'fr' });
      });
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve(all.result.map(({ language }) => language));
      });
      transaction.addEventListener('abort', () => reject(new Error('Nothing could be changed.')));
    });
  });
}

/** The idempotency keys of the tries of all tabs that left from now on. */
function countTries(context: BrowserContext): { keys: string[] } {
  const keys: string[] = [];
  context.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (key !== undefined) keys.push(key);
  });
  return { keys };
}

/** What waits for an admin, newest first. */
async function logged(site: ServedSite) {
  const admin = await site.admin();
  return (await admin.call(deciding.adminSummary, {})).body.latestPending;
}
