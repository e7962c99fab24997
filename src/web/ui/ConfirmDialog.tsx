import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { dialogFooter, dialogPanel, dialogTitle, scrim } from './dialogStyles.ts';
import { ErrorNote } from './ErrorNote.tsx';
import { useReturnFocus } from './useReturnFocus.ts';
import { useScrollLock } from './useScrollLock.ts';

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
  const focus = useReturnFocus();
  useScrollLock();

  return (
    <div className={classNames(scrim, 'max-sm:p-4')}>
      <AlertDialog.Content
        aria-modal
        aria-busy={pending || undefined}
        onOpenAutoFocus={focus.remember}
        onCloseAutoFocus={focus.restore}
        className={classNames(
          dialogPanel,
          'max-w-[460px] max-sm:max-h-[calc(100dvh-32px)] max-sm:rounded-card',
        )}
      >
        <div className="min-h-0 overflow-y-auto px-[22px] py-5">
          <AlertDialog.Title className={dialogTitle}>{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-base leading-[1.5] text-muted">
            {description}
          </AlertDialog.Description>
        </div>
        <ErrorNote message={error} className="px-[22px] pb-4" />
        <div className={dialogFooter}>
          <AlertDialog.Cancel asChild>
            <Button
              kind="ghost"
              size="console"
              disabledReason={pending ? 'Wait until this is done.' : undefined}
            >
              {cancelLabel}
            </Button>
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
        </div>
      </AlertDialog.Content>
    </div>
  );
}
