import { contract as bins } from '#features/bins/contract.ts';
import { expect, test } from '#e2e/fixtures.ts';

const EAST = { name: 'UC East', location: 'University Centre, east entrance', binCode: 'UC_EAST' };

test('a visitor reports a bin from the guide, and two presses of Send report it once', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const { body: east } = await admin.call(bins.createBin, { body: EAST });
  const { body: removed } = await admin.call(bins.createBin, {
    body: { name: 'Annex', location: 'Being moved', binCode: 'ANNEX' },
  });
  await page.goto('/bric-a-brac');
  const report = page.getByRole('button', { name: 'Report a Full / Damaged Bin' });
  await report.click();
  const dialog = page.getByRole('dialog', { name: 'Report a full or damaged bin' });
  const send = dialog.getByRole('button', { name: 'Send' });

  await test.step('the server’s reason is shown for a bin that was taken out of use meanwhile', async () => {
    await dialog.getByLabel('Bin').selectOption('Annex, Being moved');
    await admin.call(bins.toggleBin, { params: { id: removed.bin.id } });
    await send.click();
    await expect(dialog.getByRole('alert')).toHaveText('There is no such bin.');
  });

  await dialog.getByLabel('Bin').selectOption('UC East, University Centre, east entrance');
  await dialog.getByLabel('Your name').fill('Sam');
  await dialog.getByLabel('Notes').fill('The lid does not close');
  await send.dblclick();
  await expect(page.getByRole('dialog', { name: 'Report sent' })).toContainText(
    'Thank you. We will look after the bin.',
  );
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(report).toBeFocused();

  const { body: history } = await admin.call(bins.binHistory, { params: { id: east.bin.id } });
  expect(history.items).toMatchObject([{ reportedBy: 'Sam', notes: 'The lid does not close' }]);
});
