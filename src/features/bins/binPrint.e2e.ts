import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { decodeQR, type Quad } from 'qr/decode.js';
import sharp from 'sharp';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract, type DropBin } from './contract.ts';
import { binAddresses } from './rules.ts';

const run = promisify(execFile);

const DOTS_PER_INCH = 200;
/** With this scale, a module of a code is several dots wide on the screen too. */
const SCREEN_SCALE = 3;
const MILLIMETRES_PER_INCH = 25.4;
const BLUR_DOTS = 3;
/** The distance from the page's left edge to a line between the two codes. */
const DIVIDER_MILLIMETRES = 111;

const BINS = [
  {
    name: 'University Centre East',
    location: 'University Centre, east & main entrance',
    binCode: 'UC_EAST',
    directions: 'Left of the coffee bar, under the stairs.',
  },
  { name: 'Bibliothèque Taché', location: 'Près de l’entrée, 2ᵉ étage', binCode: 'TACHE_02' },
  {
    name: 'The Reading Room of the Elizabeth Dafoe Library beside the Coat Racks and the Vending Machines, Second Floor',
    location: 'Past the turnstiles and up the stairs, then left along the windows to the very end. '
      .repeat(2)
      .trim(),
    binCode: 'ELIZABETH_DAFOE_LIBRARY_READING_ROOM_02',
    directions: 'Behind the third pillar from the door, where the old telephones were. '.repeat(2).trim(),
  },
];

test.use({ deviceScaleFactor: SCREEN_SCALE });

