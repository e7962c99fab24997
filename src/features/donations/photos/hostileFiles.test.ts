import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useTestSite } from '#server/testing/harness.ts';
import { contract, MAX_PHOTO_BYTES, photoRefusals } from './contract.ts';

const site = useTestSite();

/** Sends a file as a browser's form does. */
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

async function readStoredPhoto(url: string): Promise<Buffer> {
  const photo = await site.site.storage.read(url.replace('/uploads/', ''));
  if (!photo) throw new Error(`There is no photo at ${url}.`);
  return photo;
}

function createPicture(width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: '#1d5c41' } });
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** A PNG whose picture data unpack to zeros. By default it has three colours of eight bits. */
function createPng(
  width: number,
  height: number,
  unpackedBytes: number,
  {
    extraChunk = Buffer.alloc(0),
    bitDepth = 8,
    colourType = 2,
  }: { extraChunk?: Buffer; bitDepth?: number; colourType?: number } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bitDepth, colourType, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createPngChunk('IHDR', head),
    extraChunk,
    createPngChunk('IDAT', deflateSync(Buffer.alloc(unpackedBytes), { level: 9 })),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The offsets after a PNG's first chunk, and after a JPEG's start-of-image marker. */
const offsetsAfterHead = { png: 33, jpeg: 2 };

function insertAt(offset: number, bytes: Buffer, inserted: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, offset), inserted, bytes.subarray(offset)]);
}

function createJpegSegment(marker: number, text: string): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, marker, 0, 0]), Buffer.from(text)]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return segment;
}

const SCRIPT = '<script>alert("STOWAWAY")</script>';
const ZIP = 'PK\u0003\u0004STOWAWAY PK\u0005\u0006';

describe('a picture that is also another file', () => {
  test.each<[string, () => Promise<Buffer>]>([
    [
      'a PNG followed by HTML',
      async () => Buffer.concat([await createPicture().png().toBuffer(), Buffer.from(SCRIPT)]),
    ],
    [
      'a PNG that is a ZIP',
      async () => Buffer.concat([await createPicture().png().toBuffer(), Buffer.from(ZIP)]),
    ],
    [
      'a JPEG that is a ZIP',
      async () => Buffer.concat([await createPicture().jpeg().toBuffer(), Buffer.from(ZIP)]),
    ],
    [
      'a WEBP followed by JavaScript',
      async () => Buffer.concat([await createPicture().webp().toBuffer(), Buffer.from(`*/=1;${SCRIPT}`)]),
    ],
    [
      'a PNG with HTML in its text chunks',
      async () => {
        const texts = [
          createPngChunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)),
          createPngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SCRIPT}`)),
          createPngChunk('zTXt', Buffer.concat([Buffer.from('Title\0\0'), deflateSync(SCRIPT)])),
          createPngChunk('stOw', Buffer.from(SCRIPT)),
        ];
        return insertAt(offsetsAfterHead.png, await createPicture().png().toBuffer(), Buffer.concat(texts));
      },
    ],
    [
      'a JPEG with JavaScript in its comment',
      async () =>
        insertAt(
          offsetsAfterHead.jpeg,
          await createPicture().jpeg().toBuffer(),
          Buffer.concat([
            createJpegSegment(0xfe, `*/=1;${SCRIPT}`),
            createJpegSegment(0xe5, '<?php STOWAWAY ?>'),
          ]),
        ),
    ],
    [
      'a WEBP with HTML in its EXIF and XMP',
      async () =>
        await createPicture()
          .withExif({ IFD0: { ImageDescription: SCRIPT, Artist: 'STOWAWAY' } })
          .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`)
          .webp()
          .toBuffer(),
    ],
  ])('%s is stored without anything but the picture', async (_kind, makeFile) => {
    const bytes = await makeFile();
    expect(bytes.includes('STOWAWAY') || bytes.includes('zTXt')).toBe(true);
    for (const [name, type] of [
      ['photo.png', 'image/png'],
      ['photo.html', 'text/html'],
    ] as const) {
      const { status, body } = await upload(bytes, { name, type });
      expect(status).toBe(200);
      const photo = await readStoredPhoto(body.url);
      for (const trace of ['STOWAWAY', '<script', '<?php', 'PK\u0003\u0004', 'Comment']) {
        expect(photo.includes(trace), trace).toBe(false);
      }
      // The container's length says that nothing follows it.
      expect(await sharp(photo).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
      expect(photo.readUInt32LE(4) + 8).toBe(photo.length);
    }
  });

  test('an animation is stored as its first frame', async () => {
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
    const { pages = 1, height } = await sharp(await readStoredPhoto(body.url)).metadata();
    expect({ pages, height }).toEqual({ pages: 1, height: 20 });
    const [red = 0, , blue = 0] = await sharp(await readStoredPhoto(body.url))
      .raw()
      .toBuffer();
    expect([red > 200, blue < 60]).toEqual([true, true]);
  });
});

/** The first bytes of other formats. */
const fileHeads: Readonly<Record<string, Buffer>> = {
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
  test.each(Object.entries(fileHeads))('%s is refused, even if a picture follows', async (kind, head) => {
    const followingPicture = await createPicture().png().toBuffer();
    for (const bytes of [
      head,
      Buffer.concat([head, Buffer.alloc(2000)]),
      Buffer.concat([head, followingPicture]),
    ]) {
      const { status, body } = await upload(bytes);
      expect({ status, code: body.code, error: body.error }).toEqual({
        status: 415,
        code: 'unsupported_media_type',
        error: kind === 'HEIC' ? photoRefusals.heic : photoRefusals.noPhoto,
      });
    }
  });
});

