import { asciiDigits } from '#shared/digits.ts';
import { TextField } from '#web/form/fields.tsx';
import { useFormMethods } from '#web/form/formContext.ts';

type CodeFieldProps = {
  /** Called with all six digits. */
  onWhole?: (() => void) | undefined;
  /** A recovery code in place of the app's. */
  recovery?: boolean | undefined;
  /** Where the code comes from, if not from the app. */
  label?: string | undefined;
  hint?: string | undefined;
};

/** The field `code` of a form: six digits of an authenticator app, sent without a press. */
export function CodeField({ onWhole, recovery = false, label = 'Code from the app', hint }: CodeFieldProps) {
  const { setValue } = useFormMethods<{ code: string }, unknown>();

  function handleInput(typed: string, isComposing: boolean) {
    if (recovery || isComposing || !/^\d{6}$/.test(asciiDigits(typed).replaceAll(/\s/g, ''))) return;
    setValue('code', typed);
    onWhole?.();
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
      onInput={({ currentTarget, nativeEvent }) => handleInput(currentTarget.value, nativeEvent.isComposing)}
      onCompositionEnd={({ currentTarget }) => handleInput(currentTarget.value, false)}
      className="[&_input]:min-h-[60px] [&_input]:font-display [&_input]:text-[1.75rem] [&_input]:font-extrabold [&_input]:tracking-[.08em] [&_input]:tabular-nums"
    />
  );
}
