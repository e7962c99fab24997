import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, errorMessage } from '#web/api/client.ts';

type FormWithErrors<Input extends FieldValues, Output> = Pick<
  UseFormReturn<Input, unknown, Output>,
  'setError' | 'getFieldState' | 'clearErrors'
>;

/**
 * Puts the server's messages at their fields and focuses the first of these fields. Of the messages whose fields are
 * not on the page, only the first is shown, above the button.
 *
 * @param formNames the form's name of a field, by the server's name.
 * @returns whether the server named fields, so that nothing else needs to be shown.
 */
export function placeErrors<Input extends FieldValues, Output>(
  form: FormWithErrors<Input, Output>,
  error: unknown,
  formNames: Readonly<Record<string, FieldPath<Input>>> = {},
): boolean {
  const elements: HTMLElement[] = [];
  let unplaced: string | undefined;
  for (const [field, message] of Object.entries(fieldMessages(error))) {
    const name = formNames[field] ?? (field as FieldPath<Input>);
    form.setError(name, { type: 'server', message });
    // setError attaches the field's element, if the form has or had one.
    const element: unknown = form.getFieldState(name).error?.ref;
    if (element instanceof HTMLElement && element.isConnected) {
      elements.push(element);
    } else {
      form.clearErrors(name);
      unplaced ??= message;
    }
  }
  if (unplaced !== undefined) form.setError('root', { type: 'server', message: unplaced });
  findFirstOnPage(elements)?.focus();
  return hasFieldMessages(error);
}

/** The message to show above the button. Null without an error, or if `placeErrors` shows it. */
export function unplacedError(error: unknown, fallback: string): string | null {
  return error === null || hasFieldMessages(error) ? null : errorMessage(error, fallback);
}

function hasFieldMessages(error: unknown): boolean {
  return Object.keys(fieldMessages(error)).length > 0;
}

function fieldMessages(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}

function findFirstOnPage(elements: HTMLElement[]): HTMLElement | undefined {
  return elements.toSorted((left, right) =>
    left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0];
}
