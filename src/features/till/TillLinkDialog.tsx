import { Plus } from 'lucide-react';
import { useSiteInfo } from '#features/settings/site/useSiteInfo.ts';
import { errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { contract } from './contract.ts';
import { TILL_LINK_HOURS } from './rules.ts';

type TillLinkDialogProps = { partner: { id: number; name: string }; onClose: () => void };

/** Makes a link that makes a till of the browser that opens it. It is gone with the dialog. */
export function TillLinkDialog({ partner: { id, name }, onClose }: TillLinkDialogProps) {
  const { timeZone } = useSiteInfo();
  const create = useChange(contract.createTillLink, {
    change: (send) => send({ params: { id } }),
    // The link is to be in no cache.
    gcTime: 0,
  });
  const made = create.data;

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Make a till of ${name}`}
      startsOn="footer"
      error={create.error && errorMessage(create.error, 'Failed to make the link')}
      pending={create.isPending}
      footer={
        made ? (
          <Button size="console" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <ReasonButton
              kind="ghost"
              size="console"
              onClick={onClose}
              disabledReason={create.isPending ? 'Wait until this is done.' : undefined}
            >
              Cancel
            </ReasonButton>
            <Button
              size="console"
              icon={Plus}
              pending={create.isPending}
              pendingLabel="Making the link…"
              onClick={() => create.mutate()}
            >
              Make the link
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="rounded-large bg-sunk px-4 py-5 text-center">
          <QrCode
            value={made.link}
            modulePixels={5}
            label={`QR code of the link that makes a till of ${name}`}
            className="mx-auto max-w-full"
          />
          <p className="mt-3 text-base font-[650]">Scan it with the store’s own device, or copy the link.</p>
          <output aria-label="Link for the till" className="mt-2 block break-all text-muted select-all">
            {made.link}
          </output>
          <div className="mt-3">
            <CopyButton text={made.link} label="Copy link" />
          </div>
          <p className="mt-4 text-base">
            Good for one browser, until <Instant at={made.expiresAt} timeZone={timeZone} />.{' '}
            <b className="font-[650]">It is shown only once.</b>
          </p>
        </div>
      ) : (
        <>
          <p className="text-base leading-[1.5]">
            For a browser in which the store has not redeemed yet. Open the link on the store’s own device and
            press the button there: from then on it is a known till.
          </p>
          <ul className="mt-3 flex list-disc flex-col gap-1 ps-5 text-base leading-[1.5] marker:text-muted">
            <li>The link makes one till, within {TILL_LINK_HOURS} hours.</li>
            <li>Redeeming takes the PIN as before.</li>
          </ul>
        </>
      )}
    </Dialog>
  );
}
