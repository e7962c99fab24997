import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { daysAfter, dayOf } from '#shared/dates.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

test('a volunteer reverses the pending list, searches it and selects from it', async ({ page, site }) => {
  await logDonations(site, ['ANN', 'BEN', 'CAM', 'DEE', 'EVE']);
  await signInAdmin(page, site);
  const dates = page.getByRole('columnheader', { name: 'Date', exact: true });

  await test.step('shows the oldest first, and the date column’s head reverses the order, also in the address', async () => {
    await expect(rows(page)).toHaveText([/ANN/, /BEN/, /CAM/, /DEE/, /EVE/]);
    await expect(dates).toHaveAttribute('aria-sort', 'ascending');
    await dates.getByRole('button', { name: 'Date', description: 'Show newest first' }).click();
    await expect(rows(page)).toHaveText([/EVE/, /DEE/, /CAM/, /BEN/, /ANN/]);
    await expect(dates).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/sort=newest/);
    await page.reload();
    await expect(rows(page)).toHaveText([/EVE/, /DEE/, /CAM/, /BEN/, /ANN/]);
    await dates.getByRole('button').click();
    await expect(page).not.toHaveURL(/sort=/);
  });

  await test.step('selects a range with Shift, by pointer and by space bar', async () => {
    await checkboxOf(page, 'BEN').click();
    await checkboxOf(page, 'DEE').click({ modifiers: ['Shift'] });
    await expect.poll(() => selectedDonors(page)).toEqual(['BEN', 'CAM', 'DEE']);
    await checkboxOf(page, 'CAM').click({ modifiers: ['Shift'] });
    await expect.poll(() => selectedDonors(page)).toEqual(['BEN']);
    await checkboxOf(page, 'EVE').focus();
    await page.keyboard.press('Shift+Space');
    await expect.poll(() => selectedDonors(page)).toEqual(['BEN', 'CAM', 'DEE', 'EVE']);
  });

  await test.step('deselects a row that is decided by its own button', async () => {
    await rowOf(page, 'CAM').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  });

  await test.step('clears the selection for another search', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('ann');
    await expect(rows(page)).toHaveText([/ANN/]);
    await expect(page).toHaveURL(/q=ann/);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
    await page.getByRole('searchbox').fill('nobody');
    await expect(page.getByText('No pending donation mentions that.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(rows(page)).toHaveCount(4);
    await expect(page.getByText(/selected$/)).toHaveCount(0);
  });

  await test.step('reverses the cards by a button on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'Oldest first' }).click();
    await expect(
      page.getByRole('list', { name: 'Pending donations' }).getByRole('listitem').first(),
    ).toContainText('EVE');
  });
});

