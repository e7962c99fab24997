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

interface Sent {
  bytes: Buffer;
  name?: string;
  type?: string;
  field?: string;
}

/** Sends a file as a browser's form does. */
async function upload(
  client: Client,
  { bytes, name = 'photo.jpg', type = 'image/jpeg', field = 'photo' }: Sent,
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

/** The stored picture behind an answer. */
async function stored(url: string): Promise<Buffer> {
  const photo = await site.site.storage.read(url.replace('/uploads/', ''));
  if (!photo) throw new Error(`There is no photo at ${url}.`);
  return photo;
}

function picture(width = 400, height = 300) {
  return sharp({ create: { width, height, channels: 3, background: '#1d5c41' } });
}

/** A picture whose left half is red and whose right half is blue. */
async function redBlue(): Promise<Sharp> {
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
    'as %s comes out as WebP, and is written down',
    async (format) => {
      const admin = await site.admin();
      const { status, body } = await upload(admin, { bytes: await picture().toFormat(format).toBuffer() });
      expect({ status, body }).toEqual({
        status: 200,
        body: { ok: true, url: expect.stringMatching(/^\/uploads\/[a-z0-9]{24}\.webp$/) },
      });
      expect(await sharp(await stored(body.url)).metadata()).toMatchObject({
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
  ])('of %d × %d pixels is kept as %d × %d', async (width, height, storedWidth, storedHeight) => {
    const bytes = await picture(width, height).jpeg().toBuffer();
    const { body } = await upload(await site.admin(), { bytes });
    const { width: w, height: h } = await sharp(await stored(body.url)).metadata();
    expect([w, h]).toEqual([storedWidth, storedHeight]);
  });

  test('from a phone held upright is turned upright, and loses where and by what it was taken', async () => {
    const bytes = await (
      await redBlue()
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
    const photo = await stored(body.url);
    const { width, height, orientation, exif, xmp, iptc } = await sharp(photo).metadata();
    expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: 100, height: 200 });
    for (const secret of ['Secret', 'Thiessen', 'GPS', 'Exif']) expect(photo.includes(secret)).toBe(false);
    // Turned clockwise, what was on the left is on top.
    const { data } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * 100 + x) * 3, (y * 100 + x) * 3 + 3)];
    const [topRed = 0, , topBlue = 0] = pixel(50, 20);
    const [bottomRed = 0, , bottomBlue = 0] = pixel(50, 180);
    expect(topRed).toBeGreaterThan(200);
    expect(topBlue).toBeLessThan(60);
    expect(bottomBlue).toBeGreaterThan(200);
    expect(bottomRed).toBeLessThan(60);
  });

  test('goes by its content, whatever its name and type claim, and gets another name each time', async () => {
    const admin = await site.admin();
    const bytes = await picture().png().toBuffer();
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

describe('what is no photo', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['GIF', () => picture().gif().toBuffer()],
    ['TIFF', () => picture().tiff().toBuffer()],
    ['AVIF', () => picture(64, 64).avif().toBuffer()],
    ['text', () => Buffer.from('Not a picture at all')],
    ['nothing', () => Buffer.alloc(0)],
    ['5 MB of noise', () => randomBytes(MAX_PHOTO_BYTES)],
  ])('%s is refused with 415 and leaves nothing', async (_, make) => {
    const admin = await site.admin();
    const before = await everyRow(site);
    for (const [name, type] of [
      ['photo.png', 'image/png'],
      ['photo.jpg', 'image/jpeg'],
      ['photo.webp', 'image/webp'],
    ] as const) {
      const { status, body } = await upload(admin, { bytes: await make(), name, type });
      expect({ status, body }).toEqual({
        status: 415,
        body: { ok: false, code: 'unsupported_media_type', error: photoRefusals.noPhoto },
      });
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test('of one byte more than 5 MB is refused with 413, a photo of exactly 5 MB is not', async () => {
    const admin = await site.admin();
    const start = await picture().jpeg().toBuffer();
    const whole = Buffer.concat([start, Buffer.alloc(MAX_PHOTO_BYTES - start.length)]);
    expect((await upload(admin, { bytes: whole })).status).toBe(200);
    const before = await everyRow(site);
    const { status, body } = await upload(admin, { bytes: Buffer.concat([whole, Buffer.alloc(1)]) });
    expect({ status, body }).toEqual({
      status: 413,
      body: { ok: false, code: 'payload_too_large', error: photoRefusals.tooManyBytes },
    });
    const far = await upload(admin, { bytes: Buffer.alloc(MAX_PHOTO_BYTES * 2) });
    expect(far.status).toBe(413);
    expect(await everyRow(site)).toEqual(before);
  });

  test('under another field’s name, or no form at all, is refused', async () => {
    const admin = await site.admin();
    const bytes = await picture().png().toBuffer();
    const elsewhere = await upload(admin, { bytes, field: 'file' });
    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const { method, path } = contract.uploadPhoto;
    const asJson = await admin.send(method, path, { body: { photo: 'x' } });
    expect(asJson.status).toBe(415);
    const alone = await admin.send(method, path, {
      body: bytes,
      headers: { 'content-type': 'image/png' },
    });
    expect(alone.status).toBe(415);
    const cutOff = await admin.send(method, path, {
      body: Buffer.from('--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nabc'),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(cutOff.status).toBe(400);
  });
});

test('one that nobody attaches within a day is deleted, one that a donation shows is not', async () => {
  const admin = await site.admin();
  const bytes = await picture().png().toBuffer();
  const urls = [(await upload(admin, { bytes })).body.url, (await upload(admin, { bytes })).body.url];
  const { id } = await confirmedCode(site, admin);
  const body = { photoUrl: urls[0], actualWeight: '1-2kg' } as const;
  await admin.call(photoProof.attachPhoto, { params: { id }, body });
  const left = async () => {
    await deleteUnusedPhotos(site.site, site.app.log);
    return await Promise.all(urls.map(async (url) => (await site.visitor().send('GET', url)).status));
  };
  site.now = new Date('2026-11-21T18:00:00Z');
  expect(await left()).toEqual([200, 200]);
  site.now = new Date('2026-11-21T18:00:01Z');
  expect(await left()).toEqual([200, 404]);
});

test('only an admin uploads, and from an own page', async () => {
  const admin = await site.admin();
  expect(await callAsStrangers(site, admin, contract.uploadPhoto, {})).toEqual(strangersRefusedChange);
  const bytes = await picture().png().toBuffer();
  expect((await upload(site.visitor(), { bytes })).status).toBe(401);
});

describe('the address of a photo', () => {
  test('shows it as WebP and nothing else', async () => {
    const { body } = await upload(await site.admin(), { bytes: await picture().png().toBuffer() });
    const answer = await site.app.inject({ url: body.url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(answer.rawPayload.equals(await stored(body.url))).toBe(true);
  });

  test.each([
    '/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.webp',
    '/uploads/photo.webp',
    '/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.png',
    '/uploads/..%2F..%2Fpackage.json',
    '/uploads/%00',
    '/uploads/',
    '/uploads',
  ])('%s is 404', async (url) => {
    const { statusCode, body } = await site.app.inject({ url });
    expect({ statusCode, code: JSON.parse(body).code }).toEqual({ statusCode: 404, code: 'not_found' });
  });
});
