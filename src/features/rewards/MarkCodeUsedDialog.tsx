import { errorMessage } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useMarkCodeUsed } from './codeChanges.ts';
import { ownerName } from './codeWords.ts';
import type { CodeRow } from './contract.ts';

/** Asks before the uses of a code are gone. */
export function MarkCodeUsedDialog({ code, onClose }: { code: CodeRow; onClose: () => void }) {
  const markUsed = useMarkCodeUsed(code);
  const left = code.max_uses - code.use_count;
  return (
    <ConfirmDialog
      open
      title={`Mark ${code.code} as used?`}
      description={`${ownerName(code)} loses ${left === 1 ? 'the one use that is' : `the ${left} uses that are`} left. This cannot be undone.`}
      confirmLabel="Mark used"
      pendingLabel="Marking…"
      kind="clay"
      onConfirm={() => markUsed.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
      error={markUsed.error && errorMessage(markUsed.error, 'Failed to mark code as used')}
      pending={markUsed.isPending}
    />
  );
}
