import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { contract as photoProof } from '#features/donations/console/contract.ts';
import { deleteUnusedPhotos } from '#features/donations/photos/server.ts';
import {
  callAsStrangers,
  confirmedCode,
  everyRow,
  strangersRefusedChange,
} from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract, MAX_PHOTO_BYTES, photoRefusals } from './contract.ts';

const site = useTestSite();

interface UploadedFile {
  bytes: Buffer;
  name?: string;
  type?: string;
  field?: string;
}

/** Sends a file as a browser's form does. */
async function upload(
  client: Client,
  { bytes, name = 'photo.jpg', type = 'image/jpeg', field = 'photo' }: UploadedFile,
) {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return await client.send<{ ok: boolean; url: string; code?: string; error?: string }>(
    contract.uploadPhoto.method,
    contract.uploadPhoto.path,
    {
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    },
  );
}

/** The stored file of an uploaded photo. */
async function readStoredPhoto(url: string): Promise<Buffer> {
  const photo = await site.site.storage.read(url.replace('/uploads/', ''));
  if (!photo) throw new Error(`There is no photo at ${url}.`);
  return photo;
}

function createPicture(width = 400, height = 300) {
  return sharp({ create: { width, height, channels: 3, background: '#1d5c41' } });
}

/** A picture whose left half is red and whose right half is blue. */
async function createRedBluePicture(): Promise<Sharp> {
  const half = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const blank = sharp({ create: { width: 200, height: 100, channels: 3, background: 'blue' } });
  return sharp(
    await blank
      .composite([{ input: half, left: 0, top: 0 }])
      .png()
      .toBuffer(),
  );
}

describe('a photo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'as %s is stored as WebP, with an audit entry',
    async (format) => {
      const admin = await site.admin();
      const { status, body } = await upload(admin, {
        bytes: await createPicture().toFormat(format).toBuffer(),
      });
      expect({ status, body }).toEqual({
        status: 200,
        body: { ok: true, url: expect.stringMatching(/^\/uploads\/[a-z0-9]{24}\.webp$/) },
      });
      expect(await sharp(await readStoredPhoto(body.url)).metadata()).toMatchObject({
        format: 'webp',
        width: 400,
        height: 300,
      });
      const [entry] = await site.audit();
      expect(entry).toMatchObject({
        actor: 'alex',
        actorRole: 'admin',
        action: 'photo.uploaded',
        entityType: 'system',
        details: { name: body.url.replace('/uploads/', '') },
      });
    },
  );

  test.each([
    [4000, 3000, 1600, 1200],
    [1000, 2400, 667, 1600],
    [1600, 900, 1600, 900],
    [3, 2, 3, 2],
  ])('of %d × %d pixels is stored with %d × %d', async (width, height, storedWidth, storedHeight) => {
    const bytes = await createPicture(width, height).jpeg().toBuffer();
    const { body } = await upload(await site.admin(), { bytes });
    const metadata = await sharp(await readStoredPhoto(body.url)).metadata();
    expect([metadata.width, metadata.height]).toEqual([storedWidth, storedHeight]);
  });

  test('is turned upright by its EXIF orientation, and loses all metadata', async () => {
    const bytes = await (
      await createRedBluePicture()
    )
      .withExif({
        IFD0: { Make: 'Secret camera', Copyright: 'Jo Thiessen' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '49/1 53/1 4200/100' },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret place</x:xmpmeta>')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    const { body } = await upload(await site.admin(), { bytes });
    const photo = await readStoredPhoto(body.url);
    const { width, height, orientation, exif, xmp, iptc } = await sharp(photo).metadata();
    expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: 100, height: 200 });
    for (const secret of ['Secret', 'Thiessen', 'GPS', 'Exif']) expect(photo.includes(secret)).toBe(false);
    // Turned clockwise: the red left half is now on top.
    const { data } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * 100 + x) * 3, (y * 100 + x) * 3 + 3)];
    const [topRed = 0, , topBlue = 0] = pixel(50, 20);
    const [bottomRed = 0, , bottomBlue = 0] = pixel(50, 180);
    expect(topRed).toBeGreaterThan(200);
    expect(topBlue).toBeLessThan(60);
    expect(bottomBlue).toBeGreaterThan(200);
    expect(bottomRed).toBeLessThan(60);
  });

  test('is accepted by its content, whatever its name and type, and gets a new name each time', async () => {
    const admin = await site.admin();
    const bytes = await createPicture().png().toBuffer();
    const urls = new Set<string>();
    for (const [name, type] of [
      ['photo.svg', 'image/svg+xml'],
      ['photo.html', 'text/html'],
      ['', 'application/octet-stream'],
      ['../../../etc/passwd', 'image/png'],
      ['..\\..\\server.ts', 'image/png'],
      ['/uploads/over.webp', 'image/webp'],
      [`${'x'.repeat(3000)}.png`, 'image/png'],
      ['фото\u0000.png', 'image/png'],
    ] as const) {
      const { status, body } = await upload(admin, { bytes, name, type });
      expect([name, status]).toEqual([name, 200]);
      expect(body.url).toMatch(/^\/uploads\/[a-z0-9]{24}\.webp$/);
      urls.add(body.url);
    }
    expect(urls.size).toBe(8);
  });
});

