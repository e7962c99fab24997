import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { errorResponse } from '#shared/errors.ts';

const site = useTestSite();
const address = '/api/admin/photos/upload';
const MEGABYTE = 1024 * 1024;

async function picture(): Promise<Buffer<ArrayBuffer>> {
  const red = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } });
  return Buffer.from(await red.png().toBuffer());
}

function formWith(...parts: [name: string, value: string | Uint8Array<ArrayBuffer>][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([value]), 'photo.png');
  }
  return form;
}

/** Sends a form over a real connection. */
async function upload(admin: Client, body: FormData | string, headers: Record<string, string> = {}) {
  if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as { port: number };
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`http://127.0.0.1:${port}${address}`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': admin.csrfToken ?? '', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('an upload', () => {
  test('stores a picture, which is served with a fixed type and nosniff', async () => {
    const { status, body } = await upload(
      await site.admin(),
      formWith(['note', 'x'], ['photo', await picture()]),
    );
    expect(status).toBe(200);
    const photo = await site.app.inject({ url: String(body['url']) });
    expect(photo.statusCode).toBe(200);
    expect(photo.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="${String(body['url']).slice('/uploads/'.length)}"`,
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([5 * MEGABYTE + 1, 6_000_000, 8_000_000, 20_000_000])('of %d bytes is 413', async (bytes) => {
    // It begins as a picture, so that only its size is wrong.
    const file = new Uint8Array(bytes);
    file.set(await picture());
    const { status, body } = await upload(await site.admin(), formWith(['photo', file]));
    expect(body).toMatchObject({ ok: false, code: 'payload_too_large' });
    expect(status).toBe(413);
  });

  test('without its file is 400 and names the field', async () => {
    const admin = await site.admin();
    const forms = [
      formWith(),
      formWith(['photo', 'text']),
      formWith(['file', await picture()]),
      formWith(['file', new Uint8Array(4_000_000)]),
    ];
    for (const form of forms) {
      const { status, body } = await upload(admin, form);
      expect(body).toMatchObject({
        ok: false,
        code: 'invalid_input',
        fields: { photo: 'Please choose a file' },
      });
      expect(status).toBe(400);
    }
  });

  test.each([
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=', 'x', 400],
    ['multipart/form-data; boundary=y', '--x\r\n\r\n', 400],
    [
      'multipart/form-data; boundary=y',
      '--y\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nabc',
      400,
    ],
    ['multipart/form-data; boundary=y', '--y\r\nContent-Disposition: nonsense\r\n\r\nabc\r\n--y--\r\n', 400],
    ['multipart/form-data; boundary=y', '', 400],
    ['application/json', '{}', 415],
    ['text/plain', 'x', 415],
    ['multipart/mixed; boundary=y', '--y--', 415],
  ])('of the type %s with the body %j is %d', async (type, text, expected) => {
    const { status, body } = await upload(await site.admin(), text, { 'content-type': type });
    expect(errorResponse.strict().parse(body)).toMatchObject({ ok: false });
    expect(status).toBe(expected);
  });

  test('of several files stores only the first', async () => {
    const admin = await site.admin();
    const photo = await picture();
    const text = new TextEncoder().encode('no picture at all');
    for (const furtherFiles of [[photo], [text], Array.from({ length: 40 }, () => text)]) {
      const furtherParts = furtherFiles.map((bytes) => ['photo', bytes] as [string, typeof text]);
      const { status, body } = await upload(admin, formWith(['photo', photo], ...furtherParts));
      expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
    }
    expect((await upload(admin, formWith(['photo', text], ['photo', photo]))).status).toBe(415);
    const stored = (await site.audit()).filter(({ action }) => action === 'photo.uploaded');
    expect(stored).toHaveLength(3);
  });

  test('with many or large fields is no internal error', async () => {
    const admin = await site.admin();
    const photo = await picture();
    const many = Array.from({ length: 500 }, (_, index) => [`field${index}`, 'x'] as [string, string]);
    const headers = `X-A: ${'a'.repeat(100)}\r\n`.repeat(300);
    const part = (head: string) => `--y\r\n${head}\r\n\r\nabc\r\n--y--\r\n`;
    const answers = [
      await upload(admin, formWith(...many, ['photo', photo])),
      await upload(admin, formWith(['photo', photo], ...many)),
      await upload(admin, formWith(['note', 'x'.repeat(60_000)], ['photo', photo])),
      await upload(admin, formWith(['__proto__', 'x'], ['constructor', 'x'], ['photo', photo])),
      ...(await Promise.all(
        [
          `Content-Disposition: form-data; name="photo"; filename="${'x'.repeat(50_000)}"`,
          `Content-Disposition: form-data; name="photo"; filename*=utf-8''%00%ff`,
          `Content-Disposition: form-data; name="__proto__"; filename="a"`,
          `${headers}Content-Disposition: form-data; name="photo"; filename="a"`,
          `Content-Disposition: form-data; name="photo"; filename="a"\r\nContent-Transfer-Encoding: base64`,
        ].map(async (head) => {
          return await upload(admin, part(head), { 'content-type': 'multipart/form-data; boundary=y' });
        }),
      )),
    ];
    for (const { status, body } of answers) {
      expect([200, 400, 413, 415], JSON.stringify(body)).toContain(status);
    }
    expect(site.log).not.toMatch(/"level":[56]0/);
  });

  test('leaves no cookie and no token in the log at its lowest level', async () => {
    const admin = await site.admin();
    await upload(admin, formWith(['photo', await picture()]));
    await upload(admin, 'x', { 'content-type': 'multipart/form-data; boundary=y' });
    expect(site.log).toContain(address);
    for (const secret of [admin.csrfToken ?? '', ...admin.cookies.values()]) {
      expect(site.log).not.toContain(secret);
    }
  });

  test('of anyone else is refused', async () => {
    const admin = await site.admin();
    const form = () => formWith(['photo', new Uint8Array(4_000_000)]);
    expect((await upload(site.visitor(), form())).status).toBe(401);
    expect((await upload(await site.donor('D1'), form())).status).toBe(401);
    admin.csrfToken = undefined;
    expect((await upload(admin, form())).status).toBe(403);
  });
});
