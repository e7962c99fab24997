import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BucketService, startBucketService } from './bucketService.ts';

const KEY = 'a photo (one).webp';
const BODY = 'a photo';

let service: BucketService;
beforeAll(async () => {
  service = await startBucketService('photos');
});
afterAll(() => service.close());

/** A request that is signed with the service's own key, but for what is `changed`. */
function sign(
  init: RequestInit,
  changed: { key?: string; accessKeyId?: string; secretAccessKey?: string; region?: string } = {},
) {
  const { key = KEY, ...other } = changed;
  const { endpoint, name, ...credentials } = service.bucket;
  const client = new AwsClient({ ...credentials, service: 's3', ...other });
  return client.sign(`${endpoint}/${name}/${encodeURIComponent(key)}`, init);
}

test('answers a request that is signed with its key', async () => {
  expect((await fetch(await sign({ method: 'PUT', body: BODY }))).status).toBe(200);
  const head = await fetch(await sign({ method: 'HEAD' }));
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(BODY.length)]);
  expect(await (await fetch(await sign({ method: 'GET' }))).text()).toBe(BODY);
  expect((await fetch(await sign({ method: 'DELETE' }))).status).toBe(204);
  expect((await fetch(await sign({ method: 'GET' }))).status).toBe(404);
});

test.each([{ secretAccessKey: 'guessed' }, { accessKeyId: 'SOMEONE' }, { region: 'ca-central-1' }])(
  'refuses a request that is signed with another key: %j',
  async (other) => {
    expect((await fetch(await sign({ method: 'PUT', body: BODY }, other))).status).toBe(403);
    expect(service.objects.size).toBe(0);
  },
);

test('refuses a request without a signature, or with that of another method, object or time', async () => {
  const { url, headers } = await sign({ method: 'GET' });
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(403);
  expect((await fetch(`${url}.other`, { headers })).status).toBe(403);
  expect((await fetch(`${url}?versionId=1`, { headers })).status).toBe(403);
  const later = new Headers(headers);
  later.set('x-amz-date', '20300101T000000Z');
  expect((await fetch(url, { headers: later })).status).toBe(403);
});

test('refuses another body than the signed one', async () => {
  const hash = createHash('sha256').update(BODY).digest('hex');
  const { url, headers } = await sign({
    method: 'PUT',
    body: BODY,
    headers: { 'x-amz-content-sha256': hash },
  });
  expect((await fetch(url, { method: 'PUT', headers, body: 'another' })).status).toBe(403);
  expect(service.objects.size).toBe(0);
  expect((await fetch(url, { method: 'PUT', headers, body: BODY })).status).toBe(200);
});