test('a volunteer selects the donations of all pages and confirms them at once', async ({ page, site }) => {
  await insertDonations(site, 61);
  await signInAdmin(page, site);

  await test.step('shows a confirmation’s toast, which covers no button at any width', async () => {
    await rows(page).first().getByRole('button', { name: 'Confirm' }).click();
    const toast = toastOf(page, 'Donation confirmed');
    await expect(toast).toBeVisible();
    for (const width of [640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await coveredControls(page, toast), `${width} pixels`).toEqual([]);
    }
  });

  await test.step('selects one page, and then all pages', async () => {
    await expect(page.getByText('1 to 50 of 60')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(page.getByText('50 selected', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Select all 60' }).click();
    await expect(page.getByText('60 selected', { exact: true })).toBeVisible();
    await expect(page.getByText('60 of these look alike.')).toBeVisible();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText('51 to 60 of 60')).toBeVisible();
    await expect(rows(page)).toHaveCount(10);
    expect(await selectedDonors(page)).toHaveLength(10);
  });

  await test.step('confirms no invisible rows by key, and keeps them selected if the confirmation fails', async () => {
    await page.keyboard.press('c');
    await expect(page.getByRole('button', { name: 'Confirm 60 selected' })).toBeFocused();
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Network error').first()).toBeVisible();
    await expect(page.getByText('60 selected', { exact: true })).toBeVisible();
    await page.context().setOffline(false);
  });

  await test.step('skips a donation that a colleague has decided', async () => {
    await site.database.execute(
      sql`update donations set rejected_at = now(), rejected_by = 'robin'
          where id = (select min(id) from donations where not is_confirmed)`,
    );
    // Now 60 are pending again, but not the same 60 as are selected.
    await logDonations(site, ['NEW']);
    await page.getByRole('button', { name: 'Select all 60' }).click();
    await page.getByRole('button', { name: 'Confirm 61 selected' }).click();
    await expect(page.getByText('60 donations confirmed', { exact: true })).toBeVisible();
    const outcome = '60 reward codes were issued. 1 skipped: already rejected. 59 of these look alike.';
    await expect(page.getByText(outcome, { exact: true })).toBeVisible();
    await expect(page.getByText('No pending donations 🎉')).toBeVisible();
  });
});

test('a volunteer undoes decisions from their toasts, and an undo of several asks first', async ({
  page,
  site,
}) => {
  const donorIds = ['ANN', 'BEN', 'CAM', 'DEE'];
  await logDonations(site, donorIds);
  const admin = await site.admin();
  const body = { displayName: 'Emma Wiebe' };
  await admin.call(donors.updateParticipant, { params: { id: 1 }, body });
  const { pin } = (await admin.call(partners.createPartner, { body: { name: 'Prairie Rewear' } })).body;
  await signInAdmin(page, site);
  const undoLast = page.getByRole('button', { name: /^Undo last confirmation/ });

  await test.step('finds nothing to undo without a confirmation of today', async () => {
    await undoLast.click();
    await expect(page.getByText('Nothing to undo or failed to undo.', { exact: true })).toBeVisible();
  });

  await test.step('undoes a rejection from its toast', async () => {
    await rowOf(page, 'BEN').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await expect(rowOf(page, 'BEN')).toHaveCount(0);
    await toastOf(page, 'Donation rejected').getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page, 'Donation reopened')).toBeVisible();
    await expect(rowOf(page, 'BEN')).toBeVisible();
  });

  await test.step('undoes a confirmation from its toast, and repeats it from the next toast', async () => {
    await rowOf(page, 'BEN').getByRole('button', { name: 'Confirm' }).click();
    const toast = toastOf(page, 'Donation confirmed');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page, 'Confirmation undone')).toContainText('BEN’s donation is pending again.');
    await expect(rowOf(page, 'BEN')).toBeVisible();
    await toastOf(page, 'Confirmation undone').getByRole('button', { name: 'Redo' }).click();
    await expect(toast).toBeVisible();
    await expect(rowOf(page, 'BEN')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('asks first if the toast’s donation is not the one confirmed last', async () => {
    // Confirms another donation, as a second tab of the browser would.
    const { csrfToken } = await page.evaluate(async () => await (await fetch('/api/csrf')).json());
    const elsewhere = await page.request.post(contract.confirmDonation.path, {
      data: { id: 3 },
      headers: { 'x-csrf-token': csrfToken, origin: site.url },
    });
    expect(elsewhere.status()).toBe(200);
    await toastOf(page, 'Donation confirmed').getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('dialog', { name: /^Take back the confirmation of one donation, / });
    await expect(question).toContainText('CAM');
    await question.getByRole('button', { name: 'Keep it confirmed' }).click();
    await expect(question).toBeHidden();
    expect(await pendingIds(site)).toEqual([1, 4]);
  });

  await test.step('explains the consequences of undoing several, and Enter keeps them confirmed', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.keyboard.press('c');
    await expect(page.getByText('No pending donations 🎉')).toBeVisible();
    const question = page.getByRole('dialog', {
      name: /^Take back the confirmation of 2 donations, \d+:\d\d [AP]M\?$/,
    });
    await page.keyboard.press('u');
    await expect(question.getByRole('button', { name: 'Keep them confirmed' })).toBeFocused();
    // The toast would cover the buttons.
    await expect(toastOf(page, '2 donations confirmed')).toHaveCount(0);
    await expect(question.getByRole('listitem')).toHaveCount(2);
    await expect(question.getByRole('listitem').first()).toContainText(/Emma Wiebe.*2-3kg.*RR-/);
    await expect(question).toContainText('2 codes end, none of them was used.');
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await undoLast.click();
    await question.getByRole('button', { name: 'Take back 2' }).click();
    await expect(page.getByText('2 donations are pending again.', { exact: true })).toBeVisible();
    expect(await pendingIds(site)).toEqual([1, 4]);
  });

  await test.step('refuses to undo a used code, and says where it was used', async () => {
    const { rows: codes } = await site.database.execute(
      sql`select code from discount_codes where donation_id = 3`,
    );
    await site.visitor().call(redemption.redeemCode, {
      params: { code: String(codes[0]?.['code']) },
      body: { pin },
    });
    await page.keyboard.press('u');
    const question = page.getByRole('dialog', { name: /^The confirmation of one donation, / });
    await expect(question).toContainText(/CAM.*Used at Prairie Rewear, \d+:\d\d [AP]M/);
    await expect(question).toContainText('A code was used, so this cannot be taken back');
    await expect(question.getByRole('button', { name: 'Take back' })).toHaveCount(0);
    await question.getByText('Close', { exact: true }).click();
    await expect(question).toBeHidden();
  });
});

