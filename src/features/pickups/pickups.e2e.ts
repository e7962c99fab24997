import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

const OKSANA = {
  name: 'Oksana Bondar',
  phone: '204 555 0187',
  email: 'oksana@example.ca',
  address: '12 Osborne Street',
  items: 'Two boxes of mugs',
  preferredAt: '2027-07-02T14:30',
};

const RAVI = { name: 'Ravi Singh', address: '500 Pembina Hwy', items: 'Books' };

test('a volunteer schedules a pickup, then completes it; what is final stays so', async ({ page, site }) => {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Pickups' }).click();
  await expect(page.getByText('No pickup requests yet')).toBeVisible();
  for (const body of [OKSANA, RAVI]) await site.visitor().call(contract.requestPickup, { body });
  await page.getByRole('button', { name: 'Refresh' }).click();
  const tab = page.getByRole('link', { name: /^Pickups/ });
  await expect(tab).toHaveAccessibleName('Pickups 2 pending');

  const rows = page.getByRole('table', { name: 'Pickup requests' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Ravi Singh');
  await expect(rows.nth(2)).toContainText('Oksana Bondar');
  const row = page.getByRole('row', { name: /Oksana/ });
  await expect(row).toContainText('12 Osborne Street');
  await expect(row).toContainText('Jul 2, 2027, 2:30 PM');
  await expect(row.getByRole('link', { name: '204 555 0187' })).toHaveAttribute('href', 'tel:2045550187');
  await expect(row.getByRole('link', { name: 'oksana@example.ca' })).toHaveAttribute(
    'href',
    'mailto:oksana@example.ca',
  );

  await row.getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change status' });
  await expect(dialog.getByLabel('New status').getByRole('option')).toHaveText([
    'Scheduled',
    'Completed',
    'Cancelled',
  ]);
  await dialog.getByLabel('Notes').fill('Van on Tuesday, ring twice');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(page.getByText('Pickup scheduled', { exact: true })).toBeVisible();
  await expect(row).toContainText('Scheduled');
  await expect(tab).toHaveAccessibleName('Pickups 1 pending');
  await expect(row).toContainText('Van on Tuesday, ring twice');

  await row.getByRole('button', { name: 'Change status' }).click();
  await expect(dialog.getByLabel('New status').getByRole('option')).toHaveText([
    'Completed',
    'Change time or notes',
  ]);
  await dialog.getByLabel('New status').selectOption('Change time or notes');
  await dialog.getByLabel('Date and time').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('Date and time')).toHaveAccessibleDescription(/still to come/);
  await dialog.getByLabel('Date and time').fill('2027-07-03T10:15');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Pickup changed', { exact: true })).toBeVisible();
  await expect(row).toContainText('Scheduled: Jul 3, 2027, 10:15 AM');
  await expect(row).toContainText('Van on Tuesday, ring twice');

  await row.getByRole('button', { name: 'Change status' }).click();
  await dialog.getByLabel('New status').selectOption('Change time or notes');
  await dialog.getByLabel('Notes').fill('Use the back lane');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('Use the back lane');
  await expect(row).toContainText('Scheduled: Jul 3, 2027, 10:15 AM');

  await row.getByRole('button', { name: 'Change status' }).click();
  await dialog.getByLabel('New status').selectOption('Change time or notes');
  await expect(dialog.getByLabel('Date and time')).toHaveValue('2027-07-03T10:15');
  await dialog.getByLabel('New status').selectOption('Completed');
  await expect(dialog.getByLabel('Date and time')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(row).toContainText('Completed');
  await expect(row.getByRole('button', { name: 'Change status' })).toHaveAccessibleDescription(
    'This pickup is completed and cannot be changed any more.',
  );

  await page.getByLabel('Status').selectOption('Pending');
  await expect(page.getByRole('row', { name: /Ravi/ })).toBeVisible();
  await expect(row).toBeHidden();
  await expect(page).toHaveURL(/status=pending/);
  await page.getByLabel('Status').selectOption('Cancelled');
  await expect(page.getByText('No pickup requests yet')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row).toBeVisible();
});

test('a colleague who was faster: the dialog says so and the list behind it comes anew', async ({
  page,
  site,
}) => {
  await site.visitor().call(contract.requestPickup, { body: RAVI });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Pickups' }).click();
  const row = page.getByRole('row', { name: /Ravi/ });
  await row.getByRole('button', { name: 'Change status' }).click();
  const admin = await site.admin();
  await admin.call(contract.setPickupStatus, { params: { id: 1 }, body: { status: 'cancelled' } });
  const dialog = page.getByRole('dialog', { name: 'Change status' });
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'This pickup is cancelled and cannot be changed any more.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('Cancelled');
});

test('what the server says of a field that has left the dialog meanwhile stands above the button', async ({
  page,
  site,
}) => {
  await site.visitor().call(contract.requestPickup, { body: RAVI });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Pickups' }).click();
  await page.getByRole('row', { name: /Ravi/ }).getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change status' });
  // A year that the server alone knows to be too late.
  await dialog.getByLabel('Date and time').fill('9999-07-02T14:30');
  const letGo = Promise.withResolvers<void>();
  await page.route('**/api/admin/pickups/*/status', async (route) => {
    await letGo.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await dialog.getByLabel('New status').selectOption('Completed');
  await expect(dialog.getByLabel('Date and time')).toHaveCount(0);
  letGo.resolve();
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a date and time');
});

test('on a phone a request is a card that dials and writes', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await site.visitor().call(contract.requestPickup, { body: OKSANA });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Pickups' }).click();
  const card = page
    .getByRole('list', { name: 'Pickup requests' })
    .getByRole('listitem')
    .filter({ hasText: 'Oksana Bondar' });
  await expect(card.getByRole('link', { name: '204 555 0187' })).toBeVisible();
  await expect(card.getByRole('link', { name: 'oksana@example.ca' })).toBeVisible();
  await card.getByRole('button', { name: 'Change status' }).click();
  await page.getByLabel('New status').selectOption('Cancelled');
  await page.getByRole('button', { name: 'Save status' }).click();
  await expect(card).toContainText('Cancelled');
});
