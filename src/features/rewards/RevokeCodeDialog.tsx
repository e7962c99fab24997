import { errorMessage } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useRevokeCode } from './codeChanges.ts';
import { ownerName } from './codeWords.ts';
import type { CodeRow } from './contract.ts';

export function RevokeCodeDialog({ code, onClose }: { code: CodeRow; onClose: () => void }) {
  const revoke = useRevokeCode(code);
  return (
    <ConfirmDialog
      open
      title={`Revoke ${code.code}?`}
      description={`${ownerName(code)} can no longer use it at any store. This cannot be undone.`}
      confirmLabel="Revoke"
      pendingLabel="Revoking…"
      kind="clay"
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
      error={revoke.error && errorMessage(revoke.error, 'Failed to revoke code')}
      pending={revoke.isPending}
    />
  );
}
