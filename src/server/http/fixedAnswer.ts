import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is the same for everybody until the next start, with the compressed forms that it may go out in. */
export interface FixedAnswer {
  type: string;
  etag: string;
  /** Never another under its address. */
  immutable: boolean;
  plain: Buffer;
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
}

/** Of 11: the last step takes several times as long for little, and a start should be quick. */
const START_QUALITY = 10;

/** A text with its compressed forms. */
export async function compressed(text: string): Promise<Pick<FixedAnswer, 'plain' | 'gzip' | 'brotli'>> {
  const plain = Buffer.from(text);
  const [gzip, brotli] = await Promise.all([
    promisify(zlib.gzip)(plain),
    promisify(zlib.brotliCompress)(plain, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: START_QUALITY },
    }),
  ]);
  return { plain, gzip, brotli };
}

/** The tag that tells one content from another. */
export function etagOf(plain: Buffer): string {
  return `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
}

/** Sends an answer in the form that the client likes best, or 304 if it has it already. */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, answer: FixedAnswer): FastifyReply {
  const varies = reply.getHeader('vary');
  reply.headers({
    etag: answer.etag,
    vary: varies === undefined ? 'accept-encoding' : `${String(varies)}, accept-encoding`,
    // A file under assets/ has its content's hash in its name, so it never changes.
    'cache-control': answer.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (reply.statusCode === 200 && holdsTag(request.headers['if-none-match'], answer.etag))
    return reply.code(304).send();
  reply.type(answer.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  const brotli = answer.brotli ? preference(accepted, 'br') : 0;
  const gzip = answer.gzip ? preference(accepted, 'gzip') : 0;
  if (answer.brotli && brotli > 0 && brotli >= gzip)
    return reply.header('content-encoding', 'br').send(answer.brotli);
  if (answer.gzip && gzip > 0) return reply.header('content-encoding', 'gzip').send(answer.gzip);
  return reply.send(answer.plain);
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
