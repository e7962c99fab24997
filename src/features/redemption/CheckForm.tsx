import * as words from '#words/till.tsx';
import { noCode } from '#words/tillRefusals.ts';
import { TextField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { asTyped, readCode } from './codeInput.ts';
import { lowButton, lowField } from './lowScreen.ts';
import { CameraButton } from '#features/redemption/scanning/CameraButton.tsx';
import type { CameraScanner } from '#features/redemption/scanning/CameraScanner.tsx';
import { loadTillSchemas, type useTill } from './useTill.ts';

type CheckFormProps = {
  till: ReturnType<typeof useTill>;
  onCamera: (Scanner: typeof CameraScanner) => void;
};

/** First step: what is this code still good for? */
export function CheckForm({ till, onCamera }: CheckFormProps) {
  const { check, checkForm, code, handleEnter, verdict } = till;
  const form = useZodForm(async () => (await loadTillSchemas()).checkBody, { formControl: checkForm });
  return (
    <Form
      form={form}
      onSubmit={(values) => check.run(readCode(values.code))}
      error={check.error}
      pending={check.pending}
      size="till"
      actions={
        <div className="flex flex-col gap-3 sm:flex-row-reverse">
          <Button
            type="submit"
            size="till"
            className={`flex-1 ${lowButton}`}
            pending={check.pending}
            pendingLabel={words.checking}
            disabledReason={code === '' ? noCode : undefined}
          >
            {words.checkCode}
          </Button>
          <CameraButton onOpen={onCamera} className={`flex-1 low:flex-none low:px-4 ${lowButton}`} />
        </div>
      }
    >
      <TextField
        control={form.control}
        name="code"
        label={words.rewardCode}
        hint={verdict?.kind === 'invalid' ? words.typedWrong : words.whereCodeIs}
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
