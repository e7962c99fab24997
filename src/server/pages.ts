import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { etagOf, type FixedAnswer, sendFixed } from '#server/http/fixedAnswer.ts';
import { languageOf } from '#server/http/language.ts';
import { type Language, LANGUAGE_COOKIE, languageAndPath, languages, pathIn } from '#shared/languages.ts';
import { NOT_FOUND_PAGE, prerenderedFile, shellFile, shownQuery } from '#shared/prerendered.ts';
import { screenAt, withoutSlash } from '#shared/screenAt.ts';
import { type Screen, screens } from '#shared/screens.ts';
import type { RenderedDocuments } from './documents.ts';

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

/** A donor's session (http/sessions.ts), or a donor ID that the browser was asked to remember (donations/logging/rememberedDonor.ts). */
const ofDonor = /(?:^|; ?)(?:__Host-)?reround_(?:donor|log_as)=[^;]/;

/** Serves the built front end from memory: it is a few hundred kilobytes, and no answer touches the disk. */
export async function servePages(
  app: FastifyInstance,
  directory: string,
  documents: RenderedDocuments<unknown>,
): Promise<void> {
  for (const [path, file] of await readFiles(directory)) {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendFixed(request, reply, file));
  }
  // Every other address is a screen, or the 404 page. What is not prerendered, the page's own router draws.
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [address = '/', ...rest] = request.url.split('?');
    const query = rest.join('?');
    const path = withoutSlash(address);
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
    const withQuery = (other: string) => (request.url.includes('?') ? `${other}?${query}` : other);
    const { language } = languageAndPath(path);
    // The front page alone has one spelling: what is below it is found with a slash at its end, too.
    if (address === `${pathIn('fr', '/')}/`) return await reply.redirect(withQuery(path), 301);
    const screen = screenAt(path);
    if (language === 'en' && isScannedEntrance(screen, query)) {
      reply.header('vary', 'Cookie, Accept-Language');
      if (languageOfVisitor(request) === 'fr')
        return await reply.header('cache-control', 'no-cache').redirect(withQuery(pathIn('fr', path)), 302);
    }
    const file = screen
      ? documentFile(path, query, request.headers.cookie ?? '')
      : prerenderedFile(pathIn(language, NOT_FOUND_PAGE));
    const answer = (await documents.get(file)) ?? (await documents.get(shellFile(language)));
    if (!answer) throw new Error('The build has no shell.');
    return sendFixed(request, reply.code(screen ? 200 : 404), answer);
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

/** Where the document of an address lies, if it is prerendered. */
function documentFile(path: string, query: string, cookies: string): string {
  const asked = new URLSearchParams(query);
  asked.delete('donor');
  // Who keeps a page asks each time whether it is still the same: it needs no Vary.
  if (ofDonor.test(cookies)) asked.set('donor', 'known');
  return prerenderedFile(path, shownQuery(path, asked));
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
