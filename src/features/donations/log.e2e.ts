import type { Page, Route } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { expect, type ServedSite, signInDonor, test } from '#e2e/fixtures.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { dayOf, daysAfter } from '#shared/dates.ts';
import { formatDay } from '#words/formats.ts';

const loggedHeading = (page: Page) => page.getByRole('heading', { name: /^Write \w{3} on your bag$/ });

const EAST_BIN = { name: 'UC East bin', location: 'University Centre', binCode: 'UC_EAST' };

test('on a phone a donor logs a donation at a scanned bin, and nothing moves or covers a button', async ({
  page,
  site,
}) => {
  await (await site.admin()).call(bins.createBin, { body: EAST_BIN });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const main = page.getByRole('main');
  const date = page.getByLabel('Date', { exact: true });
  const button = page.getByRole('button', { name: 'Log Donation' });
  const summaryLine = page.getByText(/^Today, \w+ \d+, UC East bin$/);

  await test.step('the form does not move while the page hydrates', async () => {
    const heading = page.getByRole('heading', { name: 'Log a donation' });
    const script = holdRequests();
    await page.route(/\/assets\/log-.*\.js$/, script.route);
    const binRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/drop-bins')) binRequests.push(request.url());
    });
    // The load event might wait for the held script.
    await page.goto('/log?bin=UC_EAST&location=Old+lobby', { waitUntil: 'commit' });
    await expect(page.getByText('QR Code Scan Detected')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await heading.boundingBox();
    script.release();
    await expect(page.getByText('Drop location: University Centre')).toBeVisible();
    await expect(summaryLine).toBeVisible();
    expect(await heading.boundingBox()).toEqual(before);
    expect(binRequests).toHaveLength(1);
  });

  await test.step('day and place are one line that unfolds, and the button stays visible', async () => {
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(date).toBeHidden();
    await page.getByRole('button', { name: /^Change/ }).click();
    await expect(summaryLine).toBeHidden();
    await expect(date).toBeFocused();
    // The focused field is not under the button.
    const pixelsAboveButton = async () => {
      const dateBox = await date.boundingBox();
      const buttonBox = await button.boundingBox();
      return dateBox && buttonBox ? buttonBox.y - (dateBox.y + dateBox.height) : 0;
    };
    await expect.poll(pixelsAboveButton).toBeGreaterThan(0);
    await expect(page.getByLabel('Drop site')).toHaveValue('UC East bin');
    await date.fill('2026-01-02');
  });

  await test.step('the toast covers neither the bag with its mark nor a button', async () => {
    await logDonation(page, 'JTHIESSEN');
    await expect(main).toContainText('Logged for Jan 2, 2026: 1-2kg, UC East bin');
    const toast = page.locator('li').filter({ hasText: 'Success!' });
    for (const shown of [
      main.locator('svg').first(),
      loggedHeading(page),
      main.getByRole('link', { name: 'View Dashboard' }),
    ]) {
      await expect
        .poll(async () => overlap(await toast.boundingBox(), await shown.boundingBox()))
        .toBe(false);
    }
    // The pointer on the toast keeps it open.
    await toast.hover();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    for (const shown of [
      main.getByRole('link', { name: 'View Dashboard' }),
      main.getByRole('button', { name: 'Log another' }),
    ]) {
      await expect(shown).toBeInViewport({ ratio: 1 });
      await expect
        .poll(async () => overlap(await toast.boundingBox(), await shown.boundingBox()))
        .toBe(false);
    }
  });

  await test.step('F8 focuses the toasts, and Escape closes them', async () => {
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Success!')).toHaveCount(0);
  });

  await test.step('an unknown bin is named by its code', async () => {
    await page.goto('/log?bin=GONE');
    await expect(page.getByText('Drop location: GONE')).toBeVisible();
    await logDonation(page, 'MCHAN');
  });

  expect(await findPending(site)).toMatchObject([
    { studentId: 'MCHAN', binLocation: null, dropSite: 'GONE' },
    {
      studentId: 'JTHIESSEN',
      date: '2026-01-02',
      binLocation: 'University Centre',
      dropSite: 'UC East bin',
    },
  ]);
});

