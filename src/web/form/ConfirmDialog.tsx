import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { errorMessage } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { dialogFooter, dialogPanel, dialogTitle, scrim, useScrollLock } from '#web/ui/Dialog.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { useReturnFocus } from '#web/ui/rowFocus.ts';
import { dialog as words } from '#words/forms.ts';

type ConfirmDialogProps = {
  title: string;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  /** The label of the button that leaves everything as it is. */
  cancelLabel?: string | undefined;
  pendingLabel: string;
  /** `clay` for an action that destroys something. */
  kind?: 'primary' | 'clay' | undefined;
  /** The mutation that `onConfirm` sends. */
  change: { isPending: boolean; error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
  /** The error message if the server gives none. Null if the dialog itself reports no failure. */
  failed: string | null;
};

/** Asks for a confirmation before an important change. Cancel has the focus first. If the change fails, the dialog says why. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  cancelLabel = words.cancel,
  pendingLabel,
  kind = 'primary',
  change: { isPending, error },
  onConfirm,
  onClose,
  failed,
}: ConfirmDialogProps) {
  return (
    <Alert
      title={title}
      description={description}
      className="text-muted"
      isPending={isPending}
      onClose={onClose}
      error={error && failed !== null ? errorMessage(error, failed) : null}
    >
      <AlertDialog.Cancel asChild>
        <ReasonButton
          kind="ghost"
          size="console"
          disabledReason={isPending ? words.waitUntilDone : undefined}
        >
          {cancelLabel}
        </ReasonButton>
      </AlertDialog.Cancel>
      <Button kind={kind} size="console" pending={isPending} pendingLabel={pendingLabel} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </Alert>
  );
}

type NoticeDialogProps = { title: string; message: string; onClose: () => void };

/** Reports a failure until somebody presses OK. */
export function NoticeDialog({ title, message, onClose }: NoticeDialogProps) {
  return (
    <Alert title={title} description={message} className="wrap-anywhere text-clay-deep" onClose={onClose}>
      {/* Radix focuses the element that is marked as Cancel. */}
      <AlertDialog.Cancel asChild>
        <Button size="console">{words.ok}</Button>
      </AlertDialog.Cancel>
    </Alert>
  );
}

type AlertProps = {
  title: string;
  description: ReactNode;
  /** Classes of the description. */
  className: string;
  /** While true the dialog cannot be closed. */
  isPending?: boolean | undefined;
  onClose: () => void;
  error?: string | null | undefined;
  /** The buttons. */
  children: ReactNode;
};

function Alert({
  title,
  description,
  className,
  isPending = false,
  onClose,
  error = null,
  children,
}: AlertProps) {
  const focus = useReturnFocus();
  useScrollLock();
  return (
    <AlertDialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !isPending) onClose();
      }}
    >
      <AlertDialog.Portal>
        <div className={classNames(scrim, 'max-sm:p-4')}>
          <AlertDialog.Content
            aria-modal
            aria-busy={isPending || undefined}
            onOpenAutoFocus={focus.remember}
            onCloseAutoFocus={focus.restore}
            className={classNames(
              dialogPanel,
              'max-w-[460px] max-sm:max-h-[calc(100dvh-32px)] max-sm:rounded-card',
            )}
          >
            <div className="min-h-0 overflow-y-auto px-[22px] py-5">
              <AlertDialog.Title className={dialogTitle}>{title}</AlertDialog.Title>
              <AlertDialog.Description className={`mt-2 text-base leading-[1.5] ${className}`}>
                {description}
              </AlertDialog.Description>
            </div>
            <ErrorNote message={error} className="px-[22px] pb-4" />
            <div className={dialogFooter}>{children}</div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
