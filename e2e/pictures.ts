// `node e2e/pictures.ts`: takes the README's pictures and the social cards from a demo, and draws the icons.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type Language, languages, pathIn } from '#shared/languages.ts';
import { PASSWORD } from '../scripts/demo/makeSite.ts';
import { startDemo, stopDemo } from '../scripts/demo/startDemo.ts';
import { chromiumFlags, requireChromium } from '../scripts/chromium.ts';

const folder = 'docs/images';
const publicFolder = 'src/web/public';
const phone = { width: 390, height: 780 };

const demoFolder = await mkdtemp(join(tmpdir(), 'reround-pictures-'));
const site = await startDemo({ folder: demoFolder, seed: 1, days: 365, port: 0 });
const [donor] = site.donors;
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });
try {
  await mkdir(folder, { recursive: true });
  await takePicture('console', { width: 1280, height: 800 }, async (page) => {
    await page.goto(`${site.url}/admin-login`);
    await page.getByLabel('Username').fill(site.admin);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Pending donations' }).waitFor();
  });
  await takePicture('log', phone, async (page) => {
    await page.goto(`${site.url}/log?bin=UC_EAST&location=University+Centre%2C+east+entrance`);
    await page.getByLabel('Student ID').fill(donor?.studentId ?? '');
  });
  await takePicture('dashboard', phone, async (page) => {
    await page.goto(`${site.url}/donor-login`);
    await page.getByLabel('Donor ID').fill(donor?.studentId ?? '');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page
      .getByText(/^RR-[A-Z2-9]{6}$/)
      .first()
      .waitFor();
  });
  await takePicture('redeem', phone, async (page) => {
    await page.goto(`${site.url}/redeem`);
    await page.getByLabel('Reward code').fill(site.code ?? '');
    await page.getByRole('button', { name: 'Check Code' }).click();
    await page.getByRole('heading', { name: 'Valid Code' }).waitFor();
  });
  for (const language of languages) await takeSocialCard(language);
  await drawIcons();
} finally {
  await browser.close();
  await stopDemo(site);
  await rm(demoFolder, { recursive: true, force: true });
}

/** Pictures the landing page's first view without its monthly figures, because the card is used for years. */
async function takeSocialCard(language: Language): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  await page.goto(site.url + pathIn(language, '/'));
  await page.waitForLoadState('networkidle');
  await page.locator('figure text, figcaption').evaluateAll((figures) => {
    for (const figure of figures) figure.remove();
  });
  // Removes elements that the edge would cut, and in French also the buttons.
  await page.locator('h1 ~ * a, #home svg').evaluateAll((elements) => {
    const cut = elements.filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top > window.innerHeight - 10 || (element.matches('a') && bottom > window.innerHeight);
    });
    for (const element of cut) element.remove();
  });
  const picture = await page.screenshot();
  const file = language === 'en' ? 'social-card' : `social-card-${language}`;
  await sharp(picture).png({ palette: true, compressionLevel: 9 }).toFile(`${publicFolder}/${file}.png`);
  await page.close();
}

async function drawIcons(): Promise<void> {
  const favicon = await readFile(`${publicFolder}/favicon.svg`, 'utf8');
  // For systems that cut the shape, the background reaches the edges and the mark keeps away from them.
  const mark = favicon.replace(/<rect[^>]*>/, '');
  const fullSquare = mark
    .replace('viewBox="0 0 64 64"', 'viewBox="-16 -16 96 96"')
    .replace('<path', '<rect x="-16" y="-16" width="96" height="96" fill="#fcfaf4"/><path');
  await drawIcon(favicon, 192, 'icon-192');
  await drawIcon(favicon, 512, 'icon-512');
  await drawIcon(fullSquare, 512, 'icon-maskable-512');
  await drawIcon(fullSquare, 180, 'apple-touch-icon');
}

async function drawIcon(svg: string, size: number, name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<body style="margin: 0; display: grid">${svg}</body>`);
  const picture = await page.screenshot({ omitBackground: true });
  await sharp(picture).png({ palette: true, compressionLevel: 9 }).toFile(`${publicFolder}/${name}.png`);
  await page.close();
}

/** Takes a picture of a screen for sharp displays, after `visit` has opened it. */
async function takePicture(
  name: string,
  viewport: { width: number; height: number },
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5, reducedMotion: 'reduce' });
  await visit(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
