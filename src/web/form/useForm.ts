import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { translated } from '#words/formMessages.ts';
import { translatedSchema } from './translatedSchema.ts';

/** A form checked by a zod schema: on submit first, then as each wrong field is mended. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  options: { defaultValues: DefaultValues<Input> },
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver<Input, unknown, Output>(
      translated ? translatedSchema(schema, translated) : schema,
    ),
    defaultValues: options.defaultValues,
  });
}

/** Splits a form's errors into those at a field and the first message that has none. */
export function sortErrors(errors: FieldErrors): { atFields: boolean; unplaced: string | null } {
  let atFields = false;
  let unplaced: string | null = null;
  for (const error of Object.values(errors)) {
    if (typeof error !== 'object' || Array.isArray(error)) continue;
    if ('ref' in error && error.ref) atFields = true;
    else if (typeof error.message === 'string') unplaced ??= error.message;
    else {
      const inside = sortErrors(error as FieldErrors);
      atFields ||= inside.atFields;
      unplaced ??= inside.unplaced;
    }
  }
  return { atFields, unplaced };
}
