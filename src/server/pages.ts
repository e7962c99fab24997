import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { compressed, etagOf, type FixedAnswer, sendFixed } from '#server/http/fixedAnswer.ts';
import { languageOf } from '#server/http/language.ts';
import {
  type Language,
  LANGUAGE_COOKIE,
  languageAndPath,
  languages,
  languageTag,
  pathIn,
} from '#shared/languages.ts';
import type { Renderer } from '#shared/renderer.ts';
import { screenAt, withoutSlash } from '#shared/screenAt.ts';
import { type Screen, screens } from '#shared/screens.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** A donor's session (http/sessions.ts), or a donor ID that the browser was asked to remember (donations/DonorField.tsx). */
const ofDonor = /(?:^|; ?)(?:__Host-)?reround_(?:donor|log_as)=[^;]/;

/** An address that no screen has: its page is for all of those. */
const NOT_FOUND_PAGE = '/404';

/** Vite's list of what it built, by the files that it was made from. */
type Manifest = Readonly<
  Record<string, { file: string; name?: string; isDynamicEntry?: boolean; imports?: string[] }>
>;

/** What the build of the front end in one language left. */
interface Build<Site> {
  template: string;
  manifest: Manifest;
  /** `src/web/render.tsx`, loaded once a page is first asked for. */
  renderer: () => Promise<Renderer<Site>>;
}

/** The public settings, and when an admin last changed them. */
interface SiteVersion<Site> {
  site: Site;
  updatedAt: Date | null;
}

/** Renders a page at its first request, and again after the settings have changed. */
export class Pages<Site> {
  readonly #publicUrl: string;
  readonly #readSite: () => Promise<SiteVersion<Site>>;
  readonly #builds: Readonly<Record<Language, Build<Site>>>;
  #version: number | undefined;
  #site: Site | undefined;
  #rendered = new Map<string, Promise<FixedAnswer>>();

  private constructor(
    builds: Readonly<Record<Language, Build<Site>>>,
    publicUrl: string,
    readSite: () => Promise<SiteVersion<Site>>,
  ) {
    this.#builds = builds;
    this.#publicUrl = publicUrl;
    this.#readSite = readSite;
  }

  /**
   * @param directory where the built front end lies.
   * @param readSite gives the settings as they are now.
   * @throws Error if nothing is built there.
   */
  static async read<Site>(
    directory: string,
    publicUrl: string,
    readSite: () => Promise<SiteVersion<Site>>,
  ): Promise<Pages<Site>> {
    const [en, fr] = await Promise.all(languages.map((language) => readBuild<Site>(directory, language)));
    if (!en || !fr) throw new Error('A language has no build.');
    return new Pages({ en, fr }, publicUrl, readSite);
  }

  /**
   * A public page, or the document that the others begin with.
   *
   * @param path of the screen, in English; null for that document.
   * @param shown what `shownQuery` says of the page's address.
   */
  async get(language: Language, path: string | null, shown = ''): Promise<FixedAnswer> {
    await this.#refresh();
    const key = JSON.stringify([language, path, shown]);
    const earlier = this.#rendered.get(key);
    if (earlier) return await earlier;
    const rendered = this.#render(language, path, shown);
    this.#rendered.set(key, rendered);
    try {
      return await rendered;
    } catch (error) {
      this.#rendered.delete(key);
      throw error;
    }
  }

