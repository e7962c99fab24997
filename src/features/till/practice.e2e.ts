import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { invalidPinMessage, otherPartnerMessage, refusalMessages } from '#features/till/rules.ts';
import { till, tillRefusals } from '#words/till.tsx';

async function expectOnePrintedPage(page: Page): Promise<void> {
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
}

test('a clerk practises with the real forms, which say that nothing is spent', async ({ page }) => {
  await page.goto('/redeem');
  const code = page.getByLabel('Reward code');
  const pin = page.getByLabel('Partner PIN');
  const practice = page.getByRole('status').filter({ hasText: 'Practice: nothing is spent.' });
  const verdict = (name: string) => page.getByRole('heading', { level: 2, name });

  await test.step('"Practise" fills in the code, in place of what was typed', async () => {
    await code.fill('RR-ABC235');
    await pin.fill('87654321');
    await expect(practice).toBeHidden();
    await page.getByRole('button', { name: 'Practise' }).click();
    await expect(code).toHaveValue('RR-TRYTRY');
    await expect(code).toBeFocused();
    await expect(pin).toHaveValue('');
    await expect(practice).toBeVisible();
  });

  await test.step('a wrong PIN is refused, and any other eight digits redeem', async () => {
    await page.keyboard.press('Enter');
    await expect(verdict('Valid Code')).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
    await expect(practice).toBeVisible();
    await pin.fill('00000000');
    await page.keyboard.press('Enter');
    await expect(pin).toHaveAccessibleDescription(/Invalid PIN/);
    await pin.fill('12345678');
    await page.keyboard.press('Enter');
    await expect(verdict('Redeemed')).toBeVisible();
    await expect(page.getByText('1 use left')).toBeVisible();
    await expect(practice).toBeVisible();
  });

  await test.step('the use is given back after a confirmation', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await pin.fill('12345678');
    await page.keyboard.press('Enter');
    await expect(verdict('Given back')).toBeVisible();
    await expect(practice).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(practice).toBeHidden();
  });

  await test.step('two codes show refusals', async () => {
    for (const [typedCode, title, message] of [
      ['RR-TRYUSE', 'Fully Used', 'Both uses are spent.'],
      ['RR-TRYEND', 'Invalid Code', 'Code expired'],
    ] as const) {
      await code.fill(typedCode);
      await page.keyboard.press('Enter');
      await expect(verdict(title)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
      await expect(practice).toBeVisible();
      await page.getByRole('button', { name: 'New code' }).click();
    }
  });
});

test('the help for clerks is on the till’s page, and prints on one sheet', async ({ page, site }) => {
  const admin = await site.admin();
  const { organization } = (await admin.call(settings.settings, {})).body.settings;
  const named = { ...organization, name: 'Prairie Loop Reuse Collective', phone: '204-555-0199' };
  await admin.call(settings.changeSettings, { body: { organization: named } });
  await page.goto('/redeem');
  const help = page.locator('#help');

  await test.step('a link leads to the explanations of refusals, and the typed code stays', async () => {
    const code = page.getByLabel('Reward code');
    await code.fill('RR-ABC234');
    await page.getByRole('link', { name: 'What each refusal means' }).click();
    await expect(page.getByRole('heading', { name: 'Help for clerks' })).toBeInViewport();
    await expect(code).toHaveValue('RR-ABC234');
    const messages = [
      ...Object.values(refusalMessages),
      otherPartnerMessage,
      invalidPinMessage,
      tillRefusals.strangeCharacter,
      tillRefusals.tooManyTries,
      till.offline,
      till.pressAgain,
    ];
    for (const message of messages) await expect(help.getByRole('term').getByText(message)).toBeVisible();
  });

  await test.step('only the help is printed', async () => {
    const printing = page.waitForFunction(() => document.documentElement.dataset['printed']);
    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = 'true';
      };
    });
    await help.getByRole('button', { name: 'Print' }).click();
    await printing;
    await expectOnePrintedPage(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByLabel('Reward code')).toBeHidden();
    await expect(help.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByText('Code not found')).toHaveCSS('color', 'rgb(0, 0, 0)');
  });

  await test.step('its earlier address leads to it, in both languages', async () => {
    await page.goto('/redeem/guide');
    await expect(page).toHaveURL(/\/redeem#help$/);
    await page.goto('/fr/redeem/guide');
    await expect(page).toHaveURL(/\/fr\/redeem#help$/);
    await expect(page.getByRole('heading', { name: 'Aide pour les commis' })).toBeInViewport();
    await expectOnePrintedPage(page);
  });
});
