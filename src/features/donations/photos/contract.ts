import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

export const photoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

export const contract = {
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/api/admin/photos/upload',
    summary: 'Store a photo (PNG, JPEG or WEBP up to 5 MB), turned upright and without its metadata',
    access: 'volunteer',
    changes: [],
    upload: 'photo',
    response: z.object({ ok, url: z.string() }),
  }),
};
