import build from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Writes answers by code made from their schemas (docs/decisions/0005). What a schema does not name is left out. */
export const writeBySchema: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  // Made at the first answer: making all of them would slow the start.
  return (answer) => (write ??= build(shapeOf(schema)))(answer);
};

/** The schema's JSON types and names, without checks of contents. */
function shapeOf(schema: z.ZodType): build.Schema {
  return z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The format `date-time` stays, because by it a Date is written as ISO 8601.
      if (jsonSchema.format !== 'date-time') delete jsonSchema.format;
      delete jsonSchema.pattern;
      flattenNullable(jsonSchema);
    },
  }) as build.Schema;
}

/** Writes `X or null` as one nullable type, so that no value is tried against two. */
function flattenNullable(schema: JsonSchema): void {
  const [type, nullType, ...others] = schema.anyOf ?? [];
  if (!type?.type || nullType?.type !== 'null' || others.length > 0) return;
  delete schema.anyOf;
  Object.assign(schema, type, { nullable: true });
}
