import { Check, Printer } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { CodeField } from './CodeField.tsx';
import { FocusedField } from '#web/form/LoginForm.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { Phone } from '#web/art/Phone.tsx';
import { FormElement } from '#web/form/Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { Checkbox } from '#web/ui/Field.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { formatInstantDay } from '#words/formats.ts';
import { AccountButton } from './AccountForm.tsx';
import { contract } from './contract.ts';

const confirmBody = contract.confirmSecondFactor.body;

type Setup = ReturnType<typeof useSecondFactorSetup>;

/** The state of the setup. It holds the secret and the recovery codes until `end`, since the server sends them only once. */
export function useSecondFactorSetup() {
  const start = useChange(contract.startSecondFactor, { change: (send) => send({}) });
  const confirm = useChange(contract.confirmSecondFactor, {
    change: (send, body: z.output<typeof confirmBody>) => send({ body }),
  });
  return {
    start,
    confirm,
    recoveryCodes: confirm.data?.recoveryCodes,
    isUnderWay: start.data !== undefined,
    end: () => {
      start.reset();
      confirm.reset();
    },
  };
}

export function StartButton({ setup: { start }, className }: { setup: Setup; className?: string }) {
  return (
    <>
      <ErrorNote message={start.error && errorMessage(start.error, 'Failed to start.')} className="mb-4" />
      <Button
        size="medium"
        pending={start.isPending}
        pendingLabel="Starting…"
        onClick={() => start.mutate()}
        className={className}
      >
        Set up a second factor
      </Button>
    </>
  );
}

export function SecondFactorSetup({ setup, onDone }: { setup: Setup; onDone: () => void }) {
  const { start, confirm, recoveryCodes } = setup;
  if (!start.data) return null;
  return (
    <div className="mt-5 overflow-clip rounded-card border-[1.5px] border-line bg-raised">
      <div className="grid lg:grid-cols-[404fr_340fr_446fr]">
        <Step number={1} title="Scan with your app" isDone={recoveryCodes !== undefined}>
          <Secret secret={start.data.secret} uri={start.data.uri} />
        </Step>
        <Step number={2} title="Type what it shows" isDone={recoveryCodes !== undefined}>
          {recoveryCodes ? (
            <>
              <p role="status" className="flex gap-2 text-base leading-[1.4] font-[650] text-spruce">
                <Check size={19} aria-hidden="true" className="mt-0.5 shrink-0" />
                It works. The second factor is on.
              </p>
              <p className="mt-3 leading-[1.45] text-muted">
                From now on the sign-in asks for your password, then for a code. Each code counts once.
                Wherever else you were logged in, your session has ended.
              </p>
            </>
          ) : (
            <CodeForm confirm={confirm} />
          )}
          <Phone size={124} className="mx-auto mt-auto -mb-6 translate-y-[8.3%] pt-3 max-lg:hidden" />
        </Step>
        <Step number={3} title="Keep these ten codes" isDone={false}>
          {recoveryCodes ? (
            <RecoveryStep recoveryCodes={recoveryCodes} onDone={onDone} />
          ) : (
            <p className="text-muted">They come last: each opens your account once when the phone is gone.</p>
          )}
        </Step>
      </div>
      <div aria-hidden="true" className="h-2.25 bg-plank" />
    </div>
  );
}

type StepProps = { number: 1 | 2 | 3; title: string; isDone: boolean; children: ReactNode };

function Step({ number, title, isDone, children }: StepProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="flex min-w-0 flex-col border-line px-4 py-5 not-first:border-t-[1.5px] sm:p-6 lg:not-first:border-s-[1.5px] lg:not-first:border-t-0 has-[ol]:bg-wheat-tint"
    >
      <h2 id={headingId} className="mb-4 flex items-center gap-3 t-4">
        <Ring percent={isDone ? 100 : 0} size={40}>
          <span className="font-sans text-[0.90625rem] font-bold">{number}</span>
        </Ring>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <>
      <div className="grid place-items-center rounded-large border-[1.5px] border-line bg-white p-1.5">
        <QrCode
          value={uri}
          modulePixels={4}
          label="QR code for your authenticator app"
          className="h-auto max-w-full"
        />
      </div>
      <p className="mt-5 text-base leading-[1.35] font-[650]">Or type this secret</p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <p className="grid grid-cols-[repeat(4,auto)] gap-x-2 font-display text-[1.0625rem] leading-[1.45] font-[750] tracking-[.04em] max-tiny:text-[0.9375rem]">
          {groups.map((group, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two groups may be the same
            <span key={index}>{group} </span>
          ))}
        </p>
        <CopyButton text={secret} size="console" className="max-md:min-h-11" />
      </div>
    </>
  );
}

