import { useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox, Field } from '#web/ui/Field.tsx';

export interface IssuedPin {
  partnerName: string;
  pin: string;
  /** An earlier PIN has just stopped working. */
  rotated: boolean;
}

/** A PIN, this once: the server keeps only its hash. Every way out asks whether it is safe. */
export function PinDialog({ partnerName, pin, rotated, onClose }: IssuedPin & { onClose: () => void }) {
  const [kept, setKept] = useState(false);
  const [refused, setRefused] = useState(false);
  const checkbox = useRef<HTMLInputElement>(null);

  function closeIfKept() {
    if (kept) {
      onClose();
      return;
    }
    setRefused(true);
    checkbox.current?.focus();
  }

  return (
    <Dialog
      open
      onClose={closeIfKept}
      title={`PIN of ${partnerName}`}
      description={rotated ? 'The old PIN no longer works.' : 'The store is added and may redeem codes.'}
      footer={
        <Button size="console" onClick={closeIfKept}>
          Done
        </Button>
      }
      error={null}
      pending={false}
    >
      <div className="rounded-large bg-sunk px-4 py-6 text-center">
        <output
          aria-label="Partner PIN"
          className="block font-display text-[clamp(2.125rem,11vw,2.875rem)] leading-none font-extrabold tracking-[.045em] tabular select-all"
        >
          {/* A gap, not a space: whoever selects and copies it gets the digits alone. */}
          <span className="me-[.25em]">{pin.slice(0, 4)}</span>
          <span>{pin.slice(4)}</span>
        </output>
        <div className="mt-5">
          <CopyButton text={pin} label="Copy PIN" />
        </div>
      </div>
      <p className="mt-4 text-base">
        <b className="font-[650]">This PIN is shown only once.</b> Give it to the store now. A lost PIN can
        only be rotated.
      </p>
      <Field
        inline
        label="The PIN is with the store or kept safe"
        error={refused && !kept ? 'Tick this before you close: the PIN cannot be shown again.' : null}
        className="mt-4"
      >
        <Checkbox ref={checkbox} checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
      </Field>
    </Dialog>
  );
}
