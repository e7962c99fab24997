import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import cookies from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { publicSite } from '#features/settings/server.ts';
import { sendSecurityHeaders } from '#server/http/hooks.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { serveCrawlerFiles, listedPages, Pages, servePages } from './pages.ts';
import { useTestSite, writeFrontEnd } from '#server/testing/harness.ts';

const script = 'export const slogan = "Close the Loop. Open a Future.";\n'.repeat(20);
const landing = `<html><title>ReRound</title><p>${'Open a future. '.repeat(50)}</p>`;

const site = useTestSite();
let directory: string;
let app: FastifyInstance;

beforeAll(async () => {
  directory = await writeFrontEnd({
    files: {
      'assets/main-Ab12Cd34.js': script,
      'assets/figtree-Ab12Cd34.woff2': 'font',
      'favicon.svg': '<svg/>',
    },
    pages: { '/': landing },
  });
  await writeFile(join(directory, 'assets', 'main-Ab12Cd34.js.gz'), gzipSync(script));
  await writeFile(join(directory, 'assets', 'main-Ab12Cd34.js.br'), brotliCompressSync(script));
  app = await served(false);
});

afterAll(async () => {
  await app.close();
  await rm(dirname(directory), { recursive: true });
});

async function served(isSecure: boolean): Promise<FastifyInstance> {
  const server = fastify();
  await server.register(cookies);
  sendSecurityHeaders(server, isSecure);
  await servePages(
    server,
    directory,
    await Pages.read(directory, site.site.publicUrl, () => publicSite(site.site)),
    async (shareToken) => shareToken === 'Share-token_1',
  );
  return server;
}

/** A page as `writeFrontEnd` renders it. */
const pageOf = (path: string, { language = 'en', attributes = '' } = {}) =>
  `<html${attributes}><p>${language} ${path} ReRound ${site.site.publicUrl} /assets/Page.js,/assets/part.js`;
const shell = '<html><title>ReRound</title><p>Shell en of ReRound';
const frenchShell = '<html><title>ReRound</title><p>Shell fr of ReRound';

async function get(url: string, headers: Record<string, string> = {}) {
  const { statusCode: status, headers: answered, rawPayload } = await app.inject({ url, headers });
  return { status, headers: answered, payload: rawPayload };
}

describe('the compressed form of a page', () => {
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP, BR', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['br; q=0.000, gzip', 'gzip'],
    ['br;q=0.2', 'br'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['brotli, gz', undefined],
    [';;,=q,br;q=nonsense', undefined],
  ])('for Accept-Encoding "%s" is %s', async (accepted, encoding) => {
    const { status, headers, payload } = await get('/', { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('accept-encoding');
    const decompress =
      { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((body: Buffer) => body);
    expect(decompress(payload).toString()).toBe(landing);
    expect(headers['content-length']).toBe(String(payload.length));
  });

  test('is missing without the header, or if the file was not worth compressing', async () => {
    expect((await get('/')).headers['content-encoding']).toBeUndefined();
    const font = await get('/assets/figtree-Ab12Cd34.woff2', { 'accept-encoding': 'br, gzip' });
    expect(font.headers).toMatchObject({ 'content-type': 'font/woff2' });
    expect(font.headers['content-encoding']).toBeUndefined();
  });
});

describe('a browser’s cached copy', () => {
  test('of a page is revalidated, with 304 if it is unchanged', async () => {
    const first = await get('/');
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    // A proxy that compresses marks the tag as weak, and a browser may hold several.
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag}`, '*']) {
      const revalidated = await get('/', { 'if-none-match': tags });
      expect({ tags, status: revalidated.status, length: revalidated.payload.length }).toEqual({
        tags,
        status: 304,
        length: 0,
      });
      expect(revalidated.headers).toMatchObject({
        etag,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      });
    }
    for (const tags of ['"other"', etag.slice(1, -1), '', `"x${etag.slice(1)}`]) {
      expect((await get('/', { 'if-none-match': tags })).status, tags).toBe(200);
    }
  });

  test('of a file under assets/ is never revalidated', async () => {
    const { headers } = await get('/assets/main-Ab12Cd34.js', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
    });
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });
});