test('the console says what failed to load, and how old the shown data is', async ({ browser, site }) => {
  // A page without the check for errors, because Chromium reports the failed calls as errors.
  const page = await browser.newPage({ baseURL: site.url });
  await logDonations(site, ['ANN', 'BEN']);
  await page.clock.install();
  await signInAdmin(page, site);
  await page.getByLabel('Auto-refresh').uncheck();
  const summary = page.getByRole('region', { name: 'Summary' });
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const failingEndpoints = new Set<string>();
  await page.route(/\/api\/admin\/(summary|donations\/search)/, async (route) => {
    const endpoint = route.request().url().includes('summary') ? 'summary' : 'list';
    await (failingEndpoints.has(endpoint)
      ? route.fulfill({ status: 500, body: 'Internal Server Error' })
      : route.continue());
  });

  await test.step('counts the age of the shown data without a connection', async () => {
    await expect(rowOf(page, 'ANN')).toBeVisible();
    await page.clock.fastForward('02:00');
    await expect(page.getByText('Updated 2 minutes ago')).toBeVisible();
    await page.context().setOffline(true);
    await refresh.click();
    await expect(
      page.getByText('There is no connection just now. What you see is from before.'),
    ).toBeVisible();
    await expect(rowOf(page, 'ANN')).toBeVisible();
    await expect(page.getByText('Updated 2 minutes ago')).toBeVisible();
    await page.context().setOffline(false);
  });

  await test.step('updates the list after a decision, but not its age', async () => {
    failingEndpoints.add('list');
    await rowOf(page, 'ANN').getByRole('button', { name: 'Confirm' }).click();
    await expect(rowOf(page, 'ANN')).toHaveCount(0);
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await expect(page.getByText('Updated 2 minutes ago')).toBeVisible();
    failingEndpoints.clear();
    await refresh.click();
    await expect(page.getByText(/Updated (just now|\d seconds ago)/)).toBeVisible();
  });

  await test.step('keeps the list if the figures fail to load, and loads them at the next try', async () => {
    failingEndpoints.add('summary');
    await refresh.click();
    await expect(page.getByText('The figures and bins below are out of date.')).toBeVisible();
    await expect(summary).toBeVisible();
    await page.reload();
    await expect(rowOf(page, 'BEN')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(
      /^Failed to load dashboard\.The figures and bins could not be loaded\./,
    );
    await expect(summary).toHaveCount(0);
    failingEndpoints.clear();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(summary).toContainText('no open alerts');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('shows first the bins that most need to be emptied', async () => {
    const admin = await site.admin();
    for (const name of ['Atrium', 'Bistro', 'Campo']) {
      const body = { name, location: `${name}, north door`, binCode: name.toUpperCase() };
      const { bin } = (await admin.call(bins.createBin, { body })).body;
      if (name !== 'Bistro') await admin.call(bins.markBinEmptied, { params: { id: bin.id } });
    }
    await admin.call(bins.setBinOverflow, { params: { id: 3 }, body: { status: true } });
    await refresh.click();
    await expect(summary.getByRole('region', { name: 'Bins' }).getByRole('listitem')).toHaveText([
      /^CampoOverflowEmptied [A-Z][a-z]{2} \d+, \d{4}$/,
      'BistroNever emptied',
      /^AtriumEmptied /,
    ]);
  });

  await test.step('shows the age at once when a hidden tab becomes visible', async () => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 60_000);
    await page.clock.setSystemTime(now + 3 * 3_600_000 + 60_000);
    await expect(page.getByText('Updated 3 hours ago')).toHaveCount(0);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('Updated 3 hours ago')).toBeVisible();
  });
  await page.close();
});

