import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { dialog as words } from '#words/forms.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { FormElement, useFormMessage, type FormElementProps } from './Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';

type FormDialogProps<Input extends FieldValues, Output> = Pick<
  FormElementProps<Input, Output>,
  'form' | 'children'
> & {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  /** `clay` for an action that destroys something. */
  submitKind?: 'primary' | 'clay' | undefined;
  pendingLabel: string;
  /** Why the form cannot be sent now. */
  disabledReason?: string | undefined;
  /** The mutation that the form sends. */
  change: { isPending: boolean; error: Error | null };
  /** Sends the form, usually by the mutation's `mutate`. The options put the server's messages at their fields. */
  onSubmit: (values: Output, options: { onError: (error: Error) => void }) => void;
  /** The error message if the server gives none. Null if a toast reports failures. */
  failed: string | null;
};

/** A form in a dialog: fields in the body, the error above the footer, Cancel and the submit button in the footer. */
export function FormDialog<Input extends FieldValues, Output>({
  onClose,
  title,
  description,
  submitLabel,
  submitKind = 'primary',
  pendingLabel,
  disabledReason,
  change: { isPending, error },
  onSubmit,
  failed,
  form,
  children,
}: FormDialogProps<Input, Output>) {
  const id = useId();
  const { message } = useFormMessage(form, failed === null ? null : unplacedError(error, failed));
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      error={message}
      pending={isPending}
      footer={
        <>
          <ReasonButton
            kind="ghost"
            size="console"
            onClick={onClose}
            disabledReason={isPending ? words.waitUntilDone : undefined}
          >
            {words.cancel}
          </ReasonButton>
          <ReasonButton
            type="submit"
            form={id}
            kind={submitKind}
            size="console"
            pending={isPending}
            pendingLabel={pendingLabel}
            disabledReason={disabledReason}
          >
            {submitLabel}
          </ReasonButton>
        </>
      }
    >
      <FormElement
        form={form}
        id={id}
        size="console"
        pending={isPending}
        onSubmit={(values) => onSubmit(values, { onError: (refusal) => placeErrors(form, refusal) })}
      >
        {children}
      </FormElement>
    </Dialog>
  );
}
