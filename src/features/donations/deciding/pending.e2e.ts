import type { Page } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';

const CONSOLE = '/reround-admin-843';

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });

test('the summary shows the bins that need somebody most', async ({ page, site }) => {
  const admin = await site.admin();
  const names = ['Atrium', 'Bistro', 'Campo', 'Dock', 'East hall', 'Foyer', 'Gym'];
  const ids: number[] = [];
  for (const [index, name] of names.entries()) {
    const body = { name, location: `${name}, north door`, binCode: `BIN_${index}` };
    ids.push((await admin.call(bins.createBin, { body })).body.bin.id);
  }
  const [atrium = 0, , campo = 0] = ids;
  await admin.call(bins.markBinEmptied, { params: { id: atrium } });
  await admin.call(bins.markBinEmptied, { params: { id: campo } });
  await admin.call(bins.setBinOverflow, { params: { id: campo }, body: { status: true } });
  await signInAdmin(page, site);

  const list = summary(page).getByRole('region', { name: 'Bins' });
  const shownBins = list.getByRole('listitem');
  await expect(shownBins).toHaveText([
    /^CampoOverflowEmptied [A-Z][a-z]{2} \d+, \d{4}$/,
    'BistroNever emptied',
    'DockNever emptied',
    'East hallNever emptied',
    'FoyerNever emptied',
    'GymNever emptied',
  ]);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(shownBins.filter({ visible: true })).toHaveCount(2);
  await list.getByRole('link', { name: 'See all 7' }).click();
  await expect(page).toHaveURL(`${CONSOLE}?tab=bins`);
});
