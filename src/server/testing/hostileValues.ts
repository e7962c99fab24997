import fc, { type Arbitrary } from 'fast-check';
import { pickupToken, STATEMENT_LINK } from './furnish.ts';

/** Texts that have broken servers. */
const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u001b[31m',
  '\t=1+1',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  'a\udc00b',
  '\ufffe',
  '\ufeff',

  "'",
  "';--",
  "' or '1'='1",
  '") or 1=1 --',
  '%',
  '_',
  '%_\\',
  '\\',
  '\\x00',
  '$1',
  '${7*7}',
  '{{7*7}}',

  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '0x10',
  '1e999',
  '-0',
  '00',
  '١',

  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__proto__[x]',
  'a[b][c]',

  'ＲＲ-KNWN22',
  'RR–KNWN22',
  'ＡＭＡＲＡ',
  'ADМIN',
  'ı',
  'ß',
  'ﬀ',
  '\u202eRR',
  '\u200b',
  'é',
  'e\u0301',
  '👩‍👩‍👧‍👦',

  '<script>alert(1)</script>',
  '=cmd|x!A1',
  '@SUM(1)',
  '../../etc/passwd',
  '..\\..',
  'javascript:alert(1)',

  'http://127.0.0.1:1/',
  'http://a:b@c/',
  '//c',
  'a@b',
  `a@${'b'.repeat(300)}.ca`,
  '+1',
  '2147483648',
  '0000-01-01',
  '0001-01-01',
  '1969-12-31',
  '2026-02-29',
  '9999-12-31',
  '10000-01-01',
  '+275760-09-13',

  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '2026-12-31T23:59:60Z',

  '2026-03-08T02:30',
  '2026-11-01T01:30',
  '275760-09-13T00:00:00Z',
  '9999-12-31T23:59',
  'x'.repeat(65),
  'x'.repeat(3000),
  'é'.repeat(2000),
  '💩'.repeat(1000),
  '9'.repeat(400),
];

/** Bodies that a JSON parser must survive. */
export const brokenBodies: (string | Buffer)[] = [
  '',
  ' ',
  '{',
  '}',
  '{"id":1',
  '{"id":1}}',
  '{id:1}',
  "{'id':1}",
  '[1,]',
  '{"id":NaN}',
  '{"id":-Infinity}',
  '{"id":01}',

  '{"id":1,"id":2}',
  '{"id":1,"\\u0069d":{}}',
  '{"__proto__":{"ok":true}}',
  '\ufeff{"id":1}',
  '\0',
  'null',
  '0',
  '"x"',

  '{"id":"\\ud800"}',
  '{"\\udfff":1}',
  '{"a":"\\u0000"}',
  '{"id":1e400}',
  `{"id":${'9'.repeat(2000)}}`,
  '['.repeat(30_000),
  `{"id":${'['.repeat(9000)}${']'.repeat(9000)}}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '{"a":'.repeat(5000) + '1' + '}'.repeat(5000),
  `{${'"a":1,'.repeat(5000)}"b":1}`,

  Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
];

/** Content types that no JSON call should have. */
export const wrongContentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',

  'application/json; charset=utf-16',
  'application/JSON;;',
  'application/json, text/html',
  'application/xml',
  'x',
  '/',
  '',
];

/** The JSON Schema keywords that the OpenAPI document uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

/** Stands for a store's PIN, which the server generates anew in each run. */
export const PIN = '{PIN}';

/** Values that the furnished site knows, by the names of fields that may hold them. */
const familiarByName: readonly [RegExp, string[]][] = [
  [/code/i, ['RR-KNWN22', 'RR-KNWN23', 'rr-knwn24', 'LIBRARY', 'NEW_1']],
  [/pin/i, [PIN]],
  [/token/i, ['a-share-token', STATEMENT_LINK, pickupToken(1)]],
  [/username/i, ['alex']],
  [/password|^(current|next)$/i, ['a password for tests', 'another password for tests']],
  [/^claimedName$/, ['=Ben']],
  [/studentId|actor|q/, ['AMARA', 'FUZZDONOR', 'BEN', 'alex']],
  [/email/i, ['amara@reround.example', 'someone@reround.example']],
  [/phone/i, ['204 555 0117']],
  [/url|link|logo/i, ['https://reround.example/a.png', '/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.webp']],
  [/^(date|from|to)$/, ['2026-11-20', '2026-01-01']],
  [/(At|when)$/, ['2026-12-24', '2026-12-24T18:00:00Z', '2026-12-24T12:00:00-06:00']],
];
const familiarTexts = [...new Set(familiarByName.flatMap(([, texts]) => texts)), '1', '2', '3', '4', '5'];

export const hostileText = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 80 }) },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    0.1,
    1.5,
    2_147_483_647,
    2_147_483_648,
    -2_147_483_649,
    2 ** 53,
    2 ** 63,
    1e21,
    1e308,
    5e-324,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown[]>(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      { id: 1 },
      ['1'],
      { length: 1 },
      nested(60),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 600 }) },
);

/** Values that a JSON Schema allows, leaning towards those that the furnished site knows. */
export function allowed(schema: Schema, name = ''): Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => allowed(one, name)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => allowed({ ...schema, type }, name)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'integer': {
      const { minimum: min = -1000, maximum: max = 2_147_483_647 } = schema;
      return fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: Math.max(min, 1), max: Math.min(max, 8) }) },
        { weight: 1, arbitrary: fc.integer({ min, max }) },
      );
    }
    case 'array': {
      const { minItems: minLength = 0, maxItems: maxLength = 8 } = schema;
      return fc.array(allowed(schema.items ?? {}), { minLength, maxLength: Math.min(maxLength, 8) });
    }
    case 'object':
      return allowedObject(schema);
    case 'string':
      return allowedText(schema, name);
    default:
      return hostileValue;
  }
}

export function allowedObject({
  properties = {},
  required = [],
}: Schema): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, allowed(schema, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function allowedText(schema: Schema, name: string): Arbitrary<string> {
  const { minLength = 0, maxLength = 60, pattern = '' } = schema;
  const form = new RegExp(pattern, 'u');
  const isAllowed = (text: string) => text.length >= minLength && text.length <= maxLength && form.test(text);
  const fitting = familiarByName.flatMap(([names, texts]) =>
    names.test(name) ? texts.filter(isAllowed) : [],
  );
  const familiar = familiarTexts.filter(isAllowed);
  const free = pattern
    ? fc.stringMatching(form)
    : fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' });
  return fc.oneof(
    { weight: 1, arbitrary: free },
    ...(familiar.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...familiar) }] : []),
    ...(fitting.length > 0 ? [{ weight: 9, arbitrary: fc.constantFrom(...fitting) }] : []),
  );
}

/** A JSON object with one thing wrong with it. */
export function almostAllowed(schema: Schema): Arbitrary<unknown> {
  const names = [...Object.keys(schema.properties ?? {}), '__proto__', 'constructor', 'another'];
  const change = fc.record({ name: fc.constantFrom(...names), value: hostileValue, isRemoved: fc.boolean() });
  return fc.tuple(allowedObject(schema), change).map(([object, { name, value, isRemoved }]) => {
    const entries = Object.entries(object).filter(([own]) => own !== name);
    // Not by assignment: that would set the prototype instead of naming it.
    return Object.fromEntries(isRemoved ? entries : [...entries, [name, value]]);
  });
}
