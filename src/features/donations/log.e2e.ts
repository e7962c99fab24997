import type { Page, Route } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { expect, type ServedSite, signInDonor, test } from '#e2e/fixtures.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { dayOf, daysAfter } from '#shared/dates.ts';
import { formatDay } from '#words/formats.ts';

/** The heading after a donation was logged. */
const done = (page: Page) => page.getByRole('heading', { name: /^Write \w{3} on your bag$/ });

const EAST = { name: 'UC East bin', location: 'University Centre', binCode: 'UC_EAST' };

test('on a phone a donor logs what a scanned bin takes, and nothing moves or lies in the way', async ({
  page,
  site,
}) => {
  await (await site.admin()).call(bins.createBin, { body: EAST });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const main = page.getByRole('main');
  const date = page.getByLabel('Date', { exact: true });
  const button = page.getByRole('button', { name: 'Log Donation' });
  const line = page.getByText(/^Today, \w+ \d+, UC East bin$/);

  await test.step('the form keeps its place as the page comes alive', async () => {
    const heading = page.getByRole('heading', { name: 'Log a donation' });
    const code = held();
    await page.route(/\/assets\/log-.*\.js$/, code.route);
    // Not until all is loaded: what is held may count.
    await page.goto('/log?bin=UC_EAST&location=Old+lobby', { waitUntil: 'commit' });
    await expect(page.getByText('QR Code Scan Detected')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await heading.boundingBox();
    code.release();
    await expect(page.getByText('Drop location: University Centre')).toBeVisible();
    await expect(line).toBeVisible();
    expect(await heading.boundingBox()).toEqual(before);
  });

  await test.step('day and place are one line that unfolds, and the button stays in reach', async () => {
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(date).toBeHidden();
    await page.getByRole('button', { name: /^Change/ }).click();
    await expect(line).toBeHidden();
    await expect(date).toBeFocused();
    // A field that takes the focus is not under the bar.
    const roomBelow = async () => {
      const box = await date.boundingBox();
      const bar = await button.boundingBox();
      return box && bar ? bar.y - (box.y + box.height) : 0;
    };
    await expect.poll(roomBelow).toBeGreaterThan(0);
    await expect(page.getByLabel('Drop site')).toHaveValue('UC East bin');
    await date.fill('2026-01-02');
  });

  await test.step('the news covers neither the bag with its mark nor a button', async () => {
    await logFor(page, 'JTHIESSEN');
    await expect(main).toContainText('Logged for Jan 2, 2026: 1-2kg, UC East bin');
    const news = page.locator('li').filter({ hasText: 'Success!' });
    for (const shown of [
      main.locator('svg').first(),
      done(page),
      main.getByRole('link', { name: 'View Dashboard' }),
    ]) {
      await expect.poll(async () => overlap(await news.boundingBox(), await shown.boundingBox())).toBe(false);
    }
    // Nor after scrolling. The pointer on it holds it meanwhile.
    await news.hover();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    for (const shown of [
      main.getByRole('link', { name: 'View Dashboard' }),
      main.getByRole('button', { name: 'Log another' }),
    ]) {
      await expect(shown).toBeInViewport({ ratio: 1 });
      await expect.poll(async () => overlap(await news.boundingBox(), await shown.boundingBox())).toBe(false);
    }
  });

  await test.step('F8 leads to the news, and Escape closes it', async () => {
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Success!')).toHaveCount(0);
  });

  await test.step('a bin that is not there any more goes by its code', async () => {
    await page.goto('/log?bin=GONE');
    await expect(page.getByText('Drop location: GONE')).toBeVisible();
    await logFor(page, 'MCHAN');
  });

  expect(await logged(site)).toMatchObject([
    { studentId: 'MCHAN', binLocation: null, dropSite: 'GONE' },
    {
      studentId: 'JTHIESSEN',
      date: '2026-01-02',
      binLocation: 'University Centre',
      dropSite: 'UC East bin',
    },
  ]);
});

test('what a donor filled in survives a reload, until it is sent or someone starts over', async ({
  page,
  browser,
  site,
}) => {
  await (await site.admin()).call(bins.createBin, { body: EAST });
  const studentId = page.getByLabel('Student ID');
  const heaviest = page.getByRole('radio', { name: /^3kg\+/ });
  const stillHere = page.getByText('What you wrote before is still here.');
  const day = page.getByLabel('Date', { exact: true });

  await test.step('before any script has run there are four weights, of which 1-2kg is chosen', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`${site.url}/log`);
    await expect(still.getByRole('radiogroup', { name: 'How heavy is it?' }).getByRole('radio')).toHaveCount(
      4,
    );
    await expect(still.getByRole('radio', { name: '1-2kg About a teapot' })).toBeChecked();
    await context.close();
  });

  await test.step('a form that nobody touched is no draft, though the day was filled in', async () => {
    await page.goto('/log');
    await expect(day).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await page.reload();
    await expect(studentId).toBeEnabled();
    await expect(stillHere).toHaveCount(0);
  });

  await test.step('what is missing stands at its field', async () => {
    const today = await day.inputValue();
    await day.fill('');
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(studentId).toHaveAccessibleDescription(/Student ID is required/);
    await expect(studentId).toBeFocused();
    await expect(day).toHaveAccessibleDescription(/Date is required/);
    await day.fill(today);
  });

  await test.step('what was filled in is there after a reload', async () => {
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
    await expect(day).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  });

  await test.step('who would rather have a list of weights gets one, this time and the next', async () => {
    await page.getByRole('radio', { name: /^2-3kg/ }).check();
    await page.getByRole('button', { name: 'Use a list' }).click();
    const list = page.getByLabel('Weight range');
    await expect(list).toHaveValue('2-3kg');
    await list.selectOption('3kg+ (Qualifying)');
    await page.reload();
    await expect(list).toHaveValue('3kg+');
    await page.getByRole('button', { name: 'Use pictures' }).click();
    await expect(heaviest).toBeChecked();
  });

  await test.step('the bins are offered, and any other place may be written', async () => {
    const dropSite = page.getByLabel('Drop site');
    await dropSite.click();
    await expect(dropSite).toHaveAccessibleDescription(/Choose a bin from the list/);
    const offered = () =>
      dropSite.evaluate((input: HTMLInputElement) =>
        [...(input.list?.options ?? [])].map(({ value }) => value),
      );
    await expect.poll(offered).toEqual(['UC East bin']);
    await dropSite.fill('The table at the front door');
    await logFor(page, 'MCHAN');
    expect(await logged(site)).toMatchObject([
      { studentId: 'MCHAN', weight: '3kg+', dropSite: 'The table at the front door', binLocation: null },
    ]);
  });

  await test.step('once it is sent the form is empty', async () => {
    await page.goto('/log');
    await expect(day).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await expect(studentId).toHaveValue('');
    await expect(stillHere).toBeHidden();
  });
});

