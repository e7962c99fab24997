import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shownQuery } from '#shared/documents.ts';
import { prerenderedFile, PUBLIC_URL_PLACEHOLDER } from '#shared/prerenderedPages.ts';
import { isScreen, withoutSlash } from '#shared/screens.ts';

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

interface BuiltFile {
  type: string;
  etag: string;
  immutable: boolean;
  plain: Buffer;
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
}

/**
 * Serves the built front end from memory: it is a few hundred kilobytes, and a buffer with its
 * compressed forms is answered without touching the disk.
 */
export async function servePages(app: FastifyInstance, directory: string, publicUrl: string): Promise<void> {
  const files = await readBuild(directory, publicUrl);
  const shell = files.get('/index.html');
  if (!shell) throw new Error(`There is no built front end in ${directory}. Run "npm run build".`);
  const prerendered = (path: string, query = '') =>
    files.get(prerenderedFile(path, shownQuery(path, new URLSearchParams(query))));
  for (const [path, file] of files) {
    if (!path.endsWith('.html'))
      app.get(path, { schema: { hide: true } }, (request, reply) => send(request, reply, file));
  }
  // Every other address is a screen, or the 404 page. What is not prerendered, the page's own router draws.
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const [address = '/', ...query] = request.url.split('?');
    const path = withoutSlash(address);
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
    if (!isScreen(path)) return send(request, reply.code(404), prerendered('/404') ?? shell);
    return send(request, reply, prerendered(path, query.join('?')) ?? shell);
  });
}

async function readBuild(directory: string, publicUrl: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, BuiltFile]> => {
      const url = path.slice(directory.length).replaceAll('\\', '/');
      const [read, gzip, brotli] = await Promise.all([
        readFile(path),
        readIfThere(`${path}.gz`),
        readIfThere(`${path}.br`),
      ]);
      const type = contentTypes[extname(path)] ?? 'application/octet-stream';
      const sent =
        extname(path) === '.html' ? await addressed(read, publicUrl) : { plain: read, gzip, brotli };
      const etag = `"${createHash('sha256').update(sent.plain).digest('base64url').slice(0, 27)}"`;
      return [url, { type, etag, immutable: url.startsWith('/assets/'), ...sent }];
    }),
  );
  return new Map(files);
}

/** A page that knows the site's own address, which the build does not. */
async function addressed(
  page: Buffer,
  publicUrl: string,
): Promise<Pick<BuiltFile, 'plain' | 'gzip' | 'brotli'>> {
  const plain = Buffer.from(page.toString().replaceAll(PUBLIC_URL_PLACEHOLDER, publicUrl));
  const [gzipped, brotli] = await Promise.all([
    promisify(zlib.gzip)(plain),
    promisify(zlib.brotliCompress)(plain, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: START_QUALITY },
    }),
  ]);
  return { plain, gzip: gzipped, brotli };
}

/** Of 11: the last step takes several times as long for little, and a start should be quick. */
const START_QUALITY = 10;

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  reply.headers({
    etag: file.etag,
    vary: 'accept-encoding',
    // A file under assets/ has its content's hash in its name, so it never changes.
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (reply.statusCode === 200 && holdsTag(request.headers['if-none-match'], file.etag))
    return reply.code(304).send();
  reply.type(file.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  const brotli = file.brotli ? preference(accepted, 'br') : 0;
  const gzip = file.gzip ? preference(accepted, 'gzip') : 0;
  if (file.brotli && brotli > 0 && brotli >= gzip)
    return reply.header('content-encoding', 'br').send(file.brotli);
  if (file.gzip && gzip > 0) return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
}

/** Whether If-None-Match lists a tag. A proxy that compresses on its own marks it as weak. */
function holdsTag(list: string | undefined, etag: string): boolean {
  const tags = list?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** How much Accept-Encoding wants an encoding, from 0 to 1; one that it does not name goes by its `*`. */
function preference(accepted: string, encoding: string): number {
  const choices = accepted
    .toLowerCase()
    .split(',')
    .map((choice) => choice.split(';').map((part) => part.trim()));
  const chosen = choices.find(([name]) => name === encoding) ?? choices.find(([name]) => name === '*');
  const quality = chosen?.find((part) => part.startsWith('q='))?.slice(2);
  return chosen ? Number(quality ?? 1) || 0 : 0;
}
