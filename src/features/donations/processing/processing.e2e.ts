import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const PROCESS = '/reround-admin-843/pending/process';

async function logged(site: ServedSite, studentId: string, more: { weight?: '1-2kg' | '2-3kg' } = {}) {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  return await loggedDonation(site, { studentId, date, ...more });
}

/** What the console says of a donation. */
async function row(site: ServedSite, id: number) {
  const admin = await site.admin();
  const { body } = await admin.call(donations.donationDetails, { params: { id } });
  return body.row;
}

const shown = (page: Page, id: number) => page.getByRole('region', { name: `Donation ${id}`, exact: true });

const head = (page: Page, words: string) => page.getByText(words).filter({ visible: true }).first();

test('a volunteer decides the pile without a mouse', async ({ page, site }) => {
  const ids: number[] = [];
  for (const donor of ['ANN', 'BEN', 'CAM', 'DEE', 'EVE', 'FAY']) ids.push(await logged(site, donor));
  const [ann = 0, ben = 0, cam = 0, dee = 0, eve = 0, fay = 0] = ids;
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Process 6' }).click();
  await expect(page).toHaveURL(PROCESS);
  await expect(page.getByRole('heading', { name: 'Process 6' })).toBeVisible();
  await expect(head(page, '0 done, 6 to go')).toBeVisible();

  await test.step('c confirms, and the next one is there', async () => {
    await expect(shown(page, ann)).toContainText('ANN');
    await page.keyboard.press('c');
    await expect(shown(page, ben)).toBeVisible();
    await expect(head(page, '1 done, 5 to go')).toBeVisible();
  });

  await test.step('a digit does nothing before r, and rejects for a usual reason after it', async () => {
    for (const digit of ['1', '2', '3', '4']) await page.keyboard.press(digit);
    await expect(shown(page, ben)).toBeVisible();
    await page.keyboard.press('r');
    await expect(page.getByLabel(/^Why\?/)).toBeFocused();
    await page.keyboard.press('3');
    await expect(shown(page, cam)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeFocused();
    await expect.poll(async () => (await row(site, ben)).rejectionReason).toBe('Not something we take');
  });

  await test.step('letters after r are a reason of one’s own', async () => {
    await page.keyboard.press('r');
    await page.keyboard.type('c was 2 jackets');
    await page.keyboard.press('Enter');
    await expect(shown(page, dee)).toBeVisible();
    await expect.poll(async () => (await row(site, cam)).rejectionReason).toBe('c was 2 jackets');
  });

  await test.step('Escape leaves the reason, not the screen', async () => {
    await page.keyboard.press('r');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel(/^Why\?/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeFocused();
    await expect(shown(page, dee)).toBeVisible();
  });

  await test.step('s puts it last', async () => {
    await page.keyboard.press('s');
    await expect(shown(page, eve)).toBeVisible();
    await expect(head(page, '3 done, 3 to go')).toBeVisible();
  });

  await test.step('u takes back the last of either kind, and names it', async () => {
    await expect(page.getByRole('button', { name: `Take back: reject of ${cam}` })).toBeVisible();
    await page.keyboard.press('u');
    await expect(shown(page, cam)).toBeVisible();
    await expect(page.getByText(`Taken back: reject of ${cam}. It is pending again.`)).toBeVisible();
    await expect.poll(async () => (await row(site, cam)).rejectedAt).toBeNull();
    await expect(head(page, '2 done, 4 to go')).toBeVisible();
    await decide(page, cam, 'c', eve);
    await decide(page, eve, 'c', fay);
    await page.keyboard.press('u');
    await expect(page.getByText(`Taken back: confirm of ${eve}. It is pending again.`)).toBeVisible();
    await expect.poll(async () => (await row(site, eve)).isConfirmed).toBe(false);
    await decide(page, eve, 'c', fay);
    await decide(page, fay, 'c', dee);
  });

  await test.step('at the end the ring closes', async () => {
    await page.keyboard.press('c');
    await expect(page.getByRole('heading', { name: 'All 6 done' })).toBeFocused();
    await expect(page.getByText('5 confirmed, 1 rejected.')).toBeVisible();
    await expect.poll(async () => (await row(site, dee)).isConfirmed).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByText('No pending donations 🎉')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Process/ })).toHaveCount(0);
  });

  const admin = await site.admin();
  expect((await admin.call(deciding.adminSummary, {})).body.stats.pendingCount).toBe(0);
});

