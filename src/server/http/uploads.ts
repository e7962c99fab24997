import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_PHOTO_BYTES, photoRefusals } from '#features/donations/photos/contract.ts';
import { Refusal } from './refusal.ts';

/** The file and the multipart frame around it. */
export const UPLOAD_BODY_BYTES = MAX_PHOTO_BYTES + 64 * 1024;

export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    // The plugin's own check misses a file that ends in the chunk reaching the limit, and may hang on a larger one.
    throwFileSizeLimit: false,
    limits: { files: 1, fileSize: MAX_PHOTO_BYTES, fields: 5, fieldSize: 1024, parts: 6, headerPairs: 20 },
  });
}

const tooLarge = () => new Refusal('payload_too_large', photoRefusals.tooManyBytes);

/**
 * The bytes of an upload's one file. Its name and type are ignored, because senders can claim anything.
 *
 * @throws Refusal if there is no file, or it is too large.
 */
export async function readUpload(request: FastifyRequest, field: string): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', 'Please send the file as multipart/form-data.');
  }
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BODY_BYTES) throw tooLarge();
  const { file, bytes } = await readFile(request);
  if (!file || file.fieldname !== field) {
    throw new Refusal('invalid_input', 'Please choose a file.', {
      fields: { [field]: 'Please choose a file' },
    });
  }
  if (file.file.truncated) throw tooLarge();
  return bytes;
}

async function readFile(request: FastifyRequest) {
  try {
    const file = await request.file();
    return { file, bytes: file ? await file.toBuffer() : Buffer.alloc(0) };
  } catch (error) {
    // The parser's errors have no status, and are all the sender's fault.
    const status = (error as { statusCode?: number }).statusCode ?? 400;
    throw Object.assign(error as Error, { statusCode: status });
  }
}
