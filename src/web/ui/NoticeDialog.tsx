import { AlertDialog } from 'radix-ui';
import { Button } from './Button.tsx';
import { AlertPanel } from './AlertPanel.tsx';

type NoticeDialogProps = {
  title: string;
  message: string;
  onClose: () => void;
};

/** Tells of something that failed and waits until it is read. There is nothing to choose. */
export function NoticeDialog({ title, message, onClose }: NoticeDialogProps) {
  return (
    <AlertDialog.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertPanel
          title={title}
          description={message}
          descriptionClassName="wrap-anywhere text-clay-deep"
          buttons={
            // Cancel is the one that the dialog starts on.
            <AlertDialog.Cancel asChild>
              <Button size="console">OK</Button>
            </AlertDialog.Cancel>
          }
        />
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
