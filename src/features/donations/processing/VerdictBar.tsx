import { Check, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { lengths } from '#shared/lengths.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { useSwitch } from '#web/ui/rememberedSwitch.ts';
import { useLoneKeys } from '#web/console/loneKeys.ts';
import { singleKeys } from '#web/console/shortcuts.ts';
import { TextInput } from '#web/ui/Field.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { useMediaQuery } from '#web/ui/useMediaQuery.ts';
import type { PendingDonation } from './contract.ts';
import { RejectSheet } from './RejectSheet.tsx';
import { reasonOfKey, usualReasons } from './usualReasons.ts';

/** Where the reasons have room beside the buttons: what is styled with it goes by `lg:`. */
const WIDE = '(width >= 64rem)';

type VerdictBarProps = {
  item: PendingDonation;
  /** A reason is asked for. */
  isRejecting: boolean;
  onAsk: (asks: boolean) => void;
  onConfirm: () => void;
  /** False where nothing came of it. */
  onReject: (reason: string) => boolean;
  onSkip: () => void;
};

/** What can be done with the donation on show. It stays from one donation to the next, and the focus in it. */
export function VerdictBar({ item, isRejecting, onAsk, onConfirm, onReject, onSkip }: VerdictBarProps) {
  const isWide = useMediaQuery(WIDE);
  const rejectButton = useRef<HTMLButtonElement>(null);

  function endAsking() {
    onAsk(false);
    rejectButton.current?.focus();
  }

  function rejectFor(reason: string) {
    if (onReject(reason)) rejectButton.current?.focus();
  }

  return (
    <div className="sticky bottom-0 z-3 border-t-[1.5px] border-line bg-raised">
      {isRejecting && isWide && <OwnReason onReject={rejectFor} onCancel={endAsking} />}
      {isRejecting && !isWide && (
        <RejectSheet item={item} onReject={onReject} onSkip={onSkip} onClose={() => onAsk(false)} />
      )}
      <div className="flex items-center gap-2.5 px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] sm:gap-3 sm:px-6 lg:py-3.5">
        <Button
          kind="outline"
          size="large"
          aria-keyshortcuts="s"
          onClick={(event) => isMeant(event) && onSkip()}
          className="min-h-15! border-edge! px-4.5! text-[1rem]! gap-2.5! text-ink! max-sm:hidden lg:min-h-16!"
        >
          Skip
          <Key>s</Key>
        </Button>
        <Button
          ref={rejectButton}
          kind={isWide ? 'clayGhost' : 'clayOutline'}
          size="large"
          icon={X}
          aria-keyshortcuts="r"
          aria-expanded={isWide ? isRejecting : undefined}
          onClick={() => onAsk(!isRejecting)}
          className="gap-2.5! px-3! text-[1.0625rem]! max-lg:min-h-15! max-lg:min-w-33 max-sm:flex-1 lg:min-h-11! lg:rounded-control!"
        >
          Reject
          <Key>r</Key>
        </Button>
        {isWide && (
          <ul aria-label="Reject because" className="grid grid-cols-[auto_auto] gap-2 min-[77rem]:flex">
            {usualReasons.map((reason, index) => (
              <li key={reason} className="flex">
                <Button
                  kind="clayOutline"
                  size="small"
                  onClick={(event) => isMeant(event) && rejectFor(reason)}
                  className={`min-h-11! w-full border-[1.5px]! px-2.5! text-[0.90625rem]! whitespace-nowrap ${isRejecting ? 'bg-clay-tint! text-clay-deep!' : ''}`}
                >
                  <Key>{index + 1}</Key>
                  {reason}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button
          size="console"
          aria-keyshortcuts="c"
          onClick={(event) => isMeant(event) && onConfirm()}
          className="min-h-15! flex-[1.45] gap-3! rounded-large! text-[1.25rem]! sm:ms-auto sm:max-w-[268px] lg:min-h-16! lg:flex-1"
        >
          <Check size={22} aria-hidden="true" />
          Confirm
          <Key>c</Key>
        </Button>
      </div>
    </div>
  );
}

/** The second half of a double click lands on the next donation, which nobody meant. */
function isMeant({ detail }: MouseEvent): boolean {
  return detail <= 1;
}

function Key({ children }: { children: string | number }) {
  const [keysOn] = useSwitch(singleKeys);
  if (!keysOn) return null;
  return (
    <span aria-hidden="true" className="flex max-lg:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}

/** Takes a digit for the usual reason of that place, and anything else for a reason of one's own. */
function OwnReason({ onReject, onCancel }: { onReject: (reason: string) => void; onCancel: () => void }) {
  const [reason, setReason] = useState('');
  const loneKeys = useLoneKeys();
  const isBlank = reason.trim() === '';

  function handleKeyDown(event: KeyboardEvent) {
    const isBurst = loneKeys.press(event.nativeEvent, () => true);
    if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
      return;
    }
    const usual = reason === '' && !isBurst ? reasonOfKey(event) : undefined;
    if (usual !== undefined) loneKeys.actAlone(() => onReject(usual));
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isBlank) onReject(reason.trim());
  }

  return (
    <FormBoundary>
      <form
        onSubmit={handleSubmit}
        className="flex items-center gap-3 border-b-[1.5px] border-line bg-clay-tint px-6 py-2.5"
      >
        <label htmlFor="own-reason" className="text-[0.9375rem] font-[650] whitespace-nowrap text-clay-deep">
          Why? 1 to 4, or in your words
        </label>
        <TextInput
          id="own-reason"
          // The letters that follow are the reason.
          ref={(input) => input?.focus()}
          size="console"
          value={reason}
          maxLength={lengths.reason}
          placeholder="The donor sees it"
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
        <Button kind="ghost" size="console" onClick={onCancel}>
          Cancel
        </Button>
      </form>
    </FormBoundary>
  );
}
