import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { compressed, etagOf, type FixedAnswer, sendFixed } from '#server/http/fixedAnswer.ts';
import { prerenderedFile, PUBLIC_URL_PLACEHOLDER, shownQuery } from '#shared/prerendered.ts';
import { screenAt, withoutSlash } from '#shared/screenAt.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
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

/** A donor's session (http/sessions.ts), or a donor ID that the browser was asked to remember (donations/logging/rememberedDonor.ts). */
const ofDonor = /(?:^|; ?)(?:__Host-)?reround_(?:donor|log_as)=[^;]/;

/**
 * Serves the built front end from memory: it is a few hundred kilobytes, and a buffer with its
 * compressed forms is answered without touching the disk.
 */
export async function servePages(app: FastifyInstance, directory: string, publicUrl: string): Promise<void> {
  const files = await readBuild(directory, publicUrl);
  const shell = files.get('/index.html');
  if (!shell) throw new Error(`There is no built front end in ${directory}. Run "npm run build".`);
  const prerendered = (path: string, query = '', cookies = '') => {
    const asked = new URLSearchParams(query);
    asked.delete('donor');
    // Who keeps a page asks each time whether it is still the same: it needs no Vary.
    if (ofDonor.test(cookies)) asked.set('donor', 'known');
    return files.get(prerenderedFile(path, shownQuery(path, asked)));
  };
  for (const [path, file] of files) {
    if (!path.endsWith('.html'))
      app.get(path, { schema: { hide: true } }, (request, reply) => sendFixed(request, reply, file));
  }
  // Every other address is a screen, or the 404 page. What is not prerendered, the page's own router draws.
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const [address = '/', ...query] = request.url.split('?');
    const path = withoutSlash(address);
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
    if (!screenAt(path)) return sendFixed(request, reply.code(404), prerendered('/404') ?? shell);
    return sendFixed(request, reply, prerendered(path, query.join('?'), request.headers.cookie) ?? shell);
  });
}

async function readBuild(directory: string, publicUrl: string): Promise<Map<string, FixedAnswer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, FixedAnswer]> => {
      const url = path.slice(directory.length).replaceAll('\\', '/');
      const [read, gzip, brotli] = await Promise.all([
        readFile(path),
        readIfThere(`${path}.gz`),
        readIfThere(`${path}.br`),
      ]);
      const type = contentTypes[extname(path)] ?? 'application/octet-stream';
      // A page holds the site's own address, which the build does not know.
      const sent =
        extname(path) === '.html'
          ? await compressed(read.toString().replaceAll(PUBLIC_URL_PLACEHOLDER, publicUrl))
          : { plain: read, gzip, brotli };
      return [url, { type, etag: etagOf(sent.plain), immutable: url.startsWith('/assets/'), ...sent }];
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
