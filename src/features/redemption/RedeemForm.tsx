import { lengths } from '#shared/lengths.ts';
import { partnerPin } from '#words/partnerPin.ts';
import * as words from '#words/till.tsx';
import { TextField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { lowButton, lowField } from './lowScreen.ts';
import { loadTillSchemas, type useTill } from './useTill.ts';
import type { Verdict } from './verdict.ts';

/** Second step: the store's PIN takes one use. */
export function RedeemForm({ till }: { till: ReturnType<typeof useTill> }) {
  const {
    check,
    handleEnter,
    isLocked,
    keepError,
    keepsPin,
    nextButton,
    redeem,
    redeemForm,
    setKeepsPin,
    verdict,
  } = till;
  const form = useZodForm(async () => (await loadTillSchemas()).redeemBody, { formControl: redeemForm });
  return (
    <Form
      form={form}
      onSubmit={({ pin, clerk }) => {
        if (verdict?.kind === 'valid') redeem.run({ code: verdict.code, pin, clerk });
      }}
      error={redeem.error}
      pending={redeem.pending}
      size="till"
      actions={
        <>
          <Button
            ref={nextButton}
            type="submit"
            size="till"
            className={lowButton}
            pending={redeem.pending}
            pendingLabel={words.redeeming}
            disabledReason={whyNoRedeeming(verdict, check.pending)}
          >
            {words.redeemNow}
          </Button>
          <Field
            inline
            className="low:w-full"
            label={words.keepPin}
            hint={words.keepPinHint}
            error={keepError}
          >
            <Checkbox checked={keepsPin} onChange={(event) => setKeepsPin(event.target.checked)} />
          </Field>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2 low:contents">
        <TextField
          control={form.control}
          name="pin"
          label={partnerPin}
          hint={isLocked ? <b className="text-ink">{words.locked}</b> : words.staffOnly}
          className={`${lowField} low:flex-1`}
          type="password"
          inputMode="numeric"
          // Unlike "off", browsers heed this one: they don't offer to save what they take for a one-time code.
          autoComplete="one-time-code"
          enterKeyHint="go"
          onKeyDown={handleEnter}
        />
        <TextField
          control={form.control}
          name="clerk"
          label={words.clerk}
          mark={words.clerkMark}
          // The PIN is what a clerk looks for on a phone.
          className={`${lowField} max-sm:[&_input]:min-h-[50px] max-sm:[&_input]:text-[1.0625rem] max-sm:[&_label]:text-base low:w-1/5 low:[&_input]:text-[1.0625rem] low:[&_label>span]:hidden`}
          autoComplete="off"
          maxLength={lengths.clerk}
          enterKeyHint="go"
          onKeyDown={handleEnter}
        />
      </div>
    </Form>
  );
}

function whyNoRedeeming(verdict: Verdict | null, checking: boolean): string | undefined {
  if (verdict?.kind === 'valid') return undefined;
  if (verdict?.kind === 'invalid') return words.notRedeemable;
  return checking ? words.beingChecked : words.checkFirst;
}