test('text files name their charset', async () => {
  expect((await get('/')).headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8');
});

describe('an address', () => {
  test.each([
    '/status',
    '/status/',
    '/status?next=%ff',
    '/reround-admin-843',
    '/dashboard',
    '/p/Share-token_1',
  ])('of a screen is 200 with the shell: %s', async (url) => {
    const { status, headers, payload } = await get(url);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(payload.toString()).toBe(shell);
  });

  test.each([
    ['/?utm_source=poster', '/', ''],
    ['/log', '/log', ''],
    ['/log/', '/log', ''],
    ['/log?bin=', '/log', ''],
    ['/log?bin=X', '/log', ' data-query="bin"'],
    ['/log/?location=%20&bin=X&utm_source=poster', '/log', ' data-query="bin"'],
    ['/log?location=%ff?&bin=X', '/log', ' data-query="bin location"'],
  ])('of a public screen is the page with marks for its query: %s', async (url, path, attributes) => {
    const { status, headers, payload } = await get(url);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(payload.toString()).toBe(path === '/' ? landing : pageOf(path, { attributes }));
  });

  test.each([
    ['/log', 'reround_donor=token', true],
    ['/log?utm_source=poster', 'lang=en; __Host-reround_donor=token', true],
    ['/log', 'reround_log_as=JTHIESSEN', true],
    ['/log', 'reround_log_as=; other_reround_donor=x', false],
    ['/log?donor=X', '', false],
    ['/discounts', 'reround_admin=x', false],
    ['/discounts/', 'lang=en; __Host-reround_donor=x', true],
    ['/privacy', 'reround_donor=token', false],
  ])('of %s with the cookies "%s" has room for a known donor: %s', async (url, cookie, isKnown) => {
    expect((await get(url, { cookie })).payload.toString().startsWith('<html data-donor>')).toBe(isKnown);
  });

  test.each([
    '/nothing',
    '/log/x',
    '/index.html',
    '/renderer/en/index.html',
    '/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/gone.js',
    '/assets/',
    '//evil.example',
    '/.env',
    '/p',
    '/p/',
    '/p/Share-token_1/more',
  ])('of no screen is 404 with the 404 page: %s', async (url) => {
    const { status, payload, headers } = await get(url, { 'if-none-match': '*' });
    expect(status).toBe(404);
    expect(payload.toString()).toBe(pageOf('/404'));
    expect(headers['cache-control']).toBe('no-cache');
  });

  test.each(['/p/Other-token', '/p/Other-token/', '/fr/p/Other-token'])(
    'of an unknown share link is 404 with the shell: %s',
    async (url) => {
      const { status, payload, headers } = await get(url);
      expect(status).toBe(404);
      expect(payload.toString()).toBe(url.startsWith('/fr') ? frenchShell : shell);
      expect(headers['x-robots-tag']).toBe('noindex');
    },
  );

  test.each([
    ['/p/Share-token_1', 'noindex'],
    ['/p/Share-token_1/?from=mail', 'noindex'],
    ['/statement/Link-token_1', 'noindex'],
    ['/reround-admin-843', 'noindex'],
    ['/reround-admin-843/?tab=codes', 'noindex'],
    ['/reround-admin-843/bins/print', 'noindex'],
    ['/reround-admin-8430', undefined],
    ['/', undefined],
    ['/log?next=/p/x', undefined],
  ])('%s has the robots tag %s', async (url, robotsTag) => {
    expect((await get(url)).headers['x-robots-tag']).toBe(robotsTag);
  });

  test('under /api is never a page', async () => {
    for (const url of ['/api', '/api/', '/api/nothing']) {
      const { status, headers } = await get(url);
      expect(status).toBe(404);
      expect(headers['content-type']).toContain('application/json');
    }
  });
});

describe('the language of a page', () => {
  test.each([
    ['/fr', 200, '/'],
    ['/fr/log', 200, '/log'],
    ['/fr/log/', 200, '/log'],
    ['/fr/p/Share-token_1', 200, null],
    ['/fr/dashboard', 200, null],
    ['/fr/nothing', 404, '/404'],
    ['/fr/index.html', 404, '/404'],
    ['/fr/reround-admin-843', 404, '/404'],
    ['/fr/admin-login', 404, '/404'],
    ['/fr/api/partners', 404, '/404'],
    ['/fr/fr', 404, '/404'],
  ])('follows from its address, not from the browser: %s', async (url, status, path) => {
    for (const preferences of [
      {},
      { 'accept-language': 'fr-CA', cookie: 'lang=fr' },
      { cookie: 'lang=en' },
    ]) {
      const answer = await get(url, preferences);
      expect(answer.status).toBe(status);
      expect(answer.payload.toString()).toBe(path === null ? frenchShell : pageOf(path, { language: 'fr' }));
    }
    expect((await get('/france', { cookie: 'lang=fr' })).payload.toString()).toBe(pageOf('/404'));
  });

  test.each([
    ['/fr/LOG?bin=X', '/fr/log?bin=X'],
    ['/fr/?utm_source=poster', '/fr?utm_source=poster'],
    ['/redeem/guide', '/redeem#help'],
    ['/fr/redeem/guide', '/fr/redeem#help'],
    ['/reround-admin-843/pending/process', '/reround-admin-843/desk'],
  ])('%s redirects to %s', async (url, location) => {
    const { status, headers } = await get(url);
    expect({ status, location: headers['location'] }).toEqual({ status: 301, location });
  });

  test.each([
    ['/log?bin=3&location=Hall%20%26%20Co', '/fr/log?bin=3&location=Hall%20%26%20Co'],
    ['/log/?bin=3', '/fr/log?bin=3'],
    ['/redeem?code=AB2CD3', '/fr/redeem?code=AB2CD3'],
    ['/report-overflow?bin=3&code=X', '/fr/report-overflow?bin=3&code=X'],
    ['/p/Share-token_1', '/fr/p/Share-token_1'],
  ])('of a scanned address is the visitor’s choice, else the browser’s: %s', async (url, french) => {
    for (const preferences of [
      { cookie: 'lang=fr' },
      { cookie: 'lang=fr', 'accept-language': 'en-CA' },
      { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' },
      { cookie: 'lang=de', 'accept-language': 'fr' },
    ]) {
      const { status, headers } = await get(url, preferences);
      expect({ preferences, status, location: headers['location'] }).toEqual({
        preferences,
        status: 302,
        location: french,
      });
      expect(headers['vary']).toBe('Cookie, Accept-Language');
      expect(headers['cache-control']).toBe('no-cache');
    }
    for (const preferences of [
      {},
      { cookie: 'lang=en', 'accept-language': 'fr-CA' },
      { 'accept-language': 'en-CA,fr;q=0.9' },
      { 'accept-language': 'de' },
    ]) {
      const { status, headers } = await get(url, preferences);
      expect({ preferences, status }).toEqual({ preferences, status: 200 });
      expect(headers['vary']).toBe('Cookie, Accept-Language, accept-encoding');
    }
  });

  test('of the console is always English', async () => {
    const { status, payload } = await get('/reround-admin-843?tab=bins&bin=3', { cookie: 'lang=fr' });
    expect(status).toBe(200);
    expect(payload.toString()).toBe(shell);
  });
});

test('crawlers see the public pages, but not the console or share pages', async () => {
  const crawled = fastify();
  serveCrawlerFiles(crawled, 'https://reround.example');
  const robots = await crawled.inject('/robots.txt');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.payload).toContain('Sitemap: https://reround.example/sitemap.xml');
  const sitemap = await crawled.inject('/sitemap.xml');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
  const listed = [...sitemap.payload.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location);
  expect(listed).toEqual(
    listedPages
      .flatMap((page) => languages.map((language) => pathIn(language, page)))
      .map((path) => `https://reround.example${path}`),
  );
  expect(sitemap.payload).toContain(
    '<loc>https://reround.example/fr</loc><xhtml:link rel="alternate" hreflang="en-CA" href="https://reround.example/"/><xhtml:link rel="alternate" hreflang="fr-CA" href="https://reround.example/fr"/><xhtml:link rel="alternate" hreflang="x-default" href="https://reround.example/"/></url>',
  );
  expect(robots.payload + sitemap.payload).not.toMatch(/reround-admin|dashboard|\/p\//);
  await crawled.close();
});

test('refuses a folder without a build', async () => {
  await expect(Pages.read(join(directory, 'assets'), '', () => publicSite(site.site))).rejects.toThrow(
    'npm run build',
  );
});

describe('the organisation’s name', () => {
  const renameSite = (name: string, at: string) =>
    site.database.execute(
      sql`update settings set organization = jsonb_set(organization, '{name}', to_jsonb(${name}::text)), updated_at = ${at}`,
    );
  const readPage = async (url: string) => (await get(url)).payload.toString();

  test('is on every page after the next load', async () => {
    expect(await readPage('/log')).toContain(' ReRound ');
    await renameSite('Loop', '2026-11-20T18:00:00.001Z');
    expect(await readPage('/log')).toContain(' Loop ');
    expect(await readPage('/dashboard')).toContain(' of Loop');
  });

  test('is still shown while the database is away, and a failed rendering is not cached', async () => {
    await renameSite('Loop', '2026-11-20T18:00:00.001Z');
    expect(await readPage('/log')).toContain(' Loop ');
    const away = vi.spyOn(site.database, 'select').mockImplementation(() => {
      throw new Error('The database is away.');
    });
    expect(await readPage('/log')).toContain(' Loop ');
    away.mockRestore();
    await renameSite('Broken', '2026-11-20T18:00:00.002Z');
    expect((await get('/log')).status).toBe(500);
    await renameSite('Mended', '2026-11-20T18:00:00.003Z');
    expect(await readPage('/log')).toContain(' Mended ');
  });
});

describe('security headers', () => {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  };

  test('are on pages, and allow only the site’s own scripts', async () => {
    const { headers } = await get('/');
    expect(headers).toMatchObject(everywhere);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]),
    );
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|data:|\*/);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('are on every kind of API answer, which no cache may store', async () => {
    const answers = await Promise.all([
      site.app.inject({ url: '/api/partners', headers: { origin: 'https://elsewhere.example' } }),
      site.app.inject({ url: '/api/nothing' }),
      site.app.inject({ url: '/api/admin/summary' }),
      site.app.inject({ url: '/api/redeem/%' }),
      site.app.inject({ method: 'POST', url: '/api/donations', payload: { weight: 1 } }),
      site.app.inject({
        method: 'POST',
        url: '/api/donations',
        payload: 'x',
        headers: { 'content-type': 'text/plain' },
      }),
    ]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ ...everywhere, 'cache-control': 'no-store' });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined();
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('demand https only if PUBLIC_URL does', async () => {
    const secure = await served(true);
    const { headers } = await secure.inject({ url: '/' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    await secure.close();
  });
});
