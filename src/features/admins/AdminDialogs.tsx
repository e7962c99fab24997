import { errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type IssuedPassword, useSetActive } from './adminChanges.ts';
import { type Admin, contract } from './contract.ts';

type ResetDialogProps = { admin: Admin; onClose: () => void; onReset: (issued: IssuedPassword) => void };

/** Asks before somebody's password is another one. */
export function ResetDialog({ admin: { id, username }, onClose, onReset }: ResetDialogProps) {
  const reset = useChange(contract.resetAdmin, {
    change: (send) => send({ params: { id } }),
    onSuccess: ({ password }) => onReset({ adminId: id, username, password, isReset: true }),
  });
  return (
    <ConfirmDialog
      open
      title={`Reset the password of ${username}?`}
      description="They are signed out everywhere, and their second factor is taken away. A new password is made up and shown to you once."
      confirmLabel="Reset password"
      pendingLabel="Resetting…"
      kind="clay"
      onConfirm={() => reset.mutate()}
      onCancel={onClose}
      error={reset.error && errorMessage(reset.error, 'Failed to reset the password')}
      pending={reset.isPending}
    />
  );
}

/** Asks before somebody is let in no more. */
export function SwitchOffDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const change = useSetActive(admin, onClose);
  return (
    <ConfirmDialog
      open
      title={`Switch off ${admin.username}?`}
      description="They are signed out everywhere at once, and cannot sign in until somebody switches them on again. What they did stays on record."
      confirmLabel="Switch off"
      pendingLabel="Switching off…"
      kind="clay"
      onConfirm={() => change.mutate(false)}
      onCancel={onClose}
      error={change.message}
      pending={change.isPending}
    />
  );
}
