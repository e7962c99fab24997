import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import cookies from '@fastify/cookie';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '#server/http/headers.ts';
import { inEveryLanguage, listedPages, PUBLIC_URL_PLACEHOLDER } from '#shared/prerendered.ts';
import { guideCrawlers } from './crawlers.ts';
import { RenderedDocuments } from './documents.ts';
import { servePages } from './pages.ts';
import { useTestSite } from '#server/testing/testSite.ts';

const page = `<!doctype html><title>ReRound</title><p>${'Close the loop. '.repeat(50)}</p>`;
const landing = `<!doctype html><title>ReRound</title><p>${'Open a future. '.repeat(50)}</p>`;
const notFound = '<!doctype html><title>Page not found</title>';
const script = 'export const slogan = "Close the Loop. Open a Future.";\n'.repeat(20);

let directory: string;
let app: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-pages-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), page);
  await mkdir(join(directory, 'prerendered'));
  await writeFile(join(directory, 'prerendered', 'index.html'), landing);
  await writeFile(join(directory, 'prerendered', 'log.html'), `<p>Log</p>${PUBLIC_URL_PLACEHOLDER}/log`);
  await writeFile(join(directory, 'prerendered', 'log.bin.html'), '<p>Log of a bin</p>');
  await writeFile(join(directory, 'prerendered', 'log.bin.location.html'), '<p>Log of a bin and a place</p>');
  await writeFile(join(directory, 'prerendered', 'discounts.html'), '<p>Discounts</p>');
  await writeFile(join(directory, 'prerendered', 'discounts.donor.html'), '<p>Discounts, with room</p>');
  await writeFile(join(directory, 'prerendered', 'log.donor.html'), '<p>Log of a donor</p>');
  await writeFile(join(directory, 'prerendered', '404.html'), notFound);
  await writeFile(join(directory, 'assets', 'main-Ab12Cd34.js'), script);
  await writeFile(join(directory, 'assets', 'main-Ab12Cd34.js.gz'), gzipSync(script));
  await writeFile(join(directory, 'assets', 'main-Ab12Cd34.js.br'), brotliCompressSync(script));
  await writeFile(join(directory, 'assets', 'figtree-Ab12Cd34.woff2'), 'font');
  await writeFile(join(directory, 'favicon.svg'), '<svg/>');
  for (const name of ['fr', 'prerendered/fr']) await mkdir(join(directory, name));
  await writeFile(join(directory, 'fr', 'index.html'), '<p>Coquille</p>');
  await writeFile(join(directory, 'prerendered', 'fr.html'), '<p>Accueil</p>');
  await writeFile(join(directory, 'prerendered', 'fr', 'log.html'), '<p>Don</p>');
  await writeFile(join(directory, 'prerendered', 'fr', 'log.bin.html'), '<p>Don dans un bac</p>');
  await writeFile(join(directory, 'prerendered', 'fr', '404.html'), '<p>Introuvable</p>');
  app = fastify();
  await app.register(cookies);
  securityHeaders(app, false);
  await servePages(app, directory, await RenderedDocuments.read(directory, 'https://reround.example', null));
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

async function get(
  url: string,
  headers: Record<string, string> = {},
  method: InjectOptions['method'] = 'GET',
) {
  const {
    statusCode: status,
    headers: answered,
    rawPayload,
  } = await app.inject({ method: method ?? 'GET', url, headers });
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
    const plain = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((body: Buffer) => body);
    expect(plain(payload).toString()).toBe(landing);
    expect(headers['content-length']).toBe(String(payload.length));
  });

  test('is none where the header is missing or the file was not worth compressing', async () => {
    expect((await get('/')).headers['content-encoding']).toBeUndefined();
    const font = await get('/assets/figtree-Ab12Cd34.woff2', { 'accept-encoding': 'br, gzip' });
    expect(font.headers).toMatchObject({ 'content-type': 'font/woff2' });
    expect(font.headers['content-encoding']).toBeUndefined();
  });
});

describe('what a browser keeps', () => {
  test('of a page is asked for again, and 304 while it is the same', async () => {
    const first = await get('/');
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    // A proxy that compresses marks the tag as weak, and a browser may hold several.
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag}`, '*']) {
      const again = await get('/', { 'if-none-match': tags });
      expect({ tags, status: again.status, length: again.payload.length }).toEqual({
        tags,
        status: 304,
        length: 0,
      });
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    }
    for (const tags of ['"other"', etag.slice(1, -1), '', `"x${etag.slice(1)}`]) {
      expect((await get('/', { 'if-none-match': tags })).status, tags).toBe(200);
    }
  });

  test('of a file under assets/ is never asked for again', async () => {
    const { headers } = await get('/assets/main-Ab12Cd34.js', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
    });
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });
});