test('a donor whom the site or the device knows logs with two presses, and anybody else as themselves', async ({
  page,
  site,
  newVisitor,
}) => {
  const studentId = page.getByLabel('Student ID');
  const notYou = page.getByRole('button', { name: 'Not you?' });
  const submit = page.getByRole('button', { name: 'Log Donation' });

  await test.step('a device remembers the ID that it is asked to, until someone says that it is not theirs', async () => {
    const device = await newVisitor();
    const field = device.getByLabel('Student ID');
    const press = async () => await device.getByRole('button', { name: 'Log Donation' }).click();
    await device.goto('/log');
    await field.fill('j#thiessen');
    await device.getByLabel('Remember me on this device').check();
    await press();
    await expect(device.getByText(/^A donor ID has only letters/)).toBeVisible();
    await field.fill('j.thiessen@uw');
    await press();
    await expect(done(device)).toBeVisible();
    await device.goto('/log');
    await expect(device.getByText('Logging as J.THIESSEN@UW')).toBeVisible();
    await press();
    await expect(done(device)).toBeVisible();
    await device.goto('/log');
    await device.getByRole('button', { name: 'Not you?' }).click();
    await device.reload();
    await expect(field).toBeEnabled();
    await expect(field).toHaveValue('');
    await expect(device.getByText('Logging as')).toBeHidden();
  });

  await test.step('the form keeps its place as the one who is signed in becomes known', async () => {
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
    await expect(notYou).toBeEnabled();
    expect(await shelf.boundingBox()).toEqual(before);
    answer.release();
    await expect(page.getByText('Logging as JTHIESSEN')).toBeVisible();
    expect(await shelf.boundingBox()).toEqual(before);
    await page.unrouteAll();
  });

  await test.step('who is signed in chooses a weight and sends', async () => {
    await expect(studentId).toBeHidden();
    await page.getByRole('radio', { name: /^2-3kg/ }).check();
    await submit.click();
    await expect(done(page)).toBeFocused();
  });

  await test.step('their ID does not come late into a field that somebody else has opened', async () => {
    const answer = held();
    await page.route('**/api/students/me', answer.route);
    await page.goto('/log');
    await notYou.click();
    await expect(studentId).toBeFocused();
    const answered = page.waitForResponse('**/api/students/me');
    answer.release();
    await (await answered).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.keyboard.type('MCHAN');
    await expect(studentId).toHaveValue('MCHAN');
    await submit.click();
    await expect(done(page)).toBeVisible();
  });

  const ids = (await logged(site)).map((donation) => donation.studentId);
  expect(ids).toEqual(['MCHAN', 'JTHIESSEN', 'J.THIESSEN@UW', 'J.THIESSEN@UW']);
});