describe('a photo of a camera', () => {
  test.each<[string, () => Promise<Buffer>, width: number, height: number]>([
    ['a JPEG of 8160 × 6144 pixels', () => createPicture(8160, 6144).jpeg().toBuffer(), 1600, 1205],
    ['a panorama of 16,382 × 3628 pixels', () => createPicture(16_382, 3628).jpeg().toBuffer(), 1600, 354],
    ['a JPEG in CMYK', () => createPicture(60, 40).toColourspace('cmyk').jpeg().toBuffer(), 60, 40],
    ['a PNG with 16 bits', () => createPicture(60, 40).toColourspace('rgb16').png().toBuffer(), 60, 40],
  ])('%s is stored', async (_kind, makeFile, width, height) => {
    const { status, body } = await upload(await makeFile());
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    const photo = await readStoredPhoto(body.url);
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'webp', space: 'srgb', width, height });
    const [red = 0, green = 0, blue = 0] = await sharp(photo).resize(1, 1).raw().toBuffer();
    for (const [storedValue, sentValue] of [
      [red, 0x1d],
      [green, 0x5c],
      [blue, 0x41],
    ] as const)
      expect(Math.abs(storedValue - sentValue)).toBeLessThan(40);
  });
});

describe('a picture that is cut off', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('as %s is refused wherever it is cut', async (format) => {
    const noise = sharp(
      Buffer.from(Array.from({ length: 90 * 60 * 3 }, (_, index) => (index * 7919) % 251)),
      {
        raw: { width: 90, height: 60, channels: 3 },
      },
    );
    const photo = await noise.toFormat(format).toBuffer();
    for (const share of [0.01, 0.1, 0.3, 0.5, 0.7, 0.9]) {
      const { status } = await upload(photo.subarray(0, Math.floor(photo.length * share)));
      expect({ share, status }).toEqual({ share, status: 415 });
    }
    expect((await upload(photo)).status).toBe(200);
  });
});

describe('a decompression bomb', () => {
  const MEGABYTE = 1024 * 1024;

  /** Uploads a file, and returns the status and by how much the memory of the process rose meanwhile. */
  async function uploadMeasuringMemory(bytes: Buffer) {
    expect(bytes.length).toBeLessThan(MAX_PHOTO_BYTES);
    const before = process.memoryUsage.rss();
    let peak = before;
    const measuring = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    const { status } = await upload(bytes);
    clearInterval(measuring);
    return { status, risenMegabytes: (peak - before) / MEGABYTE };
  }

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    // Most rows are missing, but its size must be refused before they are read.
    ['a PNG of 30,000 × 30,000 pixels', () => createPng(30_000, 30_000, 100 * MEGABYTE)],
    ['a PNG of one row of two billion pixels', () => createPng(2 ** 31 - 1, 1, MEGABYTE)],
    [
      'a JPEG of 65,000 × 65,000 pixels',
      async () => {
        const bytes = await createPicture().jpeg().toBuffer();
        const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
        bytes.writeUInt16BE(65_000, frame + 5);
        bytes.writeUInt16BE(65_000, frame + 7);
        return bytes;
      },
    ],
    [
      'a WEBP of 16,384 × 16,384 pixels',
      async () => {
        const bytes = await createPicture().webp({ lossless: true }).toBuffer();
        // A lossless WEBP stores width - 1 and height - 1 in 14 bits each, nine bytes after `VP8L`.
        bytes.writeUInt32LE(0x0f_ff_ff_ff, bytes.indexOf('VP8L') + 9);
        return bytes;
      },
    ],
  ])('%s is refused before its pixels are decoded', async (_kind, makeFile) => {
    const { status, risenMegabytes } = await uploadMeasuringMemory(await makeFile());
    expect(status).toBe(415);
    expect(risenMegabytes).toBeLessThan(60);
  });

  test.each([
    [10_000, 200],
    [10_001, 415],
  ])(
    'has more than 100 megapixels: one of 10,000 × %d pixels is answered with %d',
    async (height, status) => {
      // A row in black and white has a byte for its filter, and a bit for each pixel.
      const bytes = createPng(10_000, height, height * (1 + 10_000 / 8), { bitDepth: 1, colourType: 0 });
      const answer = await upload(bytes);
      expect(answer.status).toBe(status);
      expect(answer.body.error).toBe(status === 415 ? photoRefusals.tooManyPixels : undefined);
    },
  );

  test.each<[string, () => Buffer]>([
    ['picture data that unpack to 150 MB', () => createPng(10, 10, 150 * MEGABYTE)],
    ...(['zTXt', 'iTXt', 'iCCP'] as const).map((type): [string, () => Buffer] => [
      `a ${type} chunk that unpacks to 150 MB`,
      () => {
        const head = { zTXt: 'Comment\0\0', iTXt: 'XML:com.adobe.xmp\0\u0001\0\0\0', iCCP: 'profile\0\0' }[
          type
        ];
        const packed = deflateSync(Buffer.alloc(150 * MEGABYTE), { level: 1 });
        return createPng(10, 10, 310, {
          extraChunk: createPngChunk(type, Buffer.concat([Buffer.from(head), packed])),
        });
      },
    ]),
  ])('a small PNG with %s does not take as much memory', async (_kind, makeFile) => {
    const { status, risenMegabytes } = await uploadMeasuringMemory(makeFile());
    // The data beyond the limits are ignored or refused.
    expect([200, 415]).toContain(status);
    expect(risenMegabytes).toBeLessThan(60);
  });
});
