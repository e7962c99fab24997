import type { Page } from '@playwright/test';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract as people } from '#features/people/contract.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';

const HALF_A_LETTER_PAGE = 5.5 * 96;

test.describe('with mail on', () => {
  test.use({ sendsMail: true });

  test('an admin prints a slip, and a donor without any email signs in with its code once', async ({
    page,
    site,
    browser,
  }) => {
    const reward = await donorWithCode(site);
    await countPrints(page);
    await openSheet(page, site);
    await page.getByRole('button', { name: 'More for GFRIESEN100' }).click();
    await page.getByRole('menuitem', { name: 'Print slip' }).click();
    const dialog = page.getByRole('dialog', { name: 'Print a slip for GFRIESEN100' });
    await expect(dialog).toContainText('The code signs in once, within 7 days.');
    await expect(dialog).toContainText('It takes the place of any slip printed before.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Print slip' }).click();
    const slip = dialog.getByRole('article', { name: 'Slip' });
    await expect(slip).toContainText(/\d{3}–\d{3}/);
    const [code = ''] = /\d{3}–\d{3}/.exec(await slip.innerText()) ?? [];
    await expect(slip).toContainText('GFRIESEN100');
    await expect(slip).toContainText(`${site.site.publicUrl.replace(/^https?:\/\//, '')}/donor-login`);
    const inFrench = slip.locator('p[lang="fr-CA"]');
    await expect(inFrench).toContainText('/fr/donor-login, inscrivez le numéro de donateur ci-dessus');
    await expect(inFrench).toContainText('Valable une fois, jusqu’au');
    expect(await prints(page)).toBe(1);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const printed = page.getByRole('article', { name: 'Slip', includeHidden: true }).last();
    await expect(printed).toBeVisible();
    await expect(slip).toBeHidden();
    await expect(page.getByRole('main', { includeHidden: true })).toBeHidden();
    await expect(printed).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    expect((await printed.boundingBox())?.height).toBeLessThan(HALF_A_LETTER_PAGE);
    const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(code)).toHaveCount(0);

    const donors = await browser.newContext({ baseURL: site.url });
    const donor = await donors.newPage();
    await askForCode(donor);
    await expect(donor.getByText('If GFRIESEN100 has an email here')).toBeVisible();
    await expect(donor.getByText('ask a volunteer for a slip: its code goes in here, too.')).toBeVisible();
    await donor.getByLabel('Six-digit code').fill(code);
    await expect(donor).toHaveURL(/\/dashboard$/);
    await expect(donor.getByText(reward).first()).toBeVisible();
    await donors.clearCookies();
    await askForCode(donor);
    await donor.getByLabel('Six-digit code').fill(code);
    await expect(donor.getByLabel('Six-digit code')).toHaveAccessibleDescription(/not the newest code/);
    await donors.close();
  });

  test('what kept a slip from being made is said in the dialog, and nothing is printed', async ({
    page,
    site,
  }) => {
    await donorWithCode(site);
    await countPrints(page);
    await openSheet(page, site);
    await page.getByRole('button', { name: 'More for GFRIESEN100' }).click();
    await page.getByRole('menuitem', { name: 'Print slip' }).click();
    const other = await site.admin();
    await other.call(people.removePerson, { params: { id: 1 }, body: { reason: 'Asked' } });
    await page.getByRole('button', { name: 'Print slip' }).click();
    await expect(page.getByRole('alert')).toContainText('This person was removed.');
    await expect(page.getByRole('article', { name: 'Slip' })).toBeHidden();
    expect(await prints(page)).toBe(0);
  });
});

test('without mail no slip is offered, since no sign-in takes its code', async ({ page, site }) => {
  await donorWithCode(site);
  await openSheet(page, site);
  await page.getByRole('button', { name: 'More for GFRIESEN100' }).click();
  await expect(page.getByRole('menuitem', { name: 'Export everything' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Print slip' })).toBeHidden();
});

async function donorWithCode(site: ServedSite): Promise<string> {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const { code } = await confirmedCode(site, await site.admin(), { studentId: 'GFRIESEN100', date });
  return code;
}

async function openSheet(page: Page, site: ServedSite): Promise<void> {
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?tab=participants&person=1');
}

async function askForCode(page: Page): Promise<void> {
  await page.goto('/donor-login');
  await page.getByLabel('Donor ID or email').fill('GFRIESEN100');
  await page.getByRole('button', { name: 'Send me a code' }).click();
}

async function countPrints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset['prints'] = String(Number(dataset['prints'] ?? 0) + 1);
    };
  });
}

async function prints(page: Page): Promise<number> {
  return Number((await page.locator('html').getAttribute('data-prints')) ?? 0);
}
