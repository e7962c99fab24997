// Uploaded photos. Each is decoded and drawn again, so that nothing but the picture survives: no location, no second
// file appended to the first.
import { and, eq, isNotNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { default as Sharp } from 'sharp';
import { inTransaction, type Transaction } from '#server/db/database.ts';
import { implement, type Site, withSlowStep } from '#server/http/call.ts';
import { Queue } from '#server/http/queue.ts';
import { Refusal } from '#server/http/refusal.ts';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { donations, partners, photos } from '#server/db/schema.ts';
import { randomText } from '#server/secrets.ts';
import { addDays } from '#shared/dates.ts';
import { uploadName, UPLOADS_PATH } from '#shared/fields.ts';
import { contract, MAX_PHOTO_PIXELS, photoRefusals } from './contract.ts';
import { isHeic } from './rules.ts';

/** The longest side of a stored photo. */
const STORED_SIDE_PIXELS = 1600;

/** One at once, since drawing an interlaced picture of 100 megapixels takes 330 MB. A waiting file takes up to 5 MB. */
const drawingQueue = new Queue({ atOnce: 1, waiting: 32 });

let sharpModule: Promise<typeof Sharp> | undefined;

/** Loaded with the first photo, since it takes time and much memory. */
function loadSharp(): Promise<typeof Sharp> {
  sharpModule ??= import('sharp').then(({ default: sharp }) => {
    // libvips reads many more formats, each a possible vulnerability.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'],
    });
    return sharp;
  });
  return sharpModule;
}

export const photosFeature = implement(contract, {
  // Drawing takes too long to hold a transaction open.
  uploadPhoto: withSlowStep(contract.uploadPhoto, {
    slowStep: async ({ upload, site: { storage } }) => {
      // Must match `uploadName`.
      const name = `${randomText('abcdefghijklmnopqrstuvwxyz0123456789', 24)}.webp`;
      await storage.save(name, await drawingQueue.run(() => redrawPhoto(upload)));
      return name;
    },
    handle: async ({ transaction, fromSlowStep: name, admin, now }) => {
      await transaction.insert(photos).values({ file: name, uploadedAt: now, uploadedBy: admin.username });
      await recordAudit(transaction, now, {
        ...doneBy(admin),
        action: 'photo.uploaded',
        ...auditFieldsOfFile(name),
      });
      return { ok: true as const, url: `${UPLOADS_PATH}${name}` };
    },
  }),
});

/**
 * Draws a PNG, JPEG or WEBP again: upright, at most 1600 pixels a side, as WebP without metadata.
 *
 * @throws Refusal 415 if the file does not decode as one of these, or has too many pixels. Its name does not matter.
 */
async function redrawPhoto(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  if (isHeic(bytes)) throw unsupported('heic');
  const pixels = await countPixels(sharp, bytes);
  if (pixels > MAX_PHOTO_PIXELS) throw unsupported('tooManyPixels');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error' })
      .rotate()
      .resize(STORED_SIDE_PIXELS, STORED_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw unsupported('noPhoto', error);
  }
}

/** Reads the number of pixels from the picture's header, without decoding the picture. */
async function countPixels(sharp: typeof Sharp, bytes: Buffer): Promise<number> {
  try {
    const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' });
    const { format, width, height } = await image.metadata();
    if (!['png', 'jpeg', 'webp'].includes(format)) throw new Error(`${format} is not taken`);
    return width * height;
  } catch (error) {
    throw unsupported('noPhoto', error);
  }
}

function unsupported(reason: keyof typeof photoRefusals, cause?: unknown): Refusal {
  return Object.assign(new Refusal('unsupported_media_type', photoRefusals[reason]), { cause });
}

const auditFieldsOfFile = (name: string) => ({
  entityType: 'system' as const,
  entityId: null,
  details: { name },
});

/** Records that a donation shows a photo, if this site stores that photo. */
export async function recordAttachedPhoto(
  transaction: Transaction,
  photoUrl: string,
  attachedBy: string,
  now: Date,
): Promise<void> {
  const file = photoUrl.startsWith(UPLOADS_PATH) ? photoUrl.slice(UPLOADS_PATH.length) : '';
  if (!uploadName.test(file)) return;
  await transaction
    .insert(photos)
    // A file put into the storage by hand has no row yet, and without one it would never be deleted.
    .values({ file, uploadedAt: now, uploadedBy: attachedBy, attachedAt: now })
    .onConflictDoUpdate({ target: photos.file, set: { attachedAt: now } });
}

/** How long an uploaded photo may wait until its form is sent. */
const DAYS_TO_ATTACH = 1;

/**
 * Deletes unused photos: at once if they were attached before, else a day after their upload. Each row is deleted after its
 * file, so that the next run completes a deletion that a crash interrupted.
 */
export async function deleteUnusedPhotos(
  { database, storage, clock }: Pick<Site, 'database' | 'storage' | 'clock'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  const url = sql`${UPLOADS_PATH}::text || ${photos.file}`;
  const unused = await database
    .select({ file: photos.file })
    .from(photos)
    .where(
      and(
        or(isNotNull(photos.attachedAt), lt(photos.uploadedAt, addDays(clock(), -DAYS_TO_ATTACH))),
        notExists(database.select({ id: donations.id }).from(donations).where(eq(donations.photoUrl, url))),
        notExists(database.select({ id: partners.id }).from(partners).where(eq(partners.logo, url))),
      ),
    );
  for (const { file } of unused) {
    try {
      await storage.remove(file);
      await inTransaction(database, async (transaction) => {
        const { rowCount } = await transaction.delete(photos).where(eq(photos.file, file));
        // Another process may have deleted it meanwhile.
        if (rowCount === 0) return;
        await recordAudit(transaction, clock(), {
          actor: 'site',
          actorRole: 'system',
          action: 'photo.deleted',
          ...auditFieldsOfFile(file),
        });
      });
    } catch (error) {
      log.error({ error }, 'A photo that nothing shows any more was not deleted.');
    }
  }
}
