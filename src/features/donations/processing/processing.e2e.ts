import type { Page } from '@playwright/test';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const PROCESS = '/reround-admin-843/pending/process';

async function logged(site: ServedSite, studentId: string) {
  return await loggedDonation(site, { studentId, date: dayOf(site.site.clock(), site.site.timeZone) });
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

test('what the server did not take comes back, and what a colleague decided is passed over', async ({
  page,
  site,
}) => {
  const ids: number[] = [];
  for (const donor of ['ANN', 'BEN', 'CAM', 'DEE']) ids.push(await logged(site, donor));
  const [ann = 0, ben = 0, cam = 0, dee = 0] = ids;
  const colleague = await site.admin('robin');
  await signInAdmin(page, site);
  await page.goto(PROCESS);
  await expect(shown(page, ann)).toBeVisible();

  await test.step('what the server did not take comes back with why', async () => {
    await page.context().setOffline(true);
    await page.keyboard.press('c');
    await expect(page.getByRole('alert')).toContainText([`Donation ${ann}: Network error`]);
    await page.context().setOffline(false);
    await expect(shown(page, ann)).toBeVisible();
    await expect(head(page, '0 done, 4 to go')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  });

  await test.step('what is decided already is not decided again, and does not count', async () => {
    await colleague.call(deciding.rejectDonation, { body: { id: ann, reason: 'Wet' } });
    await decide(page, ann, 'c', ben);
    await expect(
      page.getByText(`Donation ${ann} was rejected by robin meanwhile, and is passed over.`),
    ).toBeVisible();
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
