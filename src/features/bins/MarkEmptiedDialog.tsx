import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { BinRow } from './contract.ts';

type MarkEmptiedDialogProps = { bin: BinRow; onConfirm: () => void; onCancel: () => void };

/** Asks where reports that nobody has answered would be closed by the way. */
export function MarkEmptiedDialog({ bin, onConfirm, onCancel }: MarkEmptiedDialogProps) {
  const { name, open_alerts: alerts } = bin;
  const resolved = alerts === 1 ? 'Its open alert is' : `Its ${alerts} open alerts are`;
  return (
    <ConfirmDialog
      open
      title={`Mark ${name} emptied?`}
      description={`${resolved} resolved with it. This cannot be undone.`}
      confirmLabel="Mark emptied"
      pendingLabel="Marking…"
      onConfirm={onConfirm}
      onCancel={onCancel}
      // The row shows at once what was asked for, and a notice tells of a failure.
      error={null}
      pending={false}
    />
  );
}
