// Uploaded photos. Whatever comes in is decoded and drawn anew, so nothing of the sent file survives but
// the picture: no place where it was taken, no second file behind the first.
import type { default as Sharp } from 'sharp';
import { implement, withSlowStep } from '#server/http/call.ts';
import { Queue } from '#server/http/queue.ts';
import { Refusal } from '#server/http/refusal.ts';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { randomText } from '#server/secrets.ts';
import { UPLOADS_PATH } from '#shared/fields.ts';
import { contract } from './contract.ts';

const LONGEST_SIDE = 1600;
/** A picture of 50 megapixels is beyond phones; one that claims more is a bomb. */
const MOST_PIXELS = 50_000_000;

/** A large picture takes some hundred megabytes while it is drawn, and its file five while it waits. */
const drawings = new Queue({ atOnce: 2, waiting: 32 });

let loading: Promise<typeof Sharp> | undefined;

/** Loaded with the first photo: it takes time to start and much memory, and there are days without any. */
function drawingLibrary(): Promise<typeof Sharp> {
  loading ??= loadDrawingLibrary();
  return loading;
}

async function loadDrawingLibrary(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // libvips knows many formats more; what is never read cannot have a hole in its reader.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'],
  });
  return sharp;
}

export const photosFeature = implement(contract, {
  // Drawing a picture takes a while of a core, too long to hold a transaction open.
  uploadPhoto: withSlowStep(contract.uploadPhoto, {
    slowStep: async ({ upload, site: { storage } }) => {
      const name = `${randomText('abcdefghijklmnopqrstuvwxyz0123456789', 24)}.webp`;
      await storage.save(name, await drawings.run(() => redraw(upload)));
      return name;
    },
    handle: async ({ transaction, fromSlowStep: name, admin, now }) => {
      await recordAudit(transaction, now, {
        ...doneBy(admin),
        action: 'photo.uploaded',
        entityType: 'system',
        entityId: null,
        details: { name },
      });
      return { ok: true as const, url: `${UPLOADS_PATH}${name}` };
    },
  }),
});

/**
 * Draws a PNG, JPEG or WEBP anew: upright, at most 1600 pixels a side, as WebP without metadata.
 *
 * @throws Refusal 415 for anything that does not decode as one of those, whatever its name says.
 */
async function redraw(bytes: Buffer): Promise<Buffer> {
  const sharp = await drawingLibrary();
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { format } = await image.metadata();
    if (!['png', 'jpeg', 'webp'].includes(format)) throw new Error(`${format} is not taken`);
    return await image
      .rotate()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw Object.assign(
      new Refusal('unsupported_media_type', 'Upload failed. Ensure image ≤ 5MB and is PNG/JPEG/WEBP.'),
      { cause: error },
    );
  }
}
