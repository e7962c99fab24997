import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, type ServedSite, test } from '#e2e/fixtures.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';

const LOG_ENDPOINT = '**/api/donations';

test.use({ serviceWorkers: 'allow' });

test('donations logged without a connection are queued, and each is sent once when the connection is back', async ({
  page,
  context,
  site,
}) => {
  await openForm(page);
  const otherTab = await context.newPage();
  await openForm(otherTab);
  const tries = recordTries(context);
  const cards = page.getByRole('main').getByRole('listitem');
  const heading = page.getByRole('heading', { name: 'Kept on this phone' });

  await test.step('the first one is also shown in another tab', async () => {
    await queueDonation(page, 'gfriesen100', '3kg+');
    await expect(page.getByText('No connection', { exact: true })).toBeVisible();
    await expect(heading).toBeFocused();
    await expect(cards).toContainText('GFRIESEN100');
    await expect(cards).toContainText('3kg+');
    await expect(cards).toContainText('Waiting to be sent');
    await cards.getByRole('button', { name: 'Try now' }).click();
    await expect(cards.getByRole('status')).toHaveText(/^Tried at \d+:\d\d [AP]M: still no connection\.$/);
    await expect(otherTab.getByRole('button', { name: 'Kept on this phone: 1 to be sent' })).toBeVisible();
    await expect(otherTab.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
  });

  await test.step('a donation that is not to be sent disappears, and Undo brings it back', async () => {
    await page.getByRole('button', { name: 'Do not send' }).click();
    await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(heading).toBeVisible();
    await expect(cards).toContainText('GFRIESEN100');
  });

  await test.step('removing one of several keeps the focus on the list', async () => {
    for (const count of [2, 3]) {
      await page.getByRole('button', { name: 'Log another' }).click();
      await submitForm(page, 'GFRIESEN100');
      await expect(cards).toHaveCount(count);
    }
    await page.getByRole('button', { name: 'Do not send' }).last().click();
    await expect(cards).toHaveCount(2);
    await expect(heading).toBeFocused();
    expect(await findPending(site)).toHaveLength(0);
  });

  await test.step('when the connection is back, all are sent once, and each shows it', async () => {
    tries.keys.length = 0;
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'All sent' })).toBeVisible();
    await expect(page.getByText('Sent', { exact: true })).toHaveCount(2);
    await expect(cards.getByText(/^Write [A-Z2-9]{3} on your bag$/)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Do not send' })).toHaveCount(0);
    await expect(otherTab.getByRole('button', { name: /Kept on this phone/ })).toHaveCount(0);
    const weights = (await findPending(site)).map(({ weight }) => weight).toSorted();
    expect(weights).toEqual(['1-2kg', '3kg+']);
    expect(tries.keys).toHaveLength(2);
  });

  await test.step('after an offline page, the next page with a connection sends the queue', async () => {
    // Not `page`, which fails on errors: Chromium reports one if the service worker cannot fetch.
    const laterTab = await context.newPage();
    await openForm(laterTab);
    await queueDonation(laterTab, 'MCHAN');
    await Promise.all([page.close(), otherTab.close()]);
    await laterTab.goto('/log');
    await expect(laterTab.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    tries.keys.length = 0;
    await context.setOffline(false);
    await laterTab.goto('/bric-a-brac');
    await expect(laterTab.getByText('Kept donation sent', { exact: true })).toBeVisible();
    expect(await findPending(site)).toMatchObject([{ studentId: 'MCHAN' }, {}, {}]);
    expect(tries.keys).toHaveLength(1);
  });
});