test('a file of text says in which characters it is written', async () => {
  expect((await get('/')).headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8');
});

describe('an address', () => {
  test.each(['/login', '/login/', '/login?next=%ff', '/reround-admin-843', '/dashboard', '/p/Share-token_1'])(
    'of a screen is 200 with the shell that draws it: %s',
    async (url) => {
      const { status, headers, payload } = await get(url);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(payload.toString()).toBe(page);
    },
  );

  test.each([
    ['/', landing],
    ['/?utm_source=poster', landing],
    ['/log', '<p>Log</p>https://reround.example/log'],
    ['/log/', '<p>Log</p>https://reround.example/log'],
    ['/log?bin=', '<p>Log</p>https://reround.example/log'],
    ['/log?bin=X', '<p>Log of a bin</p>'],
    ['/log/?location=%20&bin=X&utm_source=poster', '<p>Log of a bin</p>'],
    ['/log?location=%ff?&bin=X', '<p>Log of a bin and a place</p>'],
  ])(
    'of a screen that the build rendered is that page, with the address of the site: %s',
    async (url, html) => {
      const { status, headers, payload } = await get(url);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(payload.toString()).toBe(html);
    },
  );

  test.each([
    ['/log', 'reround_donor=token', '<p>Log of a donor</p>'],
    ['/log?utm_source=poster', 'lang=en; __Host-reround_donor=token', '<p>Log of a donor</p>'],
    ['/log', 'reround_log_as=JTHIESSEN', '<p>Log of a donor</p>'],
    ['/log', 'reround_log_as=; other_reround_donor=x', '<p>Log</p>https://reround.example/log'],
    ['/log?donor=X', '', '<p>Log</p>https://reround.example/log'],
    ['/discounts', 'reround_admin=x', '<p>Discounts</p>'],
    ['/discounts/', 'lang=en; __Host-reround_donor=x', '<p>Discounts, with room</p>'],
  ])('of %s for a browser with the cookies "%s" is in the shape for them', async (url, cookie, html) => {
    expect((await get(url, { cookie })).payload.toString()).toBe(html);
  });

  test.each([
    '/nothing',
    '/LOG',
    '/log/x',
    '/index.html',
    '/prerendered/log.html',
    '/prerendered/404',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/gone.js',
    '/assets/',
    '//evil.example',
    '/.env',
    '/p',
    '/p/',
    '/p/Share-token_1/more',
  ])('of nothing is 404 with the page that says so: %s', async (url) => {
    const { status, payload, headers } = await get(url, { 'if-none-match': '*' });
    expect(status).toBe(404);
    expect(payload.toString()).toBe(notFound);
    expect(headers['cache-control']).toBe('no-cache');
  });

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
  ])('%s tells search engines: %s', async (url, word) => {
    expect((await get(url)).headers['x-robots-tag']).toBe(word);
  });

  test('under /api is never a page', async () => {
    for (const url of ['/api', '/api/', '/api/nothing']) {
      const { status, headers } = await get(url);
      expect(status).toBe(404);
      expect(headers['content-type']).toContain('application/json');
    }
  });

  test('answers HEAD as it answers GET, without the body', async () => {
    for (const url of ['/', '/assets/main-Ab12Cd34.js', '/nothing']) {
      const whole = await get(url, { 'accept-encoding': 'gzip' });
      const head = await get(url, { 'accept-encoding': 'gzip' }, 'HEAD');
      expect(head.payload).toHaveLength(0);
      expect({ status: head.status, ...head.headers, date: '' }).toEqual({
        status: whole.status,
        ...whole.headers,
        date: '',
      });
    }
  });
});

