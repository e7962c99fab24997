import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { ownerName } from './codeWords.ts';
import { type CodeRow, contract } from './contract.ts';

/** Asks before the uses of a code are gone for good. */
export function MarkCodeUsedDialog({ code, onClose }: { code: CodeRow; onClose: () => void }) {
  const left = code.max_uses - code.use_count;
  const markUsed = useChange(contract.markCodeUsed, {
    change: (send) => send({ params: { id: code.id } }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: 'Code marked as used',
        description: `${code.code} of ${ownerName(code)} has no uses left.`,
      }),
  });
  return (
    <ConfirmDialog
      title={`Mark ${code.code} as used?`}
      description={`${ownerName(code)} loses ${left === 1 ? 'the one use that is' : `the ${left} uses that are`} left. This cannot be undone.`}
      confirmLabel="Mark used"
      pendingLabel="Marking…"
      kind="clay"
      change={markUsed}
      onConfirm={() => markUsed.mutate(undefined, { onSuccess: onClose })}
      failed="Failed to mark code as used"
      onClose={onClose}
    />
  );
}
