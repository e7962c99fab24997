// What is rendered and sent: which pages, in which shapes, and where they lie in between.
import { type Language, languages, pathIn } from './languages.ts';
import { screenAt } from './screenAt.ts';
import { type Screen, screens } from './screens.ts';

const all: readonly Screen[] = Object.values(screens);

/** The pages for anyone, which search engines may list. */
export const listedPages: readonly string[] = all.filter(({ isListed }) => isListed).map(({ path }) => path);

/** Every page that is rendered beforehand; its address is its path. */
export const prerenderedPages: readonly string[] = all
  .filter(({ isPrerendered }) => isPrerendered)
  .map(({ path }) => path);

/** The pages that are documents of their own, by the names of their files. */
export const documentNames: readonly string[] = all.flatMap(({ document }) => document ?? []);

/** A document as the build leaves it: all but what is rendered, and what the site says of itself. */
export interface PageTemplate {
  /** The screen that is rendered into it, by its English path; null for the shell of the screens that are not. */
  page: string | null;
  /** Where it lies in the folder of the built front end. */
  file: string;
  html: string;
}

/** What `src/web/prerender.tsx`, built in one language, offers to the build and to the server. */
export interface Renderer<Site> {
  renderPages: (templates: readonly PageTemplate[], site: Site) => Promise<PageTemplate[]>;
}

/** An address that no screen has: its page is for all of those. */
export const NOT_FOUND_PAGE = '/404';

/** Pages of HTML alone, which nobody comes to by a link of the site's own. */
export const pagesWithoutCode: readonly string[] = [screens.offline.path, screens.mailLink.path];

/** The addresses of pages in every language, from those that they have in English. */
export function inEveryLanguage(pages: readonly string[]): string[] {
  return pages.flatMap((page) => languages.map((language) => pathIn(language, page)));
}

/** Where the document lies that the screens begin with that are not prerendered. */
export function shellFile(language: Language): string {
  return pathIn(language, '/index.html');
}

/** Stands in the build where the site's own address will; a social card and a canonical link need it whole. */
export const PUBLIC_URL_PLACEHOLDER = 'https://public-url.invalid';

const siteElement = '<meta name="site" content=';

/** A document with what the site says of itself as JSON, which `siteAtFirst` reads. */
export function withSite(html: string, site: unknown): string {
  const json = JSON.stringify(site).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  return html.replace(`${siteElement}""`, () => `${siteElement}'${json}'`);
}

/**
 * Where the build puts a page and the server finds it, in the folder of the built front end: `/prerendered/log.html`, or in
 * French `/prerendered/fr/log.html`.
 *
 * @param page its address without a query.
 * @param shown what `shownQuery` says of the page's address.
 */
export function prerenderedFile(page: string, shown = ''): string {
  const name = page === '/' ? '/index' : page;
  return `/prerendered${[name, ...shown.split(' ').filter(Boolean)].join('.')}.html`;
}

/**
 * The parts of a query by which a page looks another way even before its code has come, with a space between;
 * `data-query` and `data-donor` of the document say so.
 */
export function shownQuery(path: string, query: URLSearchParams): string {
  const parts = screenAt(path)?.shownParts ?? [];
  return parts.filter((part) => query.get(part)?.trim()).join(' ');
}

/** Every answer that `shownQuery` has for a path: the build makes a document for each. */
export function shownQueries(path: string): string[] {
  const queries = [''];
  for (const part of screenAt(path)?.shownParts ?? [])
    queries.push(...queries.map((query) => `${query} ${part}`.trim()));
  return queries;
}
