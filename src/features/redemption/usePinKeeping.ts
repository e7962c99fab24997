import { useState } from 'react';
import { pinNotKept } from '#words/till.tsx';
import { useSending } from '#web/api/useSending.ts';
import type { KeptPin as KeptPinPart } from './KeptPin.tsx';

/** What locks a PIN that is kept. */
const loadKeptPin = async () => (await import('./KeptPin.tsx')).KeptPin;

/** Whether the PIN is kept for the next customer, and whether it was locked meanwhile. */
export function usePinKeeping(forgetPin: () => void) {
  const [keepsPin, setKeepsPin] = useState(false);
  const [isLocked, setLocked] = useState(false);
  const [KeptPin, setKeptPin] = useState<typeof KeptPinPart | null>(null);
  const loading = useSending<void, typeof KeptPinPart>({
    send: loadKeptPin,
    onAnswer: (loaded) => setKeptPin(() => loaded),
    // A PIN that nothing would lock is not kept.
    onFailure: () => keep(false),
  });

  function keep(keeps: boolean) {
    setKeepsPin(keeps);
    if (!keeps) forgetPin();
    else if (!KeptPin) loading.run();
  }

  return {
    keepsPin,
    setKeepsPin: keep,
    keepError: loading.error === null ? null : pinNotKept,
    KeptPin,
    isLocked,
    setLocked,
  };
}
