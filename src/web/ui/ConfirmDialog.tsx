import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { ReasonButton } from './ReasonButton.tsx';
import { AlertPanel } from './AlertPanel.tsx';
import { ErrorNote } from './ErrorNote.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** What will happen, and whether it can be taken back. */
  description: ReactNode;
  confirmLabel: string;
  pendingLabel: string;
  cancelLabel?: string | undefined;
  /** Clay for what destroys. */
  kind?: 'primary' | 'clay' | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  error: string | null;
  pending: boolean;
};

/** Asks once more before something that matters. It starts on Cancel. */
export function ConfirmDialog({ open, onCancel, pending, ...rest }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !pending) onCancel();
      }}
    >
      <AlertDialog.Portal>
        <ConfirmPanel pending={pending} {...rest} />
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function ConfirmPanel({
  title,
  description,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Cancel',
  kind = 'primary',
  onConfirm,
  error,
  pending,
}: Omit<ConfirmDialogProps, 'open' | 'onCancel'>) {
  return (
    <AlertPanel
      title={title}
      description={description}
      descriptionClassName="text-muted"
      busy={pending}
      buttons={
        <>
          <AlertDialog.Cancel asChild>
            <ReasonButton
              kind="ghost"
              size="console"
              disabledReason={pending ? 'Wait until this is done.' : undefined}
            >
              {cancelLabel}
            </ReasonButton>
          </AlertDialog.Cancel>
          <Button
            kind={kind}
            size="console"
            pending={pending}
            pendingLabel={pendingLabel}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ErrorNote message={error} className="px-[22px] pb-4" />
    </AlertPanel>
  );
}