/** Presses a key until what it is for has come: right after a donation has come back, a press is taken for one too many. */
async function decide(page: Page, id: number, key: string, next: number): Promise<void> {
  await expect(shown(page, id)).toBeVisible();
  await expect(async () => {
    if (await shown(page, id).isVisible()) await page.keyboard.press(key);
    await expect(shown(page, next)).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test('one call sends a verdict, and one brings what comes next', async ({ page, site }) => {
  const first = await logged(site, 'ANN');
  const second = await logged(site, 'BEN');
  await logged(site, 'CAM');
  await signInAdmin(page, site);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/admin/donations/')) asked.push(pathname);
  });
  await page.goto(PROCESS);
  const ofOneVerdict = ['/api/admin/donations/confirm', '/api/admin/donations/pending'];
  await decide(page, first, 'c', second);
  await expect(page.getByText('Donation confirmed')).toHaveCount(0);
  await expect.poll(() => asked.slice(-2)).toEqual(ofOneVerdict);
  asked.length = 0;
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: `Take back: confirm of ${second}` })).toBeVisible();
  await expect.poll(() => asked).toEqual(ofOneVerdict);
});

test('a colleague works on the same pile', async ({ page, site }) => {
  const ids: number[] = [];
  for (const donor of ['ANN', 'BEN', 'CAM', 'DEE']) ids.push(await logged(site, donor));
  const [ann = 0, ben = 0, cam = 0, dee = 0] = ids;
  const colleague = await site.admin('robin');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await expect(shown(page, ann)).toBeVisible();

  await test.step('what is decided already is not decided again, and does not count', async () => {
    await colleague.call(deciding.rejectDonation, { body: { id: ann, reason: 'Wet' } });
    await page.keyboard.press('c');
    await expect(
      page.getByText(`Donation ${ann} was rejected by robin meanwhile, and is passed over.`),
    ).toBeVisible();
    await expect(shown(page, ben)).toBeVisible();
    await expect(head(page, '0 done, 3 to go')).toBeVisible();
    expect(await row(site, ann)).toMatchObject({ isConfirmed: false, rejectionReason: 'Wet' });
  });

  await test.step('what comes next is passed over too, as soon as it is known', async () => {
    await colleague.call(deciding.confirmDonation, { body: { id: cam } });
    await page.keyboard.press('c');
    await expect(
      page.getByText(`Donation ${cam} was confirmed by robin meanwhile, and is passed over.`),
    ).toBeVisible();
    await expect(shown(page, dee)).toBeVisible();
    await expect(head(page, '1 done, 1 to go')).toBeVisible();
  });

  await test.step('a new one comes at the end', async () => {
    const eve = await logged(site, 'EVE');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(head(page, '1 done, 2 to go')).toBeVisible();
    await decide(page, dee, 'c', eve);
    await page.keyboard.press('c');
    await expect(page.getByRole('heading', { name: 'All 3 done' })).toBeVisible();
    await expect(page.getByText('3 confirmed, none rejected. 2 more decided by others')).toBeVisible();
  });
});