test('the values of the form survive a reload, until they are sent or the donor starts over', async ({
  page,
  browser,
  site,
}) => {
  await (await site.admin()).call(bins.createBin, { body: EAST_BIN });
  const studentId = page.getByLabel('Student ID');
  const heaviest = page.getByRole('radio', { name: /^3kg\+/ });
  const restoredNote = page.getByText('What you wrote before is still here.');
  const date = page.getByLabel('Date', { exact: true });

  await test.step('without scripts there are four weights, and 1-2kg is chosen', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const staticPage = await context.newPage();
    await staticPage.goto(`${site.url}/log`);
    await expect(
      staticPage.getByRole('radiogroup', { name: 'How heavy is it?' }).getByRole('radio'),
    ).toHaveCount(4);
    await expect(staticPage.getByRole('radio', { name: '1-2kg About a teapot' })).toBeChecked();
    await context.close();
  });

  await test.step('a form in which only the default date is filled in is no draft', async () => {
    await page.goto('/log');
    await expect(date).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await page.reload();
    await expect(studentId).toBeEnabled();
    await expect(restoredNote).toHaveCount(0);
  });

  await test.step('a missing value is named at its field', async () => {
    const today = await date.inputValue();
    await date.fill('');
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(studentId).toHaveAccessibleDescription(/Student ID is required/);
    await expect(studentId).toBeFocused();
    await expect(date).toHaveAccessibleDescription(/Date is required/);
    await date.fill(today);
  });

  await test.step('the values are restored after a reload', async () => {
    await studentId.fill('jthiessen');
    await heaviest.check();
    await page.reload();
    await expect(restoredNote).toBeVisible();
    await expect(studentId).toHaveValue('JTHIESSEN');
    await expect(heaviest).toBeChecked();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(restoredNote).toBeHidden();
    await expect(studentId).toBeFocused();
    await expect(studentId).toHaveValue('');
    await expect(date).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  });

  await test.step('a list of weights can be chosen, and is remembered', async () => {
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

  await test.step('the bins are suggested, and any other place can be typed', async () => {
    const dropSite = page.getByLabel('Drop site');
    await dropSite.click();
    await expect(dropSite).toHaveAccessibleDescription(/Choose a bin from the list/);
    const readSuggestions = () =>
      dropSite.evaluate((input: HTMLInputElement) =>
        [...(input.list?.options ?? [])].map(({ value }) => value),
      );
    await expect.poll(readSuggestions).toEqual(['UC East bin']);
    await dropSite.fill('The table at the front door');
    await logDonation(page, 'MCHAN');
    expect(await findPending(site)).toMatchObject([
      { studentId: 'MCHAN', weight: '3kg+', dropSite: 'The table at the front door', binLocation: null },
    ]);
  });

  await test.step('after sending, the form is empty', async () => {
    await page.goto('/log');
    await expect(date).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await expect(studentId).toHaveValue('');
    await expect(restoredNote).toBeHidden();
  });
});

test('a known donor logs with two presses, and somebody else can type another ID', async ({
  page,
  site,
  newVisitor,
}) => {
  const studentId = page.getByLabel('Student ID');
  const notYou = page.getByRole('button', { name: 'Not you?' });
  const submit = page.getByRole('button', { name: 'Log Donation' });

  await test.step('a device remembers the ID with “Remember me”, until “Not you?” is pressed', async () => {
    const devicePage = await newVisitor();
    const field = devicePage.getByLabel('Student ID');
    const pressSubmit = async () => await devicePage.getByRole('button', { name: 'Log Donation' }).click();
    await devicePage.goto('/log');
    await field.fill('j#thiessen');
    await devicePage.getByLabel('Remember me on this device').check();
    await pressSubmit();
    await expect(devicePage.getByText(/^A donor ID has only letters/)).toBeVisible();
    await field.fill('j.thiessen@uw');
    await pressSubmit();
    await expect(loggedHeading(devicePage)).toBeVisible();
    await devicePage.goto('/log');
    await expect(devicePage.getByText('Logging as J.THIESSEN@UW')).toBeVisible();
    await pressSubmit();
    await expect(loggedHeading(devicePage)).toBeVisible();
    await devicePage.goto('/log');
    await devicePage.getByRole('button', { name: 'Not you?' }).click();
    await devicePage.reload();
    await expect(field).toBeEnabled();
    await expect(field).toHaveValue('');
    await expect(devicePage.getByText('Logging as')).toBeHidden();
  });

  await test.step('the form does not move when the signed-in donor becomes known', async () => {
    await signInDonor(page, 'JTHIESSEN');
    await page.setViewportSize({ width: 360, height: 780 });
    const answer = holdRequests();
    const script = holdRequests();
    await page.route(/\/assets\/log-.*\.js$/, script.route);
    await page.route('**/api/students/me', answer.route);
    await page.goto('/log', { waitUntil: 'commit' });
    const shelf = page.getByRole('radiogroup');
    await expect(shelf).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await shelf.boundingBox();
    script.release();
    await expect(notYou).toBeEnabled();
    expect(await shelf.boundingBox()).toEqual(before);
    answer.release();
    await expect(page.getByText('Logging as JTHIESSEN')).toBeVisible();
    expect(await shelf.boundingBox()).toEqual(before);
    await page.unrouteAll();
  });

  await test.step('a signed-in donor only chooses a weight and sends', async () => {
    await expect(studentId).toBeHidden();
    await page.getByRole('radio', { name: /^2-3kg/ }).check();
    await submit.click();
    await expect(loggedHeading(page)).toBeFocused();
  });

  await test.step('a late answer does not fill the ID into a field that somebody else has opened', async () => {
    const answer = holdRequests();
    await page.route('**/api/students/me', answer.route);
    await page.goto('/log');
    await notYou.click();
    await expect(studentId).toBeFocused();
    const response = page.waitForResponse('**/api/students/me');
    answer.release();
    await (await response).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.keyboard.type('MCHAN');
    await expect(studentId).toHaveValue('MCHAN');
    await submit.click();
    await expect(loggedHeading(page)).toBeVisible();
  });

  const ids = (await findPending(site)).map((donation) => donation.studentId);
  expect(ids).toEqual(['MCHAN', 'JTHIESSEN', 'J.THIESSEN@UW', 'J.THIESSEN@UW']);
});

test('a student number of unusual length is questioned once', async ({ page, site }) => {
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
  expect(await findPending(site)).toHaveLength(0);
  await submit.click();
  await expect(loggedHeading(page)).toBeVisible();

  await page.goto('/log');
  await logDonation(page, '765-4321');

  const ids = (await findPending(site)).map((donation) => donation.studentId);
  expect(ids).toEqual(['7654321', '7654']);
});

test('a date that is too old is refused at its field', async ({ page, site }) => {
  await (await site.admin()).call(settings.changeSettings, { body: { maxDaysBack: 7 } });
  const today = dayOf(site.site.clock(), site.site.timeZone);
  const earliest = daysAfter(today, -7);
  const date = page.getByLabel('Date', { exact: true });
  await page.goto('/log');
  await expect(date).toHaveAccessibleDescription('At most 7 days ago.');
  await expect(date).toHaveAttribute('min', earliest);
  await date.fill(daysAfter(earliest, -1));
  await page.getByLabel('Student ID').fill('JTHIESSEN');
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(date).toHaveAccessibleDescription(
    `At most 7 days ago. Date cannot be before ${formatDay(earliest)}`,
  );
  await date.fill(earliest);
  await logDonation(page, 'JTHIESSEN');
});

test('a shared device starts another donation with an empty form, and a kiosk does so automatically', async ({
  page,
  site,
}) => {
  const studentId = page.getByLabel('Student ID');
  await page.clock.install();

  await test.step('without “Remember me” the donor is forgotten, but the screen stays', async () => {
    await page.goto('/log?bin=UC_EAST&location=University+Centre');
    await page.getByLabel('Drop site').fill('The front desk');
    await logDonation(page, 'JTHIESSEN');
    await page.clock.fastForward(120_000);
    await expect(loggedHeading(page)).toBeVisible();
    await page.getByRole('button', { name: 'Log another' }).click();
    await expect(studentId).toHaveValue('');
    await expect(page.getByLabel('Drop site')).toHaveValue('UC_EAST');
    await expect(page.getByLabel('Bin location')).toHaveValue('University Centre');
  });

  await test.step('a kiosk shows an empty form after a minute without a touch', async () => {
    await page.getByLabel('Remember me on this device').check();
    await logDonation(page, 'MCHAN');
    await page.goto('/log?bin=UC_EAST&location=University+Centre&kiosk');
    await expect(page.getByLabel('Remember me on this device')).toHaveCount(0);
    await expect(studentId).toHaveValue('');
    await studentId.fill('LEFTHALFWAY');
    await page.reload();
    await expect(page.getByLabel('Remember me on this device')).toHaveCount(0);
    await expect(studentId).toHaveValue('');
    await logDonation(page, 'AMARA');
    await page.clock.fastForward(45_000);
    await page.keyboard.press('Shift');
    await page.clock.fastForward(45_000);
    await expect(loggedHeading(page)).toBeVisible();
    await page.clock.fastForward(20_000);
    await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
    await expect(studentId).toHaveValue('');
    await expect(page).toHaveURL(/&kiosk$/);
    await logDonation(page, 'BEN');
    await page.clock.fastForward(65_000);
    await expect(studentId).toHaveValue('');
  });

  const ids = (await findPending(site)).map((donation) => donation.studentId);
  expect(ids).toEqual(['BEN', 'AMARA', 'MCHAN', 'JTHIESSEN']);
});

test('a device that remembers the donor repeats ID, day and place, and the dashboard shows what waits', async ({
  page,
  site,
}) => {
  const waitingOnRing = page.locator('main svg path[stroke-dashoffset]');

  await test.step('the page shows the mark and the donation', async () => {
    await page.goto('/log?bin=UC_EAST&location=University+Centre');
    await page.getByRole('radio', { name: /^2-3kg/ }).check();
    await page.getByLabel('Drop site').fill('The front desk');
    await page.getByLabel('Remember me on this device').check();
    await logDonation(page, 'JTHIESSEN');
    await expect(page.getByText('Logged today: 2-3kg, The front desk')).toBeVisible();
  });

  await test.step('another donation is dated last year', async () => {
    await page.getByRole('button', { name: 'Log another' }).click();
    await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeFocused();
    await expect(page.getByText('Logging as JTHIESSEN')).toBeVisible();
    await expect(page.getByRole('radio', { name: /^1-2kg/ })).toBeChecked();
    await page.getByLabel('Date', { exact: true }).fill('2025-12-31');
    await page.getByRole('radio', { name: /^3kg\+/ }).check();
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByText('Logged for Dec 31, 2025: 3kg+, The front desk')).toBeVisible();
  });

  const [newest, oldest] = await findPending(site);
  const place = { studentId: 'JTHIESSEN', dropSite: 'The front desk', binLocation: 'University Centre' };
  expect([newest, oldest]).toMatchObject([
    { ...place, date: '2025-12-31', weight: '3kg+' },
    { ...place, weight: '2-3kg' },
  ]);

  await test.step('the sign-in has the ID filled in, and the dashboard shows the donation as waiting', async () => {
    await page.getByRole('link', { name: 'View Dashboard' }).click();
    await expect(page.getByLabel('Donor ID or email')).toHaveValue('JTHIESSEN');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('2.5 kg of yours waiting.')).toBeVisible();
    await expect(
      page.getByRole('img', { name: '0 of 6 donations of 2.5 kg or over this year, 1 waiting' }),
    ).toBeVisible();
    await expect(waitingOnRing).toHaveCount(2);
  });

  await test.step('a confirmation ends the waiting', async () => {
    const admin = await site.admin();
    await admin.call(deciding.confirmDonation, { body: { id: oldest?.id ?? 0 } });
    await page.reload();
    await expect(page.getByText('2.5 kg of it is yours so far.')).toBeVisible();
    await expect(waitingOnRing).toHaveCount(0);
  });
});

