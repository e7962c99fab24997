import { sql } from 'drizzle-orm';
import { overflowAlerts } from '#server/schema.ts';
import { expect, type ServedSite, test } from '#e2e/fixtures.ts';
import { contract, type DropBin } from './contract.ts';
import { reportAddress } from './rules.ts';

const BINS = [
  { name: 'UC East', location: 'University Centre, east entrance', binCode: 'UC_EAST' },
  { name: 'Library', location: 'Fermor Avenue foyer', binCode: 'LIBRARY' },
];

async function makeBins(site: ServedSite): Promise<DropBin[]> {
  const admin = await site.admin();
  const made: DropBin[] = [];
  for (const body of BINS) made.push((await admin.call(contract.createBin, { body })).body.bin);
  return made;
}

test('the Report QR names its bin, and a note is all it takes', async ({ page, site }) => {
  const [east] = await makeBins(site);
  if (!east) throw new Error('No bin was made.');

  const locked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const held = site.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table drop_bins in access exclusive mode`);
    locked.resolve();
    await letGo.promise;
  });
  await locked.promise;
  await page.goto(reportAddress(site.url, east));
  await expect(page.getByText('Loading the bins…')).toBeAttached();
  letGo.resolve();
  await held;

  const named = page.getByRole('region', { name: 'The bin you report' });
  await expect(named).toContainText('UC East');
  await expect(named).toContainText('University Centre, east entrance');
  await expect(named).toContainText('UC_EAST');
  await expect(page.getByLabel('Bin', { exact: true })).toBeHidden();
  await page.getByLabel('Notes').fill('Bags beside it');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Report sent' })).toBeFocused();
  await expect(page.getByText('Thank you. We will look after the bin.')).toBeVisible();
  await page.getByRole('link', { name: 'What we take' }).click();
  await expect(page).toHaveURL('/bric-a-brac');

  expect(await site.database.select().from(overflowAlerts)).toMatchObject([
    { binId: east.id, notes: 'Bags beside it', reportedBy: null },
  ]);
});

for (const { query, says } of [
  { query: '', says: null },
  { query: '?bin=999&code=UC_EAST', says: 'Please pick the bin you mean.' },
  { query: '?bin=1&code=LIBRARY', says: 'Please pick the bin you mean.' },
  { query: '?bin=0&code=SAMPLE_A', says: 'This is a sample bin of the demonstration' },
]) {
  test(`/report-overflow${query} asks for the bin`, async ({ page, site }) => {
    const bins = await makeBins(site);
    await page.goto(`/report-overflow${query}`);
    const send = page.getByRole('button', { name: 'Send' });
    await expect(send).toBeDisabled();
    await expect(send).toHaveAccessibleDescription('Please pick a bin.');
    if (says === null) await expect(page.getByText('Please pick the bin you mean.')).toBeHidden();
    else await expect(page.getByText(says)).toBeVisible();
    await page.getByLabel('Bin').selectOption('Library, Fermor Avenue foyer');
    await page.getByLabel('Your name').fill('Robin');
    await send.click();
    await expect(page.getByRole('heading', { name: 'Report sent' })).toBeVisible();
    expect(await site.database.select().from(overflowAlerts)).toMatchObject([
      { binId: bins[1]?.id, reportedBy: 'Robin', notes: null },
    ]);
  });
}
