import { expect, test } from 'vitest';
import { z } from 'zod';
import { daysAfter } from '#shared/dates.ts';
import { readContracts } from '#server/testing/contracts.ts';

/** A kind of value that a field accepts, as in its JSON schema. */
interface Kind {
  type?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  anyOf?: Kind[];
}

const letters = 'QWZKJXVBPYGFMDLCUHRSNIOATE'.repeat(100);

/** Texts of a given length. A field that accepts any text of that length accepts one of these. */
const texts: ((length: number) => string)[] = [
  (length) => letters.slice(0, length),
  (length) => letters.slice(0, Math.max(0, length - 6)) + '@ex.ca',
  (length) => '4'.repeat(length),
  (length) => 'https://ex.ca/' + letters.slice(0, Math.max(0, length - 14)),
];

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

function kindsOf(schema: z.ZodType, io: 'input' | 'output'): Kind[] {
  const flat = (kind: Kind): Kind[] => (kind.anyOf ? kind.anyOf.flatMap(flat) : [kind]);
  return flat(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Kind);
}

/** The schema inside of wrappers such as `optional`. */
function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType ? unwrap(innerType) : schema;
}

/** An accepted value for a place in a list. It differs from place to place, and times rise with the parts of an object. */
function exampleOf(schema: z.ZodType, place: number, part = 0): unknown {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) {
    const day = daysAfter('2026-01-01', place);
    const time = new Date((place * 10 + part) * 60_000).toISOString().slice(11, 16);
    return [place, place + 1, place % 7, `name ${place}`, `203.0.113.${place}`, true, day, time].find(
      (value) => accepts(schema, value),
    );
  }
  const parts = Object.entries(inner.shape);
  return Object.fromEntries(parts.map(([key, one], index) => [key, exampleOf(one, place, index)]));
}

/**
 * The accepted sizes, as in `0, 6 to 20`. It tries the sizes around the declared bounds, and some sixty from the least on,
 * which show further conditions of a field.
 */
function describeAcceptedSizes(
  isAccepted: (size: number) => boolean,
  least: number,
  most: number,
  step = 1,
): string {
  const firstSizes = Array.from({ length: 66 }, (_, index) => least + (index - 1) * step);
  const candidates = [...firstSizes.filter((size) => size <= most), most - step, most, most + step];
  const sizes = [...new Set(candidates.map((size) => Math.round(size * 10) / 10))];
  const runs: number[][] = [[]];
  for (const size of sizes.toSorted((a, b) => a - b)) {
    if (isAccepted(size)) runs.at(-1)?.push(size);
    else runs.push([]);
  }
  const ranges = runs
    .filter((run) => run.length > 0)
    .map((run) => [...new Set([run[0], run.at(-1)])].join(' to '));
  return ranges.join(', ') || 'never taken:';
}

function boundsOf(schema: z.ZodType, field: string): [bound: string, field: string][] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    const parts = Object.entries(inner.shape);
    return parts.flatMap(([key, part]) => boundsOf(part, field ? `${field}.${key}` : key));
  }
  const bounds = kindsOf(schema, 'input')
    .map((kind) => boundOf(schema, inner, kind))
    .filter((bound) => bound !== undefined);
  const parts = inner instanceof z.ZodArray ? boundsOf(inner.element as z.ZodType, `${field}[]`) : [];
  return [...bounds.map((bound): [string, string] => [bound, field]), ...parts];
}

function boundOf(schema: z.ZodType, inner: z.ZodType, kind: Kind): string | undefined {
  const isText = kind.type === 'string';
  if (isText && kind.maxLength !== undefined) {
    const isAccepted = (length: number) =>
      length >= 0 && texts.some((text) => text(length).length === length && accepts(schema, text(length)));
    return `${describeAcceptedSizes(isAccepted, 0, kind.maxLength)} characters`;
  }
  if (kind.type === 'array' && inner instanceof z.ZodArray) {
    const element = inner.element as z.ZodType;
    const isAccepted = (length: number) =>
      length >= 0 &&
      accepts(
        schema,
        Array.from({ length }, (_, index) => exampleOf(element, index + 1)),
      );
    return `${describeAcceptedSizes(isAccepted, 0, kind.maxItems ?? 0)} entries`;
  }
  // In addresses numbers are texts, and several are joined by commas.
  const read = isText
    ? kindsOf(schema, 'output').find(({ type }) => type === 'integer' || type === 'array')
    : kind;
  if (read?.type === 'array') {
    const isAccepted = (length: number) => length >= 0 && accepts(schema, Array(length).fill(7).join(','));
    return `${describeAcceptedSizes(isAccepted, 0, read.maxItems ?? 0)} entries`;
  }
  if (read?.maximum === undefined) return undefined;
  const isAccepted = (value: number) => accepts(schema, isText ? String(value) : value);
  const step = read.type === 'integer' ? 1 : 0.1;
  return describeAcceptedSizes(isAccepted, read.minimum ?? read.exclusiveMinimum ?? 0, read.maximum, step);
}

test('each field accepts only values within its reviewed bounds', async () => {
  const found = (await readContracts()).flatMap(({ name, endpoint }) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      endpoint[part]
        ? boundsOf(endpoint[part], '').map(([bound, field]) => [bound, `${name} ${part} ${field}`] as const)
        : [],
    ),
  );
  const sections = [...Map.groupBy(found, ([bound]) => bound)].map(([bound, fields]) =>
    [bound, ...new Set(fields.map(([, field]) => `  ${field}`))].join('\n'),
  );
  await expect(`${sections.toSorted().join('\n\n')}\n`).toMatchFileSnapshot('bounds.snapshot.txt');
});
