import { AlertDialog } from 'radix-ui';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { dialogFooter, dialogPanel, dialogTitle, scrim } from './dialogStyles.ts';
import { useReturnFocus } from './useReturnFocus.ts';
import { useScrollLock } from './useScrollLock.ts';

type NoticeDialogProps = {
  title: string;
  message: string;
  onClose: () => void;
};

/** Tells of something that failed and waits until it is read. There is nothing to choose. */
export function NoticeDialog(props: NoticeDialogProps) {
  return (
    <AlertDialog.Root
      open
      onOpenChange={(next) => {
        if (!next) props.onClose();
      }}
    >
      <AlertDialog.Portal>
        <NoticePanel {...props} />
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function NoticePanel({ title, message }: NoticeDialogProps) {
  const focus = useReturnFocus();
  useScrollLock();
  return (
    <div className={classNames(scrim, 'max-sm:p-4')}>
      <AlertDialog.Content
        aria-modal
        onOpenAutoFocus={focus.remember}
        onCloseAutoFocus={focus.restore}
        className={classNames(dialogPanel, 'max-w-[460px] max-sm:rounded-card')}
      >
        <div className="px-[22px] py-5">
          <AlertDialog.Title className={dialogTitle}>{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-base leading-[1.5] wrap-anywhere text-clay-deep">
            {message}
          </AlertDialog.Description>
        </div>
        <div className={dialogFooter}>
          {/* Cancel is the one that the dialog starts on. */}
          <AlertDialog.Cancel asChild>
            <Button size="console">OK</Button>
          </AlertDialog.Cancel>
        </div>
      </AlertDialog.Content>
    </div>
  );
}
