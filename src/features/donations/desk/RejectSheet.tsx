import { ArrowRight, PencilLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { donorName } from '#features/donations/console/listedDonation.ts';
import { lengths } from '#shared/lengths.ts';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import type { DonationRow } from '#features/donations/contract.ts';
import { bagName } from './deskWords.ts';
import type { Desk } from './useDesk.ts';
import { useKeyDown } from './pageKeys.ts';
import { reasonOfKey, usualReasons } from './usualReasons.ts';

/** The reasons in a dialog, for screens where the bar has no room for them. */
export function RejectSheet({ desk, donation }: { desk: Desk; donation: DonationRow }) {
  const { guard, reject: onReject, skip: onSkip } = desk;
  const [ownReason, setOwnReason] = useState<string | null>(null);
  // The digits choose here too, for tablets that have a keyboard.
  useKeyDown((event) => {
    const reason = ownReason === null && !guard.isBurstKey(event) ? reasonOfKey(event) : undefined;
    if (reason) guard.actAlone(() => onReject(reason));
  });
  return (
    <Dialog
      open
      onClose={desk.backToKilograms}
      size="sheet"
      title={`Reject ${bagName(donation)}?`}
      description={`${donorName(donation)}, ${donation.weight}`}
      error={null}
      pending={false}
      footer={
        ownReason === null ? undefined : (
          <ReasonButton
            kind="clay"
            disabledReason={ownReason.trim() === '' ? 'Type a reason.' : undefined}
            onClick={() => onReject(ownReason.trim())}
          >
            Reject
          </ReasonButton>
        )
      }
    >
      {ownReason === null ? (
        <ul className="-mx-[22px] -my-5">
          {usualReasons.map((reason, index) => (
            <Row key={reason} onClick={() => onReject(reason)}>
              <span className="font-semibold text-clay tabular">{index + 1}</span>
              {reason}
            </Row>
          ))}
          <Row onClick={() => setOwnReason('')}>
            <PencilLine size={18} aria-hidden="true" className="text-clay" />
            Another reason
          </Row>
          <Row onClick={onSkip}>
            <ArrowRight size={18} aria-hidden="true" className="text-muted" />
            Not sure: skip it for now
          </Row>
        </ul>
      ) : (
        <Field label="Reason" hint="The donor sees it on the dashboard.">
          <TextInput
            ref={(input) => input?.focus()}
            value={ownReason}
            maxLength={lengths.reason}
            onChange={(event) => setOwnReason(event.currentTarget.value)}
          />
        </Field>
      )}
    </Dialog>
  );
}

function Row({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <li className="border-t-[1.5px] border-line first:border-t-0">
      <button
        type="button"
        onClick={onClick}
        className="flex min-h-14 w-full cursor-pointer items-center gap-3.5 px-[22px] text-start text-[1.0625rem] font-[650] hover:bg-sunk focus-visible:-outline-offset-3"
      >
        {children}
      </button>
    </li>
  );
}
