import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { ParticipantMatch } from '#features/participants/contract.ts';
import { participantName } from '#features/participants/participantName.ts';
import { errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { contract, SLIP_DAYS } from './contract.ts';
import { type PrintedSlip, Slip } from './Slip.tsx';

type PrintSlipDialogProps = { participant: ParticipantMatch; onClose: () => void };

/** Makes a slip for a donor without mail, and prints it. Its code is gone with the dialog. */
export function PrintSlipDialog({ participant, onClose }: PrintSlipDialogProps) {
  const { id, studentIds, email } = participant;
  const name = studentIds[0] ?? email;
  const print = useChange(contract.printSlip, {
    change: (send) => send({ params: { id } }),
    // The code is to be in no cache.
    gcTime: 0,
  });
  const slip = print.data;
  const canSignIn = name !== null;

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Print a slip for ${participantName(participant)}`}
      startsOn="footer"
      error={print.error && errorMessage(print.error, 'Failed to make the slip')}
      pending={print.isPending}
      footer={
        slip ? (
          <>
            <Button kind="ghost" size="console" icon={Printer} onClick={() => window.print()}>
              Print again
            </Button>
            <Button size="console" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button
              kind="ghost"
              size="console"
              onClick={onClose}
              disabledReason={print.isPending ? 'Wait until this is done.' : undefined}
            >
              Cancel
            </Button>
            {canSignIn && (
              <Button
                size="console"
                icon={Printer}
                onClick={() => print.mutate()}
                pending={print.isPending}
                pendingLabel="Making the slip…"
              >
                Print slip
              </Button>
            )}
          </>
        )
      }
    >
      {!canSignIn && (
        <p>
          There is nothing to sign in with: this person has no donor ID and no email. A donation that is
          logged under an ID gives them one.
        </p>
      )}
      {canSignIn && !slip && <WhatItIs name={name} />}
      {canSignIn && slip && <Made slip={slip} name={name} />}
    </Dialog>
  );
}

function WhatItIs({ name }: { name: string }) {
  return (
    <>
      <p>
        For somebody without mail. On it are <b className="font-[650] wrap-anywhere">{name}</b>, a code of six
        digits and how to sign in with it.
      </p>
      <ul className="mt-3 flex list-disc flex-col gap-1 ps-5 marker:text-muted">
        <li>The code signs in once, within {SLIP_DAYS} days.</li>
        <li>It takes the place of any slip printed before.</li>
        <li>Whoever holds it sees the reward codes: hand it to nobody else.</li>
      </ul>
    </>
  );
}

/** Opens the browser's print at once, and shows meanwhile what is printed. */
function Made({ slip, name }: { slip: PrintedSlip; name: string }) {
  useEffect(() => window.print(), []);
  return (
    <>
      <Slip slip={slip} name={name} />
      <p className="mt-3 text-muted">The code is shown here only, and not again once this is closed.</p>
      {createPortal(
        <div className="slip-on-paper">
          <Slip slip={slip} name={name} />
        </div>,
        document.body,
      )}
    </>
  );
}
