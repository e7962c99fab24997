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

test('a volunteer turns the pending list round, searches it and selects from it', async ({ page, site }) => {
  await logDonations(site, ['ANN', 'BEN', 'CAM', 'DEE', 'EVE']);
  await signInAdmin(page, site);
  const dates = page.getByRole('columnheader', { name: 'Date', exact: true });

  await test.step('the oldest come first, and the head of the dates turns them round, in the address too', async () => {
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

  await test.step('Shift takes the range, by the pointer and by the space bar', async () => {
    await boxOf(page, 'BEN').click();
    await boxOf(page, 'DEE').click({ modifiers: ['Shift'] });
    await expect.poll(() => ticked(page)).toEqual(['BEN', 'CAM', 'DEE']);
    await boxOf(page, 'CAM').click({ modifiers: ['Shift'] });
    await expect.poll(() => ticked(page)).toEqual(['BEN']);
    await boxOf(page, 'EVE').focus();
    await page.keyboard.press('Shift+Space');
    await expect.poll(() => ticked(page)).toEqual(['BEN', 'CAM', 'DEE', 'EVE']);
  });

  await test.step('a selected row that is decided by itself is selected no more', async () => {
    await rowOf(page, 'CAM').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  });

  await test.step('another search selects anew', async () => {
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

  await test.step('on a phone a button turns the cards round', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'Oldest first' }).click();
    await expect(
      page.getByRole('list', { name: 'Pending donations' }).getByRole('listitem').first(),
    ).toContainText('EVE');
  });
});

test('all that match are selected beyond the page and confirmed in one go', async ({ page, site }) => {
  await manyDonations(site, 61);
  await signInAdmin(page, site);

  await test.step('the toast of a single one covers no button, however wide the window', async () => {
    await rows(page).first().getByRole('button', { name: 'Confirm' }).click();
    const toast = toastOf(page, 'Donation confirmed');
    await expect(toast).toBeVisible();
    for (const width of [640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await coveredBy(page, toast), `${width} pixels`).toEqual([]);
    }
  });

  await test.step('from one page to all of them', async () => {
    await expect(page.getByText('1 to 50 of 60')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(page.getByText('50 selected', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Select all 60' }).click();
    await expect(page.getByText('60 selected', { exact: true })).toBeVisible();
    await expect(page.getByText('60 of these look alike.')).toBeVisible();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText('51 to 60 of 60')).toBeVisible();
    await expect(rows(page)).toHaveCount(10);
    expect(await ticked(page)).toHaveLength(10);
  });

  await test.step('one key confirms nothing that nobody sees, and what could not be confirmed stays selected', async () => {
    await page.keyboard.press('c');
    await expect(page.getByRole('button', { name: 'Confirm 60 selected' })).toBeFocused();
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Network error').first()).toBeVisible();
    await expect(page.getByText('60 selected', { exact: true })).toBeVisible();
    await page.context().setOffline(false);
  });

  await test.step('what a colleague decided meanwhile is skipped', async () => {
    await site.database.execute(
      sql`update donations set rejected_at = now(), rejected_by = 'robin'
          where id = (select min(id) from donations where not is_confirmed)`,
    );
    // As many as are selected are there, but not the same ones.
    await logDonations(site, ['NEW']);
    await page.getByRole('button', { name: 'Select all 60' }).click();
    await page.getByRole('button', { name: 'Confirm 61 selected' }).click();
    await expect(page.getByText('60 donations confirmed', { exact: true })).toBeVisible();
    const outcome = '60 reward codes were issued. 1 skipped: already rejected. 59 of these look alike.';
    await expect(page.getByText(outcome, { exact: true })).toBeVisible();
    await expect(page.getByText('No pending donations 🎉')).toBeVisible();
  });
});

test('a decision goes back from its toast, and of several an undo asks first', async ({ page, site }) => {
  const donorIds = ['ANN', 'BEN', 'CAM', 'DEE'];
  await logDonations(site, donorIds);
  const admin = await site.admin();
  const body = { displayName: 'Emma Wiebe' };
  await admin.call(donors.updateParticipant, { params: { id: 1 }, body });
  const { pin } = (await admin.call(partners.createPartner, { body: { name: 'Prairie Rewear' } })).body;
  await signInAdmin(page, site);
  const undoLast = page.getByRole('button', { name: /^Undo last confirmation/ });

  await test.step('nothing of today is nothing to undo', async () => {
    await undoLast.click();
    await expect(page.getByText('Nothing to undo or failed to undo.', { exact: true })).toBeVisible();
  });

  await test.step('a rejection goes back from its toast', async () => {
    await rowOf(page, 'BEN').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await expect(rowOf(page, 'BEN')).toHaveCount(0);
    await toastOf(page, 'Donation rejected').getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page, 'Donation reopened')).toBeVisible();
    await expect(rowOf(page, 'BEN')).toBeVisible();
  });

  await test.step('a confirmation too, and comes again from the next', async () => {
    await rowOf(page, 'BEN').getByRole('button', { name: 'Confirm' }).click();
    const toast = toastOf(page, 'Donation confirmed');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page, 'Confirmation undone')).toContainText('BEN: it is pending again.');
    await expect(rowOf(page, 'BEN')).toBeVisible();
    await toastOf(page, 'Confirmation undone').getByRole('button', { name: 'Redo' }).click();
    await expect(toast).toBeVisible();
    await expect(rowOf(page, 'BEN')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the toast takes back only what it tells of: of anything else it asks', async () => {
    // In another tab of the same browser.
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

  await test.step('of several it says what goes, and Enter keeps them', async () => {
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
    // It would lie over the buttons.
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

  await test.step('a used code bars the undo, and the question says which and where', async () => {
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

test('what cannot be loaded says so, and what is shown says how old it is', async ({ browser, site }) => {
  // Not the watched page: Chromium reports the failure of the call as an error.
  const page = await browser.newPage({ baseURL: site.url });
  await logDonations(site, ['ANN', 'BEN']);
  await page.clock.install();
  await signInAdmin(page, site);
  await page.getByLabel('Auto-refresh').uncheck();
  const summary = page.getByRole('region', { name: 'Summary' });
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const failing = new Set<string>();
  await page.route(/\/api\/admin\/(summary|donations\/search)/, async (route) => {
    const what = route.request().url().includes('summary') ? 'summary' : 'list';
    await (failing.has(what)
      ? route.fulfill({ status: 500, body: 'Internal Server Error' })
      : route.continue());
  });

  await test.step('without a connection what is shown goes on growing older', async () => {
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

  await test.step('a decision is written into the list as it is, which makes it no newer', async () => {
    failing.add('list');
    await rowOf(page, 'ANN').getByRole('button', { name: 'Confirm' }).click();
    await expect(rowOf(page, 'ANN')).toHaveCount(0);
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await expect(page.getByText('Updated 2 minutes ago')).toBeVisible();
    failing.clear();
    await refresh.click();
    await expect(page.getByText(/Updated (just now|\d seconds ago)/)).toBeVisible();
  });

  await test.step('figures that cannot be loaded leave the list, and load at the next try', async () => {
    failing.add('summary');
    await refresh.click();
    await expect(page.getByText('The figures and bins below are from before.')).toBeVisible();
    await expect(summary).toBeVisible();
    await page.reload();
    await expect(rowOf(page, 'BEN')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(
      /^Failed to load dashboard\.The figures and bins could not be loaded\./,
    );
    await expect(summary).toHaveCount(0);
    failing.clear();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(summary).toContainText('no open alerts');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('the summary shows the bins that need somebody most', async () => {
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

  await test.step('a tab that was hidden says at once how old it is', async () => {
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

  test('an admin sees what a donor claims beside the donation, and accepts it only where it is ticked', async ({
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

    await test.step('in the donation’s dialog, unticked at first', async () => {
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

    await test.step('and at the desk', async () => {
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

/** What can be pressed and lies under an element. */
async function coveredBy(page: Page, over: Locator): Promise<string[]> {
  const box = await over.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return await page.locator(':is(header, main, nav) :is(button, input), nav a').evaluateAll(
    (elements, { x, y, width, height }) =>
      elements.flatMap((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const apart = right <= x || left >= x + width || bottom <= y || top >= y + height;
        return apart || right === left ? [] : [element.textContent || (element.ariaLabel ?? '')];
      }),
    box,
  );
}

/** A day apart each, the last of them yesterday. */
async function logDonations(site: ServedSite, donorIds: readonly string[]): Promise<void> {
  const today = dayOf(site.site.clock(), site.site.timeZone);
  for (const [index, studentId] of donorIds.entries()) {
    await loggedDonation(site, { studentId, date: daysAfter(today, index - donorIds.length) });
  }
}

/** So many that logging each would take long. */
async function manyDonations(site: ServedSite, count: number): Promise<void> {
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

function boxOf(page: Page, donor: string) {
  return rowOf(page, donor).getByRole('checkbox');
}

async function ticked(page: Page): Promise<string[]> {
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
