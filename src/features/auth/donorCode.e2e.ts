import { expect, type ServedSite, test } from '#e2e/fixtures.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { confirmedCode, knownDonor } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';

test.use({ sendsMail: true });

const CODE = 'Six-digit code';

async function known(site: ServedSite) {
  const admin = await site.admin();
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const { code } = await confirmedCode(site, admin, { studentId: 'GFRIESEN100', date });
  const body = { displayName: 'Grace Friesen', email: 'grace@example.ca' };
  await admin.call(participants.updateParticipant, { params: { id: 1 }, body });
  return code;
}

test('a donor is mailed a code, pastes it with a space, and sees their codes; a trusted browser needs none', async ({
  page,
  site,
}) => {
  const reward = await known(site);
  await page.goto('/donor-login');
  await page.getByLabel('Donor ID or email').fill('gfriesen100');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await expect(page.getByText('If GFRIESEN100 has an email here')).toBeVisible();
  const field = page.getByLabel(CODE);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByText(/New code in 0:4\d/)).toBeVisible();
  const trust = page.getByRole('checkbox', { name: /Trust this/ });
  await expect(trust).not.toBeChecked();

  await field.pressSequentially('000000');
  await expect(field).toHaveAccessibleDescription(/That is not the newest code\. 4 tries left\./);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await trust.check();
  const code = await site.mailedCode();
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(reward).first()).toBeVisible();

  await page.goto('/donor-login');
  await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await page.getByLabel('Donor ID or email').fill('GFRIESEN100');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('whoever is typing types on where the site says only then whether it mails codes', async ({
  page,
  site,
}) => {
  await known(site);
  const begun = Promise.withResolvers<void>();
  let wasSentAsMailing = false;
  await page.route('**/api/public/site', async (route) => {
    const response = await route.fetch();
    await begun.promise;
    const json: object = await response.json();
    await route.fulfill({ response, json: { ...json, sendsMail: !wasSentAsMailing } });
  });
  await page.goto('/donor-login');
  const field = page.getByLabel('Donor ID or email');
  await field.click();
  await page.keyboard.type('gfri100');
  for (let letters = 0; letters < '100'.length; letters++) await page.keyboard.press('ArrowLeft');
  // The mailbox has just been opened: the page was sent with it or without.
  const sendCode = page.getByRole('button', { name: 'Send me a code' });
  wasSentAsMailing = await sendCode.isVisible();
  begun.resolve();
  await expect(sendCode).toBeVisible({ visible: !wasSentAsMailing });
  await page.keyboard.type('esen');
  await expect(field).toHaveValue('gfriesen100');
  await expect(field).toBeFocused();
});

test('a code that is too old is followed by a new one; five wrong ones say when to try again', async ({
  page,
  site,
}) => {
  await known(site);
  await page.goto('/donor-login');
  await page.getByLabel('Donor ID or email').fill('grace@example.ca');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('A six-digit code is on its way to grace@example.ca.')).toBeVisible();
  const field = page.getByLabel(CODE);
  const old = await site.mailedCode();
  site.pass({ minutes: 11 });
  await field.fill(old);
  await expect(field).toHaveAccessibleDescription(/That code was too old\. A new one is on its way\./);
  for (const left of ['3 tries', '2 tries', '1 try']) {
    await field.fill('000000');
    await expect(field).toHaveAccessibleDescription(new RegExp(`${left} left`));
  }
  await field.fill('000000');
  await expect(page.getByRole('alert')).toHaveText(/Ask for a new one in 10 minutes\./);
  await expect(page.getByText(/New code in (10:00|9:\d\d)/)).toBeVisible();
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expect(page.getByLabel('Donor ID or email')).toHaveValue('grace@example.ca');
});

test('a page that was loaded anew meanwhile still asks for the code, and Back leads to the step before', async ({
  page,
  site,
}) => {
  const reward = await known(site);
  await page.goto('/discounts');
  await page.goto('/donor-login');
  const first = page.getByLabel('Donor ID or email');
  await first.fill('GFRIESEN100');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const field = page.getByLabel(CODE);
  await expect(field).toBeFocused();
  await page.goBack();
  await expect(first).toHaveValue('GFRIESEN100');
  await page.goForward();
  await page.reload();
  await expect(page.getByText('If GFRIESEN100 has an email here')).toBeVisible();
  await expect(page.getByText(/New code in 0:/)).toBeVisible();
  // Some keyboards write wide digits.
  const wide = (digit: string) => String.fromCodePoint(Number(digit) + 0xff10);
  const shown = Promise.withResolvers<void>();
  await page.route('**/api/students/summary', async (route) => {
    await shown.promise;
    await route.continue();
  });
  const isKnown = page.waitForResponse('**/api/students/me');
  await field.fill((await site.mailedCode()).replaceAll(/\d/g, wide));
  await isKnown;
  // The dashboard is on its way, and nothing else comes in between.
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  await expect(field).toBeVisible();
  shown.resolve();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(reward).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('whoever proves a new address is asked for a name afterwards, once, and may leave it', async ({
  page,
  site,
}) => {
  await page.goto('/donor-login');
  const first = page.getByLabel('Donor ID or email');
  await first.fill('newcomer7');
  await page.getByRole('button', { name: 'Add your email', exact: true }).click();
  await expect(page.getByLabel('Name', { exact: false })).toHaveCount(0);
  await page.getByLabel('Email').fill('new@example.ca');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel(CODE).fill(await site.mailedCode());
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByRole('button', { name: 'Go to your dashboard' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await page.getByLabel('Name').fill('Robin');
  await page.getByRole('button', { name: 'Go to your dashboard' }).click();
  await expect(page.getByRole('heading', { name: /Robin/ })).toBeVisible();

  await page.goto('/donor-login');
  await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await page.getByLabel('Donor ID or email').fill('other@example.ca');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel(CODE).fill(await site.mailedCode());
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await expect(page.getByLabel('Donor ID or email')).toBeVisible();
});

test('whose codes are not shown yet is told so on the dashboard', async ({ page, site }) => {
  await site.admin();
  await knownDonor(site, 'GFRIESEN100');
  await page.goto('/donor-login');
  await page.getByLabel('Donor ID or email').fill('GFRIESEN100');
  await page.getByRole('button', { name: 'Add your email', exact: true }).click();
  await page.getByLabel('Email').fill('grace@example.ca');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel(CODE)).toBeFocused();
  await page.getByLabel(CODE).fill(await site.mailedCode());
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Your codes are not shown yet.')).toBeVisible();
});
