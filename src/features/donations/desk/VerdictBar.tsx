import { Check, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { lengths } from '#shared/lengths.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { TextInput } from '#web/ui/Field.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { isFirstClick } from './firstClick.ts';
import { RejectSheet } from './RejectSheet.tsx';
import type { Desk } from './useDesk.ts';
import { focusOnce } from './useDeskFocus.ts';
import { pickReason, usualReasons } from './usualReasons.ts';

/** From this width on, which is that of `lg:`, the reasons have room beside the buttons. */
const WIDE = '(width >= 64rem)';

/** The buttons that skip, reject or confirm the shown donation. */
export function VerdictBar({ desk, donation }: { desk: Desk; donation: DonationRow }) {
  const isWide = useMediaQuery(WIDE);
  const isRejecting = desk.overlay === 'reason';
  return (
    <div className="sticky bottom-0 z-3 border-t-[1.5px] border-line bg-raised">
      {isRejecting && (isWide ? <ReasonForm desk={desk} /> : <RejectSheet desk={desk} donation={donation} />)}
      <div className="flex min-h-23.5 items-center gap-3 px-6 py-3.5">
        <Button
          kind="outline"
          size="console"
          onClick={(event) => isFirstClick(event) && desk.skip()}
          className="min-h-11! border-[1.5px]! border-edge! text-ink!"
        >
          Skip
          <KeyHint>S</KeyHint>
        </Button>
        <Button
          kind="clayGhost"
          size="console"
          icon={X}
          aria-expanded={isWide ? isRejecting : undefined}
          onClick={(event) =>
            isFirstClick(event) && (isRejecting ? desk.closeOverlay() : desk.openOverlay('reason'))
          }
          className="min-h-11!"
        >
          Reject
          <KeyHint>R</KeyHint>
        </Button>
        {isWide && (
          <ul aria-label="Reject because" className="grid grid-cols-[auto_auto] gap-2 min-[77rem]:flex">
            {usualReasons.map((reason, index) => (
              <li key={reason} className="flex">
                <Button
                  kind="clayOutline"
                  size="console"
                  onClick={(event) => isFirstClick(event) && desk.rejectByButton(reason)}
                  className={`min-h-11! w-full border-[1.5px]! px-2.5! whitespace-nowrap ${isRejecting ? 'bg-clay-tint! text-clay-deep!' : ''}`}
                >
                  <KeyHint>{index + 1}</KeyHint>
                  {reason}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <ConfirmButton desk={desk} className="ms-auto min-h-16! w-63">
          <KeyHint>Enter</KeyHint>
        </ConfirmButton>
      </div>
    </div>
  );
}

type ConfirmButtonProps = { desk: Desk; className: string; children?: ReactNode };

export function ConfirmButton({ desk, className, children }: ConfirmButtonProps) {
  return (
    <Button
      size="console"
      onClick={(event) => isFirstClick(event) && desk.confirm()}
      className={classNames('gap-3! rounded-large! text-[1.25rem]!', className)}
    >
      <Check size={22} aria-hidden="true" />
      Confirm
      {children}
    </Button>
  );
}

function KeyHint({ children }: { children: string | number }) {
  return (
    <span aria-hidden="true" className="flex">
      <Kbd>{children}</Kbd>
    </span>
  );
}

/** A field for a reason. A digit as the first character chooses the usual reason with that number. */
function ReasonForm({ desk: { scanGuard, reject, closeOverlay } }: { desk: Desk }) {
  const [reason, setReason] = useState('');
  const isBlank = reason.trim() === '';

  function handleKeyDown(event: KeyboardEvent) {
    const { key, nativeEvent } = event;
    const isBurst = scanGuard.isBurstKey(nativeEvent);
    if (key === 'Escape') {
      event.preventDefault();
      closeOverlay();
    }
    // A scanner's Enter would send the scanned text as the reason.
    if (key === 'Enter' && (isBurst || event.repeat)) event.preventDefault();
    const usualReason = reason === '' && !isBurst ? pickReason(event) : undefined;
    if (usualReason === undefined) return;
    event.preventDefault();
    scanGuard.actAlone(() => reject(usualReason));
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isBlank) reject(reason.trim());
  }

  return (
    <FormBoundary>
      <form
        onSubmit={handleSubmit}
        className="flex items-center gap-3 border-b-[1.5px] border-line bg-clay-tint px-6 py-2.5"
      >
        <label
          htmlFor="reject-reason"
          className="text-[0.9375rem] font-[650] whitespace-nowrap text-clay-deep"
        >
          Why? 1 to 4, or in your words
        </label>
        <TextInput
          id="reject-reason"
          // Focused when it appears, because the letters typed next are the reason.
          ref={focusOnce}
          size="console"
          value={reason}
          maxLength={lengths.reason}
          placeholder="The donor sees it"
          autoComplete="off"
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        <ReasonButton
          type="submit"
          kind="clay"
          size="console"
          disabledReason={isBlank ? 'Type a reason, or press 1 to 4.' : undefined}
        >
          Reject
        </ReasonButton>
        <Button kind="ghost" size="console" onClick={closeOverlay}>
          Cancel
        </Button>
      </form>
    </FormBoundary>
  );
}
