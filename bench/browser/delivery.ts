import type { Browser } from '@playwright/test';
import { type Delivery, deliveryOf, filesOf, isText } from '../../e2e/delivery.ts';
import { paths } from '#web/paths.ts';
import { DESKTOP, openConsole } from './served.ts';
import { type Section, table, whole } from './figures.ts';

const pages = [paths.home, paths.log, paths.redeem, paths.adminLogin, paths.console];

/** How the files are sent that each page loads. */
export async function measureDelivery(browser: Browser, url: string): Promise<Section> {
  const rows: (string | number)[][] = [];
  for (const path of pages) {
    const html = await deliveryOf(url, path);
    const files = await Promise.all(
      (await loadedBy(browser, url, path)).map((file) => deliveryOf(url, file)),
    );
    const texts = files.filter(({ type }) => isText(type));
    const others = files.filter(({ type }) => !isText(type));
    const assets = files.filter(isAsset);
    rows.push([
      `\`${path}\``,
      sizes([html]),
      html.cacheControl === 'no-cache' && html.revalidates ? 'yes' : 'no',
      texts.length,
      sizes(texts),
      part(texts, ({ brotli, gzip }) => brotli !== null && gzip !== null),
      `${others.length}, ${whole(total(others, 'plain') / 1000)} kB`,
      part(assets, ({ cacheControl }) => cacheControl.includes('immutable')),
      part(files, ({ revalidates }) => revalidates),
    ]);
  }
  const text = `## How files are sent

Every file that the pages load is asked for over HTTP in every way that browsers do, the page itself and what it loads in real Chromium, answers of the
API aside. Sizes are kB as they are, by gzip and by brotli. The test \`e2e/delivery.e2e.ts\` holds all of this.

${table(
  [
    'page',
    'its HTML',
    'HTML asked for again, 304',
    'text files',
    'their size',
    'by br and gzip',
    'fonts and pictures',
    'assets kept for ever',
    'files that give 304',
  ],
  rows,
)}
`;
  return { text, targets: [] };
}

async function loadedBy(browser: Browser, url: string, path: string): Promise<string[]> {
  const page =
    path === paths.console
      ? await openConsole(browser, url)
      : await (await browser.newContext({ ...DESKTOP, baseURL: url })).newPage();
  const files = filesOf(page, url);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.context().close();
  return [...files];
}

const isAsset = ({ path }: Delivery) => path.startsWith('/assets/');

const total = (files: readonly Delivery[], form: 'plain' | 'gzip' | 'brotli') =>
  files.reduce((sum, file) => sum + (file[form] ?? file.plain), 0);

function sizes(files: readonly Delivery[]): string {
  return (['plain', 'gzip', 'brotli'] as const).map((form) => whole(total(files, form) / 1000)).join(' / ');
}

function part(files: readonly Delivery[], is: (file: Delivery) => boolean): string {
  return `${files.filter(is).length} of ${files.length}`;
}
