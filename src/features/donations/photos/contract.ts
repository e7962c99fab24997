import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

/** Photos of phones have fewer pixels. More may be a decompression bomb. */
export const MAX_PHOTO_PIXELS = 100_000_000;

export const photoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Why a photo is refused, a sentence for each cause. */
export const photoRefusals = {
  tooManyBytes: 'This photo has more than 5 MB. Please choose a smaller one.',
  tooManyPixels: 'This photo has more than 100 megapixels. Please choose a smaller one.',
  heic: 'This is a HEIC photo, which cannot be read here. Please save it as JPEG and choose that one.',
  noPhoto: 'Upload failed. Ensure image ≤ 5MB and is PNG/JPEG/WEBP.',
} as const;

export const contract = {
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/api/admin/photos/upload',
    summary:
      'Store a photo (PNG, JPEG or WEBP, up to 5 MB and 100 megapixels), turned upright and without its metadata',
    access: 'volunteer',
    changes: [],
    upload: 'photo',
    response: z.object({ ok, url: z.string() }),
  }),
};
