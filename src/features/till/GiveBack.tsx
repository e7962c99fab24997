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
  /** The PIN where it is kept; else it is asked for. */
  keptPin: string;
  clerk: string;
  onGivenBack: (verdict: GivenBackVerdict) => void;
  onKeep: () => void;
};

/** Asks once whether a use is to be given back, and gives it back. */
export function GiveBack({ code, redemptionId, keptPin, clerk, onGivenBack, onKeep }: GiveBackProps) {
  const [pin, setPin] = useState(keptPin);
  /** One that is kept is asked for where it turns out to be wrong by now. */
  const [asksPin, setAsksPin] = useState(pin === '');
  const [pinError, setPinError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSending, startSending] = useTransition();
  // An answer that got lost is asked for again by the same key.
  const lost = useRef<{ pin: string; idempotencyKey: string } | null>(null);
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
    const attempt = lost.current?.pin === pin ? lost.current : { pin, idempotencyKey: newIdempotencyKey() };
    setError(null);
    startSending(async () => {
      try {
        if (!navigator.onLine) throw new OfflineError(words.offline);
        const request = { params: { code }, body: { pin, redemptionId, clerk } };
        const { idempotencyKey } = attempt;
        const { remaining, maxUses, practice } = await call(undoRedemption, request, { idempotencyKey });
        onGivenBack({ kind: 'givenBack', code, remaining, maxUses, practice });
      } catch (failure) {
        if (mayHaveActed(failure)) lost.current = attempt;
        if (isAboutPin(failure)) askForPin(failureMessage(failure));
        else setError(sentence(failure));
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
          <Button kind="ghost" onClick={onKeep} disabled={isSending}>
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

function sentence(error: unknown): string {
  if (error instanceof OfflineError) return error.message;
  const message = failureMessage(error);
  return mayHaveActed(error) ? `${message.replace(/\.$/, '')}. ${words.pressAgain}` : message;
}
