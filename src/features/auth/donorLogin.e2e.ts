import { expect, test } from '#e2e/fixtures.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { knownDonor } from '#server/testing/scenarios.ts';

test('one field takes a donor ID or an email; the other and a name unfold below it', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const id = await knownDonor(site, 'JFRIESEN');
  await admin.call(participants.updateParticipant, { params: { id }, body: { email: 'jo@friesen.ca' } });
  await page.goto('/donor-login');
  await expect(page.getByRole('textbox')).toHaveCount(1);
  const first = page.getByLabel('Donor ID or email');
  const logIn = page.getByRole('button', { name: 'Log in' });

  await logIn.click();
  await expect(first).toHaveAccessibleDescription(/Please enter an email or a donor ID\./);
  await expect(first).toBeFocused();
  await first.fill('jo@friesen');
  await logIn.click();
  await expect(first).toHaveAccessibleDescription(/Please enter a valid email address/);
  await first.fill('jo@friesen.ca');
  await logIn.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('JO@FRIESEN.CA')).toBeVisible();

  await page.goto('/donor-login');
  await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await first.fill('someone@else.ca');
  await page.getByRole('button', { name: 'Add your donor ID or name' }).click();
  const other = page.getByLabel('Donor ID');
  await expect(other).toBeFocused();
  await other.fill('jo!');
  await logIn.click();
  await expect(other).toHaveAccessibleDescription(/letters, digits/);
  await other.fill('jfriesen');
  await page.getByLabel('Name').fill('Jo');
  await logIn.click();
  // The server speaks of the email, which was typed into the first field.
  await expect(page.getByText('That email does not match this donor ID.')).toBeVisible();
  await page.getByLabel('Email').fill('JO@friesen.ca');
  await logIn.click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('with both fields open each goes by one name, and an address in both is no donor ID', async ({
  page,
}) => {
  await page.goto('/donor-login');
  await page.getByRole('button', { name: 'Add your email or name' }).click();
  // The form puts the cursor there in a moment; it would take it from the other field.
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('jo@friesen.ca');
  await page.getByLabel('Donor ID').fill('Jo@friesen.ca');
  await expect(page.getByLabel('Email')).toHaveValue('Jo@friesen.ca');
  await expect(page.getByLabel('Donor ID')).toHaveValue('jo@friesen.ca');
  const sent = page.waitForRequest('**/api/students/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  expect((await sent).postDataJSON()).toEqual({ email: 'Jo@friesen.ca' });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a refusal that comes with a status of success shows its sentence', async ({ page }) => {
  await page.route('**/api/students/login', (route) =>
    route.fulfill({ json: { ok: false, error: 'Sign-ins are closed today.', code: 'closed' } }),
  );
  await page.goto('/donor-login');
  await page.getByLabel('Donor ID or email').fill('JFRIESEN');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Sign-ins are closed today.');
  await expect(page).toHaveURL(/\/donor-login$/);
});

test('signing in leads to the page that was asked for, and to the dashboard from a link that names another place', async ({
  page,
}) => {
  const logIn = async () => {
    await page.getByLabel('Donor ID or email').fill('JFRIESEN');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('JFRIESEN').first()).toBeVisible();
    const address = await page.evaluate(() => window.location.pathname + window.location.search);
    await page.context().clearCookies();
    return address;
  };
  for (const [address, door, leadsTo] of [
    ['/dashboard', '/donor-login', '/dashboard'],
    ['/status', '/donor-login', '/dashboard'],
    ['/dashboard?from=mail', '/donor-login?returnTo=%2Fdashboard%3Ffrom%3Dmail', '/dashboard?from=mail'],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveURL(door);
    expect(await logIn()).toBe(leadsTo);
  }
  for (const elsewhere of [
    'https://example.com/status',
    '//example.com',
    '/\\example.com',
    '/reround-admin-843',
  ]) {
    await page.goto(`/login?returnTo=${encodeURIComponent(elsewhere)}`);
    expect(await logIn(), elsewhere).toBe('/dashboard');
  }
});
