import { asciiDigits } from '#shared/digits.ts';
import { TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';

type CodeFieldProps = {
  /** Sends the form once all six digits are there. */
  submitsWhenComplete?: boolean;
  /** Whether to ask for a recovery code instead of an app code. */
  isRecoveryCode?: boolean;
  /** The label, if the code does not come from the app. */
  label?: string;
  hint?: string | undefined;
};

/** The field `code` of a form: six digits from an authenticator app or a mail, or a recovery code. */
export function CodeField({
  submitsWhenComplete = false,
  isRecoveryCode = false,
  label = 'Code from the app',
  hint,
}: CodeFieldProps) {
  const { setValue } = useFormMethods<{ code: string }, unknown>();

  function handleInput({ value, form }: HTMLInputElement, isComposing: boolean) {
    const isComplete = /^\d{6}$/.test(asciiDigits(value).replaceAll(/\s/g, ''));
    if (!submitsWhenComplete || isRecoveryCode || isComposing || !isComplete) return;
    setValue('code', value);
    form?.requestSubmit();
  }

  return (
    <TextField
      name="code"
      label={isRecoveryCode ? 'Recovery code' : label}
      hint={hint}
      autoComplete={isRecoveryCode ? 'off' : 'one-time-code'}
      inputMode={isRecoveryCode ? 'text' : 'numeric'}
      autoCapitalize={isRecoveryCode ? 'characters' : 'none'}
      autoCorrect="off"
      spellCheck={false}
      onInput={({ currentTarget, nativeEvent }) => handleInput(currentTarget, nativeEvent.isComposing)}
      onCompositionEnd={({ currentTarget }) => handleInput(currentTarget, false)}
      className="[&_input]:min-h-[60px] [&_input]:font-display [&_input]:text-[1.75rem] [&_input]:font-extrabold [&_input]:tracking-[.08em] [&_input]:tabular-nums"
    />
  );
}
