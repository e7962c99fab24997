import type { Page, Route } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { expect, type ServedSite, signInDonor, test } from '#e2e/fixtures.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';

const EAST = { name: 'UC East bin', location: 'University Centre, east entrance', binCode: 'UC_EAST' };

test('a scanned bin goes by its name, on the page and in what is logged', async ({ page, site }) => {
  await (await site.admin()).call(bins.createBin, { body: EAST });
  await page.goto('/log?bin=UC_EAST&location=University+Centre');
  await expect(page.getByText('Drop location: University Centre')).toBeVisible();
  await expect(page.getByLabel('Drop site')).toHaveValue('UC East bin');
  await logFor(page, 'JTHIESSEN');
  await expect(page.getByRole('main')).toContainText('WhereUC East bin');
  expect(await logged(site)).toMatchObject([
    { studentId: 'JTHIESSEN', binLocation: 'University Centre', dropSite: 'UC East bin' },
  ]);

  await page.goto('/log?bin=GONE');
  await expect(page.getByText('Drop location: GONE')).toBeVisible();
  await logFor(page, 'MCHAN');
  expect(await logged(site)).toMatchObject([{ binLocation: null, dropSite: 'GONE' }, {}]);
});

test('after a scan the form keeps its place as the page comes alive', async ({ page, site }) => {
  await (await site.admin()).call(bins.createBin, { body: EAST });
  await page.setViewportSize({ width: 390, height: 780 });
  const heading = page.getByRole('heading', { name: 'Log a donation' });
  const banner = page.getByText('QR Code Scan Detected');
  const code = held();
  await page.route(/\/assets\/log-.*\.js$/, code.route);
  // Not until all is loaded: what is held may count.
  await page.goto('/log', { waitUntil: 'commit' });
  await expect(heading).toBeVisible();
  await expect(banner).toBeHidden();
  await page.goto('/log?bin=UC_EAST&location=University+Centre', { waitUntil: 'commit' });
  await expect(banner).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const before = await heading.boundingBox();
  code.release();
  await expect(page.getByText('Today, ', { exact: false })).toContainText('UC East bin');
  expect(await heading.boundingBox()).toEqual(before);
});

test('without a scan the bins are offered and any other place may be written', async ({ page, site }) => {
  await (await site.admin()).call(bins.createBin, { body: EAST });
  await page.goto('/log');
  const dropSite = page.getByLabel('Drop site');
  await dropSite.click();
  await expect(dropSite).toHaveAccessibleDescription(/Choose a bin from the list/);
  const offered = () =>
    dropSite.evaluate((input: HTMLInputElement) =>
      [...(input.list?.options ?? [])].map(({ value }) => value),
    );
  await expect.poll(offered).toEqual(['UC East bin']);
  await dropSite.fill('The table at the front door');
  await logFor(page, 'JTHIESSEN');
  expect(await logged(site)).toMatchObject([{ dropSite: 'The table at the front door', binLocation: null }]);
});

test('a press waits for what checks the form, and in the end the server checks', async ({ page, site }) => {
  await page.route(/logDonationBody/, () => {});
  await page.clock.install();
  await page.goto('/log');
  await page.getByLabel('Student ID').fill('jthiessen');
  const submit = page.getByRole('button', { name: 'Log Donation' });
  await submit.click();
  await expect(page.getByRole('button', { name: 'Logging…' })).toBeVisible();
  await page.clock.fastForward(4_000);
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toMatchObject([{ studentId: 'JTHIESSEN', dropSite: null }]);
});

test('on a phone the news covers neither the ring that closes nor a button', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const main = page.getByRole('main');
  for (const [width, height] of [
    [360, 640],
    [360, 780],
    [412, 915],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/log');
    await logFor(page, 'JTHIESSEN');
    const news = page.locator('li').filter({ hasText: 'Success!' });
    for (const shown of [
      main.locator('svg').first(),
      main.getByRole('heading', { name: 'Donation logged' }),
      main.getByRole('link', { name: 'View Dashboard' }),
    ]) {
      await expect.poll(async () => overlap(await news.boundingBox(), await shown.boundingBox())).toBe(false);
    }
  }
});

test('a form that nobody touched is no draft, though the day was filled in', async ({ page }) => {
  const day = page.getByLabel('Date', { exact: true });
  for (let visit = 1; visit <= 2; visit += 1) {
    await page.goto('/log');
    await expect(day).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await expect(page.getByLabel('Student ID')).toBeEnabled();
    await expect(page.getByText('What you wrote before is still here.')).toHaveCount(0);
  }
});