  /** Drops the pages if an admin has changed the settings since. Without a database they stay as they are. */
  async #refresh(): Promise<void> {
    try {
      const { site, updatedAt } = await this.#readSite();
      // Settings that nobody has changed yet have no date.
      const version = updatedAt?.getTime() ?? 0;
      if (this.#version === version) return;
      this.#version = version;
      this.#site = site;
      this.#rendered = new Map();
    } catch (error) {
      if (!this.#site) throw error;
    }
  }

  async #render(language: Language, path: string | null, shown: string): Promise<FixedAnswer> {
    const { template, manifest, renderer } = this.#builds[language];
    if (!this.#site) throw new Error('The settings were not read.');
    const options = {
      template,
      site: this.#site,
      publicUrl: this.#publicUrl,
      filesOf: (components: readonly string[]) => filesOf(manifest, components),
    };
    const { renderPage, renderShell } = await renderer();
    const html = path === null ? renderShell(options) : await renderPage(path, options);
    const sent = await compressed(html.replace('<html', `<html${attributesOf(shown)}`));
    return { type: 'text/html; charset=utf-8', etag: etagOf(sent.plain), immutable: false, ...sent };
  }
}

async function readBuild<Site>(directory: string, language: Language): Promise<Build<Site>> {
  try {
    const folder = join(directory, '../renderer', language);
    const [template, manifest] = await Promise.all(
      ['index.html', 'manifest.json'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    return {
      template: template ?? '',
      manifest: JSON.parse(manifest ?? '') as Manifest,
      renderer: async () => (await import(pathToFileURL(join(folder, 'render.js')).href)) as Renderer<Site>,
    };
  } catch (error) {
    throw new Error(`There is no built front end in ${directory}. Run "npm run build".`, { cause: error });
  }
}

/** The files that hold the pages of these components, with all that they import. */
function filesOf(manifest: Manifest, components: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    chunk.imports?.forEach(add);
  };
  for (const [key, { name, isDynamicEntry }] of Object.entries(manifest)) {
    if (isDynamicEntry && name && components.includes(name)) add(key);
  }
  return [...files];
}

/** What a document says of the query that it is for, and whether it is for a browser that may know its donor. */
function attributesOf(shown: string): string {
  const query = shown.replace(/ ?donor$/, '');
  return `${query && ` data-query="${query}"`}${query === shown ? '' : ' data-donor'}`;
}

/**
 * Serves the built front end from memory: it is a few hundred kilobytes, and no answer touches the disk.
 *
 * @param isShared whether a share token is somebody's: the page of another one is 404.
 */
export async function servePages<Site>(
  app: FastifyInstance,
  directory: string,
  pages: Pages<Site>,
  isShared: (shareToken: string) => Promise<boolean>,
): Promise<void> {
  for (const [path, file] of await readFiles(directory)) {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendFixed(request, reply, file));
  }
  // Every other address is a screen, or the 404 page. What is not rendered here, the page's own router draws.
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [address = '/', ...rest] = request.url.split('?');
    const query = rest.join('?');
    const path = withoutSlash(address);
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
    const withQuery = (other: string) => (request.url.includes('?') ? `${other}?${query}` : other);
    const { language, path: english } = languageAndPath(path);
    // The front page alone has one spelling: what is below it is found with a slash at its end, too.
    if (address === `${pathIn('fr', '/')}/`) return await reply.redirect(withQuery(path), 301);
    if (english.toLowerCase() === `${screens.redeem.path}/guide`)
      return await reply.redirect(`${pathIn(language, screens.redeem.path)}#help`, 301);
    // The desk took the place of a screen that people have among their bookmarks.
    if (path === `${screens.console.path}/pending/process`)
      return await reply.redirect(screens.consoleDesk.path, 301);
    const screen = screenAt(path);
    if (language === 'en' && isScannedEntrance(screen, query)) {
      reply.header('vary', 'Cookie, Accept-Language');
      if (languageOfVisitor(request) === 'fr')
        return await reply.header('cache-control', 'no-cache').redirect(withQuery(pathIn('fr', path)), 302);
    }
    // People type addresses with a capital.
    if (!screen && screenAt(path.toLowerCase()))
      return await reply.redirect(withQuery(path.toLowerCase()), 301);
    if (!screen) return sendFixed(request, reply.code(404), await pages.get(language, NOT_FOUND_PAGE));
    const answer = screen.isRendered
      ? await pages.get(language, english, shownQuery(screen, query, request.headers.cookie ?? ''))
      : await pages.get(language, null);
    if (screen === screens.sharedStatus && !(await isShared(english.slice(english.lastIndexOf('/') + 1))))
      reply.code(404);
    return sendFixed(request, reply, answer);
  });
}

/** Where a code or a shared link leads, whose English address was printed or sent before anybody knew who reads it. */
function isScannedEntrance(screen: Screen | undefined, query: string): boolean {
  if (!screen || screen.isInEnglishOnly) return false;
  const asked = new URLSearchParams(query);
  return screen === screens.sharedStatus || asked.has('bin') || asked.has('code');
}

/** The language that a visitor chose by a switch, else the one that their browser asks for first. */
function languageOfVisitor(request: FastifyRequest): Language {
  const chosen = request.cookies[LANGUAGE_COOKIE];
  return languages.find((language) => language === chosen) ?? languageOf(request);
}

/**
 * The parts of a query by which a page looks another way even before its code has come, with a space between;
 * `data-query` and `data-donor` of the document say so.
 */
function shownQuery({ shownParts = [] }: Screen, query: string, cookies: string): string {
  const asked = new URLSearchParams(query);
  asked.delete('donor');
  // Who keeps a page asks each time whether it is still the same: it needs no Vary.
  if (ofDonor.test(cookies)) asked.set('donor', 'known');
  return shownParts.filter((part) => asked.get(part)?.trim()).join(' ');
}

/** Everything but the documents. */
async function readFiles(directory: string): Promise<Map<string, FixedAnswer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, FixedAnswer]> => {
      const url = path.slice(directory.length).replaceAll('\\', '/');
      const [plain, gzip, brotli] = await Promise.all([
        readFile(path),
        readIfThere(`${path}.gz`),
        readIfThere(`${path}.br`),
      ]);
      const type = contentTypes[extname(path)] ?? 'application/octet-stream';
      return [url, { type, etag: etagOf(plain), immutable: url.startsWith('/assets/'), plain, gzip, brotli }];
    }),
  );
  return new Map(files);
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The pages for anyone, which search engines may list. */
export const listedPages: readonly string[] = Object.values(screens)
  .filter(({ isListed }: Screen) => isListed)
  .map(({ path }) => path);

/**
 * Tells search engines which pages there are. The console and share pages are not named here: a
 * crawler must be able to ask for a page to see its noindex, and naming them would advertise them.
 */
export function guideCrawlers(app: FastifyInstance, publicUrl: string): void {
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${listedPages.map(locations).join('')}</urlset>\n`;
  const asText = { schema: { hide: true } };
  app.get('/robots.txt', asText, (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
  app.get('/sitemap.xml', asText, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap),
  );

  /** A page in each language, each with where it is in all of them. */
  function locations(path: string): string {
    const alternates = [
      ...languages.map((language) => [languageTag(language), pathIn(language, path)]),
      ['x-default', path],
    ];
    const links = alternates
      .map(([name, href]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${publicUrl}${href}"/>`)
      .join('');
    return languages
      .map((language) => `  <url><loc>${publicUrl}${pathIn(language, path)}</loc>${links}</url>\n`)
      .join('');
  }
}
