import { type ReactNode, type SubmitEvent, useRef } from 'react';
import { useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { FieldSizeContext, type FieldSize } from '#web/ui/fieldContext.ts';
import { FormBoundary } from './FormBoundary.tsx';
import { FormContext } from './formContext.ts';
import { sortErrors } from './useForm.ts';

export type FormElementProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (values: Output) => void;
  /** While true a second submit does nothing. */
  pending: boolean;
  size?: FieldSize | undefined;
  id?: string | undefined;
  children: ReactNode;
};

type FormProps<Input extends FieldValues, Output> = FormElementProps<Input, Output> & {
  /** Why the last try failed, unless `placeErrors` has put it where it belongs. */
  error: string | null;
  /** The submit button and its neighbours. The one error stands directly above them. */
  actions: ReactNode;
};

const gaps: Record<FieldSize, string> = { page: 'gap-5', console: 'gap-4', till: 'gap-5' };

/** Every form's shell. The first invalid field takes focus, else the error above the button does. */
export function Form<Input extends FieldValues, Output>({
  error,
  actions,
  children,
  ...rest
}: FormProps<Input, Output>) {
  return (
    <FormElement {...rest}>
      {children}
      <FormError form={rest.form} error={error} />
      {actions}
    </FormElement>
  );
}

/** The form without a place for its error: for shells that have their own. */
export function FormElement<Input extends FieldValues, Output>({
  form,
  onSubmit,
  pending,
  size = 'page',
  id,
  children,
}: FormElementProps<Input, Output>) {
  const submit = form.handleSubmit((values) => onSubmit(values));
  const isChecking = useRef(false);

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending || isChecking.current) return;
    // The first press may still wait for its schema to load. A second one must not send the form twice.
    isChecking.current = true;
    void submit(event).finally(() => {
      isChecking.current = false;
    });
  }

  return (
    <FormContext value={form}>
      <FieldSizeContext value={size}>
        <FormBoundary>
          {/* With `dialog` a submit before the page is hydrated does nothing. Any other method leaves the page, or shows a PIN in the address bar. */}
          <form
            id={id}
            method="dialog"
            noValidate
            onSubmit={handleSubmit}
            className={`flex flex-col ${gaps[size]}`}
          >
            {children}
          </form>
        </FormBoundary>
      </FieldSizeContext>
    </FormContext>
  );
}

/** The one error above the button. */
function FormError<Input extends FieldValues, Output>({
  form,
  error,
}: Pick<FormProps<Input, Output>, 'form' | 'error'>) {
  const { message, hasFieldErrors } = useFormMessage(form, error);
  return <ErrorNote message={message} takesFocus={!hasFieldErrors} />;
}

/** The server's error, else the schema's where it belongs to no field. */
export function useFormMessage<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: string | null,
): { message: string | null; hasFieldErrors: boolean } {
  const { errors } = useFormState({ control: form.control });
  const { hasFieldErrors, unplaced } = sortErrors(errors);
  return { message: error ?? unplaced, hasFieldErrors };
}
