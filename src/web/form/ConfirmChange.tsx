import type { UseMutationResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { errorMessage } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type ConfirmChangeProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel' | 'pendingLabel' | 'kind'
> & {
  /** What is sent once it is confirmed. */
  change: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  /** The sentence where the server gives none. */
  failed: string;
  /** After Cancel, and after the change. */
  onClose: () => void;
};

/** Asks once more before a change, and shows why it failed. */
export function ConfirmChange({ change, failed, onClose, ...dialog }: ConfirmChangeProps) {
  return (
    <ConfirmDialog
      {...dialog}
      open
      onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
      error={change.error && errorMessage(change.error, failed)}
      pending={change.isPending}
    />
  );
}
