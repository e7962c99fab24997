import { ArrowRight, PencilLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { donorName } from '#features/donations/console/listedDonation.ts';
import { lengths } from '#shared/lengths.ts';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import type { DonationRow } from '#features/donations/contract.ts';
import { bagName } from './deskWords.ts';
import { isFirstClick } from './firstClick.ts';
import type { Desk } from './useDesk.ts';
import { focusOnce } from './useDeskFocus.ts';
import { useKeyDown } from './pageKeys.ts';
import { pickReason, usualReasons } from './usualReasons.ts';

/** A dialog with the reasons for a rejection, for phones and for windows where `VerdictBar` has no room for them. */
export function RejectSheet({ desk, donation }: { desk: Desk; donation: DonationRow }) {
  const { scanGuard, reject, skip } = desk;
  const [typedReason, setTypedReason] = useState<string | null>(null);
  // Digits choose a reason here too, for tablets with a keyboard.
  useKeyDown((event) => {
    if (typedReason !== null || scanGuard.isBurstKey(event)) return;
    const reason = pickReason(event);
    if (reason) scanGuard.actAlone(() => reject(reason));
  });
  return (
    <Dialog
      onClose={desk.closeOverlay}
      size="sheet"
      title={`Reject ${bagName(donation)}?`}
      description={`${donorName(donation)}, ${donation.weight}`}
      error={null}
      pending={false}
      footer={
        typedReason === null ? undefined : (
          <ReasonButton
            kind="clay"
            disabledReason={typedReason.trim() === '' ? 'Type a reason.' : undefined}
            onClick={() => reject(typedReason.trim())}
          >
            Reject
          </ReasonButton>
        )
      }
    >
      {typedReason === null ? (
        <ul className="-mx-[22px] -my-5">
          {usualReasons.map((reason, index) => (
            <SheetRow key={reason} onClick={() => reject(reason)}>
              <span className="font-semibold text-clay tabular">{index + 1}</span>
              {reason}
            </SheetRow>
          ))}
          <SheetRow onClick={() => setTypedReason('')}>
            <PencilLine size={18} aria-hidden="true" className="text-clay" />
            Another reason
          </SheetRow>
          <SheetRow onClick={skip}>
            <ArrowRight size={18} aria-hidden="true" className="text-muted" />
            Not sure: skip it for now
          </SheetRow>
        </ul>
      ) : (
        <Field label="Reason" hint="The donor sees it on the dashboard.">
          <TextInput
            ref={focusOnce}
            value={typedReason}
            maxLength={lengths.reason}
            onChange={(event) => setTypedReason(event.currentTarget.value)}
          />
        </Field>
      )}
    </Dialog>
  );
}

function SheetRow({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <li className="border-t-[1.5px] border-line first:border-t-0">
      <button
        type="button"
        onClick={(event) => isFirstClick(event) && onClick()}
        className="flex min-h-14 w-full cursor-pointer items-center gap-3.5 px-[22px] text-start text-[1.0625rem] font-[650] hover:bg-sunk focus-visible:-outline-offset-3"
      >
        {children}
      </button>
    </li>
  );
}
