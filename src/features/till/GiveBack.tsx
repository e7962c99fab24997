import { type SubmitEvent, useEffect, useRef, useState, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { giveBack as words, partnerPin, tillRefusals, undo } from '#words/till.tsx';
import { address } from '#web/api/address.ts';
import { ApiError, call } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import type { contract } from './contract.ts';
import { failureMessage, type GivenBackVerdict, mayHaveActed, OfflineError } from './verdict.ts';

const undoRedemption = address<typeof contract.undoRedemption>({
  method: 'POST',
  path: '/api/redeem/{code}/undo',
  access: 'public',
});

type GiveBackProps = {
  code: string;
  redemptionId: number;
  /** Empty if the till has none: then the form asks for it. */
  rememberedPin: string;
  clerk: string;
  onGivenBack: (verdict: GivenBackVerdict) => void;
  onCancel: () => void;
};

/** Asks for a confirmation and gives the use back. */
export function GiveBack({ code, redemptionId, rememberedPin, clerk, onGivenBack, onCancel }: GiveBackProps) {
  const [pin, setPin] = useState(rememberedPin);
  /** A remembered PIN may be wrong by now: then the field comes. */
  const [asksPin, setAsksPin] = useState(pin === '');
  const [pinError, setPinError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSending, startSending] = useTransition();
  // Sent again with the same key after a lost answer, so that it counts once.
  const unanswered = useRef<{ pin: string; idempotencyKey: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (field.current ?? button.current)?.focus(), []);

  function askForPin(message: string) {
    flushSync(() => {
      setAsksPin(true);
      setPinError(message);
    });
    field.current?.focus();
    field.current?.select();
  }

  function giveBack(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    if (pin === '') return askForPin(tillRefusals.noPin);
    const attempt =
      unanswered.current?.pin === pin ? unanswered.current : { pin, idempotencyKey: newIdempotencyKey() };
    setError(null);
    startSending(async () => {
      try {
        if (!navigator.onLine) throw new OfflineError(words.offline);
        const request = { params: { code }, body: { pin, redemptionId, clerk } };
        const { idempotencyKey } = attempt;
        const { remaining, maxUses, practice } = await call(undoRedemption, request, { idempotencyKey });
        onGivenBack({ kind: 'givenBack', code, remaining, maxUses, practice });
      } catch (failure) {
        if (mayHaveActed(failure)) unanswered.current = attempt;
        if (isAboutPin(failure)) askForPin(failureMessage(failure));
        else setError(errorText(failure));
      }
    });
  }

  return (
    <FormBoundary>
      <form onSubmit={giveBack} noValidate className="flex w-full flex-col gap-3" aria-label={undo.giveBack}>
        <p className="font-semibold low:w-full">{undo.question(code)}</p>
        {asksPin && (
          <Field label={partnerPin} error={pinError} className="low:flex-1">
            <TextInput
              ref={field}
              type="password"
              inputMode="numeric"
              autoComplete="one-time-code"
              enterKeyHint="go"
              value={pin}
              onChange={(event) => {
                setPin(event.target.value);
                setPinError(null);
              }}
            />
          </Field>
        )}
        <ErrorNote message={error} />
        <div className="flex flex-wrap gap-3 max-sm:[&>button]:grow low:self-end">
          <Button
            ref={button}
            type="submit"
            kind="outline"
            pending={isSending}
            pendingLabel={words.givingBack}
          >
            {undo.giveBack}
          </Button>
          <Button kind="ghost" onClick={onCancel} disabled={isSending}>
            {undo.keepIt}
          </Button>
        </div>
      </form>
    </FormBoundary>
  );
}

function isAboutPin(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'invalid_pin' || 'pin' in error.fields);
}

function errorText(error: unknown): string {
  if (error instanceof OfflineError) return error.message;
  const message = failureMessage(error);
  return mayHaveActed(error) ? `${message.replace(/\.$/, '')}. ${words.pressAgain}` : message;
}

/** Whether the form above is open. Cancelling moves the focus back to the button that opened it. */
export function useUndoForm() {
  const [isOpen, setOpen] = useState(false);
  const undoButton = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    undoButton,
    open: () => setOpen(true),
    close: () => setOpen(false),
    cancel: () => {
      flushSync(() => setOpen(false));
      undoButton.current?.focus();
    },
  };
}

/** The time, once a second. @param clockOffset milliseconds to add to this device's clock. */
export function useNow(clockOffset = 0): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now + clockOffset;
}

/** Whole seconds until then; 0 once it has passed. */
export function secondsUntil(end: Date, now: number): number {
  return Math.max(0, Math.ceil((end.getTime() - now) / 1000));
}