test('what the server did not take comes back with why', async ({ page, site }) => {
  const ann = await logged(site, 'ANN');
  const ben = await logged(site, 'BEN');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await expect(shown(page, ann)).toBeVisible();
  await page.context().setOffline(true);
  await page.keyboard.press('c');
  await expect(page.getByRole('alert')).toContainText([`Donation ${ann}: Network error`]);
  await page.context().setOffline(false);
  await expect(shown(page, ann)).toBeVisible();
  await expect(head(page, '0 done, 2 to go')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await decide(page, ann, 'c', ben);
  await expect.poll(async () => (await row(site, ann)).isConfirmed).toBe(true);
});

test('what one decides on the sheet over a donation is one’s own', async ({ page, site }) => {
  const ann = await logged(site, 'ANN');
  const ben = await logged(site, 'BEN');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await shown(page, ann).getByRole('link', { name: 'ANN' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '2-3kg' })).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
  await page.getByRole('dialog', { name: 'ANN' }).getByRole('button', { name: 'Close' }).click();
  await expect(shown(page, ben)).toBeVisible();
  await expect(head(page, '1 done, 1 to go')).toBeVisible();
  await expect(page.getByText('passed over')).toHaveCount(0);
  await page.getByRole('button', { name: `Take back: confirm of ${ann}` }).click();
  await expect(shown(page, ann)).toBeVisible();
  await expect.poll(async () => (await row(site, ann)).isConfirmed).toBe(false);

  await shown(page, ann).getByRole('link', { name: 'ANN' }).click();
  await page.getByRole('list', { name: 'To decide' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(head(page, '1 done, 1 to go')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Confirmation undone', { exact: true })).toBeVisible();
  await expect(head(page, '0 done, 2 to go')).toBeVisible();
});

test('a verdict whose answer was lost is one’s own, also where it was another one before', async ({
  page,
  site,
}) => {
  const ann = await logged(site, 'ANN');
  const ben = await logged(site, 'BEN');
  const cam = await logged(site, 'CAM');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await page.route(
    '**/api/admin/donations/confirm',
    async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await expect(shown(page, ann)).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('alert')).toContainText([`Donation ${ann}: Network error`]);
  await decide(page, ann, 'c', ben);
  await expect(page.getByRole('button', { name: `Take back: confirm of ${ann}` })).toBeVisible();

  const elsewhere = await site.admin();
  await elsewhere.call(deciding.rejectDonation, { body: { id: ben, reason: 'Wet' } });
  await page.keyboard.press('c');
  await expect(shown(page, cam)).toBeVisible();
  await expect(page.getByRole('button', { name: `Take back: reject of ${ben}` })).toBeVisible();
  await expect(head(page, '2 done, 1 to go')).toBeVisible();
  await expect(page.getByText('passed over')).toHaveCount(0);
});

/** Has the list without a skipped donation come late: what it says is of the moment in which it was asked for. */
async function lateList(page: Page, skipped: number): Promise<{ asked: Promise<void>; come: () => void }> {
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.get('skipped') === `${skipped}`,
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await late.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { asked: asked.promise, come: late.resolve };
}

test('what is taken back is shown, also while the list is on its way', async ({ page, site }) => {
  const ann = await logged(site, 'ANN');
  const ben = await logged(site, 'BEN');
  const cam = await logged(site, 'CAM');
  const dee = await logged(site, 'DEE');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await decide(page, ann, 'c', ben);
  await decide(page, ben, 'c', cam);
  await expect.poll(async () => (await row(site, ben)).isConfirmed).toBe(true);
  const list = await lateList(page, cam);
  await decide(page, cam, 's', dee);
  await list.asked;
  await page.keyboard.press('u');

  // Pressed again before it is shown, it is not for the verdict before it.
  await expect(head(page, '1 done, 2 to go')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Taking back…' })).toBeVisible();
  await page.keyboard.press('u');
  list.come();
  await expect(page.getByText(`Taken back: confirm of ${ben}. It is pending again.`)).toBeVisible();
  await expect(shown(page, ben)).toBeVisible();
  await expect(head(page, '1 done, 3 to go')).toBeVisible();
  await expect(page.getByRole('button', { name: `Take back: confirm of ${ann}` })).toBeEnabled();
});

test('a verdict holds that was taken after the next list was asked for', async ({ page, site }) => {
  const ann = await logged(site, 'ANN');
  const ben = await logged(site, 'BEN');
  const cam = await logged(site, 'CAM');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  const list = await lateList(page, ben);
  await page.route('**/api/admin/donations/confirm', async (route) => {
    await list.asked;
    await route.continue();
  });
  await expect(shown(page, ann)).toBeVisible();
  const taken = page.waitForResponse('**/api/admin/donations/confirm');
  await page.keyboard.press('c');
  await expect(shown(page, ben)).toBeVisible();
  await page.keyboard.press('s');
  await expect(shown(page, cam)).toBeVisible();
  await (await taken).finished();
  list.come();
  await expect(head(page, '1 done, 2 to go')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText(`Taken back: confirm of ${ann}. It is pending again.`)).toBeVisible();
});

test('it leads back to the list as it was left', async ({ page, site }) => {
  for (const donor of ['ANN', 'ANN', 'BEN']) await logged(site, donor);
  await signInAdmin(page, site);
  const address = '/reround-admin-843?q=ann&sort=newest';
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('main').getByRole('link', { name: 'Pending' }).click(),
  ]) {
    await page.goto(address);
    await page.getByRole('link', { name: 'Process all 3' }).click();
    await expect(page.getByRole('heading', { name: 'Process 3' })).toBeVisible();
    await leave();
    await expect(page).toHaveURL(address);
  }
});

test('a code that was used meanwhile keeps its confirmation', async ({ page, site }) => {
  const ann = await logged(site, 'ANN');
  const ben = await logged(site, 'BEN');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await decide(page, ann, 'c', ben);
  await expect.poll(async () => (await row(site, ann)).isConfirmed).toBe(true);
  await site.database.execute(sql`update discount_codes set use_count = 1`);
  await page.keyboard.press('u');
  await expect(page.getByRole('alert')).toContainText([/reward code .* already used/i]);
  await expect(shown(page, ben)).toBeVisible();
  expect((await row(site, ann)).isConfirmed).toBe(true);
});

test('one that looks like another is marked twice, compared and rejected', async ({ page, site }) => {
  const first = await logged(site, 'ANN', { weight: '1-2kg' });
  const again = await logged(site, 'ANN', { weight: '1-2kg' });
  const admin = await site.admin();
  await admin.call(deciding.confirmDonation, { body: { id: first } });
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await expect(shown(page, again)).toContainText(
    `Donation ${first}: same donor, same day, 1-2kg, logged in the same minute, confirmed.`,
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Looks like this one' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Logged twice?' });
  await expect(dialog.getByRole('region')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(PROCESS);
  await page.getByRole('button', { name: 'Compare' }).click();
  await dialog.getByRole('button', { name: 'Reject this one as logged twice' }).click();
  await expect(page.getByRole('heading', { name: 'All 1 done' })).toBeVisible();
  await expect.poll(async () => (await row(site, again)).rejectionReason).toBe('Logged twice');
});

test('a photo is shown large', async ({ page, site }) => {
  const id = await logged(site, 'ANN');
  await site.database.execute(sql`update donations set photo_url = '/favicon.svg' where id = ${id}`);
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await expect(page.getByRole('img', { name: `What was given as donation ${id}` })).toBeVisible();
  await page.keyboard.press('z');
  const dialog = page.getByRole('dialog', { name: `Photo of donation ${id}` });
  await expect(dialog.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(shown(page, id)).toBeVisible();
});

test('on a phone the reasons are a sheet', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const ann = await logged(site, 'ANN');
  const ben = await logged(site, 'BEN');
  const cam = await logged(site, 'CAM');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  const reject = page.getByRole('button', { name: 'Reject', exact: true });
  await reject.click();
  const sheet = page.getByRole('dialog', { name: `Reject donation ${ann}?` });
  await sheet.getByRole('button', { name: 'Not sure: skip it for now' }).click();
  await expect(shown(page, ben)).toBeVisible();
  await reject.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Broken or dirty' }).click();
  await expect(shown(page, cam)).toBeVisible();
  await expect.poll(async () => (await row(site, ben)).rejectionReason).toBe('Broken or dirty');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(shown(page, ben)).toBeVisible();
  await reject.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Another reason' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Wet through');
  const give = page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true });
  // Just after the screen has changed by itself a press does nothing, and the sheet stays with what was typed.
  await expect(async () => {
    if (await give.isVisible()) await give.click({ timeout: 1000 });
    await expect(give).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(shown(page, cam)).toBeVisible();
  await expect.poll(async () => (await row(site, ben)).rejectionReason).toBe('Wet through');
});

test('a reason that is given too soon after the screen changed by itself stays for the next press', async ({
  page,
  site,
}) => {
  const ann = await logged(site, 'ANN');
  const ben = await logged(site, 'BEN');
  await page.clock.install();
  await signInAdmin(page, site);
  await page.goto(PROCESS);

  /** Takes the last verdict back in a moment that lasts. */
  async function takenBack(): Promise<void> {
    await expect(shown(page, ben)).toBeVisible();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.getByRole('button', { name: /^Take back/ }).click();
    await expect(async () => {
      await page.clock.runFor(1);
      await expect(shown(page, ann)).toBeVisible({ timeout: 100 });
    }).toPass();
  }

  await test.step('in the field of a wide screen', async () => {
    await decide(page, ann, 'c', ben);
    await takenBack();
    await page.keyboard.press('r');
    await page.keyboard.type('Wet through');
    await page.keyboard.press('Enter');
    await page.clock.runFor(300);
    await expect(page.getByLabel(/^Why\?/)).toHaveValue('Wet through');
    await expect(page.getByLabel(/^Why\?/)).toBeFocused();
    await page.clock.resume();
    await page.clock.fastForward(400);
    await page.keyboard.press('Enter');
    await expect(shown(page, ben)).toBeVisible();
    await expect.poll(async () => (await row(site, ann)).rejectionReason).toBe('Wet through');
  });

  await test.step('in the sheet of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await takenBack();
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.clock.runFor(100);
    const sheet = page.getByRole('dialog', { name: `Reject donation ${ann}?` });
    await sheet.getByRole('button', { name: 'Another reason' }).click();
    await sheet.getByLabel('Reason').fill('Wet and torn');
    await sheet.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.clock.runFor(200);
    await expect(sheet.getByLabel('Reason')).toHaveValue('Wet and torn');
    await page.clock.resume();
    await page.clock.fastForward(400);
    await sheet.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(shown(page, ben)).toBeVisible();
    await expect.poll(async () => (await row(site, ann)).rejectionReason).toBe('Wet and torn');
  });
});

test('its address leads there, through a login too, and Back leads out', async ({ page, site }) => {
  await logged(site, 'ANN');
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Process 1' }).click();
  await expect(page.getByRole('heading', { name: 'Process 1' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Process 1' })).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Process 1' })).toBeVisible();
  await expect(page).toHaveURL(PROCESS);
});

test('single keys that are switched off do nothing here either', async ({ page, site }) => {
  const ann = await logged(site, 'ANN');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await expect(shown(page, ann)).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Skip it: it comes last')).toBeVisible();
  await help.getByLabel('Single keys').uncheck();
  await help.getByRole('button', { name: 'Done' }).click();
  for (const key of ['c', 'r', 's', 'Escape']) await page.keyboard.press(key);
  await expect(shown(page, ann)).toBeVisible();
  await expect(head(page, '0 done, 1 to go')).toBeVisible();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.keyboard.type('1 bag only');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await row(site, ann)).rejectionReason).toBe('1 bag only');
});