function CodeForm({ confirm }: { confirm: Setup['confirm'] }) {
  const form = useZodForm(confirmBody, { defaultValues: { code: '' } });
  return (
    <FormElement
      form={form}
      onSubmit={(body) => confirm.mutate(body, { onError: (error) => void placeErrors(form, error) })}
      pending={confirm.isPending}
      size="console"
    >
      <FocusedField>
        <CodeField submitsWhenComplete hint="Six digits. They are sent once all are there." />
      </FocusedField>
      <ErrorNote message={unplacedError(confirm.error, 'Failed to check the code.')} />
      <AccountButton type="submit" pending={confirm.isPending} pendingLabel="Checking…">
        Check the code
      </AccountButton>
    </FormElement>
  );
}

function RecoveryStep({ recoveryCodes, onDone }: { recoveryCodes: readonly string[]; onDone: () => void }) {
  const [isConfirmed, setConfirmed] = useState(false);
  const boxId = useId();
  const introduction = useRef<HTMLParagraphElement>(null);
  // The code field, which had the focus, is gone.
  useEffect(() => introduction.current?.focus(), []);
  return (
    <>
      <p ref={introduction} tabIndex={-1} className="mb-3 leading-[1.45] outline-none">
        Shown once. Each opens your account once when the phone is gone.
      </p>
      <RecoveryCodes recoveryCodes={recoveryCodes} />
      <div className="mt-4 flex flex-wrap gap-2">
        <AccountButton kind="outline" icon={Printer} onClick={() => window.print()}>
          Print
        </AccountButton>
        <CopyButton text={recoveryCodes.join('\n')} size="console" className="max-md:min-h-11" />
      </div>
      <label
        htmlFor={boxId}
        className="mt-4 mb-3 flex min-h-6 cursor-pointer items-center gap-2.5 text-[0.9375rem]"
      >
        <Checkbox
          id={boxId}
          size="console"
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
        I keep them apart from my phone
      </label>
      <ReasonButton
        size="console"
        className="w-full max-md:min-h-11"
        disabledReason={isConfirmed ? undefined : 'Keep the codes first, and tick the box.'}
        onClick={onDone}
      >
        Done
      </ReasonButton>
    </>
  );
}

/** Half a printed page to store apart from the phone. It omits the secret, which alone would be a second factor. */
export function RecoverySheet({
  username,
  recoveryCodes,
}: {
  username: string;
  recoveryCodes: readonly string[];
}) {
  const { timeZone } = useSiteInfo();
  const [printedAt] = useState(() => new Date());
  return (
    <section className="hidden max-w-[6in] text-black print:block">
      <Wordmark size="till" />
      <h2 className="mt-4 font-display text-[1.5rem] font-[750]">Recovery codes of {username}</h2>
      <p className="mt-1 mb-3 text-base">
        {formatInstantDay(printedAt, timeZone)}. Each opens the account once, with the password, when the
        phone is gone. Cross out what you have used, and keep this apart from your phone.
      </p>
      <RecoveryCodes recoveryCodes={recoveryCodes} />
    </section>
  );
}

function RecoveryCodes({ recoveryCodes }: { recoveryCodes: readonly string[] }) {
  return (
    <ol className="m-0 grid list-none grid-cols-2 gap-x-6 p-0 max-tiny:gap-x-3 print:grid-cols-2">
      {recoveryCodes.map((code, index) => (
        <li
          key={code}
          className="flex h-[35px] items-center gap-3 border-b-[1.5px] border-wheat-deep/40 max-tiny:gap-2 print:border-black/40"
        >
          <span
            aria-hidden="true"
            className="w-4 text-end text-[0.84375rem] text-wheat-deep tabular print:text-black"
          >
            {index + 1}
          </span>
          <span className="font-display text-[1.0625rem] font-[750] tracking-[.02em] whitespace-nowrap tabular-nums max-tiny:text-[0.9375rem]">
            {code}
          </span>
        </li>
      ))}
    </ol>
  );
}
