import type { Page, Route } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { daysAfter, dayOf } from '#shared/dates.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { MOST_AT_ONCE } from './contract.ts';

test('the oldest come first, and the head of the dates turns them round, in the address too', async ({
  page,
  site,
}) => {
  await logDonations(site, ['ANN', 'BEN', 'CAM']);
  await signInAdmin(page, site);
  await expect(rows(page)).toHaveText([/ANN/, /BEN/, /CAM/]);
  const dates = page.getByRole('columnheader', { name: 'Date', exact: true });
  await expect(dates).toHaveAttribute('aria-sort', 'ascending');
  await dates.getByRole('button', { name: 'Date', description: 'Show newest first' }).click();
  await expect(rows(page)).toHaveText([/CAM/, /BEN/, /ANN/]);
  await expect(dates).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=newest/);
  await page.reload();
  await expect(rows(page)).toHaveText([/CAM/, /BEN/, /ANN/]);
  await dates.getByRole('button').click();
  await expect(page).not.toHaveURL(/sort=/);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Oldest first' }).click();
  await expect(
    page.getByRole('list', { name: 'Pending donations' }).getByRole('listitem').first(),
  ).toContainText('CAM');
});

test('a search finds some, which alone are selected, and another search selects anew', async ({
  page,
  site,
}) => {
  await logDonations(site, ['ANN', 'ANN', 'BEN']);
  await signInAdmin(page, site);
  await page.keyboard.press('/');
  await page.keyboard.type('ann');
  await expect(rows(page)).toHaveText([/ANN/, /ANN/]);
  await expect(page).toHaveURL(/q=ann/);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No pending donation mentions that.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText(/selected$/)).toHaveCount(0);
});

test('Shift takes the range, by the pointer and by the space bar', async ({ page, site }) => {
  await logDonations(site, ['ANN', 'BEN', 'CAM', 'DEE', 'EVE']);
  await signInAdmin(page, site);
  await boxOf(page, 'BEN').click();
  await boxOf(page, 'DEE').click({ modifiers: ['Shift'] });
  await expect.poll(() => ticked(page)).toEqual(['BEN', 'CAM', 'DEE']);
  await boxOf(page, 'CAM').click({ modifiers: ['Shift'] });
  await expect.poll(() => ticked(page)).toEqual(['BEN']);
  await boxOf(page, 'EVE').focus();
  await page.keyboard.press('Shift+Space');
  await expect.poll(() => ticked(page)).toEqual(['BEN', 'CAM', 'DEE', 'EVE']);
});

test('all that match are selected beyond the page and confirmed in one go', async ({ page, site }) => {
  await manyDonations(site, 60);
  await signInAdmin(page, site);
  await expect(page.getByText('1 to 50 of 60')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByText('50 selected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Select all 60' }).click();
  await expect(page.getByText('60 selected', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('51 to 60 of 60')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  expect(await ticked(page)).toHaveLength(10);

  // A colleague was faster with one that is on the other page.
  await site.database.execute(
    sql`update donations set rejected_at = now(), rejected_by = 'robin' where id = 1`,
  );
  // As many as are selected are there, but not the same ones.
  await logDonations(site, ['NEW']);
  await page.getByRole('button', { name: 'Select all 60' }).click();
  await page.getByRole('button', { name: 'Confirm 61 selected' }).click();
  await expect(page.getByText('60 donations confirmed', { exact: true })).toBeVisible();
  await expect(
    page.getByText('60 reward codes were issued. 1 skipped: already rejected.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('No pending donations 🎉')).toBeVisible();
});

test('of more than one press may confirm, the first are selected', async ({ page, site }) => {
  await manyDonations(site, MOST_AT_ONCE + 20);
  await signInAdmin(page, site);
  await expect(page.getByText('1 to 50 of 520')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Select the first 500' }).click();
  await expect(page.getByText('500 selected', { exact: true })).toBeVisible();
  // Most of them are on other pages: one key confirms nothing that nobody sees.
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Confirm 500 selected' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('500 donations confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText('1 to 20 of 20')).toBeVisible();
});

test('a selected row that is decided by itself is selected no more', async ({ page, site }) => {
  await logDonations(site, ['ANN', 'BEN']);
  await signInAdmin(page, site);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('row', { name: 'ANN' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
});

test('a row that a newer one pushes to the next page stays selected', async ({ page, site }) => {
  await manyDonations(site, 60);
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?sort=newest');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByText('50 selected', { exact: true })).toBeVisible();
  await loggedDonation(site, { studentId: 'NEW', date: dayOf(site.site.clock(), site.site.timeZone) });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows(page).first()).toContainText('NEW');
  await expect(rows(page)).toHaveCount(50);
  await expect(page.getByText('50 selected', { exact: true })).toBeVisible();
});

test('what could not be confirmed is selected again, but in no other search', async ({ page, site }) => {
  await logDonations(site, ['ANN', 'BEN']);
  await signInAdmin(page, site);
  const sent: Route[] = [];
  await page.route('**/api/admin/donations/confirm-bulk', (route) => void sent.push(route));
  const fail = () => sent.pop()?.abort('internetdisconnected');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Confirm 2 selected' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  await fail();
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm 2 selected' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  await page.getByRole('searchbox').fill('cam');
  await expect(page).toHaveURL(/q=cam/);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Network error')).toHaveCount(0);
  await fail();
  await expect(page.getByText('Network error').first()).toBeVisible();
  await expect(page.getByText(/selected$/)).toHaveCount(0);
});

async function logDonations(site: ServedSite, donors: readonly string[]): Promise<void> {
  const today = dayOf(site.site.clock(), site.site.timeZone);
  for (const [index, studentId] of donors.entries()) {
    await loggedDonation(site, { studentId, date: daysAfter(today, index - donors.length) });
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
  await site.database.execute(sql`update participants set total_donations = ${count}`);
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Pending donations' }).locator('tbody').getByRole('row');
}

function boxOf(page: Page, donor: string) {
  return page.getByRole('row', { name: donor }).getByRole('checkbox');
}

async function ticked(page: Page): Promise<string[]> {
  return await rows(page)
    .filter({ has: page.getByRole('checkbox', { checked: true }) })
    .getByRole('rowheader')
    .allTextContents();
}
