import { sql } from 'drizzle-orm';
import { pickups } from '#server/db/schema.ts';
import { isSkipped } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

const AMARA = {
  Name: 'Amara Okafor',
  Phone: '204 555 0144',
  Email: 'amara@example.ca',
  Address: '123 Example Street, Winnipeg',
  Items: 'Two boxes of dishes, a floor lamp',
};

const NEXT_YEAR = new Date().getFullYear() + 1;
const NEXT_SUMMER = `${NEXT_YEAR}-07-02T17:30`;

/** A time in next March that the clocks of Winnipeg skip. */
const SKIPPED = Array.from(
  { length: 31 },
  (_, day) => `${NEXT_YEAR}-03-${String(day + 1).padStart(2, '0')}T02:30`,
).find((wallTime) => isSkipped(wallTime, 'America/Winnipeg'));

const OKSANA = {
  name: 'Oksana Bondar',
  phone: '204 555 0187',
  email: 'oksana@example.ca',
  address: '12 Osborne Street',
  items: 'Two boxes of mugs',
  preferredAt: '2027-07-02T14:30',
};

const RAVI = { name: 'Ravi Singh', address: '500 Pembina Hwy', items: 'Books' };

test('a visitor corrects and sends a pickup request, and nothing is lost or sent twice', async ({
  page,
  site,
  newVisitor,
}) => {
  const requestButton = page.getByRole('button', { name: 'Request Pickup' });
  const [email, preferred] = [page.getByLabel('Email'), page.getByLabel('Preferred date and time')];
  const doneHeading = page.getByRole('heading', { name: 'Pickup Request Submitted' });
  await page.goto('/pickup-request');

  await test.step('missing values are reported at their fields', async () => {
    await requestButton.click();
    for (const [label, message] of [
      ['Name', 'Name is required'],
      ['Address', 'Address is required'],
      ['Items', 'Items description is required'],
    ] as const) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
    }
    await expect(page.getByLabel('Name')).toBeFocused();
  });

  await test.step('a missing phone number and email are asked for once', async () => {
    for (const label of ['Name', 'Address', 'Items'] as const)
      await page.getByLabel(label).fill(AMARA[label]);
    await requestButton.click();
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
      /Without a phone number or email we cannot agree on a time/,
    );
    await expect(page.getByLabel('Phone')).toBeFocused();
  });

  await test.step('wrong values are reported at their fields', async () => {
    await page.getByLabel('Phone').fill(AMARA.Phone);
    await email.fill('amara');
    await preferred.fill('2020-07-02T17:30');
    await requestButton.click();
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(preferred).toHaveAccessibleDescription(/Please choose a time that is still to come/);
    await email.fill(AMARA.Email);
    await preferred.fill('');
    await preferred.pressSequentially('0702');
    await requestButton.click();
    await expect(preferred).toHaveAccessibleDescription(/Please choose a date and time/);
    expect(await site.database.select().from(pickups)).toEqual([]);
    await preferred.fill(NEXT_SUMMER);
  });

  await test.step('a slow server, a double press and a reload make one request', async () => {
    const release = await blockPickupWrites(site);
    await requestButton.dblclick();
    await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
    // The answer is lost with the page.
    await page.reload();
    await release();
    await expect(page.getByText('What you wrote before is still here.')).toBeVisible();
    for (const [label, text] of Object.entries(AMARA)) await expect(page.getByLabel(label)).toHaveValue(text);
    await requestButton.click();
    await expect(doneHeading).toBeFocused();
    const facts = page.getByRole('main').getByRole('definition');
    const day = `Jul 2, ${NEXT_SUMMER.slice(0, 4)}, 5:30 PM`;
    await expect(facts).toHaveText([...Object.values(AMARA), day, 'Free']);
    expect(await site.database.select().from(pickups)).toMatchObject([
      { name: AMARA.Name, preferredAt: new Date(`${NEXT_SUMMER}-05:00`), status: 'pending' },
    ]);
  });

  await test.step('a new draft can be discarded', async () => {
    await page.goto('/pickup-request');
    await page.getByLabel('Items').fill('Mugs');
    await page.reload();
    await expect(page.getByLabel('Items')).toHaveValue('Mugs');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByLabel('Items')).toHaveValue('');
  });

  await test.step('the form works without storage, and keeps a request that could not be sent', async () => {
    const pageWithoutStorage = await newVisitor();
    // A browser may forbid storage.
    await pageWithoutStorage.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    });
    await pageWithoutStorage.goto('/pickup-request');
    for (const [label, text] of Object.entries(AMARA)) await pageWithoutStorage.getByLabel(label).fill(text);
    await pageWithoutStorage.getByLabel('Preferred date and time').fill(SKIPPED ?? '');
    await pageWithoutStorage.context().setOffline(true);
    await pageWithoutStorage.getByRole('button', { name: 'Request Pickup' }).click();
    await expect(
      pageWithoutStorage.getByText('Failed to submit pickup request. Please try again.').first(),
    ).toBeVisible();
    await expect(pageWithoutStorage.getByLabel('Items')).toHaveValue(AMARA.Items);
    await pageWithoutStorage.context().setOffline(false);
    await pageWithoutStorage.getByRole('button', { name: 'Request Pickup' }).click();
    await expect(pageWithoutStorage.getByRole('heading', { name: 'Pickup Request Submitted' })).toBeVisible();
    await expect(pageWithoutStorage.getByText(/^The time you chose does not exist/)).toBeVisible();
    await expect(
      pageWithoutStorage.getByRole('main').getByRole('definition').filter({ hasText: '3:30 AM' }),
    ).toBeVisible();
  });
});

