import { Undo2 } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { giveBack as words, partnerPin, tillRefusals, undo as undoWords } from '#words/till.tsx';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { ApiError, call } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import type { contract } from './contract.ts';
import { undoUntil } from './rules.ts';
import type { Till } from './useTill.ts';
import { failureMessage, mayHaveActed, refuseOffline, type VerdictOf } from './verdict.ts';

const undoRedemption = lightEndpoint<typeof contract.undoRedemption>({
  method: 'POST',
  path: '/api/redeem/{code}/undo',
  access: 'public',
});

type ReversalProps = {
  redemption: { code: string; redemptionId: number };
  till: Till;
  onGivenBack: (verdict: VerdictOf<'givenBack'>) => void;
};

type UndoButtonProps = ReversalProps & {
  redemption: { at: Date | string };
  now: number;
  /** Shown when the time to undo has passed. */
  fallback?: ReactNode;
};

/** The time left to undo a redemption, and a button that gives the use back after a confirmation. */
export function UndoButton({ now, fallback = null, ...reversalProps }: UndoButtonProps) {
  const { at, code } = reversalProps.redemption;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function cancel() {
    flushSync(() => setOpen(false));
    button.current?.focus();
  }

  if (isOpen) return <ConfirmReversal {...reversalProps} onCancel={cancel} />;
  const secondsLeft = Math.ceil((undoUntil(at).getTime() - now) / 1000);
  if (secondsLeft <= 0) return fallback;
  return (
    <>
      <span className="flex-1 whitespace-nowrap text-muted tabular">
        {undoWords.timeLeft(<b>{undoWords.clock(secondsLeft)}</b>)}
      </span>
      <Button
        ref={button}
        kind="outline"
        size="small"
        icon={Undo2}
        aria-label={`${undoWords.undo} ${code}`}
        onClick={() => setOpen(true)}
      >
        {undoWords.undo}
      </Button>
    </>
  );
}

type ConfirmReversalProps = ReversalProps & { onCancel: () => void };

/** Asks for a confirmation, and for the PIN unless the till has it, and gives the use back. */
function ConfirmReversal({ redemption, till, onGivenBack, onCancel }: ConfirmReversalProps) {
  const { code, redemptionId } = redemption;
  const [pin, setPin] = useState(till.rememberedPin);
  // A remembered PIN may be wrong by now. Then the form asks for it.
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

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    if (pin === '') return askForPin(tillRefusals.noPin);
    const lastAttempt = unanswered.current;
    const attempt = lastAttempt?.pin === pin ? lastAttempt : { pin, idempotencyKey: newIdempotencyKey() };
    setError(null);
    startSending(async () => {
      try {
        refuseOffline(words.offline);
        const request = { params: { code }, body: { pin, redemptionId, clerk: till.clerk } };
        const { idempotencyKey } = attempt;
        const { remaining, practice } = await call(undoRedemption, request, { idempotencyKey });
        onGivenBack({ kind: 'givenBack', code, remaining, practice });
      } catch (failure) {
        if (mayHaveActed(failure)) unanswered.current = attempt;
        const message = failureMessage(failure, words.pressAgain);
        if (failure instanceof ApiError && failure.code === 'invalid_pin') askForPin(message);
        else setError(message);
      }
    });
  }

  return (
    <FormBoundary>
      <form
        onSubmit={submit}
        noValidate
        className="flex w-full flex-col gap-3"
        aria-label={undoWords.giveBack}
      >
        <p className="font-semibold low:w-full">{undoWords.question(code)}</p>
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
            {undoWords.giveBack}
          </Button>
          <Button kind="ghost" onClick={onCancel} disabled={isSending}>
            {undoWords.keepIt}
          </Button>
        </div>
      </form>
    </FormBoundary>
  );
}
