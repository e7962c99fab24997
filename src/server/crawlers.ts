import type { FastifyInstance } from 'fastify';
import { languages, languageTag, pathIn } from '#shared/languages.ts';
import { type Screen, screens } from '#shared/screens.ts';

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
