import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { etagOf, type FixedAnswer, fixedText, sendFixed } from '#server/http/fixedAnswer.ts';
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

/** Cookies by which a browser may know its donor: a session (http/sessions.ts) or a remembered ID (donations/DonorField.tsx). */
const donorCookie = /(?:^|; ?)(?:__Host-)?reround_(?:donor|log_as)=[^;]/;

/** No screen has this address: the router shows its 404 page there. */
const NOT_FOUND_PAGE = '/404';

/** Vite's manifest: built files by their source. */
type Manifest = Readonly<
  Record<string, { file: string; name?: string; isDynamicEntry?: boolean; imports?: string[] }>
>;

/** The built front end in one language. */
interface Build<PublicSite> {
  template: string;
  manifest: Manifest;
  /** Loads `src/web/render.tsx`. */
  renderer: () => Promise<Renderer<PublicSite>>;
}

/** The public settings, and when they last changed. */
interface SiteVersion<PublicSite> {
  site: PublicSite;
  updatedAt: Date | null;
}

/** Renders a page at its first request, and again after the settings have changed. */
export class Pages<PublicSite> {
  readonly #publicUrl: string;
  readonly #readSite: () => Promise<SiteVersion<PublicSite>>;
  readonly #builds: Readonly<Record<Language, Build<PublicSite>>>;
  #version: number | undefined;
  #site: PublicSite | undefined;
  #rendered = new Map<string, Promise<FixedAnswer>>();

  private constructor(
    builds: Readonly<Record<Language, Build<PublicSite>>>,
    publicUrl: string,
    readSite: () => Promise<SiteVersion<PublicSite>>,
  ) {
    this.#builds = builds;
    this.#publicUrl = publicUrl;
    this.#readSite = readSite;
  }

  /**
   * @param directory the folder of the built front end.
   * @param readSite reads the current settings.
   * @throws Error if nothing is built there.
   */
  static async read<PublicSite>(
    directory: string,
    publicUrl: string,
    readSite: () => Promise<SiteVersion<PublicSite>>,
  ): Promise<Pages<PublicSite>> {
    const builds = {
      en: await readBuild<PublicSite>(directory, 'en'),
      fr: await readBuild<PublicSite>(directory, 'fr'),
    };
    return new Pages(builds, publicUrl, readSite);
  }

  /**
   * A rendered page, or the empty document for screens that only the browser renders.
   *
   * @param path the screen's English path; null for that document.
   * @param present the result of `presentParameters` for the page's address.
   */
  async get(language: Language, path: string | null, present = ''): Promise<FixedAnswer> {
    await this.#refresh();
    const key = JSON.stringify([language, path, present]);
    const earlier = this.#rendered.get(key);
    if (earlier) return await earlier;
    const rendered = this.#render(language, path, present);
    this.#rendered.set(key, rendered);
    try {
      return await rendered;
    } catch (error) {
      this.#rendered.delete(key);
      throw error;
    }
  }

  /** Drops the pages if the settings have changed. While the database does not answer, they stay. */
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

  async #render(language: Language, path: string | null, present: string): Promise<FixedAnswer> {
    const { template, manifest, renderer } = this.#builds[language];
    // Reads the settings here, so that no page of older settings is stored among newer ones.
    if (!this.#site) throw new Error('The settings were not read.');
    const options = {
      template,
      site: this.#site,
      publicUrl: this.#publicUrl,
      filesOf: (components: readonly string[]) => filesOf(manifest, components),
    };
    const { renderPage, renderShell } = await renderer();
    const html = path === null ? renderShell(options) : await renderPage(path, options);
    return await fixedText(
      'text/html; charset=utf-8',
      html.replace('<html', `<html${attributesOf(present)}`),
    );
  }
}

async function readBuild<PublicSite>(directory: string, language: Language): Promise<Build<PublicSite>> {
  try {
    const folder = join(directory, '../renderer', language);
    return {
      template: await readFile(join(folder, 'index.html'), 'utf8'),
      manifest: JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest,
      renderer: async () =>
        (await import(pathToFileURL(join(folder, 'render.js')).href)) as Renderer<PublicSite>,
    };
  } catch (error) {
    throw new Error(`There is no built front end in ${directory}. Run "npm run build".`, { cause: error });
  }
}

/** The built files of components, with all that they import. */
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

/** The attributes that tell a page's first style about its query: `data-query` and `data-donor`. `donor` comes last. */
function attributesOf(present: string): string {
  const query = present.replace(/ ?donor$/, '');
  return `${query && ` data-query="${query}"`}${query === present ? '' : ' data-donor'}`;
}

/**
 * Serves the built front end from memory: it has a few hundred kilobytes.
 *
 * @param isShared whether a share token is somebody's: the page of another one is 404.
 */
