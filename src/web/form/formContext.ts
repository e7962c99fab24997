import { createContext, use } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The form around its fields. The context of react-hook-form changes with the form's state and would rerender every field. */
export const FormContext = createContext<unknown>(null);

/** The form around a field, without its state. `useFormState` gives that. */
export function useFormMethods<Input extends FieldValues, Output>() {
  return use(FormContext) as Omit<UseFormReturn<Input, unknown, Output>, 'formState'>;
}
