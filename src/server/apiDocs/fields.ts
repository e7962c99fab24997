import type { OpenAPIV3_1 } from 'openapi-types';

type Schema = OpenAPIV3_1.SchemaObject;

/** A field of a body or an answer, in words. */
export interface Field {
  /** Where it is: `stats.rewardTier`, `bins[].name`. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string | undefined;
}

/** The fields of a schema, those inside of others too, each in a line of its own. */
export function fieldsOf(schema: Schema): Field[] {
  return below(schema, '');
}

function below(schema: Schema, place: string): Field[] {
  const choices = choicesOf(schema).filter(({ type }) => type !== 'null');
  if (choices.length > 0) return distinct(choices.flatMap((choice) => below(choice, place)));
  if (schema.type === 'array') return below(schema.items, `${place}[]`);
  const required = new Set(schema.required);
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([key, inner]) => {
    const name = place === '' ? key : `${place}.${key}`;
    const field = {
      name,
      type: typeOf(inner),
      isRequired: required.has(key),
      description: inner.description,
    };
    return [field, ...below(inner, name)];
  });
}

/** Two kinds of an answer share most of their fields. */
function distinct(fields: readonly Field[]): Field[] {
  return [...Map.groupBy(fields, ({ name }) => name).values()].map((same) => {
    const [first] = same as [Field, ...Field[]];
    const types = [...new Set(same.map(({ type }) => type))].join(' or ');
    return { ...first, type: types, isRequired: same.every(({ isRequired }) => isRequired) };
  });
}

const choicesOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? [];

/** What a value may be, in a few words. */
export function typeOf(schema: Schema): string {
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  const type = [schema.type ?? 'anything']
    .flat()
    .map((one) => types[one] ?? one)
    .join(' or ');
  const bounds = [
    schema.format && formats[schema.format],
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER && `from ${schema.minimum}`,
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER && `to ${schema.maximum}`,
  ].filter(Boolean);
  return [type, ...bounds].join(', ');
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

const formats: Readonly<Record<string, string>> = {
  'date-time': 'ISO 8601 in UTC',
  binary: 'a file',
};