test('a student number of another length is asked about once', async ({ page, site }) => {
  const admin = await site.admin();
  await admin.call(settings.changeSettings, { body: { donorId: { hint: 'On your card', digits: 7 } } });
  const studentId = page.getByLabel('Student ID');
  const submit = page.getByRole('button', { name: 'Log Donation' });

  await page.goto('/log');
  await expect(studentId).toHaveAccessibleDescription('On your card');
  await studentId.fill('76-54');
  await submit.click();
  await expect(studentId).toBeFocused();
  const question = /Student numbers here have 7 digits\. Log it anyway\?/;
  await expect(studentId).toHaveAccessibleDescription(question);
  expect(await logged(site)).toHaveLength(0);
  await submit.click();
  await expect(done(page)).toBeVisible();

  await page.goto('/log');
  await logFor(page, '765-4321');

  const ids = (await logged(site)).map((donation) => donation.studentId);
  expect(ids).toEqual(['7654321', '7654']);
});

test('a date before the earliest that the settings allow is named at its field', async ({ page, site }) => {
  await (await site.admin()).call(settings.changeSettings, { body: { maxDaysBack: 7 } });
  const today = dayOf(site.site.clock(), site.site.timeZone);
  const first = daysAfter(today, -7);
  const date = page.getByLabel('Date', { exact: true });
  await page.goto('/log');
  await expect(date).toHaveAccessibleDescription('At most 7 days ago.');
  await expect(date).toHaveAttribute('min', first);
  await date.fill(daysAfter(first, -1));
  await page.getByLabel('Student ID').fill('JTHIESSEN');
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(date).toHaveAccessibleDescription(
    `At most 7 days ago. Date cannot be before ${formatDay(first)}`,
  );
  await date.fill(first);
  await logFor(page, 'JTHIESSEN');
});

test('a shared device begins another donation empty, and a kiosk does so by itself', async ({
  page,
  site,
}) => {
  const studentId = page.getByLabel('Student ID');
  await page.clock.install();

  await test.step('without “Remember me” nothing stays of the donor, and nothing goes by itself', async () => {
    await page.goto('/log?bin=UC_EAST&location=University+Centre');
    await page.getByLabel('Drop site').fill('The front desk');
    await logFor(page, 'JTHIESSEN');
    await page.clock.fastForward(120_000);
    await expect(done(page)).toBeVisible();
    await page.getByRole('button', { name: 'Log another' }).click();
    await expect(studentId).toHaveValue('');
    await expect(page.getByLabel('Drop site')).toHaveValue('UC_EAST');
    await expect(page.getByLabel('Bin location')).toHaveValue('University Centre');
  });

  await test.step('a kiosk goes back after a minute without a touch, and knows nobody', async () => {
    await page.getByLabel('Remember me on this device').check();
    await logFor(page, 'MCHAN');
    await page.goto('/log?bin=UC_EAST&location=University+Centre&kiosk');
    await expect(page.getByLabel('Remember me on this device')).toHaveCount(0);
    await expect(studentId).toHaveValue('');
    await logFor(page, 'AMARA');
    await page.clock.fastForward(45_000);
    await page.keyboard.press('Shift');
    await page.clock.fastForward(45_000);
    await expect(done(page)).toBeVisible();
    await page.clock.fastForward(20_000);
    await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
    await expect(studentId).toHaveValue('');
    await expect(page).toHaveURL(/&kiosk$/);
    await logFor(page, 'BEN');
    await page.clock.fastForward(65_000);
    await expect(studentId).toHaveValue('');
  });

  const ids = (await logged(site)).map((donation) => donation.studentId);
  expect(ids).toEqual(['BEN', 'AMARA', 'MCHAN', 'JTHIESSEN']);
});

