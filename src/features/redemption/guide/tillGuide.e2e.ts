import { expect, test } from '#e2e/fixtures.ts';
import { invalidPinMessage, otherPartnerMessage, refusalMessages } from '#features/redemption/rules.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { tooManyTries } from '#shared/limits.ts';
import { offline, pressAgain } from '#words/till.tsx';
import { strangeCharacter } from '#words/tillRefusals.ts';

test('the till leads to what each refusal means, in a tab of its own', async ({ page, context }) => {
  await page.goto('/redeem');
  await page.getByLabel('Reward code').fill('RR-ABC234');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'What each refusal means' }).click();
  const guide = await opened;
  await expect(guide).toHaveURL(/\/redeem\/guide$/);
  await expect(guide.getByRole('heading', { level: 1 })).toBeVisible();
  const words = [otherPartnerMessage, invalidPinMessage, strangeCharacter, tooManyTries];
  const said = [...Object.values(refusalMessages), ...words, offline, pressAgain];
  for (const message of said) await expect(guide.getByRole('term').getByText(message)).toBeVisible();
  // The till still has what was typed on it.
  await expect(page.getByLabel('Reward code')).toHaveValue('RR-ABC234');
});

test('the guide names the organisation’s own phone for what a store may not do any more', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const { organization } = (await admin.call(settings.settings, {})).body.settings;
  await admin.call(settings.changeSettings, {
    body: { organization: { ...organization, phone: '204-555-0100' } },
  });
  await page.goto('/redeem/guide');
  await expect(page.getByText('After that the office does it: 204-555-0100.')).toBeVisible();
});

test('the guide prints on one Letter page, without what is for the screen', async ({ page }) => {
  await page.goto('/redeem/guide');
  await page.waitForLoadState('networkidle');
  const pressed = page.waitForFunction(() => document.documentElement.dataset['printed']);
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = 'true';
    };
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await pressed;
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByText('Code not found')).toHaveCSS('color', 'rgb(0, 0, 0)');
});
