import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { dayOf } from '#shared/dates.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

test('one confirmation goes back at once from its toast, and comes again from the next', async ({
  page,
  site,
}) => {
  await logDonations(site, ['ANN', 'BEN']);
  await signInAdmin(page, site);
  await rowOf(page, 'ANN').getByRole('button', { name: 'Confirm' }).click();
  const toast = toastOf(page, 'Donation confirmed');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(page, 'Confirmation undone')).toContainText('ANN: it is pending again.');
  await expect(rowOf(page, 'ANN')).toBeVisible();
  await toastOf(page, 'Confirmation undone').getByRole('button', { name: 'Redo' }).click();
  await expect(toastOf(page, 'Donation confirmed')).toBeVisible();
  await expect(rowOf(page, 'ANN')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a rejection goes back from its toast', async ({ page, site }) => {
  await logDonations(site, ['ANN']);
  await signInAdmin(page, site);
  await rowOf(page, 'ANN').getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(rowOf(page, 'ANN')).toHaveCount(0);
  await toastOf(page, 'Donation rejected').getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(page, 'Donation reopened')).toBeVisible();
  await expect(rowOf(page, 'ANN')).toBeVisible();
});

test('several are asked about first: what goes, and that Enter keeps them', async ({ page, site }) => {
  const ids = await logDonations(
    site,
    Array.from({ length: 9 }, (_, index) => `D${index}`),
  );
  const admin = await site.admin();
  await admin.call(participants.updateParticipant, {
    params: { id: 1 },
    body: { displayName: 'Emma Wiebe' },
  });
  await signInAdmin(page, site);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.keyboard.press('c');
  await expect(page.getByText('No pending donations 🎉')).toBeVisible();

  const question = page.getByRole('dialog', {
    name: /^Take back the confirmation of 9 donations, \d+:\d\d [AP]M\?$/,
  });
  await page.keyboard.press('u');
  await expect(question.getByRole('button', { name: 'Keep them confirmed' })).toBeFocused();
  // It would lie over the buttons.
  await expect(toastOf(page, '9 donations confirmed')).toHaveCount(0);
  await expect(question.getByRole('listitem')).toHaveCount(9);
  await expect(question.getByRole('listitem').first()).toContainText(/Emma Wiebe.*2-3kg.*RR-/);
  await expect(question).toContainText('9 codes end, none of them was used.');
  await expect(question).toContainText(/22\.5 kg leave \w+: 22\.5 becomes 0 kg\./);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByText('No pending donations 🎉')).toBeVisible();

  await page.getByRole('button', { name: /^Undo last confirmation: 9 donations, / }).click();
  await question.getByRole('button', { name: 'Take back 9' }).click();
  await expect(page.getByText('9 donations are pending again.', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Emma Wiebe')).toBeVisible();
  expect(await pendingIds(site)).toEqual(ids);
});

test('a used code bars the undo, and the question says which and where', async ({ page, site }) => {
  const [first] = await logDonations(site, ['ANN', 'BEN']);
  const admin = await site.admin();
  const { pin } = (await admin.call(partners.createPartner, { body: { name: 'Prairie Rewear' } })).body;
  await signInAdmin(page, site);
  await rowOf(page, 'ANN').getByRole('button', { name: 'Confirm' }).click();
  await expect(toastOf(page, 'Donation confirmed')).toBeVisible();
  const { rows } = await site.database.execute(
    sql`select code from discount_codes where donation_id = ${first}`,
  );
  await site.visitor().call(redemption.redeemCode, {
    params: { code: String(rows[0]?.['code']) },
    body: { pin },
  });
  await page.keyboard.press('u');
  const question = page.getByRole('dialog', { name: /^The confirmation of one donation, / });
  await expect(question).toContainText(/ANN.*Used at Prairie Rewear, \d+:\d\d [AP]M/);
  await expect(question).toContainText('A code was used, so this cannot be taken back');
  await expect(question.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await question.getByText('Close', { exact: true }).click();
  await expect(question).toBeHidden();
});

test('the toast takes back only what it tells of: of anything else it asks', async ({ page, site }) => {
  const [, second] = await logDonations(site, ['ANN', 'BEN']);
  await signInAdmin(page, site);
  await rowOf(page, 'ANN').getByRole('button', { name: 'Confirm' }).click();
  const toast = toastOf(page, 'Donation confirmed');
  await expect(toast).toBeVisible();
  // In another tab of the same browser.
  const { csrfToken } = await page.evaluate(async () => await (await fetch('/api/csrf')).json());
  const elsewhere = await page.request.post(contract.confirmDonation.path, {
    data: { id: second },
    headers: { 'x-csrf-token': csrfToken, origin: site.url },
  });
  expect(elsewhere.status()).toBe(200);
  await toast.getByRole('button', { name: 'Undo' }).click();
  const question = page.getByRole('dialog', { name: /^Take back the confirmation of one donation, / });
  await expect(question).toContainText('BEN');
  await question.getByRole('button', { name: 'Keep it confirmed' }).click();
  expect(await pendingIds(site)).toEqual([]);
});

test('nothing of today is nothing to undo', async ({ page, site }) => {
  await logDonations(site, ['ANN']);
  await signInAdmin(page, site);
  const undo = page.getByRole('button', { name: 'Undo last confirmation' });
  await undo.click();
  const words = page.getByText('Nothing to undo or failed to undo.', { exact: true });
  await expect(words).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(words).toBeHidden();
  await page.keyboard.press('u');
  await expect(words).toBeVisible();
});

for (const width of [640, 768, 1024, 1280]) {
  test(`at ${width} pixels the toast of a confirmation covers no button`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    await logDonations(
      site,
      Array.from({ length: 30 }, (_, index) => `D${index}`),
    );
    await signInAdmin(page, site);
    await page.getByRole('button', { name: 'Confirm', exact: true }).first().click();
    const toast = toastOf(page, 'Donation confirmed');
    await expect(toast).toBeVisible();
    expect(await coveredBy(page, toast)).toEqual([]);
  });
}

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

async function logDonations(site: ServedSite, donors: readonly string[]): Promise<number[]> {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const ids: number[] = [];
  for (const studentId of donors) ids.push(await loggedDonation(site, { studentId, date }));
  return ids;
}

async function pendingIds(site: ServedSite): Promise<number[]> {
  const { rows } = await site.database.execute<{ id: number }>(
    sql`select id from donations where not is_confirmed and rejected_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}

function rowOf(page: Page, donor: string) {
  return page.getByRole('row', { name: donor });
}

function toastOf(page: Page, title: string) {
  return page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title });
}
