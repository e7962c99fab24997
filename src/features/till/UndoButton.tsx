import { Undo2 } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { partnerPin, tillRefusals, undo as words } from '#words/till.tsx';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { ApiError, call } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';
import type { contract } from './contract.ts';
import { undoUntil } from './rules.ts';
import type { Till } from './useTill.ts';
import { failureMessage, mayHaveTakenEffect, requireConnection, type VerdictOf } from './verdict.ts';

const undoRedemption = lightEndpoint<typeof contract.undoRedemption>({
  method: 'POST',
  path: '/api/redeem/{code}/undo',
  access: 'public',
});

type UndoProps = {
  redemption: { code: string; redemptionId: number };
  till: Till;
  onGivenBack: (verdict: VerdictOf<'givenBack'>) => void;
};

type UndoButtonProps = UndoProps & {
  redemption: { at: Date | string };
  now: number;
  /** Shown once the time to undo has passed. */
  fallback?: ReactNode;
};

/** The time left to undo a redemption, and a button that gives the use back after a confirmation. */
export function UndoButton({ redemption, till, now, fallback = null, onGivenBack }: UndoButtonProps) {
  const { at, code } = redemption;
  const [isOpen, setOpen] = useState(false);
  const undoButton = useRef<HTMLButtonElement>(null);

  function cancel() {
    flushSync(() => setOpen(false));
    undoButton.current?.focus();
  }

  if (isOpen) {
    return <UndoForm redemption={redemption} till={till} onGivenBack={onGivenBack} onCancel={cancel} />;
  }
  const secondsLeft = Math.ceil((undoUntil(at).getTime() - now) / 1000);
  if (secondsLeft <= 0) return fallback;
  return (
    <>
      <span className="flex-1 whitespace-nowrap text-muted tabular">
        {words.timeLeft(<b>{words.clock(secondsLeft)}</b>)}
      </span>
      <Button
        ref={undoButton}
        kind="outline"
        size="small"
        icon={Undo2}
        aria-label={`${words.undo} ${code}`}
        onClick={() => setOpen(true)}
      >
        {words.undo}
      </Button>
    </>
  );
}

type UndoFormProps = UndoProps & { onCancel: () => void };

/** Asks for a confirmation, and for the PIN unless the till remembers it. Then it gives the use back. */
function UndoForm({ redemption, till, onGivenBack, onCancel }: UndoFormProps) {
  const { code, redemptionId } = redemption;
  const [typedPin, setTypedPin] = useState('');
  // A remembered PIN may be wrong or forgotten by now, and then the form asks for it.
  const [asksPin, setAsksPin] = useState(till.rememberedPin === '');
  const pin = asksPin ? typedPin : till.rememberedPin;
  const [pinError, setPinError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSending, startSending] = useTransition();
  // After a lost answer the same attempt is sent again, even if the clerk's name has changed, so that it counts once.
  const unansweredAttempt = useRef<{ pin: string; clerk: string; idempotencyKey: string } | null>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => (pinField.current ?? submitButton.current)?.focus(), []);

  function askForPin(message: string) {
    flushSync(() => {
      setAsksPin(true);
      setPinError(message);
    });
    pinField.current?.focus();
    pinField.current?.select();
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    if (pin === '') return askForPin(tillRefusals.noPin);
    const lastAttempt = unansweredAttempt.current;
    const isRetry = lastAttempt?.pin === pin;
    const attempt = isRetry ? lastAttempt : { pin, clerk: till.clerk, idempotencyKey: newIdempotencyKey() };
    setError(null);
    startSending(async () => {
      try {
        requireConnection(words.offline);
        const { idempotencyKey, clerk } = attempt;
        const request = { params: { code }, body: { pin, redemptionId, clerk } };
        const { remaining, practice } = await call(undoRedemption, request, { idempotencyKey });
        onGivenBack({ kind: 'givenBack', code, remaining, practice });
      } catch (failure) {
        if (mayHaveTakenEffect(failure)) unansweredAttempt.current = attempt;
        const message = failureMessage(failure, words.pressAgain);
        const isUndoneAlready = failure instanceof ApiError && failure.code === 'already_undone';
        if (isUndoneAlready) {
          till.onLedgerChange();
          till.codeField.current?.focus();
        }
        if (isUndoneAlready || submitButton.current === null) {
          // The form is gone: the day's list reloads without it, or the clerk went on to the next customer.
          toast({ kind: 'error', title: words.question(code), description: message });
        } else if (failure instanceof ApiError && failure.code === 'invalid_pin') askForPin(message);
        else setError(message);
      }
    });
  }

  return (
    <FormBoundary>
      <form onSubmit={submit} noValidate className="flex w-full flex-col gap-3" aria-label={words.giveBack}>
        <p className="font-semibold low:w-full">{words.question(code)}</p>
        {asksPin && (
          <Field label={partnerPin} error={pinError} className="low:flex-1">
            <TextInput
              ref={pinField}
              type="password"
              inputMode="numeric"
              autoComplete="one-time-code"
              enterKeyHint="go"
              value={typedPin}
              onChange={(event) => {
                setTypedPin(event.target.value);
                setPinError(null);
              }}
            />
          </Field>
        )}
        <ErrorNote message={error} />
        <div className="flex flex-wrap gap-3 max-sm:[&>button]:grow low:self-end">
          <Button
            ref={submitButton}
            type="submit"
            kind="outline"
            pending={isSending}
            pendingLabel={words.givingBack}
          >
            {words.giveBack}
          </Button>
          <Button kind="ghost" onClick={onCancel} disabled={isSending}>
            {words.keepIt}
          </Button>
        </div>
      </form>
    </FormBoundary>
  );
}
