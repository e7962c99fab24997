import { createContext, use } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * What `Form` tells the fields in it. react-hook-form's own context is another with every change of the form's state, and
 * all fields render anew with it.
 */
export const FormContext = createContext<unknown>(null);

/** The form round a field. For its state there is `useFormState`. */
export function useFormMethods<Input extends FieldValues, Output>() {
  return use(FormContext) as Omit<UseFormReturn<Input, unknown, Output>, 'formState'>;
}