describe('a file that is no photo', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['GIF', () => createPicture().gif().toBuffer()],
    ['TIFF', () => createPicture().tiff().toBuffer()],
    ['AVIF', () => createPicture(64, 64).avif().toBuffer()],
    ['text', () => Buffer.from('Not a picture at all')],
    ['nothing', () => Buffer.alloc(0)],
    ['5 MB of noise', () => randomBytes(MAX_PHOTO_BYTES)],
  ])('%s is refused with 415 and leaves nothing', async (_kind, makeFile) => {
    const admin = await site.admin();
    const before = await everyRow(site);
    for (const [name, type] of [
      ['photo.png', 'image/png'],
      ['photo.jpg', 'image/jpeg'],
      ['photo.webp', 'image/webp'],
    ] as const) {
      const { status, body } = await upload(admin, { bytes: await makeFile(), name, type });
      expect({ status, body }).toEqual({
        status: 415,
        body: { ok: false, code: 'unsupported_media_type', error: photoRefusals.noPhoto },
      });
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test('of one byte more than 5 MB is refused with 413, but a photo of exactly 5 MB is not', async () => {
    const admin = await site.admin();
    const jpeg = await createPicture().jpeg().toBuffer();
    const largest = Buffer.concat([jpeg, Buffer.alloc(MAX_PHOTO_BYTES - jpeg.length)]);
    expect((await upload(admin, { bytes: largest })).status).toBe(200);
    const before = await everyRow(site);
    const { status, body } = await upload(admin, { bytes: Buffer.concat([largest, Buffer.alloc(1)]) });
    expect({ status, body }).toEqual({
      status: 413,
      body: { ok: false, code: 'payload_too_large', error: photoRefusals.tooManyBytes },
    });
    const twiceAsLarge = await upload(admin, { bytes: Buffer.alloc(MAX_PHOTO_BYTES * 2) });
    expect(twiceAsLarge.status).toBe(413);
    expect(await everyRow(site)).toEqual(before);
  });

  test('in another field, or without a form, is refused', async () => {
    const admin = await site.admin();
    const bytes = await createPicture().png().toBuffer();
    const inOtherField = await upload(admin, { bytes, field: 'file' });
    expect(inOtherField).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const { method, path } = contract.uploadPhoto;
    const asJson = await admin.send(method, path, { body: { photo: 'x' } });
    expect(asJson.status).toBe(415);
    const withoutForm = await admin.send(method, path, {
      body: bytes,
      headers: { 'content-type': 'image/png' },
    });
    expect(withoutForm.status).toBe(415);
    const cutOffForm = await admin.send(method, path, {
      body: Buffer.from('--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nabc'),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(cutOffForm.status).toBe(400);
  });
});

test('a photo that is not attached within a day is deleted, an attached one is not', async () => {
  const admin = await site.admin();
  const bytes = await createPicture().png().toBuffer();
  const urls = [(await upload(admin, { bytes })).body.url, (await upload(admin, { bytes })).body.url];
  const { id } = await confirmedCode(site, admin);
  const body = { photoUrl: urls[0], actualWeight: '1-2kg' } as const;
  await admin.call(photoProof.attachPhoto, { params: { id }, body });
  const statusesAfterDeletion = async () => {
    await deleteUnusedPhotos(site.site, site.app.log);
    return await Promise.all(urls.map(async (url) => (await site.visitor().send('GET', url)).status));
  };
  site.now = new Date('2026-11-21T18:00:00Z');
  expect(await statusesAfterDeletion()).toEqual([200, 200]);
  site.now = new Date('2026-11-21T18:00:01Z');
  expect(await statusesAfterDeletion()).toEqual([200, 404]);
});

test('only staff may upload, and only from a page of this site', async () => {
  const admin = await site.admin();
  expect(await callAsStrangers(site, admin, contract.uploadPhoto, {})).toEqual(strangersRefusedChange);
  const bytes = await createPicture().png().toBuffer();
  expect((await upload(site.visitor(), { bytes })).status).toBe(401);
});

describe('the address of a photo', () => {
  test('answers with the stored WebP and headers that forbid anything else', async () => {
    const { body } = await upload(await site.admin(), { bytes: await createPicture().png().toBuffer() });
    const answer = await site.app.inject({ url: body.url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(answer.rawPayload.equals(await readStoredPhoto(body.url))).toBe(true);
  });

  test.each([
    '/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.webp',
    '/uploads/photo.webp',
    '/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.png',
    '/uploads/..%2F..%2Fpackage.json',
    '/uploads/%00',
    '/uploads/',
    '/uploads',
  ])('%s is not found', async (url) => {
    const { statusCode, body } = await site.app.inject({ url });
    expect({ statusCode, code: JSON.parse(body).code }).toEqual({ statusCode: 404, code: 'not_found' });
  });
});
