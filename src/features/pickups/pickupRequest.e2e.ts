import { sql } from 'drizzle-orm';
import { pickups } from '#server/schema.ts';
import { limits } from '#shared/limits.ts';
import { expect, type ServedSite, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

const AMARA = {
  Name: 'Amara Okafor',
  Phone: '204 555 0144',
  Email: 'amara@example.ca',
  Address: '123 Example Street, Winnipeg',
  Items: 'Two boxes of dishes, a floor lamp',
};

const NEXT_SUMMER = `${new Date().getFullYear() + 1}-07-02T17:30`;

const failed = 'Failed to submit pickup request. Please try again.';
const contact = "We'll contact you within 1-2 business days to schedule your pickup.";

test.afterEach(({ site }) => {
  site.site.rateLimits = false;
});

test('a visitor asks for a pickup, mending what is wrong on the way', async ({ page, site }) => {
  await page.goto('/pickup-request');
  const request = page.getByRole('button', { name: 'Request Pickup' });
  await request.click();
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Address', 'Address is required'],
    ['Items', 'Items description is required'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(page.getByLabel('Name')).toBeFocused();

  for (const [label, text] of Object.entries(AMARA)) await page.getByLabel(label).fill(text);
  const [email, preferred] = [page.getByLabel('Email'), page.getByLabel('Preferred date and time')];
  await email.fill('amara');
  await preferred.fill('2020-07-02T17:30');
  await request.click();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(preferred).toHaveAccessibleDescription(/Please choose a time that is still to come/);
  await email.fill(AMARA.Email);
  await preferred.fill('');
  await preferred.pressSequentially('0702');
  await request.click();
  await expect(preferred).toHaveAccessibleDescription(/Please choose a date and time/);
  expect(await site.database.select().from(pickups)).toEqual([]);

  await preferred.fill(NEXT_SUMMER);
  await request.click();
  await expect(page.getByRole('heading', { name: 'Pickup Request Submitted' })).toBeFocused();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await expect(toast).toContainText(`Pickup Request Submitted${contact}`);
  const facts = page.getByRole('main').getByRole('definition');
  await expect(facts).toHaveText([
    ...Object.values(AMARA),
    `Jul 2, ${NEXT_SUMMER.slice(0, 4)}, 5:30 PM`,
    'Free',
  ]);
  await expect(page.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: 'Back to the guide' }).click();
  await expect(page).toHaveURL('/bric-a-brac');

  expect(await site.database.select().from(pickups)).toMatchObject([
    { name: AMARA.Name, preferredAt: new Date(`${NEXT_SUMMER}-05:00`), status: 'pending' },
  ]);
});

test('a request without a phone number and an email is asked about once, then taken', async ({
  page,
  site,
}) => {
  await page.goto('/pickup-request');
  for (const label of ['Name', 'Address', 'Items'] as const) await page.getByLabel(label).fill(AMARA[label]);
  const request = page.getByRole('button', { name: 'Request Pickup' });
  await request.click();
  const phone = page.getByLabel('Phone');
  await expect(phone).toHaveAccessibleDescription(
    /Without a phone number or email we cannot agree on a time/,
  );
  await expect(phone).toBeFocused();
  expect(await site.database.select().from(pickups)).toEqual([]);
  await request.click();
  await expect(page.getByRole('heading', { name: 'Pickup Request Submitted' })).toBeVisible();
  expect(await site.database.select().from(pickups)).toMatchObject([{ phone: null, email: null }]);
});

test('a slow server, a double tap and a reload make one request of it', async ({ page, site }) => {
  await page.goto('/pickup-request');
  for (const [label, text] of Object.entries(AMARA)) await page.getByLabel(label).fill(text);
  const letGo = await holdPickups(site);
  await page.getByRole('button', { name: 'Request Pickup' }).dblclick();
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  // The answer is lost with the page.
  await page.reload();
  await letGo();

  await expect(page.getByText('What you wrote before is still here.')).toBeVisible();
  for (const [label, text] of Object.entries(AMARA)) await expect(page.getByLabel(label)).toHaveValue(text);
  await page.getByRole('button', { name: 'Request Pickup' }).click();
  await expect(page.getByRole('heading', { name: 'Pickup Request Submitted' })).toBeVisible();
  expect(await site.database.select().from(pickups)).toHaveLength(1);

  await page.goto('/pickup-request');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Start over' })).toBeHidden();
});

test('what is written can be thrown away', async ({ page }) => {
  await page.goto('/pickup-request');
  await page.getByLabel('Name').fill('Amara');
  await page.getByLabel('Items').fill('Mugs');
  const keptSince = () =>
    page.evaluate(() => (JSON.parse(String(Object.values(localStorage)[0])) as { keptAt: number }).keptAt);
  const since = await keptSince();
  await page.reload();
  await expect(page.getByLabel('Items')).toHaveValue('Mugs');
  expect(await keptSince(), 'looking at it keeps it no longer').toBe(since);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  for (const label of ['Name', 'Items']) await expect(page.getByLabel(label)).toHaveValue('');
  await page.goto('/pickup-request');
  for (const label of ['Name', 'Items']) await expect(page.getByLabel(label)).toHaveValue('');
});

test('a refused request keeps the form, and trying again sends it', async ({ page, site }) => {
  // A browser may forbid storage: the form needs none.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  site.site.rateLimits = true;
  const { name, address, items } = { name: 'Ravi', address: '500 Pembina', items: 'Books' };
  for (let sent = 0; sent < limits.pickup.most; sent += 1) {
    await site.visitor().call(contract.requestPickup, { body: { name, address, items } });
  }
  await page.goto('/pickup-request');
  for (const [label, text] of Object.entries(AMARA)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Request Pickup' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await expect(toast).toContainText(`Error${failed}`);
  await expect(page.getByLabel('Items')).toHaveValue(AMARA.Items);
  site.pass({ minutes: 16 });
  await page.getByRole('button', { name: 'Request Pickup' }).click();
  await expect(page.getByRole('heading', { name: 'Pickup Request Submitted' })).toBeVisible();
});

/** Lets no pickup be written until the function it gives back is called. */
async function holdPickups(site: ServedSite): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const held = site.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${pickups} in exclusive mode`);
    locked.resolve();
    await letGo.promise;
  });
  await locked.promise;
  return async () => {
    letGo.resolve();
    await held;
  };
}
