import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { ownerName } from './codeWords.ts';
import { type CodeRow, contract } from './contract.ts';

/** Asks before a code is worthless for good. */
export function RevokeCodeDialog({ code, onClose }: { code: CodeRow; onClose: () => void }) {
  const revoke = useChange(contract.revokeCode, {
    change: (send) => send({ params: { id: code.id } }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: 'Code revoked',
        description: `No till takes ${code.code} any more. ${ownerName(code)} no longer sees it.`,
      }),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${code.code}?`}
      description={`${ownerName(code)} can no longer use it at any store. This cannot be undone.`}
      confirmLabel="Revoke"
      pendingLabel="Revoking…"
      kind="clay"
      change={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      failed="Failed to revoke code"
      onClose={onClose}
    />
  );
}