export async function servePages<PublicSite>(
  app: FastifyInstance,
  directory: string,
  pages: Pages<PublicSite>,
  isShared: (shareToken: string) => Promise<boolean>,
): Promise<void> {
  for (const [path, file] of await readFiles(directory)) {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendFixed(request, reply, file));
  }
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [address = '/', ...queryParts] = request.url.split('?');
    const query = queryParts.join('?');
    const path = withoutSlash(address);
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
    const withQuery = (target: string) => (request.url.includes('?') ? `${target}?${query}` : target);
    const moved = movedScreen(path);
    if (moved) return await reply.redirect(moved, 301);
    const spelling = properSpelling(address);
    if (spelling) return await reply.redirect(withQuery(spelling), 301);
    const { language, path: englishPath } = languageAndPath(path);
    const screen = screenAt(path);
    if (language === 'en' && isScannedEntrance(screen, query)) {
      reply.header('vary', 'Cookie, Accept-Language');
      if (languageOfVisitor(request) === 'fr') {
        return await reply.header('cache-control', 'no-cache').redirect(withQuery(pathIn('fr', path)), 302);
      }
    }
    if (!screen) return sendFixed(request, reply.code(404), await pages.get(language, NOT_FOUND_PAGE));
    const answer = screen.isRendered
      ? await pages.get(language, englishPath, presentParameters(screen, query, request.headers.cookie ?? ''))
      : await pages.get(language, null);
    if (screen === screens.sharedStatus) {
      const shareToken = englishPath.slice(englishPath.lastIndexOf('/') + 1);
      if (!(await isShared(shareToken))) reply.code(404);
    }
    return sendFixed(request, reply, answer);
  });
}

/** The new address of a screen that has moved; undefined for any other. */
function movedScreen(path: string): string | undefined {
  const { language, path: englishPath } = languageAndPath(path);
  if (englishPath.toLowerCase() === `${screens.redeem.path}/guide`) {
    return `${pathIn(language, screens.redeem.path)}#help`;
  }
  return path === `${screens.console.path}/pending/process` ? screens.consoleDesk.path : undefined;
}

/** A screen's address for one with capitals, or with a slash behind the French front page; undefined for any other. */
function properSpelling(address: string): string | undefined {
  const path = withoutSlash(address);
  if (address === `${pathIn('fr', '/')}/`) return path;
  const lower = path.toLowerCase();
  return !screenAt(path) && screenAt(lower) ? lower : undefined;
}

/** Whether an address comes from a printed code or a shared link, so that its reader's language is unknown. */
function isScannedEntrance(screen: Screen | undefined, query: string): boolean {
  if (!screen || screen.isInEnglishOnly) return false;
  const parameters = new URLSearchParams(query);
  return screen === screens.sharedStatus || parameters.has('bin') || parameters.has('code');
}

/** The language that a visitor chose, else the one that their browser prefers. */
function languageOfVisitor(request: FastifyRequest): Language {
  const chosen = request.cookies[LANGUAGE_COOKIE];
  return languages.find((language) => language === chosen) ?? languageOf(request);
}

/** Which of a screen's `firstPaintParameters` a request has, with spaces between them. */
function presentParameters({ firstPaintParameters = [] }: Screen, query: string, cookies: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('donor');
  // No Vary is needed, because browsers revalidate a page at each use.
  if (donorCookie.test(cookies)) parameters.set('donor', 'known');
  return firstPaintParameters.filter((name) => parameters.get(name)?.trim()).join(' ');
}

/** All files of the front end but its documents, with their compressed forms. */
async function readFiles(directory: string): Promise<Map<string, FixedAnswer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, FixedAnswer]> => {
      const url = path.slice(directory.length).replaceAll('\\', '/');
      const [uncompressed, gzip, brotli] = await Promise.all([
        readFile(path),
        readIfThere(`${path}.gz`),
        readIfThere(`${path}.br`),
      ]);
      const type = contentTypes[extname(path)] ?? 'application/octet-stream';
      const immutable = url.startsWith('/assets/');
      return [url, { type, etag: etagOf(uncompressed), immutable, uncompressed, gzip, brotli }];
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

/** The pages that search engines may list. */
export const listedPages: readonly string[] = Object.values(screens)
  .filter(({ isInSitemap }: Screen) => isInSitemap)
  .map(({ path }) => path);

/**
 * Serves robots.txt and the sitemap. Neither names the console or share pages: that would advertise them, and crawlers must
 * be allowed to read a page to see its noindex.
 */
export function serveCrawlerFiles(app: FastifyInstance, publicUrl: string): void {
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${listedPages.map(locations).join('')}</urlset>\n`;
  const asText = { schema: { hide: true } };
  app.get('/robots.txt', asText, (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
  app.get('/sitemap.xml', asText, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap),
  );

  /** The sitemap's entries of a page, one for each language. */
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
