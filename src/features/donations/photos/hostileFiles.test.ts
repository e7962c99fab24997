import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useTestSite } from '#server/testing/harness.ts';
import { contract, MAX_PHOTO_BYTES, photoRefusals } from './contract.ts';

const site = useTestSite();

/** Sends a file as a form does, under a name and a type that fit it or not. */
async function upload(bytes: Buffer, { name = 'photo.png', type = 'image/png' } = {}) {
  const admin = await site.admin();
  const head = `--x\r\nContent-Disposition: form-data; name="photo"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return await admin.send<{ url: string; code?: string; error?: string }>(
    contract.uploadPhoto.method,
    contract.uploadPhoto.path,
    {
      body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    },
  );
}

async function stored(url: string): Promise<Buffer> {
  const photo = await site.site.storage.read(url.replace('/uploads/', ''));
  if (!photo) throw new Error(`There is no photo at ${url}.`);
  return photo;
}

function picture(width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: '#1d5c41' } });
}

function chunk(type: string, data: Buffer): Buffer {
  const frame = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(frame.subarray(4, -4)), frame.length - 4);
  return frame;
}

/** A PNG whose picture data are `bytes` of zeros; its kind is a bit depth and a colour type. */
function png(
  width: number,
  height: number,
  bytes: number,
  before: Buffer = Buffer.alloc(0),
  kind = [8, 2],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([...kind, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    before,
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Where a PNG's first chunk ends, and a JPEG's start-of-image marker. */
const afterHead = { png: 33, jpeg: 2 };

function inserted(bytes: Buffer, at: number, what: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)]);
}

function jpegSegment(marker: number, text: string): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, marker, 0, 0]), Buffer.from(text)]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return segment;
}

const SCRIPT = '<script>alert("STOWAWAY")</script>';
const ZIP = 'PK\u0003\u0004STOWAWAY PK\u0005\u0006';

describe('a picture that is another file as well', () => {
  test.each<[string, () => Promise<Buffer>]>([
    [
      'a PNG with HTML behind it',
      async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(SCRIPT)]),
    ],
    ['a PNG that is a ZIP', async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(ZIP)])],
    [
      'a JPEG that is a ZIP',
      async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(ZIP)]),
    ],
    [
      'a WEBP with JavaScript behind it',
      async () => Buffer.concat([await picture().webp().toBuffer(), Buffer.from(`*/=1;${SCRIPT}`)]),
    ],
    [
      'a PNG with HTML in its texts',
      async () => {
        const texts = [
          chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)),
          chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SCRIPT}`)),
          chunk('zTXt', Buffer.concat([Buffer.from('Title\0\0'), deflateSync(SCRIPT)])),
          chunk('stOw', Buffer.from(SCRIPT)),
        ];
        return inserted(await picture().png().toBuffer(), afterHead.png, Buffer.concat(texts));
      },
    ],
    [
      'a JPEG that is JavaScript by its comment',
      async () =>
        inserted(
          await picture().jpeg().toBuffer(),
          afterHead.jpeg,
          Buffer.concat([jpegSegment(0xfe, `*/=1;${SCRIPT}`), jpegSegment(0xe5, '<?php STOWAWAY ?>')]),
        ),
    ],
    [
      'a WEBP with HTML in its EXIF and XMP',
      async () =>
        await picture()
          .withExif({ IFD0: { ImageDescription: SCRIPT, Artist: 'STOWAWAY' } })
          .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`)
          .webp()
          .toBuffer(),
    ],
  ])('%s keeps the picture alone', async (_what, make) => {
    const bytes = await make();
    expect(bytes.includes('STOWAWAY') || bytes.includes('zTXt')).toBe(true);
    for (const [name, type] of [
      ['photo.png', 'image/png'],
      ['photo.html', 'text/html'],
    ] as const) {
      const { status, body } = await upload(bytes, { name, type });
      expect(status).toBe(200);
      const photo = await stored(body.url);
      for (const trace of ['STOWAWAY', '<script', '<?php', 'PK\u0003\u0004', 'Comment']) {
        expect(photo.includes(trace), trace).toBe(false);
      }
      // Decoded, it is the picture that was sent, and nothing follows the container.
      expect(await sharp(photo).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
      expect(photo.readUInt32LE(4) + 8).toBe(photo.length);
    }
  });

  test('a moving picture is stored as its first frame', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const { status, body } = await upload(
      await sharp(frames, { join: { animated: true } })
        .webp({ delay: 100, lossless: true })
        .toBuffer(),
    );
    expect(status).toBe(200);
    const { pages = 1, height } = await sharp(await stored(body.url)).metadata();
    expect({ pages, height }).toEqual({ pages: 1, height: 20 });
    const [red = 0, , blue = 0] = await sharp(await stored(body.url))
      .raw()
      .toBuffer();
    expect([red > 200, blue < 60]).toEqual([true, true]);
  });
});

/** The first bytes of formats that decoders know. */
const heads: Readonly<Record<string, Buffer>> = {
  HEIC: Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'),
  AVIF: Buffer.from('\0\0\0\u001cftypavif\0\0\0\0avifmif1miaf'),
  'JPEG XL': Buffer.from([0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a]),
  'JPEG 2000': Buffer.from([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a]),
  BMP: Buffer.from('BM'),
  ICO: Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]),
  PSD: Buffer.from('8BPS\0\u0001'),
  PDF: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj'),
  PostScript: Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n'),
  MP4: Buffer.from('\0\0\0\u0018ftypisom\0\0\0\u0001isomavc1'),
  PPM: Buffer.concat([Buffer.from('P6 8 8 255\n'), Buffer.alloc(8 * 8 * 3)]),
  GIF: Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0'),
  'GIF that is JavaScript': Buffer.from('GIF89a/*\0\0\0\0\0*/=1;alert(1)//;'),
  'SVG that draws another file': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
  ),
  'SVG with a script': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'SVG that begins with an XML declaration': Buffer.from(
    '<?xml version="1.0"?><svg width="9" height="9" xmlns="http://www.w3.org/2000/svg"/>',
  ),
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
  ZIP: Buffer.from('PK\u0003\u0004'),
  'the head of a JPEG before something else': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'SVG after a blank line': Buffer.from('\n\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  'an ImageMagick script': Buffer.from(
    'push graphic-context\nfill url(https://example.ca/)\npop graphic-context',
  ),
};

describe('a file of another kind', () => {
  test.each(Object.entries(heads))('%s is refused, even with a picture behind it', async (kind, head) => {
    const behind = await picture().png().toBuffer();
    for (const bytes of [head, Buffer.concat([head, Buffer.alloc(2000)]), Buffer.concat([head, behind])]) {
      const { status, body } = await upload(bytes);
      expect({ status, code: body.code, error: body.error }).toEqual({
        status: 415,
        code: 'unsupported_media_type',
        error: kind === 'HEIC' ? photoRefusals.heic : photoRefusals.noPhoto,
      });
    }
  });
});

describe('what cameras take', () => {
  test.each<[string, () => Promise<Buffer>, width: number, height: number]>([
    ['a JPEG of 8160 × 6144 pixels', () => picture(8160, 6144).jpeg().toBuffer(), 1600, 1205],
    ['a panorama of 16,382 × 3628 pixels', () => picture(16_382, 3628).jpeg().toBuffer(), 1600, 354],
    ['a JPEG in CMYK', () => picture(60, 40).toColourspace('cmyk').jpeg().toBuffer(), 60, 40],
    ['a PNG with 16 bits', () => picture(60, 40).toColourspace('rgb16').png().toBuffer(), 60, 40],
  ])('%s is stored', async (_what, make, width, height) => {
    const { status, body } = await upload(await make());
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    const photo = await stored(body.url);
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'webp', space: 'srgb', width, height });
    const [red = 0, green = 0, blue = 0] = await sharp(photo).resize(1, 1).raw().toBuffer();
    for (const [found, sent] of [
      [red, 0x1d],
      [green, 0x5c],
      [blue, 0x41],
    ] as const)
      expect(Math.abs(found - sent)).toBeLessThan(40);
  });
});

describe('a picture that is cut off', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('as %s is refused wherever it ends', async (format) => {
    const noise = sharp(
      Buffer.from(Array.from({ length: 90 * 60 * 3 }, (_, index) => (index * 7919) % 251)),
      {
        raw: { width: 90, height: 60, channels: 3 },
      },
    );
    const whole = await noise.toFormat(format).toBuffer();
    for (const share of [0.01, 0.1, 0.3, 0.5, 0.7, 0.9]) {
      const { status } = await upload(whole.subarray(0, Math.floor(whole.length * share)));
      expect({ share, status }).toEqual({ share, status: 415 });
    }
    expect((await upload(whole)).status).toBe(200);
  });
});

describe('a bomb', () => {
  const MEGABYTE = 1024 * 1024;

  /** What the server answers, how long that takes, and by how much its memory rises meanwhile. */
  async function measured(bytes: Buffer) {
    expect(bytes.length).toBeLessThan(MAX_PHOTO_BYTES);
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    const { status } = await upload(bytes);
    clearInterval(watch);
    return { status, risenMegabytes: (peak - before) / MEGABYTE };
  }

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    // The rows that are missing would be refused later; its size alone is enough.
    ['a PNG of 30,000 × 30,000 pixels', () => png(30_000, 30_000, 100 * MEGABYTE)],
    ['a PNG of one row of two milliards', () => png(2 ** 31 - 1, 1, MEGABYTE)],
    [
      'a JPEG of 65,000 × 65,000 pixels',
      async () => {
        const bytes = await picture().jpeg().toBuffer();
        const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
        bytes.writeUInt16BE(65_000, frame + 5);
        bytes.writeUInt16BE(65_000, frame + 7);
        return bytes;
      },
    ],
    [
      'a WEBP of 16,384 × 16,384 pixels',
      async () => {
        const bytes = await picture().webp({ lossless: true }).toBuffer();
        // Width and height less one, in 14 bits each, behind the signature of a lossless picture.
        bytes.writeUInt32LE(0x0f_ff_ff_ff, bytes.indexOf('VP8L') + 9);
        return bytes;
      },
    ],
  ])('%s is refused before its pixels are drawn', async (_what, make) => {
    const { status, risenMegabytes } = await measured(await make());
    expect(status).toBe(415);
    expect(risenMegabytes).toBeLessThan(60);
  });

  test.each([
    [10_000, 200],
    [10_001, 415],
  ])('is no picture of 10,000 × %d pixels up to 100 megapixels: %d', async (height, status) => {
    // In black and white a row is a byte for its filter, and a bit for each pixel.
    const bytes = png(10_000, height, height * (1 + 10_000 / 8), undefined, [1, 0]);
    const answer = await upload(bytes);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(status === 415 ? photoRefusals.tooManyPixels : undefined);
  });

  test.each<[string, () => Buffer]>([
    ['picture data that unpack to 150 MB', () => png(10, 10, 150 * MEGABYTE)],
    ...(['zTXt', 'iTXt', 'iCCP'] as const).map((type): [string, () => Buffer] => [
      `a ${type} chunk that unpacks to 150 MB`,
      () => {
        const head = { zTXt: 'Comment\0\0', iTXt: 'XML:com.adobe.xmp\0\u0001\0\0\0', iCCP: 'profile\0\0' }[
          type
        ];
        const packed = deflateSync(Buffer.alloc(150 * MEGABYTE), { level: 1 });
        return png(10, 10, 310, chunk(type, Buffer.concat([Buffer.from(head), packed])));
      },
    ]),
  ])('a small PNG with %s takes no such memory', async (_what, make) => {
    const { status, risenMegabytes } = await measured(make());
    // What is too much is left out or refused.
    expect([200, 415]).toContain(status);
    expect(risenMegabytes).toBeLessThan(60);
  });
});
