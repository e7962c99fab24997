import { sql } from 'drizzle-orm';
import { expect, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

test('every page says what the settings say, from its first byte on', async ({ page, site }) => {
  const admin = await site.admin();
  const { organization } = (await admin.call(contract.settings, {})).body.settings;
  await admin.call(contract.changeSettings, {
    body: {
      organization: {
        ...organization,
        name: 'Loop <Collective>',
        addressLines: ['9 Bannatyne Avenue', 'Brandon, Manitoba'],
        hours: [],
        testimonials: [],
      },
      isRegisteredNonprofit: false,
      monthlyGoal: 300,
      usesPerCode: 3,
    },
  });
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('9 Bannatyne Avenue');
  expect(html).not.toMatch(/123 Example Street|registered nonprofit|Testimonials/);
  expect(html).toContain('Loop &lt;Collective&gt;');

  // Nothing is put right afterwards: what comes over the wire later is what stood there.
  await page.route('**/api/public/site', () => {});
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText('Loop <Collective>');
  await expect(page.getByText('At 300 kg a month the loop closes.')).toBeVisible();
  await expect(page.getByText('3 uses, 30 days')).toBeVisible();
  await page.goto('/privacy');
  await expect(page.getByRole('contentinfo')).toContainText('Loop <Collective>');
  await expect(page.getByText('9 Bannatyne Avenue, Brandon, Manitoba')).toBeVisible();
});

test('a page follows a change that another process made', async ({ page, site }) => {
  await site.database.execute(
    sql`update settings set organization = jsonb_set(organization, '{name}', '"Another Name"')`,
  );
  await expect
    .poll(async () => await (await page.request.get('/discounts')).text())
    .toContain('Another Name');
  await page.goto('/discounts');
  await expect(page.getByRole('contentinfo')).toContainText('Another Name');
});
