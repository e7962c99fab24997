import type { Page } from '@playwright/test';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { rewardCodes as rewards } from '#french/dashboard.tsx';
import { donationLogged as logged, logDonation as logging } from '#french/log.tsx';
import { donorLogin as login } from '#french/signIn.tsx';
import { languageSwitch as fr } from '#french/site.ts';
import { partnerPin, till, verdict as verdicts } from '#french/till.tsx';
import type { Delivery } from '#server/testing/mailServer.ts';
import { partnerStore } from '#server/testing/scenarios.ts';
import { languageSwitch as en } from '#words/site.ts';
import { codeOn, expect, type ServedSite, test } from './fixtures.ts';
import { expectOneLanguage, foreignPieces } from './sentences.ts';

test('the language switch keeps page, query and anchor, and applies to scanned codes', async ({
  page,
  context,
}) => {
  const chosen = async () => (await context.cookies()).find(({ name }) => name === 'lang')?.value;
  const inFrench = page.getByRole('link', { name: en.otherName }).first();
  const inEnglish = page.getByRole('link', { name: fr.otherName }).first();

  await page.goto('/#contact');
  await page.getByRole('contentinfo').getByRole('link', { name: en.otherName }).click();
  await expect(page).toHaveURL(/\/fr#contact$/);
  expect(await chosen()).toBe('fr');

  await page.goto('/log?bin=UC_EAST&location=University+Centre');
  await expect(page).toHaveURL(/\/fr\/log\?bin=UC_EAST&location=University\+Centre$/);
  await inEnglish.click();
  await expect(page).toHaveURL(/[^r]\/log\?bin=UC_EAST&location=University\+Centre$/);
  expect(await chosen()).toBe('en');
  await expect(inFrench).toBeVisible();

  for (const path of ['/redeem', '/bric-a-brac']) {
    await page.goto(path);
    await inFrench.click();
    await expect(page).toHaveURL(new RegExp(`/fr${path}$`));
    await expectOneLanguage(page, 'fr');
    await inEnglish.click();
    await expect(page).toHaveURL(new RegExp(`[^r]${path}$`));
  }
});

test.describe('a donor who speaks only French', () => {
  test.use({ locale: 'fr-CA', sendsMail: true });

  test('goes from a bin’s code to a redeemed code without meeting English', async ({
    page,
    site,
    browser,
  }) => {
    test.slow();
    const admin = await site.admin();

    await test.step('refused fields have French reasons', async () => {
      await page.goto('/fr/pickup-request');
      await page.locator('form [type=submit]').click();
      await expectRefused(page, 'name', 'Le nom est obligatoire');
      await page.locator('form [name=preferredAt]').fill('2020-07-02T17:30');
      await page.locator('form [type=submit]').click();
      await expectRefused(page, 'preferredAt', 'Veuillez choisir un moment à venir');
      await page.goto('/fr/redeem');
      await page.locator('form [name=code]').fill('RR-1');
      await page.keyboard.press('Enter');
      await expectRefused(page, 'code', 'Un code ne contient jamais O, 0, I, L ni 1');
    });

    await test.step('the donor scans a bin’s code and logs a donation', async () => {
      await page.goto('/log?bin=UC_EAST&location=Centre+universitaire');
      await expect(page).toHaveURL(/\/fr\/log\?bin=UC_EAST/);
      await page.getByRole('button', { name: logging.submit }).click();
      await expect(page.getByLabel(logging.studentId)).toHaveAccessibleDescription(/obligatoire/);
      await expectOneLanguage(page, 'fr');
      await page.getByLabel(logging.studentId).fill('mbouchard');
      await page.getByRole('radio', { name: /^2 à 3/ }).check();
      await page.getByRole('button', { name: logging.submit }).click();
      await expect(page.getByRole('heading', { name: /^Écrivez \w{3} sur votre sac$/ })).toBeVisible();
      await expectOneLanguage(page, 'fr');
    });

    await test.step('the donor signs in with a mailed code', async () => {
      await page.getByRole('link', { name: logged.viewDashboard }).last().click();
      await page.getByRole('button', { name: login.addEmail, exact: true }).click();
      await page.getByLabel(login.email).fill('marie@exemple.ca');
      await page.getByRole('button', { name: login.sendCode }).click();
      await expect(page.getByRole('heading', { name: login.codeHeading })).toBeVisible();
      await expectOneLanguage(page, 'fr');
      const mail = await readFrenchMail(site);
      const [, code = ''] = /^ {4}(\d{6})$/m.exec(mail.text ?? '') ?? [];
      await page.getByLabel(login.sixDigitCode).fill('000000' === code ? '111111' : '000000');
      await expect(page.getByLabel(login.sixDigitCode)).toHaveAccessibleDescription(/Il reste 4\sessais/);
      await expectOneLanguage(page, 'fr');
      await page.getByLabel(login.sixDigitCode).fill(code);
      await page.getByLabel(login.name).fill('Marie Bouchard');
      await page.getByRole('button', { name: login.toDashboard }).click();
      await expect(page).toHaveURL(/\/fr\/dashboard$/);
      await expect(page.getByText(rewards.withheld)).toBeVisible();
      await expectOneLanguage(page, 'fr');
    });

    const store = await partnerStore(admin, 'Friperie du Nord');
    await test.step('the donor gets a mail about a code, and finds it on the dashboard', async () => {
      const { body } = await admin.call(deciding.searchDonations, { query: {} });
      await admin.call(deciding.confirmDonation, {
        body: { id: body.items[0]?.id ?? 0, acceptClaim: true },
      });
      await readFrenchMail(site);
      await page.reload();
      await expect(page.getByText(/^RR-[A-Z2-9]{6}$/).first()).toBeVisible();
      await expectOneLanguage(page, 'fr');
    });
    const code = await codeOn(page);

    const storeContext = await browser.newContext({ baseURL: site.url, locale: 'fr-CA' });
    const clerk = await storeContext.newPage();
    await test.step('a clerk redeems the code', async () => {
      await clerk.goto(`/redeem?code=${code}`);
      await expect(clerk).toHaveURL(/\/fr\/redeem$/);
      await expect(clerk.getByRole('heading', { name: verdicts.valid })).toBeVisible();
      await expectOneLanguage(clerk, 'fr');
      await clerk.getByLabel(partnerPin).fill(store.pin === '00000000' ? '11111111' : '00000000');
      await clerk.getByRole('button', { name: till.redeemNow }).click();
      await expect(clerk.getByLabel(partnerPin)).toHaveAccessibleDescription(/NIP/);
      await expectOneLanguage(clerk, 'fr');
      await clerk.getByLabel(partnerPin).fill(store.pin);
      await clerk.getByRole('button', { name: till.redeemNow }).click();
      await expect(clerk.getByRole('heading', { name: verdicts.redeemed })).toBeVisible();
      await expectOneLanguage(clerk, 'fr');
      await readFrenchMail(site);
    });
    await storeContext.close();
  });
});

async function expectRefused(page: Page, name: string, sentence: string): Promise<void> {
  const field = page.locator(`form [name="${name}"]`);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
}

/** Reads the one new mail, and expects no English in it. */
async function readFrenchMail(site: ServedSite): Promise<Delivery['mail']> {
  const [delivery, ...others] = await site.newMail();
  if (!delivery || others.length > 0) throw new Error(`One mail was to come, not ${others.length + 1}.`);
  const { mail } = delivery;
  const text = [mail.subject, mail.text, mail.html].join('\n');
  expect(foreignPieces(text, 'en')).toEqual([]);
  expect(text).not.toMatch(/\b(?:the|your|this|with|Hello|Write)\b/);
  expect(mail.html).toContain('lang="fr-CA"');
  return mail;
}
