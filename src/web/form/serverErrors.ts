import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, errorMessage } from '#web/api/client.ts';

type Placed<Input extends FieldValues, Output> = Pick<
  UseFormReturn<Input, unknown, Output>,
  'setError' | 'getFieldState' | 'clearErrors'
>;

/** Puts what the server says of fields at them. */
export function placeErrors<Input extends FieldValues, Output>(
  form: Placed<Input, Output>,
  error: unknown,
): void {
  if (error instanceof ApiError) applyFieldErrors(form, error.fields);
}

/** What is left to say above the button: nothing where the server spoke of fields. */
export function unplacedError(error: Error | null, otherwise: string): string | null {
  if (error === null || (error instanceof ApiError && Object.keys(error.fields).length > 0)) return null;
  return errorMessage(error, otherwise);
}

/**
 * Puts the server's messages at their fields, moves focus to the first of them, and gives back the
 * messages whose field is not in this form: those belong above the button.
 */
export function applyFieldErrors<Input extends FieldValues, Output>(
  form: Placed<Input, Output>,
  fields: Record<string, string>,
): Record<string, string> {
  const unplaced: Record<string, string> = {};
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
      unplaced[field] = message;
    }
  }
  firstOnPage(elements)?.focus();
  return unplaced;
}

function firstOnPage(elements: HTMLElement[]): HTMLElement | undefined {
  return elements.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0];
}
