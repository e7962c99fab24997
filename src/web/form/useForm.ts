import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { translate } from '#shared/sentence.ts';
import { formSentences } from '#words/forms.ts';

type Schema<Input extends FieldValues, Output> = z.ZodType<Output, Input>;

const SCHEMA_TIMEOUT_MILLISECONDS = 4_000;

/**
 * A form that a zod schema validates: on submit, and then while wrong fields are corrected.
 *
 * A light page passes a function that loads the schema. A submit waits a few seconds for it. After that the server validates
 * by the same schema and answers with the same messages.
 */
export function useZodForm<Input extends FieldValues, Output>(
  schema: Schema<Input, Output> | (() => Promise<Schema<Input, Output>>),
  options: { defaultValues: DefaultValues<Input> },
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: async (values, context, resolverOptions) => {
      const loaded = typeof schema === 'function' ? await loadInTime(schema) : schema;
      if (!loaded) return { values: values as unknown as Output, errors: {} };
      const check = standardSchemaResolver<Input, unknown, Output>(translatedSchema(loaded, formSentences));
      return await check(values, context, resolverOptions);
    },
    ...options,
  });
}

/** A schema whose messages are translated by a table. */
export function translatedSchema<Input, Output>(
  schema: z.ZodType<Output, Input>,
  table: Readonly<Record<string, string>>,
): Pick<z.ZodType<Output, Input>, '~standard'> {
  const standard = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate: async (values) => {
        const result = await standard.validate(values);
        if (!result.issues) return result;
        return {
          issues: result.issues.map(({ message, path }) => ({ message: translate(message, table), path })),
        };
      },
    },
  };
}

async function loadInTime<Loaded>(load: () => Promise<Loaded>): Promise<Loaded | null> {
  const timeout = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), SCHEMA_TIMEOUT_MILLISECONDS);
  });
  return await Promise.race([load().catch(() => null), timeout]);
}

/** Says whether any error has a field as its `ref`, and gives the first message of an error without one. */
export function splitErrors(errors: FieldErrors): { hasFieldErrors: boolean; unplaced: string | null } {
  let hasFieldErrors = false;
  let unplaced: string | null = null;
  for (const error of Object.values(errors)) {
    if (typeof error !== 'object' || Array.isArray(error)) continue;
    if ('ref' in error && error.ref) hasFieldErrors = true;
    else if (typeof error.message === 'string') unplaced ??= error.message;
    else {
      const nested = splitErrors(error as FieldErrors);
      hasFieldErrors ||= nested.hasFieldErrors;
      unplaced ??= nested.unplaced;
    }
  }
  return { hasFieldErrors, unplaced };
}
