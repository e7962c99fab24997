import { LockOpen } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import * as words from '#words/keptPin.ts';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import { usePinLock } from './pinLock.ts';
import type { useTill } from './useTill.ts';

/** Says that the PIN is kept, and for how long, beside the button that forgets it. */
export function KeptPin({ till }: { till: ReturnType<typeof useTill> }) {
  const { checkForm, keepsPin, lock, nextButton, redeemForm, verdict } = till;
  const hasPin = useWatch({ control: redeemForm.control, name: 'pin' }) !== '';
  const minutes = usePinLock(hasPin, verdict, lock);

  function lockNow() {
    lock();
    if (verdict === null || verdict.kind === 'invalid') checkForm.setFocus('code');
    else if (verdict.kind === 'valid') redeemForm.setFocus('pin');
    else nextButton.current?.focus();
  }

  return (
    keepsPin &&
    hasPin && (
      <div className="flex flex-wrap items-center justify-end gap-x-2 py-1">
        <LockOpen size={17} className="shrink-0 text-muted max-[24rem]:hidden" aria-hidden="true" />
        <span className="t-small whitespace-nowrap text-muted">
          <span className="max-sm:sr-only">{words.kept}</span>
          {words.minutes(minutes)}
        </span>
        <PlainButton kind="outline" size="small" className="max-sm:px-3" onClick={lockNow}>
          {words.lock}
        </PlainButton>
      </div>
    )
  );
}
