import type { UseMutationResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Form } from '#web/form/Form.tsx';
import { unplacedError } from '#web/form/serverErrors.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';

type AccountFormProps<Input extends FieldValues, Output, Answer> = {
  form: UseFormReturn<Input, unknown, Output>;
  change: Pick<UseMutationResult<Answer, Error, Output>, 'mutate' | 'isPending' | 'error'>;
  submitLabel: string;
  pendingLabel: string;
  /** Clay if the form removes something. */
  submitKind?: 'primary' | 'clay';
  /** The error message if the server gives none. */
  failed: string;
  /** Beside the submit button. */
  otherButtons?: ReactNode;
  children: ReactNode;
};

/** A short form on a card of "My account". */
export function AccountForm<Input extends FieldValues, Output, Answer>({
  form,
  change: { mutate, isPending, error },
  submitLabel,
  pendingLabel,
  submitKind,
  failed,
  otherButtons,
  children,
}: AccountFormProps<Input, Output, Answer>) {
  return (
    <Form
      form={form}
      size="console"
      onSubmit={(values) => mutate(values)}
      pending={isPending}
      error={unplacedError(error, failed)}
      actions={
        <div className="flex flex-wrap gap-2.5">
          <AccountButton type="submit" kind={submitKind} pending={isPending} pendingLabel={pendingLabel}>
            {submitLabel}
          </AccountButton>
          {otherButtons}
        </div>
      }
    >
      {children}
    </Form>
  );
}

/** A button of the console, with room for a thumb on phones. */
export function AccountButton({ className, ...button }: Omit<ComponentProps<typeof Button>, 'size'>) {
  return <Button {...button} size="console" className={classNames('max-md:min-h-11', className)} />;
}
