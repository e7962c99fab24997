import { Link as LinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';

type LinkDialogProps = {
  title: string;
  /** The mutation that makes the link. */
  create: { data: { link: string } | undefined; error: Error | null; isPending: boolean; mutate: () => void };
  /** Null until the dialog has read whether there is a link already. */
  createLabel: string | null;
  /** Another mutation that the dialog offers, and its button. */
  secondAction?: { error: Error | null; isPending: boolean; button: ReactNode } | undefined;
  linkLabel: string;
  qrLabel: string;
  /** Shown below the link. */
  linkNote: ReactNode;
  onClose: () => void;
  /** Shown before there is a link. */
  children: ReactNode;
};

/** A dialog that makes a link and shows it once. */
export function LinkDialog(props: LinkDialogProps) {
  const { title, create, createLabel, secondAction, linkLabel, qrLabel, linkNote, onClose, children } = props;
  const link = create.data?.link;
  const error = create.error ?? secondAction?.error;
  const isPending = create.isPending || (secondAction?.isPending ?? false);
  return (
    <Dialog
      onClose={onClose}
      title={title}
      startsOn="footer"
      error={error ? errorMessage(error, 'The link could not be read or changed.') : null}
      pending={isPending}
      footer={
        <>
          {/* Hidden once there is a link: on a phone this button would move under the finger that made it. */}
          {link === undefined && secondAction?.button}
          <ReasonButton
            kind="ghost"
            size="console"
            onClick={onClose}
            disabledReason={isPending ? 'Wait until this is done.' : undefined}
          >
            Close
          </ReasonButton>
          {link === undefined && createLabel !== null && (
            <Button
              size="console"
              icon={LinkIcon}
              pending={create.isPending}
              pendingLabel="Making the link…"
              onClick={() => create.mutate()}
            >
              {createLabel}
            </Button>
          )}
        </>
      }
    >
      {link === undefined ? (
        <div className="flex flex-col gap-3 text-base leading-[1.5]">{children}</div>
      ) : (
        <div className="rounded-large bg-sunk px-4 py-5 text-center">
          <QrCode value={link} modulePixels={5} label={qrLabel} className="mx-auto max-w-full" />
          <output aria-label={linkLabel} className="mt-3 block break-all text-muted select-all">
            {link}
          </output>
          <div className="mt-3">
            <CopyButton text={link} label="Copy link" />
          </div>
          <p className="mt-4 text-base">
            {linkNote} <b className="font-[650]">It is shown only once.</b>
          </p>
        </div>
      )}
    </Dialog>
  );
}
