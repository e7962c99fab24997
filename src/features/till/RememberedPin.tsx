import { LockOpen } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { rememberedPin as words } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PIN_IDLE_MINUTES } from './rules.ts';
import type { Till } from './useTill.ts';

const MINUTE_MILLISECONDS = 60_000;

/** How long the PIN is remembered, beside the button that forgets it. */
export function RememberedPin({ till }: { till: Till }) {
  const { codeField, lock, nextButton, pinField, remembersPin, verdict } = till;
  const hasPin = till.pin !== '';
  const minutes = usePinLock(hasPin, verdict, lock);
  if (!remembersPin || !hasPin) return null;

  function lockNow() {
    lock();
    // Only some of these are on the page.
    (codeField.current ?? pinField.current ?? nextButton.current)?.focus();
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
 * Locks a till that nobody uses, by the clock: on a laptop that slept, time has passed without any timer.
 *
 * @param hasPin whether there is anything to lock.
 * @param verdict counts as use when it changes, because a scan is neither key nor press.
 * @returns the minutes left, rounded up.
 */
function usePinLock(hasPin: boolean, verdict: unknown, lock: () => void): number {
  const [minutesLeft, setMinutesLeft] = useState(PIN_IDLE_MINUTES);
  const lastUse = useRef(0);

  const checkTime = useEffectEvent((isUse: boolean) => {
    const left = PIN_IDLE_MINUTES - (Date.now() - lastUse.current) / MINUTE_MILLISECONDS;
    if (left <= 0) lock();
    else if (isUse) lastUse.current = Date.now();
    setMinutesLeft(isUse ? PIN_IDLE_MINUTES : Math.ceil(left));
  });

  useEffect(() => {
    if (!hasPin) return;
    lastUse.current = Date.now();
    const removing = new AbortController();
    // Captured, so that the press that wakes a laptop locks the till before its target takes a use.
    const capture = { capture: true, signal: removing.signal };
    document.addEventListener('keydown', () => checkTime(true), capture);
    document.addEventListener('pointerdown', () => checkTime(true), capture);
    const timer = setInterval(() => checkTime(false), 1000);
    return () => {
      clearInterval(timer);
      removing.abort();
    };
  }, [hasPin]);

  useEffect(() => {
    if (hasPin && verdict !== null) checkTime(true);
  }, [hasPin, verdict]);

  return minutesLeft;
}
