/** `node scripts/fonts.ts`: makes the site's fonts from the packages' ones, with only the letters and weights that it uses. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';

const packages = path.resolve(import.meta.dirname, '../node_modules/@fontsource-variable');
const fonts = path.resolve(import.meta.dirname, '../src/web/fonts');

/** Every letter of Latin-1, because names may have any of them, and further characters of our sentences. */
const letters = `${range(0x20, 0x7e)}${range(0xc0, 0xff)}\u00a0©®°·×½¼¾«»¡¿ŒœŸ–—‘’“”•…€←→`;

await makeSubset('bricolage-grotesque', 'bricolage-grotesque-latin-opsz-normal', { min: 650, max: 800 });
await makeSubset('figtree', 'figtree-latin-wght-normal', { min: 400, max: 700 });

async function makeSubset(family: string, file: string, wght: { min: number; max: number }): Promise<void> {
  const original = await readFile(path.join(packages, family, 'files', `${file}.woff2`));
  const subset = await subsetFont(original, letters, { targetFormat: 'woff2', variationAxes: { wght } });
  await writeFile(path.join(fonts, `${family}.woff2`), subset);
  await copyFile(path.join(packages, family, 'LICENSE'), path.join(fonts, `${family}.LICENSE`));
  console.log(`${family}: ${original.length} bytes became ${subset.length}`);
}

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
