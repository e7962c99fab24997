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
/** A screen so fine that a module of a code is several dots there, too. */
const SCREEN_SCALE = 3;
const MILLIMETRES_PER_INCH = 25.4;
const BLUR_DOTS = 3;
/** How far from the left of the page a line parts the two codes. */
const BETWEEN_CODES_MILLIMETRES = 111;

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

async function has(program: string): Promise<boolean> {
  return await run(program, ['-h']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

const LETTER = { width: 215.9, height: 279.4 };

test('an admin prints the posters of some bins, in both languages, with codes that lead where they should', async ({
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
  const sheets = page.getByRole('article');

  await test.step('bins in use are chosen already, and others can be', async () => {
    await expect(page.getByRole('checkbox', { name: 'Bibliothèque Taché' })).not.toBeChecked();
    await expect(sheets).toHaveCount(2);
    await page.getByLabel('All bins').check();
    await expect(sheets).toHaveCount(3);
    await page.getByLabel('All bins').uncheck();
    await expect(sheets).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Print 0 posters' })).toBeDisabled();
    for (const { name } of BINS) await page.getByLabel(name).check();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Print 3 posters' })).toBeVisible();
  });

  await test.step('what the poster says in English it says in French beside it', async () => {
    const english = await sheets
      .first()
      .locator('[lang="en-CA"]')
      .evaluateAll((lines) =>
        lines.map(({ textContent, nextElementSibling }) => ({
          says: textContent,
          beside: nextElementSibling?.getAttribute('lang'),
          inFrench: nextElementSibling?.textContent,
        })),
      );
    expect(english).toHaveLength(7);
    for (const { says, beside, inFrench } of english) {
      expect(beside, says).toBe('fr-CA');
      expect(inFrench, says).not.toBe(says);
    }
  });

  await test.step('it says how to find the bin, and how to reach the organisation', async () => {
    await expect(sheets.first()).toContainText('hello@reround.example');
    for (const { name, directions = '' } of BINS)
      await expect(page.getByRole('article', { name: `Sheet of ${name}` })).toContainText(directions);
  });

  await test.step('on paper the codes are large enough', async () => {
    await page.evaluate(() => document.fonts.ready);
    for (const sheet of await sheets.all()) expect(await sheet.evaluate(cutOff)).toEqual([]);
    const printed = (await has('pdftoppm')) ? await printedPages(page) : await pagesOnScreen(page);
    expect(printed).toHaveLength(bins.length);
    const byName = bins.toSorted((one, other) => one.name.localeCompare(other.name));
    for (const [index, { picture, dotsPerInch }] of printed.entries()) {
      const millimetres = (dots: number) => (dots / dotsPerInch) * MILLIMETRES_PER_INCH;
      const bin = byName[index];
      if (!bin) throw new Error('There is a page more than there are bins.');
      const { log, report } = binAddresses(site.site.publicUrl, bin);
      const { width, height } = await sharp(picture).metadata();
      if (dotsPerInch === DOTS_PER_INCH) {
        expect(Math.abs(millimetres(width) - LETTER.width)).toBeLessThan(0.5);
        expect(Math.abs(millimetres(height) - LETTER.height)).toBeLessThan(0.5);
      }
      const between = Math.floor((BETWEEN_CODES_MILLIMETRES / MILLIMETRES_PER_INCH) * dotsPerInch);
      const codes = await Promise.all([codeIn(picture, 0, between), codeIn(picture, between, width)]);
      expect(codes.map(({ text }) => text)).toEqual([log, report]);
      // Four, to a tenth: less than half a dot of the small one.
      for (const code of codes) expect(code.quietModules).toBeGreaterThan(3.9);
      // A tenth of a step's length is read from a step away; the small one is for who stands before it. Modules are whole
      // pixels, so that the longest link's code is some millimetres smaller than the usual one's 69.
      const [logWidth = 0, reportWidth = 0] = codes.map((code) => millimetres(code.width));
      expect(logWidth).toBeGreaterThan(64);
      expect(reportWidth).toBeGreaterThan(20);
      expect(reportWidth).toBeLessThan(logWidth / 2);
    }
  });
});

/** The words of a sheet that do not stand wholly on it. */
function cutOff(sheet: Element): string[] {
  const page = sheet.getBoundingClientRect();
  return [...sheet.querySelectorAll('p, h2')]
    .filter((words) => {
      const { right, bottom } = words.getBoundingClientRect();
      return right > page.right || bottom > page.bottom;
    })
    .map((words) => words.textContent);
}

interface Picture {
  picture: Buffer;
  dotsPerInch: number;
}

/** What comes out of the printer, a picture a page; nothing of the console is on it. */
async function printedPages(page: Page): Promise<Picture[]> {
  const folder = test.info().outputPath('sheets');
  await mkdir(folder, { recursive: true });
  const pdf = `${folder}/sheets.pdf`;
  await page.pdf({ path: pdf, preferCSSPageSize: true });
  const { stdout: words } = await run('pdftotext', [pdf, '-']);
  for (const word of ['Scan.', 'Scannez.', 'Drop.', 'Déposez.', 'Save.', 'Économisez.', 'Full or broken?']) {
    expect(words).toContain(word);
  }
  expect(words).not.toMatch(/Logout|Back to dashboard|Skip to content|Print|Preview/);
  await run('pdftoppm', ['-r', String(DOTS_PER_INCH), '-png', pdf, `${folder}/page`]);
  const files = (await readdir(folder)).filter((file) => /^page-\d+\.png$/.test(file)).toSorted();
  await expectSecondOpinion(files.map((file) => `${folder}/${file}`));
  return await Promise.all(
    files.map(async (file) => ({ picture: await readFile(`${folder}/${file}`), dotsPerInch: DOTS_PER_INCH })),
  );
}

/** Another reader than the library whose sister drew the codes. */
async function expectSecondOpinion(files: string[]): Promise<void> {
  if (!(await has('zbarimg'))) {
    note('zbarimg (Debian: zbar-tools) is not here: only one program reads the printed codes.');
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

/** The sheets as the screen shows them under print styles, where no program makes pictures of a PDF. */
async function pagesOnScreen(page: Page): Promise<Picture[]> {
  note('pdftoppm (Debian: poppler-utils) is not here: the codes are read from the screen, not from paper.');
  await page.emulateMedia({ media: 'print' });
  const pages: Picture[] = [];
  for (const sheet of await page.getByRole('article').all()) {
    pages.push({ picture: await sheet.screenshot(), dotsPerInch: 96 * SCREEN_SCALE });
  }
  await page.emulateMedia({ media: null });
  return pages;
}

function note(line: string) {
  process.stderr.write(`${line}\n`);
}

/** Reads the code in a part of a picture: what it says, how wide it is, and how much white is around it. */
async function codeIn(picture: Buffer, from: number, to: number) {
  const { height } = await sharp(picture).metadata();
  const width = to - from;
  const part = sharp(picture).extract({ left: from, top: 0, width, height });
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
  const xs = bounds.map(({ x }) => x);
  const ys = bounds.map(({ y }) => y);
  const box = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
  const module = (box.right - box.left) / modules;
  const isWhite = (x: number, y: number) => {
    const at = (Math.round(y) * width + Math.round(x)) * 3;
    return data.subarray(at, at + 3).every((colour) => colour > 200);
  };

  /** Whether the lines at a distance from the code's sides are white all along. The corners of its ground are round. */
  function isQuiet(distance: number) {
    const [left, right] = [box.left - distance, box.right + distance];
    const [top, bottom] = [box.top - distance, box.bottom + distance];
    for (let x = box.left; x <= box.right; x += 1) if (!isWhite(x, top) || !isWhite(x, bottom)) return false;
    for (let y = box.top; y <= box.bottom; y += 1) if (!isWhite(left, y) || !isWhite(right, y)) return false;
    return true;
  }
  // From half a module on, and the last dots given: both edges are a blur.
  let quiet = module / 2;
  while (quiet < 6 * module && isQuiet(quiet)) quiet += 1;
  return { text, width: box.right - box.left, quietModules: (quiet + BLUR_DOTS) / module };
}
