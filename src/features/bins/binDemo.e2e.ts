import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';
import { binAddresses } from './rules.ts';
import { sampleBins } from './sampleBins.ts';

const run = promisify(execFile);

test('both codes of both sample bins lead where they should, and so do their buttons', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  await admin.call(contract.createBin, {
    body: { name: 'UC East', location: 'University Centre', binCode: 'UC_EAST' },
  });
  await page.goto('/bin-demo');
  await expect(page.getByText('Campus Security.')).toBeVisible();
  await expect(page.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:.+@.+/);

  for (const bin of sampleBins) {
    const { log, report } = binAddresses(site.url, bin);
    const sample = page.getByRole('article', { name: bin.name });
    await expect(sample).toContainText('Sample');
    for (const [title, address] of [
      ['Log Donation', log],
      ['Report Issue', report],
    ] as const) {
      const code = sample.getByRole('img', { name: `${title} QR code of ${bin.name}` });
      await expect(code).toBeVisible();
      expect(await read(await code.screenshot())).toBe(address);
    }
    await sample.getByRole('link', { name: 'Test Donation' }).click();
    await expect(page).toHaveURL(log);
    await expect(page.getByText('QR Code Scan Detected')).toBeVisible();
    await page.goBack();
    await sample.getByRole('link', { name: 'Test Report' }).click();
    await expect(page).toHaveURL(report);
    await expect(page.getByText('This is a sample bin of the demonstration')).toBeVisible();
    await expect(page.getByLabel('Bin').getByRole('option')).toHaveText([
      'Please pick a bin.',
      'UC East, University Centre',
    ]);
    await page.goBack();
  }
});

/** What a code says, by another program than the library whose sister drew it, where there is one. */
async function read(picture: Buffer): Promise<string> {
  const file = test.info().outputPath('code.png');
  const { data, info } = await sharp(picture).toFormat('png').toBuffer({ resolveWithObject: true });
  await sharp(data).toFile(file);
  try {
    const { stdout } = await run('zbarimg', ['--quiet', '--raw', file]);
    return stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    process.stderr.write('zbarimg (Debian: zbar-tools) is not here: its sister library reads the codes.\n');
    const pixels = await sharp(data).removeAlpha().raw().toBuffer();
    return decodeQR(
      { width: info.width, height: info.height, data: new Uint8Array(pixels) },
      { format: 'RGB' },
    );
  }
}
