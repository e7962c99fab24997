import type { Locator, Page } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import * as header from '#words/siteHeader.ts';
import * as logging from '#words/logDonation.tsx';
import * as logged from '#words/donationLogged.tsx';
import * as login from '#words/donorLogin.tsx';
import * as till from '#words/till.tsx';
import * as pin from '#words/partnerPin.ts';
import * as verdict from '#words/verdict.ts';
import { languages, pathIn } from '#shared/languages.ts';
import * as headerInFrench from '#french/siteHeader.ts';
import * as loggingInFrench from '#french/logDonation.tsx';
import * as loggedInFrench from '#french/donationLogged.tsx';
import * as loginInFrench from '#french/donorLogin.tsx';
import * as tillInFrench from '#french/till.tsx';
import * as pinInFrench from '#french/partnerPin.ts';
import * as verdictInFrench from '#french/verdict.ts';
import { expect, test } from './fixtures.ts';

/** What the story presses and reads, in each language. */
const said = {
  en: { header, logging, logged, login, till, pin, verdict, weight: /^1-2kg/ },
  fr: {
    header: headerInFrench,
    logging: loggingInFrench,
    logged: loggedInFrench,
    login: loginInFrench,
    till: tillInFrench,
    pin: pinInFrench,
    verdict: verdictInFrench,
    weight: /^1 à 2/,
  },
};

for (const language of languages) {
  const words = said[language];

  test(`a donor and a clerk go all their way without a mouse (${language})`, async ({ page, site }) => {
    const admin = await site.admin();

    await test.step('a donor logs a donation, pressing Enter twice', async () => {
      await page.goto(pathIn(language, '/'));
      await tabTo(page, page.getByRole('banner').getByRole('link', { name: words.header.logDonation }));
      await page.keyboard.press('Enter');
      await type(page, words.logging.studentId, 'JTHIESSEN');
      await tabTo(page, page.getByRole('radio', { name: words.weight }));
      await page.keyboard.press('ArrowRight');
      await tabTo(page, page.getByRole('button', { name: words.logging.submit }));
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: words.logged.heading })).toBeVisible();
      const { body } = await admin.call(lists.searchDonations, { query: {} });
      expect(body.items).toMatchObject([{ student_id: 'JTHIESSEN', weight: '2-3kg' }]);
      await admin.call(deciding.confirmDonation, { body: { id: body.items[0]?.id ?? 0 } });
    });

    let code = '';
    await test.step('signs in and finds the code', async () => {
      await tabTo(page, page.getByRole('main').getByRole('link', { name: words.logged.viewDashboard }));
      await page.keyboard.press('Enter');
      await type(page, words.login.donorIdOrEmail, 'JTHIESSEN');
      await page.keyboard.press('Enter');
      code = await page
        .getByText(/^RR-[A-Z2-9]{6}$/)
        .first()
        .innerText();
    });

    await test.step('a clerk checks and redeems it', async () => {
      const { body: store } = await admin.call(partners.createPartner, {
        body: { name: 'Main Street Thrift' },
      });
      await page.goto(pathIn(language, '/redeem'));
      await type(page, words.till.rewardCode, code);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: words.verdict.valid })).toBeVisible();
      await type(page, words.pin.partnerPin, store.pin);
      await page.keyboard.press('Enter');
      await expect(page.getByText(words.verdict.usesLeft(1))).toBeVisible();
    });
  });
}

test('a visitor asks for a pickup and reports a bin without a mouse', async ({ page, site }) => {
  await (
    await site.admin()
  ).call(bins.createBin, {
    body: { name: 'UC East', location: 'University Centre', binCode: 'UC_EAST' },
  });

  await test.step('the pickup', async () => {
    await page.goto('/bric-a-brac');
    await tabTo(page, page.getByRole('link', { name: 'Call for Pickup' }));
    await page.keyboard.press('Enter');
    await type(page, 'Name', 'Noah Reimer');
    await type(page, 'Phone optional', '204 555 0122');
    await type(page, 'Address', '12 Osborne Street');
    await type(page, 'Items', 'Two boxes of books');
    await tabTo(page, page.getByRole('button', { name: 'Request Pickup' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Pickup Request Submitted', { exact: true })).toBeVisible();
  });

  await test.step('the report, and back to where it was opened', async () => {
    await page.goto('/bric-a-brac');
    const opener = page.getByRole('button', { name: 'Report a Full / Damaged Bin' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Bin', { exact: true }));
    await page.keyboard.type('UC');
    await tabTo(page, page.getByRole('button', { name: 'Send' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Thank you. We will look after the bin.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

const MOST_STOPS = 60;

/** Goes on by Tab until something has the focus, as somebody without a mouse must. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function type(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(words);
}
