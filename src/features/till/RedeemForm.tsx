import { useId } from 'react';
import { lengths } from '#shared/lengths.ts';
import { partnerPin, till as words } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { Checkbox, Field, TextInput } from '#web/ui/Field.tsx';
import { PIN_IDLE_MINUTES } from './rules.ts';
import { lowButton, lowField, TillForm } from './TillForm.tsx';
import type { Till } from './useTill.ts';

/** Takes one use of the checked code, with the store's PIN. */
export function RedeemForm({ till }: { till: Till }) {
  const { checkOnEnter, clerk, enterPin, errors, isLocked, isPractice, isRedeeming, mainButton } = till;
  const { pin, pinField, redeem, redeemError, remembersPin, setClerk, switchRememberingPin } = till;
  const reasonId = useId();
  const disabledReason = whyNotRedeemableYet(till);
  const handleKeyDown = disabledReason === null ? undefined : checkOnEnter;
  const pinHint = isPractice ? words.practicePin : words.staffOnly;
  return (
    <TillForm isPending={isRedeeming} onSubmit={redeem}>
      <div className="grid gap-5 sm:grid-cols-2 low:contents">
        <Field
          label={partnerPin}
          hint={isLocked ? <b className="text-ink">{words.locked}</b> : pinHint}
          error={errors.pin}
          className={`${lowField} low:flex-1`}
        >
          <TextInput
            ref={pinField}
            name="pin"
            value={pin}
            onChange={({ target }) => enterPin(target.value)}
            onKeyDown={handleKeyDown}
            type="password"
            inputMode="numeric"
            // Browsers ignore "off" and offer to save the PIN. They do not save one-time codes.
            autoComplete="one-time-code"
            enterKeyHint="go"
          />
        </Field>
        <Field
          label={words.clerk}
          labelNote={words.clerkNote}
          error={errors.clerk}
          // On a phone this field is smaller than the PIN field.
          className={`${lowField} max-sm:[&_input]:min-h-[50px] max-sm:[&_input]:text-[1.0625rem] max-sm:[&_label]:text-base low:w-1/5 low:[&_input]:text-[1.0625rem] low:[&_label>span]:hidden`}
        >
          <TextInput
            name="clerk"
            value={clerk}
            onChange={({ target }) => setClerk(target.value)}
            onKeyDown={handleKeyDown}
            autoComplete="off"
            maxLength={lengths.clerk}
            enterKeyHint="go"
          />
        </Field>
      </div>
      {/* The focus stays in its field, where the next Enter redeems again. */}
      <ErrorNote message={redeemError} takesFocus={false} />
      <div className="flex flex-col gap-2 low:contents">
        <Button
          ref={mainButton}
          type="submit"
          size="till"
          className={lowButton}
          pending={isRedeeming}
          pendingLabel={words.redeeming}
          disabled={disabledReason !== null}
          aria-describedby={disabledReason === null ? undefined : reasonId}
        >
          {words.redeemNow}
        </Button>
        {disabledReason !== null && (
          <p id={reasonId} className="t-small text-muted low:sr-only">
            {disabledReason}
          </p>
        )}
      </div>
      <Field inline className="low:w-full" label={words.keepPin} hint={words.keepPinHint(PIN_IDLE_MINUTES)}>
        <Checkbox checked={remembersPin} onChange={({ target }) => switchRememberingPin(target.checked)} />
      </Field>
    </TillForm>
  );
}

function whyNotRedeemableYet({ verdict, isChecking }: Till): string | null {
  if (verdict?.kind === 'valid') return null;
  if (verdict?.kind === 'invalid') return words.notRedeemable;
  return isChecking ? words.beingChecked : words.checkFirst;
}
