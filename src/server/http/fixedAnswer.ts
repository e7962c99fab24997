import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is the same for everybody, with its compressed forms. */
export interface FixedAnswer {
  type: string;
  etag: string;
  /** Whether the address has a hash of the content. */
  immutable: boolean;
  uncompressed: Buffer;
  gzip: Buffer | undefined;
  brotli: Buffer | undefined;
}

/** The highest quality but one, because 11 takes several times as long and saves little. */
const BROTLI_QUALITY = 10;

/** An answer of a text that may change under its address. */
export async function fixedText(type: string, text: string): Promise<FixedAnswer> {
  const uncompressed = Buffer.from(text);
  const [gzip, brotli] = await Promise.all([
    promisify(zlib.gzip)(uncompressed),
    promisify(zlib.brotliCompress)(uncompressed, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  ]);
  return { type, etag: etagOf(uncompressed), immutable: false, uncompressed, gzip, brotli };
}

export function etagOf(uncompressed: Buffer): string {
  return `"${createHash('sha256').update(uncompressed).digest('base64url').slice(0, 27)}"`;
}

/** Sends an answer in the encoding that the client prefers, or 304 if the client has it already. */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, answer: FixedAnswer): FastifyReply {
  const earlierVary = reply.getHeader('vary');
  reply.headers({
    etag: answer.etag,
    vary: earlierVary === undefined ? 'accept-encoding' : `${String(earlierVary)}, accept-encoding`,
    'cache-control': answer.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (reply.statusCode === 200 && listsTag(request.headers['if-none-match'], answer.etag)) {
    return reply.code(304).send();
  }
  reply.type(answer.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  const brotli = answer.brotli ? qualityOf(accepted, 'br') : 0;
  const gzip = answer.gzip ? qualityOf(accepted, 'gzip') : 0;
  if (answer.brotli && brotli > 0 && brotli >= gzip) {
    return reply.header('content-encoding', 'br').send(answer.brotli);
  }
  if (answer.gzip && gzip > 0) return reply.header('content-encoding', 'gzip').send(answer.gzip);
  return reply.send(answer.uncompressed);
}

/** Whether If-None-Match lists a tag. Proxies that compress mark it as weak. */
function listsTag(list: string | undefined, etag: string): boolean {
  const tags = list?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** The quality of an encoding in Accept-Encoding, from 0 to 1. An encoding it does not name has that of `*`. */
function qualityOf(accepted: string, encoding: string): number {
  const choices = accepted
    .toLowerCase()
    .split(',')
    .map((choice) => choice.split(';').map((part) => part.trim()));
  const chosen = choices.find(([name]) => name === encoding) ?? choices.find(([name]) => name === '*');
  const quality = chosen?.find((part) => part.startsWith('q='))?.slice(2);
  return chosen ? Number(quality ?? 1) || 0 : 0;
}
