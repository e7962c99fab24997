import type { Page } from '@playwright/test';
import { paths } from '#web/paths.ts';
import { expect, signInAdmin, test } from './fixtures.ts';

/** Scripts that a phone on a slow connection may load before a button works. */
const MOST_SCRIPTS = 25;

const phonePaths: ReadonlySet<string> = new Set([paths.home, paths.log, paths.redeem]);

test('built texts are compressed, no file is sent twice, and pages for phones load few scripts', async ({
  page,
  site,
}) => {
  test.slow();
  const found: string[] = [];
  for (const path of [paths.home, paths.log, paths.redeem, paths.adminLogin, paths.console]) {
    if (path === paths.console) await signInAdmin(page, site);
    const files = collectFiles(page, site.url);
    await page.goto(path, { waitUntil: 'networkidle' });
    const scripts = [...files].filter((file) => file.endsWith('.js'));
    expect(scripts.length, path).toBeGreaterThan(0);
    if (phonePaths.has(path)) expect(scripts.length, path).toBeLessThanOrEqual(MOST_SCRIPTS);
    const problems = await Promise.all([path, ...files].map((file) => findProblems(site.url + file)));
    found.push(...problems.flat());
  }
  expect(found).toEqual([]);
});

/** Collects the paths of the files that a page requests, except its data. */
function collectFiles(page: Page, url: string): Set<string> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isData = ['fetch', 'xhr'].includes(request.resourceType());
    if (origin === url && !isData && !request.isNavigationRequest()) files.add(pathname);
  });
  return files;
}

/** Problems of a file's delivery: a text without a compressed form, or an unchanged file that is sent again. */
async function findProblems(address: string): Promise<string[]> {
  const encodings = ['br', 'gzip'];
  const answers = await Promise.all(
    encodings.map((encoding) => ask(address, { 'accept-encoding': encoding })),
  );
  const [{ headers } = new Response()] = answers;
  const isText = /^text\/|javascript|json|svg|xml/.test(headers.get('content-type') ?? '');
  const revalidated = await ask(address, {
    'accept-encoding': 'br',
    'if-none-match': headers.get('etag') ?? '',
  });
  return [
    ...encodings
      .filter((encoding, index) => isText && answers[index]?.headers.get('content-encoding') !== encoding)
      .map((encoding) => `${address} has no form in ${encoding}`),
    ...(revalidated.status === 304 ? [] : [`${address} is sent again`]),
  ];
}

async function ask(address: string, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(address, { headers });
  // Reads the body, so that the connection is free for the next request.
  await response.arrayBuffer();
  return response;
}
