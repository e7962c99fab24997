import { LockOpen } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { rememberedPin as words } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PIN_IDLE_MINUTES } from './rules.ts';
import type { Till } from './useTill.ts';

const MINUTE_MILLISECONDS = 60_000;

/** How long the PIN is still remembered, and a button that forgets it. */
export function RememberedPin({ till }: { till: Till }) {
  const { codeField, lock, mainButton, pinField, remembersPin, verdict } = till;
  const hasPin = till.pin !== '';
  const minutes = usePinLock(hasPin, verdict, lock);
  if (!remembersPin || !hasPin) return null;

  function lockNow() {
    lock();
    // Which of these are on the page depends on the step.
    (codeField.current ?? pinField.current ?? mainButton.current)?.focus();
  }

  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 py-1">
      <LockOpen size={17} className="shrink-0 text-muted max-[24rem]:hidden" aria-hidden="true" />
      <span className="t-small whitespace-nowrap text-muted">
        <span className="max-sm:sr-only">{words.locksIn}</span>
        {words.minutes(minutes)}
      </span>
      <Button kind="outline" size="small" className="max-sm:px-3" onClick={lockNow}>
        {words.lock}
      </Button>
    </div>
  );
}

/**
 * Locks a till that nobody uses. It compares times instead of waiting, because no timer runs while a laptop sleeps.
 *
 * @param hasPin whether there is anything to lock.
 * @param verdict counts as activity when it changes, because a camera scan is neither a key nor a press.
 * @returns the minutes left, rounded up.
 */
function usePinLock(hasPin: boolean, verdict: unknown, lock: () => void): number {
  const [minutesLeft, setMinutesLeft] = useState(PIN_IDLE_MINUTES);
  const lastActivityAt = useRef(0);

  const lockIfIdle = useEffectEvent(() => {
    if (minutesUntilLock(lastActivityAt.current) <= 0) lock();
    setMinutesLeft(Math.ceil(minutesUntilLock(lastActivityAt.current)));
  });

  const recordActivity = useEffectEvent(() => {
    lockIfIdle();
    lastActivityAt.current = Date.now();
    setMinutesLeft(Math.ceil(minutesUntilLock(lastActivityAt.current)));
  });

  useEffect(() => {
    if (!hasPin) return;
    lastActivityAt.current = Date.now();
    const listeners = new AbortController();
    // Captured, so that the press that wakes a laptop locks the till before it reaches the redeem button.
    const listenerOptions = { capture: true, signal: listeners.signal };
    document.addEventListener('keydown', () => recordActivity(), listenerOptions);
    document.addEventListener('pointerdown', () => recordActivity(), listenerOptions);
    const timer = setInterval(() => lockIfIdle(), 1000);
    return () => {
      clearInterval(timer);
      listeners.abort();
    };
  }, [hasPin]);

  useEffect(() => {
    if (hasPin && verdict !== null) recordActivity();
  }, [hasPin, verdict]);

  return minutesLeft;
}

function minutesUntilLock(lastActivityAt: number): number {
  return PIN_IDLE_MINUTES - (Date.now() - lastActivityAt) / MINUTE_MILLISECONDS;
}
