import { type ReactNode, type Ref, type SubmitEvent, useState } from 'react';
import { PRACTICE_CODE } from '#features/rewards/rules.ts';
import * as words from '#words/practice.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { FieldSizeContext } from '#web/ui/fieldContext.ts';
import type { TillParts } from './tillParts.ts';

type PracticeFormProps = {
  till: TillParts;
  /** The field that takes the focus. */
  field: Ref<HTMLInputElement>;
};

type PracticeCheckFormProps = PracticeFormProps & {
  /** The code that stands in the field was refused. */
  isRefused: boolean;
  onCheck: () => void;
};

export function PracticeCheckForm({ till, field, isRefused, onCheck }: PracticeCheckFormProps) {
  const [code, setCode] = useState(isRefused ? PRACTICE_CODE : '');
  const [error, setError] = useState<string | null>(null);

  function check(): boolean {
    const isPracticeCode = till.readCode(code) === PRACTICE_CODE;
    setError(isPracticeCode ? null : whyNotPractised(till, code));
    if (isPracticeCode) onCheck();
    return isPracticeCode;
  }

  return (
    <PracticeForm till={till} onSubmit={check} button={till.checkCode}>
      <Field
        label={words.rewardCode}
        hint={isRefused ? till.typedWrong : words.alwaysThis(PRACTICE_CODE)}
        error={error}
        className={`${till.lowField} low:flex-1 low:[&_input]:text-[1.75rem]`}
      >
        <TextInput
          ref={field}
          value={code}
          onChange={(event) => {
            setCode(till.asTyped(event.target.value));
            setError(null);
          }}
          size="code"
          placeholder={PRACTICE_CODE}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
      </Field>
    </PracticeForm>
  );
}

function whyNotPractised(till: TillParts, code: string): string {
  if (till.asTyped(code) === '') return till.noCode;
  return till.whyNotCode(code) ?? words.onlyThis(PRACTICE_CODE);
}

type PracticeRedeemFormProps = PracticeFormProps & {
  /** What a wrong PIN does can be practised, too. */
  takesPin: boolean;
  onRedeem: () => void;
};

export function PracticeRedeemForm({ till, field, takesPin, onRedeem }: PracticeRedeemFormProps) {
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | null>(null);

  function redeem(): boolean {
    const message = pin === '' ? till.noPin : takesPin ? null : till.invalidPin;
    setError(message);
    if (message === null) onRedeem();
    return message === null;
  }

  return (
    <PracticeForm till={till} onSubmit={redeem} button={words.redeem}>
      <Field
        label={till.partnerPin}
        mark={words.anyPin}
        error={error}
        className={`${till.lowField} low:flex-1`}
      >
        <TextInput
          ref={field}
          value={pin}
          onChange={(event) => {
            setPin(event.target.value);
            setError(null);
          }}
          type="password"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
        />
      </Field>
    </PracticeForm>
  );
}

type PracticeFormShellProps = {
  till: TillParts;
  /** Whether what was typed is taken; else its field gets the focus. */
  onSubmit: () => boolean;
  button: string;
  children: ReactNode;
};

function PracticeForm({ till, onSubmit, button, children }: PracticeFormShellProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!onSubmit()) event.currentTarget.querySelector('input')?.select();
  }
  return (
    <FieldSizeContext value="till">
      <FormBoundary>
        <form method="dialog" noValidate onSubmit={submit} className="flex flex-col gap-5">
          {children}
          <Button type="submit" size="till" className={till.lowButton}>
            {button}
          </Button>
        </form>
      </FormBoundary>
    </FieldSizeContext>
  );
}