test.describe('far from Winnipeg', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('the date is the day in Winnipeg by the server’s time zone data', async ({ page, site }) => {
    const { clock } = site.site;
    const date = page.getByLabel('Date', { exact: true });
    // The browser's data may say UTC-5 all year. By them, 05:30 UTC in December would already be the next day.
    const days = [
      ['2026-07-15T04:30:00Z', '2026-07-14'],
      ['2026-07-15T05:30:00Z', '2026-07-15'],
      ['2026-12-15T05:30:00Z', '2026-12-14'],
      ['2026-12-15T06:30:00Z', '2026-12-15'],
    ] as const;
    const expectToday = async (now: string, today: string) => {
      await page.clock.setFixedTime(now);
      await page.goto('/log');
      await expect(date).toHaveValue(today);
      await expect(date).toHaveAttribute('max', today);
    };

    await test.step('before the server has answered', async () => {
      await page.route('**/api/public/site', () => {});
      for (const [now, today] of days) await expectToday(now, today);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    await test.step('after the server has answered', async () => {
      try {
        for (const [now, today] of days.slice(2)) {
          site.site.clock = () => new Date(now);
          await expectToday(now, today);
          await logDonation(page, 'JTHIESSEN');
        }
        expect(await findPending(site)).toMatchObject([{ date: '2026-12-15' }, { date: '2026-12-14' }]);
      } finally {
        site.site.clock = clock;
      }
    });
  });
});

/** A route handler that delays requests until they are released. */
function holdRequests() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const route = async (request: Route) => {
    await released;
    await request.continue();
  };
  return { route, release };
}

async function logDonation(page: Page, studentId: string): Promise<void> {
  await page.getByLabel('Student ID').fill(studentId);
  await page.getByRole('button', { name: 'Log Donation' }).click();
  await expect(loggedHeading(page)).toBeVisible();
}

/** The pending donations, newest first. */
async function findPending(site: ServedSite) {
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

test('a donor ID typed with an input method appears once, in capitals after the composition', async ({
  page,
}) => {
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
