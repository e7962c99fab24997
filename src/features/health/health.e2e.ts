import packageJson from '#package.json' with { type: 'json' };
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { healthChecks } from '#server/schema.ts';
import { addSeconds } from '#shared/dates.ts';
import { partNames } from '#shared/health.ts';
import { paths } from '#web/paths.ts';

test('an admin sees what needs somebody and what to do, and the rest at a press', async ({ page, site }) => {
  await signInAdmin(page, site);
  await page.goto(paths.consoleTab('settings'));
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health).toContainText('Nobody has looked yet.');

  const now = site.site.clock();
  const hourAgo = addSeconds(now, -3600);
  await site.database.insert(healthChecks).values(
    partNames.map((name) => ({
      name,
      state: name === 'disk' ? ('bad' as const) : name === 'mail' ? ('warning' as const) : ('good' as const),
      sentence:
        name === 'disk'
          ? 'There is room for only 200 MB. Remove what is not needed.'
          : `The ${name} is fine.`,
      checkedAt: now,
      lastGoodAt: name === 'disk' ? hourAgo : now,
      lastBadAt: null,
      nextLookAt: addSeconds(now, 60),
      redAt: name === 'disk' ? hourAgo : addSeconds(now, 3600),
    })),
  );
  await page.reload();
  await expect(health).toContainText('1 alarm');
  await expect(health).toContainText(`ReRound ${packageJson.version}`);
  const shown = health.getByRole('listitem');
  await expect(shown).toHaveText([/Alarm.*Disk.*only 200 MB.*Last good/, /Look.*Mail server/]);
  await expect(page.getByRole('link', { name: /^Settings/ })).toContainText('1');
  await health.getByText('9 parts are good').click();
  await expect(shown).toHaveCount(11);
});
