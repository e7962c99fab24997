import { ScanQrCode } from 'lucide-react';
import { useId, useState } from 'react';
import { cameraButton, till as words, tillRefusals } from '#words/till.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { CameraScanner } from './CameraScanner.tsx';
import { findCode } from './codeInput.ts';
import { lowButton, lowField, TillForm } from './TillForm.tsx';
import type { Till } from './useTill.ts';

/** The first step: the code is checked. */
export function CheckForm({ till }: { till: Till }) {
  const { check, checkError, checkOnEnter, codeField, enterCode, errors, isChecking, text, verdict } = till;
  const reasonId = useId();
  const [isScanning, setScanning] = useState(false);
  const isEmpty = text.trim() === '';

  return (
    <>
      <TillForm
        isPending={isChecking}
        onSubmit={() => {
          check(text);
          // The next scan replaces the selected text.
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
          {/* The reason is for screen readers: others see the empty field. */}
          <span id={reasonId} hidden>
            {tillRefusals.noCode}
          </span>
          <Button
            kind="outline"
            size="till"
            icon={ScanQrCode}
            className={`flex-1 low:flex-none low:px-4 ${lowButton}`}
            onClick={() => setScanning(true)}
          >
            <span className="low:sr-only">
              {cameraButton.open}
              <span className="sr-only">{cameraButton.toScan}</span>
            </span>
          </Button>
        </div>
      </TillForm>
      {isScanning && (
        <CameraScanner
          findCode={findCode}
          onCode={till.handleScan}
          onTypeInstead={() => codeField.current?.focus()}
          onClose={() => setScanning(false)}
        />
      )}
    </>
  );
}
