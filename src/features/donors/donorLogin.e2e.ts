import type { Page } from '@playwright/test';
import { expect, type ServedSite, signInDonor, test } from '#e2e/fixtures.ts';
import { confirmedCode, createDonor } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { contract } from './contract.ts';

const CODE_LABEL = 'Six-digit code';

test('a donor signs in by donor ID, email or both, and returns to the requested page', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const id = await createDonor(site, 'JFRIESEN');
  await admin.call(contract.updateParticipant, { params: { id }, body: { email: 'jo@friesen.ca' } });
  const first = page.getByLabel('Donor ID or email');
  const logIn = page.getByRole('button', { name: 'Log in' });

  await test.step('the first field accepts a donor ID or an email, and shows what is wrong', async () => {
    await page.goto('/dashboard?from=mail');
    await expect(page).toHaveURL('/donor-login?returnTo=%2Fdashboard%3Ffrom%3Dmail');
    await expect(page.getByRole('textbox')).toHaveCount(1);
    await logIn.click();
    await expect(first).toHaveAccessibleDescription(/Please enter an email or a donor ID\./);
    await expect(first).toBeFocused();
    await first.fill('jo@friesen');
    await logIn.click();
    await expect(first).toHaveAccessibleDescription(/Please enter a valid email address/);
    await first.fill('jo@friesen.ca');
    await logIn.click();
    await expect(page).toHaveURL('/dashboard?from=mail');
    await expect(page.getByText('JO@FRIESEN.CA')).toBeVisible();
  });

  await test.step('a button shows more fields, and refusals of the server are shown', async () => {
    await page.goto('/login?returnTo=%2F%2Fexample.com');
    await page.getByRole('button', { name: 'Sign in as someone else' }).click();
    await first.fill('someone@else.ca');
    await page.getByRole('button', { name: 'Add your donor ID or name' }).click();
    const second = page.getByLabel('Donor ID');
    await expect(second).toBeFocused();
    await second.fill('jo!');
    await logIn.click();
    await expect(second).toHaveAccessibleDescription(/letters, digits/);
    await second.fill('jfriesen');
    await page.getByLabel('Name').fill('Jo');
    await logIn.click();
    await expect(page.getByText('That email does not match this donor ID.')).toBeVisible();
    // Since the first field holds an email, its label is now Email.
    await page.getByLabel('Email').fill('JO@friesen.ca');
    await logIn.click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('a donor whose session has ended is led from a button of the dashboard to the sign-in, and back', async ({
  page,
  site,
}) => {
  const params = { id: await createDonor(site, 'JFRIESEN') };
  await (await site.admin()).call(contract.changeShareLink, { params, body: { state: 'off' } });
  await signInDonor(page, 'JFRIESEN');
  await page.goto('/dashboard?from=mail');
  const switchOn = page.getByRole('button', { name: 'Switch on' });
  await expect(switchOn).toBeVisible();
  await page.context().clearCookies();
  await switchOn.click();
  await expect(page).toHaveURL('/donor-login?returnTo=%2Fdashboard%3Ffrom%3Dmail');
  await page.getByLabel('Donor ID or email').fill('JFRIESEN');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/dashboard?from=mail');
  await expect(switchOn).toBeVisible();
});

test('a browser that blocks cookies gets an error in the language of the page', async ({ page, site }) => {
  await createDonor(site, 'JFRIESEN');
  await dropCookies(page, contract.studentLogin.path);
  await page.goto('/fr/donor-login');
  await page.getByRole('textbox').fill('JFRIESEN');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('La session n’a pas pu s’ouvrir (témoin bloqué).')).toBeVisible();
});

test.describe('with mail on', () => {
  test.use({ sendsMail: true });

  test('a browser that blocks cookies gets the same error after the code', async ({ page, site }) => {
    await createDonorWithCode(site, 'grace@example.ca');
    await dropCookies(page, contract.studentLoginCode.path);
    await askForCode(page);
    await page.getByLabel(CODE_LABEL).fill(await site.mailedCode());
    await expect(page.getByText('Session not established (cookie blocked).')).toBeVisible();
  });

  test('a donor signs in with a mailed code, reloads, and needs none in a trusted browser', async ({
    page,
    site,
  }) => {
    const rewardCode = await createDonorWithCode(site, 'grace@example.ca');
    const first = page.getByLabel('Donor ID or email');
    const field = page.getByLabel(CODE_LABEL);

    await test.step('the field of the code has the focus and shows what is wrong', async () => {
      await page.goto('/discounts');
      await askForCode(page);
      await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
      await field.pressSequentially('000000');
      await expect(field).toHaveAccessibleDescription(/That code is not right\. 4 tries left\./);
      await expect(field).toHaveValue('');
      await expect(field).toBeFocused();
    });

    await test.step('an expired code is replaced by a new one', async () => {
      const expiredCode = await site.mailedCode();
      site.pass({ minutes: 11 });
      await field.fill(expiredCode);
      await expect(field).toHaveAccessibleDescription(/That code was too old\. A new one is on its way\./);
    });

    await test.step('Back leads to the first step, and a reload stays at the second', async () => {
      await page.goBack();
      await expect(first).toHaveValue('GFRIESEN100');
      await page.goForward();
      await page.reload();
      await expect(page.getByText('If GFRIESEN100 has an email here')).toBeVisible();
      await expect(page.getByText(/New code in 0:/)).toBeVisible();
    });

    await test.step('a code can be pasted with a space', async () => {
      await page.getByRole('checkbox', { name: /Trust this/ }).check();
      const code = await site.mailedCode();
      await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByText(rewardCode).first()).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
      await expect(field).toHaveCount(0);
    });

    await test.step('a trusted browser needs no code', async () => {
      await page.getByRole('button', { name: 'Sign in as someone else' }).click();
      await first.fill('GFRIESEN100');
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  });

  test('after too many wrong codes a donor waits for a new one, also after a reload', async ({
    page,
    site,
  }) => {
    await createDonorWithCode(site, 'grace@example.ca');
    const sendNewCode = page.getByRole('button', { name: 'Send a new code' });
    const tooMany = page.getByRole('alert').filter({ hasText: 'Those were too many wrong codes.' });
    await page.clock.install();
    await askForCode(page);

    await test.step('the error is gone once a new code is sent', async () => {
      await useUpTries(page);
      await expect(tooMany).toBeVisible();
      site.pass({ minutes: 11 });
      await page.clock.fastForward('11:00');
      await sendNewCode.click();
      await expect(page.getByText(/New code in 0:/)).toBeVisible();
      await expect(tooMany).toBeHidden();
    });

    await test.step('asked after a reload, the page says again how long to wait', async () => {
      await useUpTries(page);
      await expect(tooMany).toBeVisible();
      await page.reload();
      await sendNewCode.click();
      await expect(tooMany).toBeVisible();
      await expect(page.getByText(/New code in (10|9):/)).toBeVisible();
      await expect(sendNewCode).toBeHidden();
    });
  });
});

/** Types wrong codes until no more are accepted. */
async function useUpTries(page: Page): Promise<void> {
  const field = page.getByLabel(CODE_LABEL);
  for (const left of ['4 tries left', '3 tries left', '2 tries left', '1 try left']) {
    await field.fill('000000');
    await expect(field).toHaveAccessibleDescription(new RegExp(left));
  }
  await field.fill('000000');
}

async function createDonorWithCode(site: ServedSite, email: string): Promise<string> {
  const admin = await site.admin();
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const { code } = await confirmedCode(site, admin, { studentId: 'GFRIESEN100', date });
  await admin.call(contract.updateParticipant, { params: { id: 1 }, body: { email } });
  return code;
}

async function askForCode(page: Page): Promise<void> {
  await page.goto('/donor-login');
  await page.getByLabel('Donor ID or email').fill('GFRIESEN100');
  await page.getByRole('button', { name: 'Send me a code' }).click();
}

/** Removes the cookies from answers of this path, as a browser that blocks them does. */
async function dropCookies(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await page.context().clearCookies();
    const { 'set-cookie': _cookies, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}
