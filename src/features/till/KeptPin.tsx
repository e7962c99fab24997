import { LockOpen } from 'lucide-react';
import { keptPin as words } from '#words/till.tsx';
import { usePinLock } from './pinLock.ts';
import type { Till } from './useTill.ts';
import { Button } from '#web/ui/Button.tsx';

/** Says that the PIN is kept, and for how long, beside the button that forgets it. */
export function KeptPin({ till }: { till: Till }) {
  const { codeField, keepsPin, lock, nextButton, pinField, verdict } = till;
  const hasPin = till.pin !== '';
  const minutes = usePinLock(hasPin, verdict, lock);

  function lockNow() {
    lock();
    if (verdict === null || verdict.kind === 'invalid') codeField.current?.focus();
    else if (verdict.kind === 'valid') pinField.current?.focus();
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
        <Button kind="outline" size="small" className="max-sm:px-3" onClick={lockNow}>
          {words.lock}
        </Button>
      </div>
    )
  );
}
