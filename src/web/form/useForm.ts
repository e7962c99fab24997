import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';

/** A form checked by a zod schema: on submit first, then as each wrong field is mended. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  options: { defaultValues: DefaultValues<Input> },
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver<Input, unknown, Output>(schema),
    defaultValues: options.defaultValues,
  });
}

/**
 * Puts the server's messages at their fields, moves focus to the first of them, and gives back the
 * messages whose field is not in this form: those belong above the button.
 */
export function applyFieldErrors<Input extends FieldValues, Output>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'setError' | 'getFieldState' | 'clearErrors'>,
  fields: Record<string, string>,
): Record<string, string> {
  const homeless: Record<string, string> = {};
  const elements: HTMLElement[] = [];
  for (const [field, message] of Object.entries(fields)) {
    const name = field as FieldPath<Input>;
    form.setError(name, { type: 'server', message });
    // Only setError knows whether the name is on the page: it attaches the element where it is.
    const element: unknown = form.getFieldState(name).error?.ref;
    if (element instanceof HTMLElement) {
      elements.push(element);
    } else {
      form.clearErrors(name);
      homeless[field] = message;
    }
  }
  firstOnPage(elements)?.focus();
  return homeless;
}

function firstOnPage(elements: HTMLElement[]): HTMLElement | undefined {
  return elements.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0];
}

/** Splits a form's errors into those at a field and the first message that has none. */
export function sortErrors(errors: FieldErrors): { atFields: boolean; homeless: string | null } {
  let atFields = false;
  let homeless: string | null = null;
  for (const error of Object.values(errors)) {
    if (typeof error !== 'object' || Array.isArray(error)) continue;
    if ('ref' in error && error.ref) atFields = true;
    else if (typeof error.message === 'string') homeless ??= error.message;
    else {
      const inside = sortErrors(error as FieldErrors);
      atFields ||= inside.atFields;
      homeless ??= inside.homeless;
    }
  }
  return { atFields, homeless };
}
