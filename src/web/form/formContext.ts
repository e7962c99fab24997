import { createContext, use } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The form around its fields. react-hook-form's own context changes with the form's state, which would render every field again. */
export const FormContext = createContext<unknown>(null);

/** The form around a field. Its state comes from `useFormState`. */
export function useFormMethods<Input extends FieldValues, Output>() {
  return use(FormContext) as Omit<UseFormReturn<Input, unknown, Output>, 'formState'>;
}
