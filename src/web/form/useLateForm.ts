import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { translated } from '#words/formMessages.ts';
import { translatedSchema } from './translatedSchema.ts';

const PATIENCE_MILLISECONDS = 4_000;

interface Defaults<Input extends FieldValues> {
  defaultValues: DefaultValues<Input>;
}

interface Made<Input extends FieldValues, Output> {
  formControl: NonNullable<UseFormProps<Input, unknown, Output>['formControl']>;
  /** Defaults given here would empty at each mount what the page has put in. */
  defaultValues?: never;
}

/**
 * A form as `useZodForm` makes it, whose schema comes after the page: a press waits for it a while. Where it does not
 * come the server is left to judge, which checks by the same schema and answers with the same messages.
 *
 * A page that has to do with the form's values makes its `formControl` with their defaults: whoever calls `useForm`
 * renders once more as it mounts.
 */
export function useLateForm<Input extends FieldValues, Output>(
  load: () => Promise<z.ZodType<Output, Input>>,
  options: Defaults<Input> | Made<Input, Output>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: async (values, context, resolverOptions) => {
      const schema = await Promise.race([load().catch(() => null), patience()]);
      if (!schema) return { values: values as unknown as Output, errors: {} };
      const check = standardSchemaResolver<Input, unknown, Output>(
        translated ? translatedSchema(schema, translated) : schema,
      );
      return await check(values, context, resolverOptions);
    },
    ...options,
  });
}

async function patience(): Promise<null> {
  await new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MILLISECONDS);
  });
  return null;
}
