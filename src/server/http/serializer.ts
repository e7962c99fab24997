import build from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Writes answers by code made from their schemas (docs/decisions/0005). What a schema does not name never leaves; that
 * the rest is as declared is what types and tests see to.
 */
export const writeBySchema: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  // Made for the first answer, since all of them together would hold up the start.
  return (answer) => (write ??= build(shapeOf(schema)))(answer);
};

/** The schema's JSON types and names, without the checks of their contents. */
function shapeOf(schema: z.ZodType): build.Schema {
  return z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // By it a Date is written as ISO 8601.
      if (jsonSchema.format !== 'date-time') delete jsonSchema.format;
      delete jsonSchema.pattern;
      flattenNullable(jsonSchema);
    },
  }) as build.Schema;
}

/** `X or null` without a choice to be made for every value. */
function flattenNullable(schema: JsonSchema): void {
  const [one, other, ...more] = schema.anyOf ?? [];
  if (!one || other?.type !== 'null' || more.length > 0 || !one.type) return;
  delete schema.anyOf;
  Object.assign(schema, one, { nullable: true });
}
