import { type ReactNode, type SubmitEvent, useRef } from 'react';
import { useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { FieldSizeContext, type FieldSize } from '#web/ui/fieldContext.ts';
import { FormBoundary } from './FormBoundary.tsx';
import { FormContext } from './formContext.ts';
import { splitErrors } from './useForm.ts';

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
  /** Why the last try failed, unless `placeErrors` has put the message at a field. */
  error: string | null;
  /** The submit button and its neighbours. The form's error stands directly above them. */
  actions: ReactNode;
};

const gaps: Record<FieldSize, string> = { page: 'gap-5', console: 'gap-4', till: 'gap-5' };

/** A form with its error and buttons. After a failed submit the first invalid field takes the focus, else the error does. */
export function Form<Input extends FieldValues, Output>({
  error,
  actions,
  children,
  ...elementProps
}: FormProps<Input, Output>) {
  return (
    <FormElement {...elementProps}>
      {children}
      <FormError form={elementProps.form} error={error} />
      {actions}
    </FormElement>
  );
}

/** A form without its error and buttons, for dialogs and pages that place these themselves. */
export function FormElement<Input extends FieldValues, Output>({
  form,
  onSubmit,
  pending,
  size = 'page',
  id,
  children,
}: FormElementProps<Input, Output>) {
  const submit = form.handleSubmit((values) => onSubmit(values));
  const isValidating = useRef(false);

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending || isValidating.current) return;
    // The first press may still wait for the schema to load. A second press must not send the form twice.
    isValidating.current = true;
    void submit(event).finally(() => {
      isValidating.current = false;
    });
  }

  return (
    <FormContext value={form}>
      <FieldSizeContext value={size}>
        <FormBoundary>
          {/* Other methods would leave the page, or show a PIN in its address, on a submit before hydration. */}
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

function FormError<Input extends FieldValues, Output>({
  form,
  error,
}: Pick<FormProps<Input, Output>, 'form' | 'error'>) {
  const { message, hasFieldErrors } = useFormMessage(form, error);
  return <ErrorNote message={message} takesFocus={!hasFieldErrors} />;
}

/** The message to show above the buttons: the given error, else the form's first error that belongs to no field. */
export function useFormMessage<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: string | null,
): { message: string | null; hasFieldErrors: boolean } {
  const { errors } = useFormState({ control: form.control });
  const { hasFieldErrors, unplaced } = splitErrors(errors);
  return { message: error ?? unplaced, hasFieldErrors };
}
