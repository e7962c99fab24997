import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { dialog as words } from '#words/forms.ts';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormElement, useFormMessage, type FormElementProps } from './Form.tsx';

type DialogFormProps<Input extends FieldValues, Output> = Omit<FormElementProps<Input, Output>, 'id'> & {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  /** Clay for what destroys. */
  submitKind?: 'primary' | 'clay' | undefined;
  pendingLabel: string;
  /** Why it may not be sent now. */
  disabledReason?: string | undefined;
  /** At the far end of the footer: another way out, such as a merge. */
  footerStart?: ReactNode;
  error: string | null;
};

/** A form in a dialog: fields in the body, the error above the footer, Cancel and one primary button in it. */
export function DialogForm<Input extends FieldValues, Output>({
  open,
  onClose,
  title,
  description,
  submitLabel,
  submitKind = 'primary',
  pendingLabel,
  disabledReason,
  footerStart,
  error,
  size = 'console',
  ...rest
}: DialogFormProps<Input, Output>) {
  const id = useId();
  const { message } = useFormMessage(rest.form, error);
  const buttonSize = size === 'console' ? 'console' : 'medium';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      fieldSize={size}
      error={message}
      pending={rest.pending}
      footer={
        <>
          {footerStart !== undefined && <div className="me-auto flex items-center">{footerStart}</div>}
          <ReasonButton
            kind="ghost"
            size={buttonSize}
            onClick={onClose}
            disabledReason={rest.pending ? words.waitUntilDone : undefined}
          >
            {words.cancel}
          </ReasonButton>
          <ReasonButton
            type="submit"
            form={id}
            kind={submitKind}
            size={buttonSize}
            pending={rest.pending}
            pendingLabel={pendingLabel}
            disabledReason={disabledReason}
          >
            {submitLabel}
          </ReasonButton>
        </>
      }
    >
      <FormElement {...rest} id={id} size={size} />
    </Dialog>
  );
}
