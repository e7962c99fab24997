import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { invalidPinMessage, otherPartnerMessage, refusalMessages } from '#features/redemption/rules.ts';
import { PRACTICE_CODE } from '#features/rewards/rules.ts';
import { tooManyTries } from '#shared/limits.ts';
import { offline, pressAgain } from '#words/till.tsx';
import { strangeCharacter } from '#words/tillRefusals.ts';

const practise = (page: Page) => page.getByRole('button', { name: 'Practise' });
const verdict = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const banner = (page: Page) => page.getByRole('heading', { level: 1, name: 'Practice' });

async function startPractice(page: Page): Promise<void> {
  await practise(page).click();
  await expect(banner(page)).toBeVisible();
}

/** Every call to the API that the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test('a clerk learns the till by practice, which spends nothing and leaves nothing behind, and by its guide', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto('/redeem');
  await page.waitForLoadState('networkidle');
  const code = page.getByLabel('Reward code');
  const pin = page.getByLabel('Partner PIN');
  const undo = page.getByRole('button', { name: 'Undo' });
  await code.fill('RR-ABC235');
  await pin.fill('12345678');
  const calls = callsOf(page);

  await test.step('it says on every side that it is practice', async () => {
    await startPractice(page);
    await expect(banner(page)).toBeFocused();
    await expect(page).toHaveTitle(/Practice$/);
    await expect(page.getByText('Nothing is spent here.')).toBeVisible();
    await expect(pin).toHaveValue('');
  });

  await test.step('it shows every verdict', async () => {
    for (const [chip, title, words] of [
      ['One use left', 'Valid Code', '1 use left'],
      ['Fully used', 'Fully Used', 'Both uses are spent.'],
      ['Expired', 'Invalid Code', 'Code expired'],
      ['Not found', 'Invalid Code', 'Code not found'],
    ] as const) {
      await page.getByText(chip, { exact: true }).click();
      await expect(verdict(page, title)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: words }), chip).toBeVisible();
    }
    await page.getByText('Wrong PIN', { exact: true }).click();
    await pin.fill('1234');
    await page.keyboard.press('Enter');
    await expect(pin).toHaveAccessibleDescription(/Invalid PIN/);
    await page.getByText('Valid', { exact: true }).click();
  });

  await test.step('a use is practised, and given back after a question', async () => {
    await pin.fill('7');
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await expect(page.getByText('1 use left')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next customer' })).toBeFocused();
    await undo.click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Give the use back' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Given back')).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(code).toBeFocused();
  });

  await test.step('a real code is not taken, typed, pasted or scanned', async () => {
    for (const [typed, said] of [
      ['RR-ABC234', /Practice takes only RR-PRACT7\. Stop practising to check a real code\./],
      ['https://reround.example/redeem?code=RR-ABC234', /Practice takes only RR-PRACT7/],
      ['RR-ABC230', /Codes never contain O, 0, I, L or 1/],
    ] as const) {
      await code.fill(typed);
      await code.press('Enter');
      await expect(code).toHaveAccessibleDescription(said);
      await expect(code).toBeFocused();
    }
    // A scanner types wherever the focus is.
    await page.getByRole('radio', { name: 'Expired' }).focus();
    await page.keyboard.type('RR-ABC234');
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeVisible();
    await code.fill(PRACTICE_CODE.toLowerCase());
    await code.press('Enter');
    await expect(verdict(page, 'Valid Code')).toBeVisible();
    expect(calls).toEqual([]);
  });

  await test.step('the time to give a use back runs down, and then the office can do it', async () => {
    await pin.fill('4321');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^1[45]:\d\d$/)).toBeVisible();
    await page.clock.fastForward('15:00');
    await expect(page.getByText('After that the office does it: hello@reround.example.')).toBeVisible();
    await expect(undo).toBeHidden();
  });

  await test.step('Escape and a button lead to an empty till', async () => {
    await page.keyboard.press('Escape');
    await expect(code).toBeFocused();
    await expect(code).toHaveValue('');
    await expect(pin).toHaveValue('');
    await expect(page).toHaveTitle('Redeem a code · ReRound');
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('4321');
    await startPractice(page);
    await expect(pin).toHaveValue('');
    await page.getByRole('button', { name: 'Stop practising' }).click();
    await expect(code).toBeFocused();
  });
  await test.step('what each refusal means opens in a tab of its own, which prints on one page', async () => {
    await code.fill('RR-ABC234');
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'What each refusal means' }).click();
    const guide = await opened;
    await expect(guide).toHaveURL(/\/redeem\/guide$/);
    const words = [otherPartnerMessage, invalidPinMessage, strangeCharacter, tooManyTries];
    const said = [...Object.values(refusalMessages), ...words, offline, pressAgain];
    for (const message of said) await expect(guide.getByRole('term').getByText(message)).toBeVisible();
    // The till still has what was typed on it.
    await expect(code).toHaveValue('RR-ABC234');

    await guide.waitForLoadState('networkidle');
    const pressed = guide.waitForFunction(() => document.documentElement.dataset['printed']);
    await guide.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = 'true';
      };
    });
    await guide.getByRole('button', { name: 'Print' }).click();
    await pressed;
    const pdf = (await guide.pdf({ format: 'Letter' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    await guide.emulateMedia({ media: 'print' });
    await expect(guide.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(guide.getByRole('banner')).toBeHidden();
    await expect(guide.getByText('Code not found')).toHaveCSS('color', 'rgb(0, 0, 0)');
  });
});
