import { ScanQrCode } from 'lucide-react';
import { useId } from 'react';
import { cameraButton, till as words, tillRefusals } from '#words/till.tsx';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { FieldSizeContext } from '#web/ui/fieldContext.ts';
import type { Till } from './useTill.ts';

// On a low screen fields and button share one line, so that they and the verdict stay above the keyboard.
export const lowField = 'low:line-field';
export const lowButton = 'low:mt-7 low:min-h-[54px] low:text-[1.0625rem]';

type CheckFormProps = { till: Till; onCamera: () => void };

/** First step: what is this code still good for? */
export function CheckForm({ till, onCamera }: CheckFormProps) {
  const { check, checkError, checkOnEnter, codeField, enterCode, errors, isChecking, text, verdict } = till;
  const reasonId = useId();
  const isEmpty = text.trim() === '';

  return (
    <FieldSizeContext value="till">
      <FormBoundary>
        {/* Dialog: a submit before hydration stays on the page. */}
        <form
          method="dialog"
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (isChecking) return;
            check(text);
            // So that the next scan replaces the text.
            codeField.current?.select();
          }}
        >
          <Field
            label={words.rewardCode}
            hint={verdict?.kind === 'invalid' ? words.typedWrong : words.whereCodeIs}
            error={errors.code}
            className={`${lowField} low:flex-1 low:[&_input]:text-[1.75rem]`}
          >
            <TextInput
              ref={codeField}
              name="code"
              value={text}
              onChange={({ target }) => enterCode(target.value)}
              onKeyDown={isEmpty ? checkOnEnter : undefined}
              size="code"
              placeholder="RR-ABC123"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
            />
          </Field>
          <ErrorNote message={checkError} />
          <div className="flex flex-col gap-3 sm:flex-row-reverse">
            <Button
              type="submit"
              size="till"
              className={`flex-1 ${lowButton}`}
              pending={isChecking}
              pendingLabel={words.checking}
              disabled={isEmpty}
              aria-describedby={isEmpty ? reasonId : undefined}
            >
              {words.checkCode}
            </Button>
            {/* For screen readers; others see the empty field. */}
            <span id={reasonId} hidden>
              {tillRefusals.noCode}
            </span>
            <Button
              kind="outline"
              size="till"
              icon={ScanQrCode}
              className={`flex-1 low:flex-none low:px-4 ${lowButton}`}
              onClick={onCamera}
            >
              <span className="low:sr-only">
                {cameraButton.open}
                <span className="sr-only">{cameraButton.toScan}</span>
              </span>
            </Button>
          </div>
        </form>
      </FormBoundary>
    </FieldSizeContext>
  );
}