test('another donation keeps ID, day and place on a device that remembers, and what was logged waits on the ring until it is confirmed', async ({
  page,
  site,
}) => {
  const waitingOnRing = page.locator('main svg path[stroke-dashoffset]');

  await test.step('the mark is on the page, and what was logged', async () => {
    await page.goto('/log?bin=UC_EAST&location=University+Centre');
    await page.getByRole('radio', { name: /^2-3kg/ }).check();
    await page.getByLabel('Drop site').fill('The front desk');
    await page.getByLabel('Remember me on this device').check();
    await logFor(page, 'JTHIESSEN');
    await expect(page.getByText('Logged today: 2-3kg, The front desk')).toBeVisible();
  });

  await test.step('another one is of last year', async () => {
    await page.getByRole('button', { name: 'Log another' }).click();
    await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeFocused();
    await expect(page.getByText('Logging as JTHIESSEN')).toBeVisible();
    await expect(page.getByRole('radio', { name: /^1-2kg/ })).toBeChecked();
    await page.getByLabel('Date', { exact: true }).fill('2025-12-31');
    await page.getByRole('radio', { name: /^3kg\+/ }).check();
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByText('Logged for Dec 31, 2025: 3kg+, The front desk')).toBeVisible();
  });

  const [last, first] = await logged(site);
  const place = { studentId: 'JTHIESSEN', dropSite: 'The front desk', binLocation: 'University Centre' };
  expect([last, first]).toMatchObject([
    { ...place, date: '2025-12-31', weight: '3kg+' },
    { ...place, weight: '2-3kg' },
  ]);

  await test.step('the way to the dashboard takes the ID along, and there it waits, too', async () => {
    await page.getByRole('link', { name: 'View Dashboard' }).click();
    await expect(page.getByLabel('Donor ID or email')).toHaveValue('JTHIESSEN');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('2.5 kg of yours waiting.')).toBeVisible();
    await expect(
      page.getByRole('img', { name: '0 of 6 donations of 2.5 kg or over this year, 1 waiting' }),
    ).toBeVisible();
    await expect(waitingOnRing).toHaveCount(2);
  });

  await test.step('until it is confirmed', async () => {
    const admin = await site.admin();
    await admin.call(deciding.confirmDonation, { body: { id: first?.id ?? 0 } });
    await page.reload();
    await expect(page.getByText('2.5 kg of it is yours so far.')).toBeVisible();
    await expect(waitingOnRing).toHaveCount(0);
  });
});

test.describe('far from Winnipeg', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('the day is Winnipeg’s, by the server’s time zone data', async ({ page, site }) => {
    const { clock } = site.site;
    const date = page.getByLabel('Date', { exact: true });
    // A browser may have other data: Winnipeg at UTC-5 in winter, by which the half hour before six is of the next day.
    const days = [
      ['2026-07-15T04:30:00Z', '2026-07-14'],
      ['2026-07-15T05:30:00Z', '2026-07-15'],
      ['2026-12-15T05:30:00Z', '2026-12-14'],
      ['2026-12-15T06:30:00Z', '2026-12-15'],
    ] as const;
    const shows = async (now: string, today: string) => {
      await page.clock.setFixedTime(now);
      await page.goto('/log');
      await expect(date).toHaveValue(today);
      await expect(date).toHaveAttribute('max', today);
    };

    await test.step('before the server has named it', async () => {
      await page.route('**/api/public/site', () => {});
      for (const [now, today] of days) await shows(now, today);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    await test.step('and as the server names it', async () => {
      try {
        for (const [now, today] of days.slice(2)) {
          site.site.clock = () => new Date(now);
          await shows(now, today);
          await logFor(page, 'JTHIESSEN');
        }
        expect(await logged(site)).toMatchObject([{ date: '2026-12-15' }, { date: '2026-12-14' }]);
      } finally {
        site.site.clock = clock;
      }
    });
  });
});

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
  await expect(done(page)).toBeVisible();
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

test('a keyboard that composes words writes a donor ID once, in capitals at its end', async ({ page }) => {
  const studentId = page.getByLabel('Student ID');
  await page.goto('/log');
  await studentId.click();
  const keyboard = await page.context().newCDPSession(page);
  for (const text of ['j', 'jf', 'jfr']) {
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await expect(studentId).toHaveValue('jfr');
  await keyboard.send('Input.insertText', { text: 'jfriesen' });
  await expect(studentId).toHaveValue('JFRIESEN');
  await page.keyboard.type('2');
  await expect(studentId).toHaveValue('JFRIESEN2');
});