test('what was filled in survives a reload, until it is sent or someone starts over', async ({
  page,
  site,
}) => {
  const studentId = page.getByLabel('Student ID');
  const heaviest = page.getByRole('radio', { name: /^3kg\+/ });
  const stillHere = page.getByText('What you wrote before is still here.');
  await page.goto('/log');
  await studentId.fill('jthiessen');
  await heaviest.check();
  await page.reload();
  await expect(stillHere).toBeVisible();
  await expect(studentId).toHaveValue('JTHIESSEN');
  await expect(heaviest).toBeChecked();

  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(stillHere).toBeHidden();
  await expect(studentId).toBeFocused();
  await expect(studentId).toHaveValue('');
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/);

  await logFor(page, 'MCHAN');
  await page.goto('/log');
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await expect(studentId).toHaveValue('');
  await expect(stillHere).toBeHidden();
  expect(await logged(site)).toMatchObject([{ studentId: 'MCHAN', weight: '1-2kg' }]);
});

test('the weight is one of four pictures, of which 1-2kg is chosen before any script has run', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/log`);
  await expect(page.getByRole('radiogroup', { name: 'How heavy is it?' }).getByRole('radio')).toHaveCount(4);
  await expect(page.getByRole('radio', { name: '1-2kg About a teapot' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Counts toward Gold/ })).toHaveCount(2);
  await context.close();
});

test('who would rather have a list of weights gets one, this time and the next, with what was chosen', async ({
  page,
  site,
}) => {
  await page.goto('/log');
  await page.getByRole('radio', { name: /^2-3kg/ }).check();
  await page.getByRole('button', { name: 'Use a list' }).click();
  const list = page.getByLabel('Weight range');
  await expect(list).toHaveValue('2-3kg');
  await expect(list).toHaveAttribute('name', 'weight');
  await list.selectOption('3kg+ (Qualifying)');
  await page.reload();
  await expect(list).toHaveValue('3kg+');
  await page.getByRole('button', { name: 'Use pictures' }).click();
  await expect(page.getByRole('radio', { name: /^3kg\+/ })).toBeChecked();
  await page.getByRole('radio', { name: /^0-1kg|^Less than 1kg/ }).check();
  await logFor(page, 'JTHIESSEN');
  expect(await logged(site)).toMatchObject([{ weight: '0-1kg' }]);
});

test('on a phone the day and the place are one line that unfolds, and the button stays in reach', async ({
  page,
  site,
}) => {
  await (await site.admin()).call(bins.createBin, { body: EAST });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/log?bin=UC_EAST&location=University+Centre');
  const line = page.getByText(/^Today, \w+ \d+, UC East bin$/);
  const date = page.getByLabel('Date', { exact: true });
  const button = page.getByRole('button', { name: 'Log Donation' });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(line).toBeVisible();
  await expect(date).toBeHidden();
  await page.getByRole('button', { name: /^Change/ }).click();
  await expect(line).toBeHidden();
  await expect(date).toBeFocused();
  // A field that takes the focus is not under the bar.
  const bottomOf = async () => {
    const box = await date.boundingBox();
    const bar = await button.boundingBox();
    return box && bar ? bar.y - (box.y + box.height) : 0;
  };
  await expect.poll(bottomOf).toBeGreaterThan(0);
  await page.getByLabel('Drop site').fill('The front desk');
  await date.fill('2026-01-02');
  await logFor(page, 'JTHIESSEN');
  expect(await logged(site)).toMatchObject([{ date: '2026-01-02', dropSite: 'The front desk' }]);
});

test('a signed-in donor logs by a scan and two presses, and someone else may write their own ID', async ({
  page,
  site,
}) => {
  await signInDonor(page, 'JTHIESSEN');
  await page.goto('/log?bin=UC_EAST&location=University+Centre');
  await expect(page.getByText('Logging as JTHIESSEN')).toBeVisible();
  await expect(page.getByLabel('Student ID')).toBeHidden();
  await page.getByRole('radio', { name: /^2-3kg/ }).check();
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeFocused();

  await page.goto('/log');
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expect(page.getByLabel('Student ID')).toBeFocused();
  await expect(page.getByLabel('Student ID')).toHaveValue('');
  await logFor(page, 'MCHAN');
  expect(await logged(site)).toMatchObject([
    { studentId: 'MCHAN', weight: '1-2kg' },
    { studentId: 'JTHIESSEN', weight: '2-3kg' },
  ]);
});

test('a device remembers the ID that it is asked to, until someone says that it is not theirs', async ({
  page,
  site,
}) => {
  const studentId = page.getByLabel('Student ID');
  await page.goto('/log');
  await studentId.fill('j#thiessen');
  await page.getByLabel('Remember me on this device').check();
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByText(/^A donor ID has only letters/)).toBeVisible();
  await studentId.fill('j.thiessen@uw');
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  await page.goto('/log');
  await expect(page.getByText('Logging as J.THIESSEN@UW')).toBeVisible();
  await expect(page.getByText('What you wrote before is still here.')).toBeHidden();
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  expect(await logged(site)).toMatchObject([{ studentId: 'J.THIESSEN@UW' }, { studentId: 'J.THIESSEN@UW' }]);

  await page.goto('/log');
  await page.getByRole('button', { name: 'Not you?' }).click();
  await page.reload();
  await expect(studentId).toBeEnabled();
  await expect(studentId).toHaveValue('');
  await expect(page.getByText('Logging as')).toBeHidden();
});

test('the form keeps its place as the one who is signed in becomes known', async ({ page }) => {
  await signInDonor(page, 'JTHIESSEN');
  await page.setViewportSize({ width: 360, height: 780 });
  const answer = held();
  const code = held();
  await page.route(/\/assets\/log-.*\.js$/, code.route);
  await page.route('**/api/students/me', answer.route);
  await page.goto('/log', { waitUntil: 'commit' });
  const shelf = page.getByRole('radiogroup');
  await expect(shelf).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const before = await shelf.boundingBox();
  code.release();
  await expect(page.getByRole('button', { name: 'Not you?' })).toBeEnabled();
  expect(await shelf.boundingBox()).toEqual(before);
  answer.release();
  await expect(page.getByText('Logging as JTHIESSEN')).toBeVisible();
  expect(await shelf.boundingBox()).toEqual(before);
});

test('the ID that is signed in does not come late into a field that somebody else has opened', async ({
  page,
}) => {
  await signInDonor(page, 'JTHIESSEN');
  const answer = held();
  await page.route('**/api/students/me', answer.route);
  await page.goto('/log');
  await page.getByRole('button', { name: 'Not you?' }).click();
  const studentId = page.getByLabel('Student ID');
  await expect(studentId).toBeFocused();
  const answered = page.waitForResponse('**/api/students/me');
  answer.release();
  await (await answered).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.keyboard.type('MCHAN');
  await expect(studentId).toHaveValue('MCHAN');
});

test('where nobody says who is signed in, the field for the ID does not wait for good', async ({ page }) => {
  await signInDonor(page, 'JTHIESSEN');
  const answer = held();
  await page.route('**/api/students/me', answer.route);
  await page.clock.install();
  await page.goto('/log');
  await expect(page.getByRole('button', { name: 'Not you?' })).toBeEnabled();
  await page.clock.fastForward(3_000);
  const studentId = page.getByLabel('Student ID');
  await expect(studentId).toBeEnabled();
  await expect(studentId).toBeVisible();
  answer.release();
  await expect(studentId).toHaveValue('JTHIESSEN');
  await expect(studentId).toBeVisible();
});

test('another one keeps ID, day and place, and the way to the dashboard takes the ID along', async ({
  page,
  site,
}) => {
  await page.goto('/log?bin=UC_EAST&location=University+Centre');
  await page.getByLabel('Date', { exact: true }).fill('2026-01-02');
  await page.getByLabel('Drop site').fill('The front desk');
  await page.getByRole('radio', { name: /^3kg\+/ }).check();
  await logFor(page, 'JTHIESSEN');
  await page.getByRole('button', { name: 'Log another' }).click();
  await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeFocused();
  await expect(page.getByText('Logging as JTHIESSEN')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^1-2kg/ })).toBeChecked();
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
  const place = { studentId: 'JTHIESSEN', date: '2026-01-02', dropSite: 'The front desk' };
  expect(await logged(site)).toMatchObject([
    { ...place, weight: '1-2kg' },
    { ...place, weight: '3kg+' },
  ]);

  await page.getByRole('link', { name: 'View Dashboard' }).click();
  await expect(page.getByLabel('Donor ID or email')).toHaveValue('JTHIESSEN');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('JTHIESSEN')).toBeVisible();
});

test('what was logged waits on the ring and among the loops until it is confirmed', async ({
  page,
  site,
}) => {
  const waitingOnRing = page.locator('main svg path[stroke-dashoffset]');
  await page.goto('/log');
  await page.getByRole('radio', { name: /^2-3kg/ }).check();
  await logFor(page, 'JTHIESSEN');
  await expect(page.getByText('0.0 kg of 250, 2.5 kg of yours waiting')).toBeVisible();
  await expect(page.getByText('0 of 6, 1 waiting')).toBeVisible();
  await expect(waitingOnRing).toHaveCount(2);

  await page.getByRole('button', { name: 'Log another' }).click();
  await page.getByLabel('Date', { exact: true }).fill('2025-12-31');
  await page.getByRole('radio', { name: /^3kg\+/ }).check();
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByText('0.0 kg of 250', { exact: true })).toBeVisible();
  await expect(page.getByText('0 of 6', { exact: true })).toBeVisible();
  await expect(waitingOnRing).toHaveCount(0);

  await signInDonor(page, 'JTHIESSEN');
  await expect(page.getByText('2.5 kg of yours waiting.')).toBeVisible();
  await expect(
    page.getByRole('img', { name: '0 of 6 donations of 2.5 kg or over this year, 1 waiting' }),
  ).toBeVisible();
  await expect(waitingOnRing).toHaveCount(2);
  const admin = await site.admin();
  const [, first] = await logged(site);
  if (!first) throw new Error('Nothing was logged.');
  await admin.call(deciding.confirmDonation, { body: { id: first.id } });
  await page.reload();
  await expect(page.getByText('2.5 kg of it is yours so far.')).toBeVisible();
  await expect(waitingOnRing).toHaveCount(0);
});

test('the day is the server’s, where the browser has other time zone data too', async ({ page, site }) => {
  const { clock } = site.site;
  const date = page.getByLabel('Date', { exact: true });
  try {
    // Half past midnight to a browser that has Winnipeg at UTC-5 in winter, half past eleven to one with UTC-6.
    for (const [now, today] of [
      ['2026-12-15T05:30:00Z', '2026-12-14'],
      ['2026-12-15T06:00:00Z', '2026-12-15'],
    ] as const) {
      site.site.clock = () => new Date(now);
      await page.clock.setFixedTime(now);
      await page.goto('/log');
      await expect(date).toHaveValue(today);
      await expect(date).toHaveAttribute('max', today);
      await logFor(page, 'JTHIESSEN');
    }
    expect(await logged(site)).toMatchObject([{ date: '2026-12-15' }, { date: '2026-12-14' }]);
  } finally {
    site.site.clock = clock;
  }
});

for (const timezoneId of ['America/Winnipeg', 'Asia/Kolkata']) {
  test.describe(`before the server has named the day, on a phone in ${timezoneId}`, () => {
    test.use({ timezoneId });

    for (const [now, today] of [
      ['2026-07-15T04:30:00Z', '2026-07-14'],
      ['2026-07-15T05:30:00Z', '2026-07-15'],
      // By the server's time zone data too, where the browser has other ones.
      ['2026-12-15T05:30:00Z', '2026-12-14'],
      ['2026-12-15T06:30:00Z', '2026-12-15'],
    ] as const) {
      test(`the date is Winnipeg’s at ${now}`, async ({ page }) => {
        await page.clock.setFixedTime(now);
        await page.route('**/api/public/site', () => {});
        await page.goto('/log');
        const date = page.getByLabel('Date', { exact: true });
        await expect(date).toHaveValue(today);
        await expect(date).toHaveAttribute('max', today);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });
}

/** Holds what a page asks for, until it is released. */
function held() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const route = async (asked: Route) => {
    await released;
    await asked.continue();
  };
  return { route, release };
}

async function logFor(page: Page, studentId: string): Promise<void> {
  await page.getByLabel('Student ID').fill(studentId);
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
}

/** What waits for an admin, newest first. */
async function logged(site: ServedSite) {
  const admin = await site.admin();
  return (await admin.call(deciding.adminSummary, {})).body.latestPending;
}

type Box = { x: number; y: number; width: number; height: number } | null;

function overlap(one: Box, other: Box): boolean {
  if (!one || !other) throw new Error('Something is not shown.');
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
