import fc, { type Arbitrary } from 'fast-check';
import {
  allowed,
  allowedObject,
  almostAllowed,
  brokenBodies,
  hostileText,
  hostileValue,
  wrongContentTypes,
  type Schema,
} from './hostileValues.ts';

export interface Operation {
  method: 'GET' | 'POST';
  path: string;
  parameters: { in: string; name: string; required?: boolean; schema: Schema }[];
  /** Content type and schema of the body. */
  body: { type: string; schema: Schema } | undefined;
}

export interface HostileRequest {
  url: string;
  /** True if the address certainly leads to the operation. A badly encoded or too long one may not. */
  isRouted: boolean;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
}

/** JSON bodies: right, almost right, wild and broken ones. */
function jsonBody(schema: Schema): Arbitrary<string | Buffer> {
  return fc.oneof(
    { weight: 6, arbitrary: allowedObject(schema).map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: almostAllowed(schema).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.constantFrom(...brokenBodies) },
  );
}

/** Forms with files: a picture, a damaged one, or something else. */
function formBody(schema: Schema, picture: Buffer): Arbitrary<Buffer> {
  const [field = 'file'] = Object.keys(schema.properties ?? {});
  const bytes = fc.oneof(
    fc.constant(picture),
    fc.nat(picture.length).map((length) => picture.subarray(0, length)),
    fc.tuple(fc.nat(picture.length - 1), fc.nat(255)).map(([at, value]) => {
      const changed = Buffer.from(picture);
      changed[at] = value;
      return changed;
    }),
    fc
      .constantFrom('<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '%PDF-1.7', '')
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  );
  const part = fc.record({
    name: fc.oneof({ weight: 4, arbitrary: fc.constant(field) }, { weight: 1, arbitrary: hostileText }),
    fileName: fc.oneof(fc.constant('photo.png'), hostileText),
    type: fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'multipart/mixed; boundary=x', ''),
    bytes,
  });
  // The right end comes most often.
  const end = fc.constantFrom('\r\n--x--\r\n', '\r\n--x--\r\n', '\r\n--x--\r\n', '', '\r\n--x', '--x--');
  return fc
    .tuple(fc.array(part, { maxLength: 3, minLength: 1 }), end)
    .map(([parts, last]) =>
      Buffer.concat([
        ...parts.flatMap(({ name, fileName, type, bytes: content }, index) => [
          Buffer.from(
            `${index > 0 ? '\r\n' : ''}--x\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
          ),
          content,
        ]),
        Buffer.from(last),
      ]),
    );
}

function bodyOf(
  { body }: Operation,
  picture: Buffer,
): Arbitrary<Pick<HostileRequest, 'payload' | 'headers'>> {
  if (!body) {
    const junk = fc.constantFrom(...brokenBodies);
    const payload = fc.option(junk, { nil: undefined, freq: 6 });
    return payload.map((text) => ({
      payload: text,
      headers: text === undefined ? {} : { 'content-type': 'application/json' },
    }));
  }
  const isForm = body.type.startsWith('multipart/');
  const usual = isForm ? `${body.type}; boundary=x` : body.type;
  return fc.record({
    payload: isForm ? formBody(body.schema, picture) : jsonBody(body.schema),
    headers: fc.record({
      'content-type': fc.oneof(
        { weight: 12, arbitrary: fc.constant(usual) },
        { weight: 1, arbitrary: fc.constantFrom(...wrongContentTypes) },
      ),
    }),
  });
}

/** A path with a value for each parameter. */
function pathOf({ path, parameters }: Operation): Arbitrary<{ path: string; isRouted: boolean }> {
  const unroutable = fc.constantFrom(
    '%',
    '%zz',
    '%ff',
    '%c0%af',
    '%ED%A0%80',
    '%2e%2e',
    '..',
    '',
    'a/b',
    'x'.repeat(600),
  );
  const values = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => {
      const routed = fc
        .oneof({ weight: 4, arbitrary: allowed(schema, name) }, { weight: 2, arbitrary: hostileText })
        .map((value) => encodeURIComponent(String(value).toWellFormed()))
        .map((text) => ({ name, text, isRouted: text !== '' && text.length <= 500 && !/^\.+$/.test(text) }));
      const odd = unroutable.map((text) => ({ name, text, isRouted: false }));
      return fc.oneof({ weight: 9, arbitrary: routed }, { weight: 1, arbitrary: odd });
    });
  return fc.tuple(...values).map((chosen) => ({
    path: chosen.reduce((whole, { name, text }) => whole.replace(`{${name}}`, () => text), path),
    isRouted: chosen.every(({ isRouted }) => isRouted),
  }));
}

function queryOf({ parameters }: Operation): Arbitrary<string> {
  const asQuery = (name: string, value: unknown) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`;
  const described = parameters.filter((parameter) => parameter.in === 'query');
  const usual = described.map(({ name, schema }) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      { weight: 4, arbitrary: allowed(schema, name).map((value) => asQuery(name, value)) },
      { weight: 1, arbitrary: hostileText.map((value) => asQuery(name, value)) },
    ),
  );
  const names = [...described.map(({ name }) => name), '__proto__', 'constructor', 'x'];
  const odd = fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom('', '=', '=%', '=%00', '=%ff', '[]=a', '[a]=b', '=a&NAME=b', '.b=c'),
    )
    .map(([name, rest]) => `${name}${rest.replace('NAME', name)}`);
  const parts = fc.tuple(fc.tuple(...usual), fc.option(odd, { freq: 5, nil: '' }));
  return parts.map(([texts, last]) => [...texts, last].filter((text) => text !== '').join('&'));
}

/** Headers that no honest browser or proxy sends, at most one at a time. */
const oddHeaders: Arbitrary<Record<string, string>> = fc
  .record(
    {
      'idempotency-key': fc.constantFrom(
        'k1',
        'k2',
        'k3',
        '',
        ' ',
        'k 1',
        'é',
        'x'.repeat(255),
        'x'.repeat(256),
        'k1, k1',
        '__proto__',
      ),
      'x-csrf-token': fc.constantFrom('', 'x', 'é', 'x'.repeat(4000)),
      origin: fc.constantFrom(
        'null',
        'https://evil.example',
        'http://localhost:3000',
        'x',
        '',
        'http://[',
        '://',
      ),
      'sec-fetch-site': fc.constantFrom('cross-site', 'same-origin', 'none', '', 'x'),
      accept: fc.constantFrom('text/html', 'x', '*/*;q=nonsense', ''),
      'x-forwarded-for': fc.constantFrom('1.2.3.4', 'x', '::1, 1.1.1.1', 'x'.repeat(2000)),
      'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
      range: fc.constantFrom('bytes=0-1', 'bytes=9-1', 'x'),
      'if-none-match': fc.constantFrom('*', '"x"'),
      'accept-encoding': fc.constantFrom('br', 'gzip;q=x', '*;q=0'),
    },
    { requiredKeys: [] },
  )
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 1 }).map((some) => Object.fromEntries(some)));

/** Requests to one operation: right, almost right and wild ones, made from its description. */
export function hostileRequests(operation: Operation, picture: Buffer): Arbitrary<HostileRequest> {
  return fc
    .record({
      address: pathOf(operation),
      query: queryOf(operation),
      body:
        operation.method === 'GET'
          ? fc.constant({ payload: undefined, headers: {} })
          : bodyOf(operation, picture),
      odd: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
    })
    .map(({ address, query, body, odd }) => ({
      url: query ? `${address.path}?${query}` : address.path,
      isRouted: address.isRouted,
      headers: { ...body.headers, ...odd },
      payload: body.payload,
    }));
}
