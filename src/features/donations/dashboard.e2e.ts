import { sql } from 'drizzle-orm';
import { tierRules } from '#words/rewards.tsx';
import { furnish } from '#e2e/furnish.ts';
import { expect, signInDonor, test } from '#e2e/fixtures.ts';

test('the dashboard shows codes, the reward tier, badges, donations and mail settings', async ({
  browser,
  site,
}) => {
  await furnish(site);
  // Not the fixture's page, which fails on errors: Chromium reports the failed call as one.
  const page = await browser.newPage({ baseURL: site.url });
  await signInDonor(page, 'AOKAFOR');

  await test.step('a dashboard that cannot be loaded shows an error, and Retry loads it', async () => {
    await site.database.execute(sql`alter table discount_codes rename to discount_codes_away`);
    try {
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('Failed to load dashboard');
    } finally {
      await site.database.execute(sql`alter table discount_codes_away rename to discount_codes`);
    }
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('2 of 2 uses left')).toBeVisible();
  });

  await test.step('each usable code can be shown large, copied and printed', async () => {
    const codes = page.getByRole('region', { name: 'Reward codes' });
    const largeCode = codes.getByRole('group', { name: /^Reward code RR-/ });
    const firstCode = await largeCode.getByText(/^RR-/).innerText();
    await expect(page.getByRole('img', { name: `QR code for ${firstCode}` })).toBeVisible();
    await expect(page.getByText('2 of 2 uses left')).toBeVisible();
    await expect(page.getByText('30 days left').first()).toBeVisible();
    const otherCode = codes.getByRole('list', { name: 'More codes' }).getByRole('listitem').first();
    const secondCode = await otherCode.getByText(/^RR-/).innerText();
    await otherCode.getByRole('button', { name: `Show large ${secondCode}` }).click();
    await expect(largeCode.getByText(secondCode)).toBeVisible();
    await expect(largeCode).toBeFocused();
    await expect(largeCode.getByRole('button', { name: 'Print' })).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await largeCode.getByRole('button', { name: 'Copy code' }).click();
    await expect(largeCode.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secondCode);
    await codes.getByRole('button', { name: `Show large ${firstCode}` }).click();
    await expect(largeCode.getByText(firstCode)).toBeVisible();
  });

  await test.step('shows the reward tier, the rules of the tiers and the next badge', async () => {
    const tier = page.getByRole('region', { name: 'Reward tier' });
    await expect(tier).toContainText('Green Giver');
    await expect(tier.getByRole('img', { name: /^1 of 6 donations/ })).toBeVisible();
    await expect(tier.getByText(tierRules['Gold Giver'])).toBeHidden();
    await tier.getByText('How the tiers work').click();
    for (const rule of Object.values(tierRules)) await expect(tier.getByText(rule)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Badges' })).toContainText(
      'Next: Green Contributor, 2 more donations.',
    );
    const badges = page.getByRole('region', { name: 'Badges' });
    await badges.getByText('How to earn each').click();
    await expect(badges.getByRole('listitem')).toHaveCount(7);
    await expect(badges.getByRole('listitem').first()).toHaveText(/First Donor\s*Earned with 1 donation/);
    await expect(page.getByRole('img', { name: /percent of the goal/ })).toBeVisible();
  });

  await test.step('shows a measured weight that differs from the claimed one, and missing bins', async () => {
    const donations = page.getByRole('region', { name: 'Recent donations' }).getByRole('listitem');
    await expect(donations.filter({ hasText: 'measured' })).toHaveText([
      /3kg\+ claimed, measured 1-2kg: it does not count toward Gold Giver\./,
    ]);
    await expect(donations.filter({ hasText: 'UC East' })).toHaveCount(1);
    await expect(donations.filter({ hasText: 'No bin' })).toHaveCount(2);
  });

  await test.step('the donor’s data can be downloaded', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download what is kept about me' }).click();
    expect((await download).suggestedFilename()).toMatch(/^my-reround-data-[\d-]+\.json$/);
  });

  await test.step('if the site sends mail, a kind of it can be switched off', async () => {
    await expect(page.getByRole('heading', { name: 'Mail to you' })).toHaveCount(0);
    await site.openMailbox();
    await page.reload();
    const codeUsedCheckbox = page.getByRole('checkbox', { name: 'A code is used' });
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await codeUsedCheckbox.click();
    expect((await saved).status()).toBe(200);
    await page.reload();
    await expect(codeUsedCheckbox).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'A donation is logged' })).toBeChecked();
  });

  await test.step('leads to the partner stores', async () => {
    await page.getByRole('link', { name: 'Where to use them' }).click();
    await expect(page).toHaveURL(/\/discounts$/);
    await expect(page.getByRole('heading', { name: 'Main Street Thrift' })).toBeVisible();
  });

  await test.step('a change after the session has ended leads to the sign-in page', async () => {
    await page.goto('/dashboard');
    const checkbox = page.getByRole('checkbox', { name: 'A donation is logged' });
    await expect(checkbox).toBeVisible();
    await page.context().clearCookies();
    await checkbox.click();
    await expect(page).toHaveURL('/donor-login');
  });
  await page.close();
});

test('a donor can replace or switch off the share link, after a question in either language', async ({
  page,
  site,
}) => {
  await furnish(site);
  await signInDonor(page, 'AOKAFOR');
  const card = page.getByRole('region', { name: 'Share link' });
  const link = card.getByText(/\/p\//);
  const firstPath = new URL(await link.innerText()).pathname;
  const statusOf = async (path: string) =>
    (await site.visitor().send('GET', path.replace('/p/', '/api/public/status/'))).status;

  await test.step('Cancel leaves the link as it is', async () => {
    await card.getByRole('button', { name: 'New link' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Make a new share link?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(card.getByRole('button', { name: 'New link' })).toBeFocused();
    expect(await statusOf(firstPath)).toBe(200);
  });

  await test.step('a new link ends the previous one', async () => {
    await card.getByRole('button', { name: 'New link' }).click();
    await page.getByRole('button', { name: 'Make a new link' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(link).not.toContainText(firstPath);
    expect(await statusOf(firstPath)).toBe(404);
  });

  await test.step('in French it is switched off after a question, and on again without one', async () => {
    await page.goto('/fr/dashboard');
    const frenchCard = page.getByRole('region', { name: 'Lien de partage' });
    const secondPath = new URL(await frenchCard.getByText(/\/p\//).innerText()).pathname;
    await frenchCard.getByRole('button', { name: 'Désactiver' }).click();
    const question = page.getByRole('alertdialog', { name: 'Désactiver votre lien de partage\u00a0?' });
    await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused();
    await question.getByRole('button', { name: 'Désactiver' }).click();
    await expect(frenchCard).toContainText('Il est désactivé');
    await expect(frenchCard.getByRole('button', { name: 'Activer' })).toBeFocused();
    expect(await statusOf(secondPath)).toBe(404);
    await page.keyboard.press('Enter');
    await expect(frenchCard.getByText(secondPath)).toBeVisible();
    expect(await statusOf(secondPath)).toBe(200);
  });
});
