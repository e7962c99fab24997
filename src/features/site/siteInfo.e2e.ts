import { expect, signInDonor, test } from '#e2e/fixtures.ts';

/** What another version of the server might leave out. */
const answers = {
  'nothing but ok': { ok: true },
  'no monthly goal': { ok: true, community: { month: { kg: 92.5 } }, today: '2026-11-20' },
  'no kilograms': { ok: true, community: { monthlyGoal: 400, month: {} }, rewards: {}, today: '2026-11-20' },
  'no month': { ok: true, community: { monthlyGoal: 400 }, partners: [], milestones: [5, 10, 25] },
};

for (const [lacking, body] of Object.entries(answers)) {
  test(`a site info with ${lacking} leaves no page blank and no figure that is none`, async ({ page }) => {
    await page.route('**/api/public/site', (route) => route.fulfill({ json: body }));
    await page.route('**/api/community/summary', (route) => route.fulfill({ json: { ok: true } }));
    const goal = { community: {}, ...body }.community as { monthlyGoal?: number };

    await page.goto('/');
    await expect(page.getByRole('img', { name: /^Community goal: .* kilograms this month/ })).toHaveAttribute(
      'aria-label',
      new RegExp(`of ${goal.monthlyGoal ?? 250} kilograms`),
    );
    await expect(page.getByText('2 uses, 30 days').first()).toBeAttached();

    await page.goto('/log');
    await expect(page.getByText(`${goal.monthlyGoal ?? 150} kg`).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log Donation' })).toBeEnabled();

    await signInDonor(page, 'NEWCOMER');
    await expect(page.getByText(`${goal.monthlyGoal ?? 250} kg`).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Badges' })).toContainText('Community Contributor');

    for (const address of ['/', '/log', '/dashboard', '/discounts', '/pickup-request', '/redeem']) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.getByRole('main').innerText(), address).not.toMatch(/NaN|undefined|Invalid/);
    }
  });
}
