import { TextField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { useLateForm } from '#web/form/useLateForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { asTyped, noCodeMessage, readCode } from './codeInput.ts';
import { lowButton, lowField } from './lowScreen.ts';
import { loadTillSchemas, type useTill } from './useTill.ts';

/** First step: what is this code still good for? */
export function CheckForm({ till }: { till: ReturnType<typeof useTill> }) {
  const { check, checkForm, code, handleEnter, verdict } = till;
  const form = useLateForm(async () => (await loadTillSchemas()).checkBody, { formControl: checkForm });
  return (
    <Form
      form={form}
      onSubmit={(values) => check.run(readCode(values.code))}
      error={check.error}
      pending={check.pending}
      size="till"
      actions={
        <Button
          type="submit"
          size="till"
          className={lowButton}
          pending={check.pending}
          pendingLabel="Checking…"
          disabledReason={code === '' ? noCodeMessage : undefined}
        >
          Check Code
        </Button>
      }
    >
      <TextField
        control={form.control}
        name="code"
        label="Reward code"
        hint={
          verdict?.kind === 'invalid'
            ? 'Typed wrong? Codes never use 0, O, 1, I or L.'
            : 'On the donor’s phone or print, under the QR.'
        }
        className={`${lowField} low:flex-1 low:[&_input]:text-[1.75rem]`}
        code
        transform={asTyped}
        placeholder="RR-ABC123"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onKeyDown={handleEnter}
      />
    </Form>
  );
}
