import type { z } from 'zod';

/** A schema that says what it refuses in other words. */
export function translatedSchema<Input, Output>(
  schema: z.ZodType<Output, Input>,
  translated: (message: string) => string,
): Pick<z.ZodType<Output, Input>, '~standard'> {
  const standard = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate: async (values) => {
        const result = await standard.validate(values);
        if (!result.issues) return result;
        return {
          issues: result.issues.map(({ message, path }) => ({ message: translated(message), path })),
        };
      },
    },
  };
}