test('after the browser was closed, the next page sends the queue and shows the outcome', async ({
  site,
  playwright,
}) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'profile-'));
  const { launchOptions } = test.info().project.use;
  const startBrowser = () =>
    playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: site.url });
  try {
    const firstBrowser = await startBrowser();
    const page = firstBrowser.pages()[0] ?? (await firstBrowser.newPage());
    await openForm(page);
    await queueDonation(page, 'GFRIESEN100');
    await page.getByRole('button', { name: 'Log another' }).click();
    await submitForm(page, 'MCHAN');
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await firstBrowser.close();

    const secondBrowser = await startBrowser();
    const laterPage = secondBrowser.pages()[0] ?? (await secondBrowser.newPage());
    const sentToast = laterPage.getByText('Kept donations sent', { exact: true });
    await test.step('a till sends them without a toast', async () => {
      await laterPage.goto('/redeem');
      await expect.poll(() => findPending(site)).toHaveLength(2);
      await expect(sentToast).toHaveCount(0);
    });
    await test.step('the next page shows the toast once', async () => {
      await laterPage.goto('/discounts');
      await expect(sentToast).toBeVisible();
      await laterPage.goto('/log');
      await expect(laterPage.getByLabel('Student ID')).toBeEnabled();
      await expect(sentToast).toHaveCount(0);
      expect(await findPending(site)).toHaveLength(2);
    });
    await secondBrowser.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test('after a lost answer, a busy site, a refusal or two weeks, a donation still counts once', async ({
  browser,
  site,
}) => {
  // Not the fixture's page, which fails on errors: Chromium reports a lost answer as one.
  const page = await browser.newPage({ baseURL: site.url });
  await page.clock.install();
  await openForm(page);
  const card = page.getByRole('main').getByRole('listitem');
  const heading = page.getByRole('heading', { name: 'Kept on this phone' });
  const loggedHeading = page.getByRole('heading', { name: /^Write \w{3} on your bag$/ });
  const countPending = async () => (await findPending(site)).length;
  const loseAnswers = () =>
    page.route(LOG_ENDPOINT, async (route) => {
      await route.fetch();
      await route.abort();
    });
  const logAnother = () => page.getByRole('button', { name: 'Log another' }).click();

  await test.step('the form does not wait forever for an answer', async () => {
    await page.route(LOG_ENDPOINT, () => {});
    await submitForm(page, 'ANN');
    await expect(page.getByRole('button', { name: 'Logging…' })).toBeVisible();
    await page.clock.fastForward(12_000);
    await expect(heading).toBeVisible();
    await page.unroute(LOG_ENDPOINT);
    // The queue is sent automatically after a while.
    await page.clock.fastForward(30_000);
    await expect(loggedHeading).toBeVisible();
    expect(await countPending()).toBe(1);
  });

  await test.step('a donation whose answer got lost is not logged twice when it is sent again', async () => {
    await logAnother();
    await loseAnswers();
    await submitForm(page, 'BEN');
    await expect(heading).toBeVisible();
    await page.getByRole('button', { name: 'Do not send' }).click();
    await expect(
      page.getByText('An earlier try may have got through all the same.', { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.unroute(LOG_ENDPOINT);
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(loggedHeading).toBeVisible();
    expect(await countPending()).toBe(2);
  });

  await test.step('a busy site is not tried again before it allows, except by hand', async () => {
    await logAnother();
    await queueDonation(page, 'CAM');
    await page.route(LOG_ENDPOINT, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '600' },
        json: { ok: false, error: 'Too much at once.', code: 'unavailable' },
      }),
    );
    await page.context().setOffline(false);
    await expect(card).toContainText('the site is busy. Another try follows.');
    await page.unroute(LOG_ENDPOINT);
    await page.reload();
    await page.getByRole('button', { name: 'Kept on this phone: 1 to be sent' }).click();
    expect(await countPending()).toBe(2);
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(loggedHeading).toBeVisible();
    expect(await countPending()).toBe(3);
  });

  await test.step('a refused donation shows the reason, and can be corrected', async () => {
    await logAnother();
    await queueDonation(page, 'DEE', '3kg+');
    site.pass({ days: -1 });
    await page.context().setOffline(false);
    await expect(card).toContainText('Not logged');
    await expect(card.getByText('Date cannot be in the future')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Kept on this phone: 1 not logged' }).click();
    await page.getByRole('button', { name: 'Mend it' }).click();
    const date = page.getByLabel('Date', { exact: true });
    await expect(date).toBeFocused();
    await expect(date).toHaveAccessibleDescription(/Date cannot be in the future/);
    await expect(page.getByLabel('Student ID')).toHaveValue('DEE');
    await expect(page.getByRole('radio', { name: /^3kg\+/ })).toBeChecked();
    // The link to the queue is hidden, so that no other donation replaces it in the form.
    await expect(page.getByText('Kept on this phone')).toHaveCount(0);
    site.pass({ days: 1 });
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(loggedHeading).toBeVisible();
    expect(await countPending()).toBe(4);
  });

  await test.step('a donation that is too old and may have arrived shows both, and counts once if it is sent unchanged', async () => {
    await logAnother();
    await loseAnswers();
    await submitForm(page, 'EVE');
    await expect(heading).toBeVisible();
    await page.unroute(LOG_ENDPOINT);
    await page.clock.fastForward(15 * 24 * 60 * 60 * 1000);
    await expect(card).toContainText('It waited for more than two weeks');
    await expect(card).toContainText('An earlier try may have got through');
    await page.getByRole('button', { name: 'Mend it' }).click();
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(loggedHeading).toBeVisible();
    expect(await countPending()).toBe(5);
  });
  await page.close();
});

test('a toast shows what was sent on another page, but not what was sent on the log page afterwards', async ({
  browser,
  site,
}) => {
  // Not the fixture's page, which fails on errors: Chromium reports a lost request as one.
  const page = await browser.newPage({ baseURL: site.url });
  const sentToast = page.getByText('Kept donation sent', { exact: true });
  const queueWhileConnected = async (studentId: string) => {
    await page.route(LOG_ENDPOINT, (route) => route.abort());
    await submitForm(page, studentId);
    await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
    await page.unroute(LOG_ENDPOINT);
  };
  await openForm(page);
  await queueWhileConnected('ANN');
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(sentToast).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(sentToast).toHaveCount(0);
  await page.goBack();
  await queueWhileConnected('BEN');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('heading', { name: /^Write \w{3} on your bag$/ })).toBeVisible();
  // Outcomes are taken from the queue before a toast shows them.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('queued-donations'))).toBeNull();
  // Not awaited, since a toast closes by itself.
  expect(await sentToast.count()).toBe(0);
  expect(await findPending(site)).toHaveLength(2);
  await page.close();
});

test('if the browser stores nothing, the form shows that and keeps its values', async ({
  page,
  context,
  site,
}) => {
  await page.addInitScript(() => {
    const throwUnlessStoring = () => {
      if (!sessionStorage.getItem('stores')) throw new DOMException('Forbidden', 'SecurityError');
    };
    const realIndexedDB = indexedDB;
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throwUnlessStoring();
        return realIndexedDB;
      },
    });
    // Patched too, since the page opens its database only once.
    // oxlint-disable-next-line typescript/unbound-method -- the proxy binds it
    IDBDatabase.prototype.transaction = new Proxy(IDBDatabase.prototype.transaction, {
      apply: (transaction, database, parameters) => {
        throwUnlessStoring();
        return Reflect.apply(transaction, database, parameters) as IDBTransaction;
      },
    });
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        throwUnlessStoring();
      }
    };
  });
  const setStoring = (isStoring: boolean) =>
    page.evaluate((item) => sessionStorage.setItem('stores', item), isStoring ? 'yes' : '');

  await test.step('a browser that never stores anything keeps the values in the form', async () => {
    await openForm(page);
    await context.setOffline(true);
    await submitForm(page, 'JTHIESSEN');
    await expect(
      page.getByText(/^Failed to log donation\. No answer came, and this browser keeps nothing/),
    ).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByRole('heading', { name: /^Write \w{3} on your bag$/ })).toBeVisible();
    expect(await findPending(site)).toHaveLength(1);
  });

  await test.step('a browser that stops storing shows that removing or Undo has failed', async () => {
    await setStoring(true);
    await openForm(page);
    await queueDonation(page, 'JTHIESSEN');
    await setStoring(false);
    await page.getByRole('button', { name: 'Do not send' }).click();
    await expect(page.getByText('It is still kept. Please try again.', { exact: true })).toBeVisible();
    await setStoring(true);
    await page.getByRole('button', { name: 'Do not send' }).click();
    await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
    await setStoring(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(
      page.getByText('It could not be kept again. Please log it again.', { exact: true }),
    ).toBeVisible();
  });
});

async function openForm(page: Page): Promise<void> {
  await page.goto('/log');
  // The service worker must be ready, since it shows the offline page.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByLabel('Student ID')).toBeEnabled();
}

async function submitForm(page: Page, studentId: string, weight?: string): Promise<void> {
  await page.getByLabel('Student ID').fill(studentId);
  if (weight) await page.getByRole('radio', { name: new RegExp(`^${weight.replace('+', '\\+')}`) }).check();
  await page.getByRole('button', { name: 'Log Donation' }).click();
}

async function queueDonation(page: Page, studentId: string, weight?: string): Promise<void> {
  await page.context().setOffline(true);
  await submitForm(page, studentId, weight);
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
}

/** Records the idempotency keys of all tries from now on, in all tabs. */
function recordTries(context: BrowserContext): { keys: string[] } {
  const keys: string[] = [];
  context.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (key !== undefined) keys.push(key);
  });
  return { keys };
}

/** The pending donations, newest first. */
async function findPending(site: ServedSite) {
  const admin = await site.admin();
  return (await admin.call(deciding.adminSummary, {})).body.latestPending;
}
