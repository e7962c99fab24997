// A bucket of an S3-compatible service, in memory. It refuses a request whose AWS Signature Version 4 is wrong
// (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), as the real ones do.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '#server/storage.ts';

const KEY = { region: 'us-east-1', accessKeyId: 'TESTKEY', secretAccessKey: 'the secret of the tests' };

export interface BucketService {
  /** Its address and its key. */
  bucket: Bucket;
  objects: Map<string, { type: string | undefined; bytes: Buffer }>;
  close: () => Promise<void>;
}

export async function startBucketService(name: string): Promise<BucketService> {
  const objects: BucketService['objects'] = new Map();

  function answer(request: IncomingMessage, body: Buffer): [status: number, body: string | Buffer] {
    if (!isSigned(request, body)) return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>'];
    const { pathname } = addressOf(request);
    const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent);
    if (bucket !== name) return [404, '<Error><Code>NoSuchBucket</Code></Error>'];
    const key = rest.join('/');
    if (request.method === 'PUT') {
      objects.set(key, { type: request.headers['content-type'], bytes: body });
      return [200, ''];
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return [204, ''];
    }
    const object = objects.get(key);
    return object ? [200, object.bytes] : [404, '<Error><Code>NoSuchKey</Code></Error>'];
  }

  const server = createServer((request, response) => {
    void buffer(request).then((received) => {
      const [status, body] = answer(request, received);
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.close().closeAllConnections();
    await once(server, 'close');
  };
  return { bucket: { ...KEY, endpoint, name }, objects, close };
}

const addressOf = ({ url, headers }: IncomingMessage) => new URL(`http://${headers.host}${url}`);

const SIGNED_AT_LEAST = ['host', 'x-amz-content-sha256', 'x-amz-date'];

/** Whether the signature is the one that the secret gives for this request. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { method, headers } = request;
  const time = String(headers['x-amz-date']);
  const bodyHash = String(headers['x-amz-content-sha256']);
  const [, signedHeaders = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const names = signedHeaders.split(';');
  if (!SIGNED_AT_LEAST.every((name) => names.includes(name))) return false;
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return false;
  const { pathname, searchParams } = addressOf(request);
  searchParams.sort();
  const canonicalRequest = [
    method,
    pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    [...searchParams].map((pair) => pair.map(encode).join('=')).join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n');
  const scope = [time.slice(0, 8), KEY.region, 's3', 'aws4_request'];
  let key: string | Buffer = `AWS4${KEY.secretAccessKey}`;
  for (const part of scope) key = hmac(key, part);
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonicalRequest)].join('\n');
  const credential = `${KEY.accessKeyId}/${scope.join('/')}`;
  const expected = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${hmac(key, text).toString('hex')}`;
  return headers.authorization === expected;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
/** Percent-encodes as RFC 3986 demands, which also covers the characters that `encodeURIComponent` leaves. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