describe('the language of a page', () => {
  test.each([
    ['/fr', 200, '<p>Accueil</p>'],
    ['/fr/log', 200, '<p>Don</p>'],
    ['/fr/log/', 200, '<p>Don</p>'],
    ['/fr/log?bin=X', 200, '<p>Don dans un bac</p>'],
    ['/fr/p/Share-token_1', 200, '<p>Coquille</p>'],
    ['/fr/dashboard', 200, '<p>Coquille</p>'],
    ['/fr/nothing', 404, '<p>Introuvable</p>'],
    ['/fr/index.html', 404, '<p>Introuvable</p>'],
    ['/fr/reround-admin-843', 404, '<p>Introuvable</p>'],
    ['/fr/admin-login', 404, '<p>Introuvable</p>'],
    ['/fr/api/partners', 404, '<p>Introuvable</p>'],
    ['/fr/fr', 404, '<p>Introuvable</p>'],
    ['/france', 404, notFound],
    ['/log', 200, '<p>Log</p>https://reround.example/log'],
  ])('is that of its address, whatever the browser asks for: %s', async (url, status, html) => {
    for (const wanted of [{}, { 'accept-language': 'fr-CA', cookie: 'lang=fr' }, { cookie: 'lang=en' }]) {
      const answer = await get(url, wanted);
      expect(answer.status).toBe(status);
      expect(answer.payload.toString()).toBe(html);
    }
  });

  test('of the front page has one spelling', async () => {
    const { status, headers } = await get('/fr/?utm_source=poster');
    expect(status).toBe(301);
    expect(headers['location']).toBe('/fr?utm_source=poster');
  });

  test.each([
    ['/log?bin=3&location=Hall%20%26%20Co', '/fr/log?bin=3&location=Hall%20%26%20Co'],
    ['/log/?bin=3', '/fr/log?bin=3'],
    ['/redeem?code=AB2CD3', '/fr/redeem?code=AB2CD3'],
    ['/report-overflow?bin=3&code=X', '/fr/report-overflow?bin=3&code=X'],
    ['/p/Share-token_1', '/fr/p/Share-token_1'],
  ])('of a scanned entrance is what its visitor chose, else asks for first: %s', async (url, french) => {
    for (const wanted of [
      { cookie: 'lang=fr' },
      { cookie: 'lang=fr', 'accept-language': 'en-CA' },
      { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' },
      { cookie: 'lang=de', 'accept-language': 'fr' },
    ]) {
      const { status, headers } = await get(url, wanted);
      expect({ wanted, status, location: headers['location'] }).toEqual({
        wanted,
        status: 302,
        location: french,
      });
      expect(headers['vary']).toBe('Cookie, Accept-Language');
      expect(headers['cache-control']).toBe('no-cache');
    }
    for (const wanted of [
      {},
      { cookie: 'lang=en', 'accept-language': 'fr-CA' },
      { 'accept-language': 'en-CA,fr;q=0.9' },
      { 'accept-language': 'de' },
    ]) {
      const { status, headers } = await get(url, wanted);
      expect({ wanted, status }).toEqual({ wanted, status: 200 });
      expect(headers['vary']).toBe('Cookie, Accept-Language, accept-encoding');
    }
  });

  test('of the console is English, by whatever query it is asked for', async () => {
    const { status, payload } = await get('/reround-admin-843?tab=bins&bin=3', { cookie: 'lang=fr' });
    expect(status).toBe(200);
    expect(payload.toString()).toBe(page);
  });
});

test('crawlers learn the pages that are for anyone, and nothing of the console or of share pages', async () => {
  const crawled = fastify();
  guideCrawlers(crawled, 'https://reround.example');
  const robots = await crawled.inject('/robots.txt');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.payload).toContain('Sitemap: https://reround.example/sitemap.xml');
  const sitemap = await crawled.inject('/sitemap.xml');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
  const listed = [...sitemap.payload.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location);
  expect(listed).toEqual(inEveryLanguage(listedPages).map((path) => `https://reround.example${path}`));
  expect(sitemap.payload).toContain(
    '<loc>https://reround.example/fr</loc><xhtml:link rel="alternate" hreflang="en-CA" href="https://reround.example/"/><xhtml:link rel="alternate" hreflang="fr-CA" href="https://reround.example/fr"/><xhtml:link rel="alternate" hreflang="x-default" href="https://reround.example/"/></url>',
  );
  expect(robots.payload + sitemap.payload).not.toMatch(/reround-admin|dashboard|\/p\//);
  await crawled.close();
});

test('a folder without an index.html is refused with a sentence that says what to do', async () => {
  await expect(RenderedDocuments.read(join(directory, 'assets'), '', null)).rejects.toThrow('npm run build');
});

describe('the headers that bind browsers', () => {
  const site = useTestSite();
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  };

  test('are on pages, and let nothing run that is not ours', async () => {
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

  test('are on every kind of answer of the API, which no cache keeps', async () => {
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

  test('say https only where PUBLIC_URL does', async () => {
    const secure = fastify();
    await secure.register(cookies);
    securityHeaders(secure, true);
    await servePages(
      secure,
      directory,
      await RenderedDocuments.read(directory, 'https://reround.example', null),
    );
    const { headers } = await secure.inject({ url: '/' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    await secure.close();
  });
});