test('an admin schedules and completes a pickup, and final states stay', async ({ page, site }) => {
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
  await expect(dialog.getByLabel('Date and time')).toHaveValue('2027-07-03T10:15');
  await dialog.getByLabel('New status').selectOption('Completed');
  await expect(dialog.getByLabel('Date and time')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(row).toContainText('Completed');
  await expect(row.getByRole('button', { name: 'Change status' })).toHaveAccessibleDescription(
    'This pickup is completed and cannot be changed any more.',
  );

  await test.step('the last step is undone with a reason, and a scheduled pickup is cancelled', async () => {
    await row.getByRole('button', { name: 'Undo' }).click();
    const undo = page.getByRole('dialog', { name: 'Take back the last step?' });
    await expect(undo).toContainText(
      'It is completed now and becomes scheduled again. The requester gets no mail.',
    );
    await undo.getByRole('button', { name: 'Back to Scheduled' }).click();
    await expect(undo.getByLabel('Reason')).toHaveAccessibleDescription(/Please say why/);
    await undo.getByLabel('Reason').fill('Nobody was at home');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Pickup scheduled again', { exact: true })).toBeVisible();
    await expect(row).toContainText('Reason: Nobody was at home');
    await expect(row.getByRole('button', { name: 'Undo' })).toHaveCount(0);

    await row.getByRole('button', { name: 'Cancel pickup' }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel this pickup?' });
    await expect(cancel).toContainText('It is scheduled for Jul 3, 2027, 10:15 AM.');
    await cancel.getByLabel('Reason').fill('They moved away');
    await cancel.getByRole('button', { name: 'Cancel pickup' }).click();
    await expect(page.getByText('Pickup cancelled', { exact: true })).toBeVisible();
    await row.getByRole('button', { name: 'Undo' }).click();
    await undo.getByLabel('Reason').fill('They did not');
    await undo.getByRole('button', { name: 'Back to Scheduled' }).click();
    await row.getByRole('button', { name: 'Change status' }).click();
    await dialog.getByRole('button', { name: 'Save status' }).click();
    await expect(row).toContainText('Completed');
  });

  await page.getByLabel('Status').selectOption('Pending');
  await expect(page.getByRole('row', { name: /Ravi/ })).toBeVisible();
  await expect(row).toBeHidden();
  await expect(page).toHaveURL(/status=pending/);
  await page.getByLabel('Status').selectOption('Cancelled');
  await expect(page.getByText('No pickup requests yet')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row).toBeVisible();

  const raviRow = page.getByRole('row', { name: /Ravi/ });
  await test.step('a server error about a field that is hidden meanwhile is shown above the button', async () => {
    await raviRow.getByRole('button', { name: 'Change status' }).click();
    // Only the server refuses this year as too late.
    await dialog.getByLabel('Date and time').fill('9999-07-02T14:30');
    const release = Promise.withResolvers<void>();
    await page.route('**/api/admin/pickups/*/status', async (route) => {
      await release.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Save status' }).click();
    await dialog.getByLabel('New status').selectOption('Completed');
    await expect(dialog.getByLabel('Date and time')).toHaveCount(0);
    release.resolve();
    await expect(dialog.getByRole('alert')).toHaveText('Please choose a date and time');
  });

  await test.step('the dialog reports that a colleague was faster, and the list reloads', async () => {
    const admin = await site.admin();
    await admin.call(contract.setPickupStatus, { params: { id: 2 }, body: { status: 'cancelled' } });
    await dialog.getByRole('button', { name: 'Save status' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'This pickup is cancelled and cannot be changed any more.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(raviRow).toContainText('Cancelled');
  });

  await test.step('on a phone a request is a card with links to call and to write', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const card = page
      .getByRole('list', { name: 'Pickup requests' })
      .getByRole('listitem')
      .filter({ hasText: 'Oksana Bondar' });
    await expect(card.getByRole('link', { name: '204 555 0187' })).toBeVisible();
    await expect(card.getByRole('link', { name: 'oksana@example.ca' })).toBeVisible();
  });
});

/** Blocks writes of pickups until the returned function is called. */
async function blockPickupWrites(site: ServedSite): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const blocking = site.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${pickups} in exclusive mode`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  return async () => {
    release.resolve();
    await blocking;
  };
}
