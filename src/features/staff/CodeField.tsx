import { asciiDigits } from '#shared/digits.ts';
import { TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';

type CodeFieldProps = {
  /** Sends the form once all six digits are there. */
  sendsWhole?: boolean;
  /** A recovery code in place of the app's. */
  recovery?: boolean;
  /** Where the code comes from, if not from the app. */
  label?: string;
  hint?: string | undefined;
};

/** The field `code` of a form: six digits of an authenticator app. */
export function CodeField({
  sendsWhole = false,
  recovery = false,
  label = 'Code from the app',
  hint,
}: CodeFieldProps) {
  const { setValue } = useFormMethods<{ code: string }, unknown>();

  function handleInput({ value, form }: HTMLInputElement, isComposing: boolean) {
    const isWhole = /^\d{6}$/.test(asciiDigits(value).replaceAll(/\s/g, ''));
    if (!sendsWhole || recovery || isComposing || !isWhole) return;
    setValue('code', value);
    form?.requestSubmit();
  }

  return (
    <TextField
      name="code"
      label={recovery ? 'Recovery code' : label}
      hint={hint}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      inputMode={recovery ? 'text' : 'numeric'}
      autoCapitalize={recovery ? 'characters' : 'none'}
      autoCorrect="off"
      spellCheck={false}
      onInput={({ currentTarget, nativeEvent }) => handleInput(currentTarget, nativeEvent.isComposing)}
      onCompositionEnd={({ currentTarget }) => handleInput(currentTarget, false)}
      className="[&_input]:min-h-[60px] [&_input]:font-display [&_input]:text-[1.75rem] [&_input]:font-extrabold [&_input]:tracking-[.08em] [&_input]:tabular-nums"
    />
  );
}
