import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';

test('an admin who logs in anew in another tab goes on with what is open in the first', async ({
  page,
  context,
  site,
}) => {
  await loggedDonation(site);
  await loggedDonation(site);
  await signInAdmin(page, site);
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await confirm.first().click();
  await expect(confirm).toHaveCount(1);
  const otherTab = await context.newPage();
  await signInAdmin(otherTab, site);
  await confirm.click();
  const confirmed = async () =>
    (await site.audit()).filter(({ action }) => action === 'donation.confirmed').length;
  await expect.poll(confirmed).toBe(2);
});