test.describe('with mail on', () => {
  test.use({ sendsMail: true });

  test('an admin sees a donor’s claim beside the donation, and accepts it only by ticking it', async ({
    page,
    site,
  }) => {
    await logDonations(site, ['ANN', 'BEN']);
    for (const studentId of ['ANN', 'BEN']) {
      const donor = site.visitor();
      await donor.call(donors.studentLogin, { body: { studentId, email: `${studentId}@example.ca` } });
      await donor.call(donors.studentLoginCode, { body: { code: await site.mailedCode() } });
    }
    await signInAdmin(page, site);

    await test.step('accepts a claim that is ticked in the donation’s dialog', async () => {
      await expect(rowOf(page, 'ANN')).toContainText('new email ANN@example.ca, code entered');
      await rowOf(page, 'ANN').getByRole('link', { name: 'Details' }).click();
      const dialog = page.getByRole('dialog');
      const choice = dialog.getByRole('checkbox', { name: /^new email ANN@example\.ca, code entered/ });
      await expect(choice).not.toBeChecked();
      await choice.check();
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect(toastOf(page, 'Donation confirmed')).toBeVisible();
      expect((await site.newMail()).map(({ to }) => to)).toEqual([['ANN@example.ca']]);
    });

    await test.step('leaves a claim that is not ticked at the desk', async () => {
      await page.goto('/reround-admin-843/desk');
      const choice = page.getByRole('checkbox', { name: 'Accept' });
      await expect(choice).toHaveAccessibleDescription('new email BEN@example.ca, code entered');
      await expect(choice).not.toBeChecked();
      await page.getByLabel('Kilograms', { exact: true }).fill('2.4');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
      await expect.poll(async () => await pendingIds(site)).toEqual([]);
      expect(await site.newMail()).toEqual([]);
    });

    const admin = await site.admin();
    const { items } = (await admin.call(donors.participants, {})).body;
    expect(items.map(({ email }) => email)).toEqual(expect.arrayContaining(['ANN@example.ca', null]));
  });
});

/** The texts of the buttons and fields that an element covers. */
async function coveredControls(page: Page, cover: Locator): Promise<string[]> {
  const box = await cover.boundingBox();
  if (!box) throw new Error('The element is not on the page.');
  return await page.locator(':is(header, main, nav) :is(button, input), nav a').evaluateAll(
    (elements, { x, y, width, height }) =>
      elements.flatMap((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isApart = right <= x || left >= x + width || bottom <= y || top >= y + height;
        const isInvisible = right === left;
        return isApart || isInvisible ? [] : [element.textContent || (element.ariaLabel ?? '')];
      }),
    box,
  );
}

/** Logs a donation for each donor ID, a day apart, the last one for yesterday. */
async function logDonations(site: ServedSite, donorIds: readonly string[]): Promise<void> {
  const today = dayOf(site.site.clock(), site.site.timeZone);
  for (const [index, studentId] of donorIds.entries()) {
    await loggedDonation(site, { studentId, date: daysAfter(today, index - donorIds.length) });
  }
}

/** Inserts pending donations directly, because logging each would take long. */
async function insertDonations(site: ServedSite, count: number): Promise<void> {
  await logDonations(site, ['D1']);
  await site.database.execute(
    sql`insert into donations (participant_id, student_id, weight, date, year, created_at)
        select participant_id, student_id, weight, date, year, created_at
        from donations, generate_series(2, ${count}::int)`,
  );
}

async function pendingIds(site: ServedSite): Promise<number[]> {
  const { rows: found } = await site.database.execute<{ id: number }>(
    sql`select id from donations where not is_confirmed and rejected_at is null order by id`,
  );
  return found.map(({ id }) => id);
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Pending donations' }).locator('tbody').getByRole('row');
}

function rowOf(page: Page, donor: string) {
  return page.getByRole('row', { name: donor });
}

function checkboxOf(page: Page, donor: string) {
  return rowOf(page, donor).getByRole('checkbox');
}

async function selectedDonors(page: Page): Promise<string[]> {
  return await rows(page)
    .filter({ has: page.getByRole('checkbox', { checked: true }) })
    .getByRole('rowheader')
    .allTextContents();
}

function toastOf(page: Page, title: string) {
  return page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title });
}
