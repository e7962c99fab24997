import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, type ServedSite, test } from '#e2e/fixtures.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';

const DONATIONS = '**/api/donations';

test.use({ serviceWorkers: 'allow' });

test('without a connection donations are kept, and each is sent once when the connection is back', async ({
  page,
  context,
  site,
}) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  const tries = countTries(context);
  const cards = page.getByRole('main').getByRole('listitem');
  const heading = page.getByRole('heading', { name: 'Kept on this phone' });

  await test.step('the first one, of which another tab knows', async () => {
    await keep(page, 'gfriesen100', '3kg+');
    await expect(page.getByText('No connection', { exact: true })).toBeVisible();
    await expect(heading).toBeFocused();
    await expect(cards).toContainText('GFRIESEN100');
    await expect(cards).toContainText('3kg+');
    await expect(cards).toContainText('Waiting to be sent');
    await cards.getByRole('button', { name: 'Try now' }).click();
    await expect(cards.getByRole('status')).toHaveText(/^Tried at \d+:\d\d [AP]M: still no connection\.$/);
    await expect(other.getByRole('button', { name: 'Kept on this phone: 1 to be sent' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
  });

  await test.step('one that is not to be sent is gone at once, and comes back by Undo', async () => {
    await page.getByRole('button', { name: 'Do not send' }).click();
    await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(heading).toBeVisible();
    await expect(cards).toContainText('GFRIESEN100');
  });

  await test.step('several are a list, with one of which the focus does not go', async () => {
    for (const count of [2, 3]) {
      await page.getByRole('button', { name: 'Log another' }).click();
      await press(page, 'GFRIESEN100');
      await expect(cards).toHaveCount(count);
    }
    await page.getByRole('button', { name: 'Do not send' }).last().click();
    await expect(cards).toHaveCount(2);
    await expect(heading).toBeFocused();
    expect(await logged(site)).toHaveLength(0);
  });

  await test.step('with the connection all are sent, once, and each says so', async () => {
    tries.keys.length = 0;
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'All sent' })).toBeVisible();
    await expect(page.getByText('Sent', { exact: true })).toHaveCount(2);
    await expect(cards.getByText(/^Write [A-Z2-9]{3} on your bag$/)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Do not send' })).toHaveCount(0);
    await expect(other.getByRole('button', { name: /Kept on this phone/ })).toHaveCount(0);
    const weights = (await logged(site)).map(({ weight }) => weight).toSorted();
    expect(weights).toEqual(['1-2kg', '3kg+']);
    expect(tries.keys).toHaveLength(2);
  });

  await test.step('a page opened without a connection says so, and the next visit that has one sends it', async () => {
    // Not the watched page: Chromium reports what the service worker cannot fetch as an error.
    const later = await context.newPage();
    await open(later);
    await keep(later, 'MCHAN');
    await Promise.all([page.close(), other.close()]);
    await later.goto('/log');
    await expect(later.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    tries.keys.length = 0;
    await context.setOffline(false);
    await later.goto('/bric-a-brac');
    await expect(later.getByText('Kept donation sent', { exact: true })).toBeVisible();
    expect(await logged(site)).toMatchObject([{ studentId: 'MCHAN' }, {}, {}]);
    expect(tries.keys).toHaveLength(1);
  });
});

test('after the browser was closed the next visit to any page sends what is kept, and tells its donor', async ({
  site,
  playwright,
}) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'profile-'));
  const { launchOptions } = test.info().project.use;
  const start = () =>
    playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: site.url });
  try {
    const evening = await start();
    const page = evening.pages()[0] ?? (await evening.newPage());
    await open(page);
    await keep(page, 'GFRIESEN100');
    await page.getByRole('button', { name: 'Log another' }).click();
    await press(page, 'MCHAN');
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await evening.close();

    const morning = await start();
    const visit = morning.pages()[0] ?? (await morning.newPage());
    const news = visit.getByText('Kept donations sent', { exact: true });
    await test.step('a till sends them and says nothing', async () => {
      await visit.goto('/redeem');
      await expect.poll(() => logged(site)).toHaveLength(2);
      await expect(news).toHaveCount(0);
    });
    await test.step('the next page says it, once', async () => {
      await visit.goto('/discounts');
      await expect(news).toBeVisible();
      await visit.goto('/log');
      await expect(visit.getByLabel('Student ID')).toBeEnabled();
      await expect(news).toHaveCount(0);
      expect(await logged(site)).toHaveLength(2);
    });
    await morning.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test('a lost answer, a busy site, a refusal and old age each end in one donation or a word', async ({
  browser,
  site,
}) => {
  // Not the watched page: Chromium reports a lost answer as an error.
  const page = await browser.newPage({ baseURL: site.url });
  await page.clock.install();
  await open(page);
  const card = page.getByRole('main').getByRole('listitem');
  const heading = page.getByRole('heading', { name: 'Kept on this phone' });
  const done = page.getByRole('heading', { name: /^Write \w{3} on your bag$/ });
  const count = async () => (await logged(site)).length;
  const loseAnswers = () =>
    page.route(DONATIONS, async (route) => {
      await route.fetch();
      await route.abort();
    });
  const logAnother = () => page.getByRole('button', { name: 'Log another' }).click();

  await test.step('a press does not wait for good for an answer', async () => {
    await page.route(DONATIONS, () => {});
    await press(page, 'ANN');
    await expect(page.getByRole('button', { name: 'Logging…' })).toBeVisible();
    await page.clock.fastForward(12_000);
    await expect(heading).toBeVisible();
    await page.unroute(DONATIONS);
    // By itself, after a while.
    await page.clock.fastForward(30_000);
    await expect(done).toBeVisible();
    expect(await count()).toBe(1);
  });

  await test.step('an answer that got lost does not double it, sent again or not', async () => {
    await logAnother();
    await loseAnswers();
    await press(page, 'BEN');
    await expect(heading).toBeVisible();
    await page.getByRole('button', { name: 'Do not send' }).click();
    await expect(
      page.getByText('An earlier try may have got through all the same.', { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.unroute(DONATIONS);
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(done).toBeVisible();
    expect(await count()).toBe(2);
  });

  await test.step('a site that is busy is asked again when it says', async () => {
    await logAnother();
    await keep(page, 'CAM');
    await page.route(DONATIONS, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '600' },
        json: { ok: false, error: 'Too much at once.', code: 'unavailable' },
      }),
    );
    await page.context().setOffline(false);
    await expect(card).toContainText('the site is busy. It is tried again.');
    await page.unroute(DONATIONS);
    await page.reload();
    await page.getByRole('button', { name: 'Kept on this phone: 1 to be sent' }).click();
    expect(await count()).toBe(2);
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(done).toBeVisible();
    expect(await count()).toBe(3);
  });

  await test.step('one that the site refuses says why, and can be mended', async () => {
    await logAnother();
    await keep(page, 'DEE', '3kg+');
    site.pass({ days: -1 });
    await page.context().setOffline(false);
    await expect(card).toContainText('Not logged');
    await expect(card.getByText('Date cannot be in the future')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Kept on this phone: 1 not logged' }).click();
    await page.getByRole('button', { name: 'Mend it' }).click();
    const day = page.getByLabel('Date', { exact: true });
    await expect(day).toBeFocused();
    await expect(day).toHaveAccessibleDescription(/Date cannot be in the future/);
    await expect(page.getByLabel('Student ID')).toHaveValue('DEE');
    await expect(page.getByRole('radio', { name: /^3kg\+/ })).toBeChecked();
    // No other one can take its place in the form.
    await expect(page.getByText('Kept on this phone')).toHaveCount(0);
    site.pass({ days: 1 });
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(done).toBeVisible();
    expect(await count()).toBe(4);
  });

  await test.step('one that is too old and may have arrived says so, and counts once where it is left as it was', async () => {
    await logAnother();
    await loseAnswers();
    await press(page, 'EVE');
    await expect(heading).toBeVisible();
    await page.unroute(DONATIONS);
    await page.clock.fastForward(15 * 24 * 60 * 60 * 1000);
    await expect(card).toContainText('It waited for more than two weeks');
    await expect(card).toContainText('An earlier try may have got through');
    await page.getByRole('button', { name: 'Mend it' }).click();
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(done).toBeVisible();
    expect(await count()).toBe(5);
  });
  await page.close();
});

test('where the browser keeps nothing the form says so and stays as it is', async ({
  page,
  context,
  site,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      if (!sessionStorage.getItem('keeps')) throw new DOMException('Forbidden', 'SecurityError');
    };
    const own = indexedDB;
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        refuse();
        return own;
      },
    });
    // The page keeps its database open.
    // oxlint-disable-next-line typescript/unbound-method -- the proxy binds it
    IDBDatabase.prototype.transaction = new Proxy(IDBDatabase.prototype.transaction, {
      apply: (transaction, database, parts) => {
        refuse();
        return Reflect.apply(transaction, database, parts) as IDBTransaction;
      },
    });
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        refuse();
      }
    };
  });
  const keeps = (isStoring: boolean) =>
    page.evaluate((item) => sessionStorage.setItem('keeps', item), isStoring ? 'yes' : '');

  await test.step('nothing is lost where it never kept anything', async () => {
    await open(page);
    await context.setOffline(true);
    await press(page, 'JTHIESSEN');
    await expect(
      page.getByText(/^Failed to log donation\. No answer came, and this browser keeps nothing/),
    ).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByRole('heading', { name: /^Write \w{3} on your bag$/ })).toBeVisible();
    expect(await logged(site)).toHaveLength(1);
  });

  await test.step('nor does a donation or its Undo go without a word where it gives out in between', async () => {
    await keeps(true);
    await open(page);
    await keep(page, 'JTHIESSEN');
    await keeps(false);
    await page.getByRole('button', { name: 'Do not send' }).click();
    await expect(page.getByText('It is still kept. Please try again.', { exact: true })).toBeVisible();
    await keeps(true);
    await page.getByRole('button', { name: 'Do not send' }).click();
    await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
    await keeps(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(
      page.getByText('It could not be kept again. Please log it anew.', { exact: true }),
    ).toBeVisible();
  });
});

async function open(page: Page): Promise<void> {
  await page.goto('/log');
  // Without a connection it shows the offline page.
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
