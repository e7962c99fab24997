import type { FastifyInstance } from 'fastify';
import { listedPages } from '#shared/prerendered.ts';

/**
 * Tells search engines which pages there are. The console and share pages are not named here: a
 * crawler must be able to ask for a page to see its noindex, and naming them would advertise them.
 */
export function guideCrawlers(app: FastifyInstance, publicUrl: string): void {
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const locations = listedPages.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations.join('')}</urlset>\n`;
  const asText = { schema: { hide: true } };
  app.get('/robots.txt', asText, (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
  app.get('/sitemap.xml', asText, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap),
  );
}
