import type { UseMutationResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { DialogForm } from './DialogForm.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';

type FormDialogProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof DialogForm<Input, Output>>,
  'open' | 'onSubmit' | 'pending' | 'error'
> & {
  /** What the form sends. */
  change: Pick<UseMutationResult<unknown, Error, Output>, 'mutate' | 'isPending' | 'error'>;
  /** The sentence where the server gives none. */
  failed: string;
};

/** A dialog whose form sends one change: what the server refuses stands at its field, else above the buttons. */
export function FormDialog<Input extends FieldValues, Output>({
  change,
  failed,
  ...dialog
}: FormDialogProps<Input, Output>) {
  return (
    <DialogForm
      {...dialog}
      open
      onSubmit={(values) => change.mutate(values, { onError: (error) => placeErrors(dialog.form, error) })}
      pending={change.isPending}
      error={unplacedError(change.error, failed)}
    />
  );
}