async function isInstalled(program: string): Promise<boolean> {
  return await run(program, ['-h']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

const LETTER_MILLIMETRES = { width: 215.9, height: 279.4 };

test('an admin prints posters in both languages, with codes that open the right pages', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const bins: DropBin[] = [];
  for (const body of BINS) bins.push((await admin.call(contract.createBin, { body })).body.bin);
  await admin.call(contract.toggleBin, { params: { id: 2 } });
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843/bins');
  await page.getByRole('link', { name: 'Posters' }).click();
  const posters = page.getByRole('article');

  await test.step('active bins are chosen at first, and others can be chosen', async () => {
    await expect(page.getByRole('checkbox', { name: 'Bibliothèque Taché' })).not.toBeChecked();
    await expect(posters).toHaveCount(2);
    await page.getByLabel('All bins').check();
    await expect(posters).toHaveCount(3);
    await page.getByLabel('All bins').uncheck();
    await expect(posters).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Print 0 posters' })).toBeDisabled();
    for (const { name } of BINS) await page.getByLabel(name).check();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Print 3 posters' })).toBeVisible();
  });

  await test.step('every English text has its French text beside it', async () => {
    const englishTexts = await posters
      .first()
      .locator('[lang="en-CA"]')
      .evaluateAll((lines) =>
        lines.map(({ textContent, nextElementSibling }) => ({
          text: textContent,
          nextLanguage: nextElementSibling?.getAttribute('lang'),
          nextText: nextElementSibling?.textContent,
        })),
      );
    expect(englishTexts).toHaveLength(7);
    for (const { text, nextLanguage, nextText } of englishTexts) {
      expect(nextLanguage, text).toBe('fr-CA');
      expect(nextText, text).not.toBe(text);
    }
  });

  await test.step('each poster tells how to find the bin, and how to reach the organisation', async () => {
    await expect(posters.first()).toContainText('hello@reround.example');
    for (const { name, directions = '' } of BINS)
      await expect(page.getByRole('article', { name: `Poster of ${name}` })).toContainText(directions);
  });

  await test.step('on paper the codes are large enough', async () => {
    await page.evaluate(() => document.fonts.ready);
    for (const poster of await posters.all()) expect(await poster.evaluate(findCutOffTexts)).toEqual([]);
    const pages = (await isInstalled('pdftoppm')) ? await printPages(page) : await capturePages(page);
    expect(pages).toHaveLength(bins.length);
    const binsByName = bins.toSorted((a, b) => a.name.localeCompare(b.name));
    for (const [index, { image, dotsPerInch }] of pages.entries()) {
      const millimetres = (dots: number) => (dots / dotsPerInch) * MILLIMETRES_PER_INCH;
      const bin = binsByName[index];
      if (!bin) throw new Error('There is a page more than there are bins.');
      const { log, report } = binAddresses(site.site.publicUrl, bin);
      const { width, height } = await sharp(image).metadata();
      if (dotsPerInch === DOTS_PER_INCH) {
        expect(Math.abs(millimetres(width) - LETTER_MILLIMETRES.width)).toBeLessThan(0.5);
        expect(Math.abs(millimetres(height) - LETTER_MILLIMETRES.height)).toBeLessThan(0.5);
      }
      const dividerDots = Math.floor((DIVIDER_MILLIMETRES / MILLIMETRES_PER_INCH) * dotsPerInch);
      const codes = await Promise.all([readCode(image, 0, dividerDots), readCode(image, dividerDots, width)]);
      expect(codes.map(({ text }) => text)).toEqual([log, report]);
      // A quiet zone is four modules wide. Its measured width is exact to a tenth of a module.
      for (const code of codes) expect(code.quietModules).toBeGreaterThan(3.9);
      // The large code can be read from a step away, the small one from directly in front of it. The usual large code
      // is 69 mm wide. The longest link's code is smaller, since its modules are whole pixels.
      const [logWidth = 0, reportWidth = 0] = codes.map((code) => millimetres(code.width));
      expect(logWidth).toBeGreaterThan(64);
      expect(reportWidth).toBeGreaterThan(20);
      expect(reportWidth).toBeLessThan(logWidth / 2);
    }
  });
});

/** Finds the texts of a poster that reach beyond its edges. */
function findCutOffTexts(poster: Element): string[] {
  const page = poster.getBoundingClientRect();
  return [...poster.querySelectorAll('p, h2')]
    .filter((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      return right > page.right || bottom > page.bottom;
    })
    .map((element) => element.textContent);
}

interface PageImage {
  image: Buffer;
  dotsPerInch: number;
}

/** Prints the posters to a PDF without anything of the console, and returns an image of each page. */
async function printPages(page: Page): Promise<PageImage[]> {
  const folder = test.info().outputPath('posters');
  await mkdir(folder, { recursive: true });
  const pdf = `${folder}/posters.pdf`;
  await page.pdf({ path: pdf, preferCSSPageSize: true });
  const { stdout: text } = await run('pdftotext', [pdf, '-']);
  for (const word of ['Scan.', 'Scannez.', 'Drop.', 'Déposez.', 'Save.', 'Économisez.', 'Full or broken?']) {
    expect(text).toContain(word);
  }
  expect(text).not.toMatch(/Logout|Back to dashboard|Skip to content|Print|Preview/);
  await run('pdftoppm', ['-r', String(DOTS_PER_INCH), '-png', pdf, `${folder}/page`]);
  const files = (await readdir(folder)).filter((file) => /^page-\d+\.png$/.test(file)).toSorted();
  await expectZbarReadsCodes(files.map((file) => `${folder}/${file}`));
  return await Promise.all(
    files.map(async (file) => ({ image: await readFile(`${folder}/${file}`), dotsPerInch: DOTS_PER_INCH })),
  );
}

/** Reads the codes with another program, since one library both draws them and reads them in this test. */
async function expectZbarReadsCodes(files: string[]): Promise<void> {
  if (!(await isInstalled('zbarimg'))) {
    warn('zbarimg (Debian: zbar-tools) is not here: only one program reads the printed codes.');
    return;
  }
  for (const file of files) {
    const { stdout } = await run('zbarimg', ['--quiet', '--raw', file]);
    const addresses = stdout.trim().split('\n');
    expect(addresses).toHaveLength(2);
    expect(addresses.filter((address) => address.includes('/log?bin='))).toHaveLength(1);
    expect(addresses.filter((address) => address.includes('/report-overflow?bin='))).toHaveLength(1);
  }
}

/** Takes screenshots of the posters under print styles, if no program can turn a PDF into images. */
async function capturePages(page: Page): Promise<PageImage[]> {
  warn('pdftoppm (Debian: poppler-utils) is not here: the codes are read from the screen, not from paper.');
  await page.emulateMedia({ media: 'print' });
  const pages: PageImage[] = [];
  for (const poster of await page.getByRole('article').all()) {
    pages.push({ image: await poster.screenshot(), dotsPerInch: 96 * SCREEN_SCALE });
  }
  await page.emulateMedia({ media: null });
  return pages;
}

function warn(line: string) {
  process.stderr.write(`${line}\n`);
}

/** Reads the code between two vertical lines: its text, its width and the width of the white around it. */
async function readCode(image: Buffer, leftDots: number, rightDots: number) {
  const { height } = await sharp(image).metadata();
  const width = rightDots - leftDots;
  const part = sharp(image).extract({ left: leftDots, top: 0, width, height });
  const data = new Uint8Array(await part.clone().removeAlpha().toColourspace('srgb').raw().toBuffer());
  let bounds: Quad | undefined;
  let modules = 0;
  const text = decodeQR(
    { width, height, data },
    {
      format: 'RGB',
      timeLimit: 5000,
      pointsOnDetect: (points) => {
        bounds = points.bounds;
      },
      imageOnResult: (grid) => {
        modules = grid.width;
      },
    },
  );
  if (!bounds || modules === 0) throw new Error('The code was read, but not found.');
  const xValues = bounds.map(({ x }) => x);
  const yValues = bounds.map(({ y }) => y);
  const box = {
    left: Math.min(...xValues),
    right: Math.max(...xValues),
    top: Math.min(...yValues),
    bottom: Math.max(...yValues),
  };
  const moduleDots = (box.right - box.left) / modules;
  const isWhite = (x: number, y: number) => {
    const index = (Math.round(y) * width + Math.round(x)) * 3;
    return data.subarray(index, index + 3).every((colour) => colour > 200);
  };

  /** Whether the lines at a distance from the code's four sides are white. The white ground has round corners. */
  function isQuiet(distance: number) {
    const [left, right] = [box.left - distance, box.right + distance];
    const [top, bottom] = [box.top - distance, box.bottom + distance];
    for (let x = box.left; x <= box.right; x += 1) if (!isWhite(x, top) || !isWhite(x, bottom)) return false;
    for (let y = box.top; y <= box.bottom; y += 1) if (!isWhite(left, y) || !isWhite(right, y)) return false;
    return true;
  }
  // Both edges of the quiet zone are blurred: measuring starts half a module outside the code, and BLUR_DOTS are added.
  let quietDots = moduleDots / 2;
  while (quietDots < 6 * moduleDots && isQuiet(quietDots)) quietDots += 1;
  return { text, width: box.right - box.left, quietModules: (quietDots + BLUR_DOTS) / moduleDots };
}
