import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { lengths } from '#shared/lengths.ts';
import { limits } from '#shared/limits.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { callChanging } from '#web/api/callChanging.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { CheckboxField, TextField } from '#web/form/fields.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { donorLogin as words } from '#words/signIn.tsx';
import { CodeInput } from './CodeInput.tsx';
import type { contract, donorCredentials } from './contract.ts';
import { signIn, signInByCode, signInError } from './donorSession.ts';
import { FocusedField, LoginForm } from '#web/form/LoginForm.tsx';
import { SignInCard } from './SignInCard.tsx';

const loadCodeBody = async () => (await import('./contract.ts')).contract.studentLoginCode.body;

/** Seconds until another code can be requested, because the first is on its way. */
const RESEND_SECONDS = 45;

/** The second step, stored in the history entry: the page may reload while somebody reads their mail. */
export interface CodeSent {
  /** The request of the first step. */
  body: z.output<typeof donorCredentials>;
  /** Milliseconds since 1970. */
  sentAt: number;
}

type DonorCodeStepProps = CodeSent & {
  onSignedIn: (donor: EndpointResponse<typeof contract.studentLoginCode>) => Promise<void>;
  /** Returns to the first step and shows the message there, if there is one. */
  onStartAgain: (message: string | null) => void;
};

/** The second step of a sign-in on a site that sends mail. It looks the same for unknown donors. */
export function DonorCodeStep({ body, sentAt, onSignedIn, onStartAgain }: DonorCodeStepProps) {
  const form = useZodForm(loadCodeBody, { defaultValues: { code: '', trust: false } });
  const [secondsLeft, restartCountdown] = useCountdown(sentAt);
  const submitCode = useMutation({
    mutationFn: (typed: z.output<typeof contract.studentLoginCode.body>) => signInByCode({ body: typed }),
    onSuccess: onSignedIn,
    onError: (error) => {
      const hasFieldError = placeErrors(form, error);
      form.setValue('code', '');
      waitIfLocked(error);
      if (!(error instanceof ApiError) || error.code !== 'expired') return;
      // With an error at the code's field, the code expired and a new one was mailed.
      // Otherwise the sign-in has ended, or its cookie was blocked.
      if (hasFieldError) restartCountdown();
      else onStartAgain(navigator.cookieEnabled ? errorMessage(error, words.failed) : words.cookieBlocked);
    },
  });
  const resend = useMutation({
    mutationFn: () => signIn({ body }),
    onSuccess: async (answer) => {
      restartCountdown();
      submitCode.reset();
      form.clearErrors();
      // No code is needed if this browser is trusted by now.
      if (!('codeSent' in answer)) await onSignedIn(answer);
    },
    // After a reload the countdown of a lock is forgotten, so a new code may be requested too early.
    onError: waitIfLocked,
  });
  function waitIfLocked(error: Error) {
    const seconds = secondsLocked(error);
    if (seconds > 0) restartCountdown(seconds);
  }
  function submitOnce() {
    if (!submitCode.isPending) void form.handleSubmit((typed) => submitCode.mutate(typed))();
  }

  return (
    <SignInCard
      title={words.codeHeading}
      lead={<CodeDestination body={body} />}
      below={
        <>
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-1.5">
            {secondsLeft > 0 ? (
              <span className="flex items-center gap-2.5 text-muted tabular-nums">
                <Mail size={19} aria-hidden="true" className="shrink-0" />
                {words.newCodeIn(formatCountdown(secondsLeft))}
              </span>
            ) : (
              <Button
                kind="ghost"
                size="small"
                icon={Mail}
                pending={resend.isPending}
                pendingLabel={words.sending}
                onClick={() => resend.mutate()}
                className="-ms-3"
              >
                {words.sendNewCode}
              </Button>
            )}
            <Button kind="ghost" size="small" onClick={() => onStartAgain(null)} className="-me-3">
              {words.notYou}
            </Button>
          </div>
          <ErrorNote
            message={resend.error && unplacedError(resend.error, words.sendingFailed)}
            className="mt-2"
          />
          <p className="t-small mt-1 text-muted">
            {words.nothingThere(limits.signInMailHourly.most, limits.signInMailDaily.most)}
          </p>
        </>
      }
    >
      <LoginForm form={form} login={submitCode} errorOf={signInError}>
        <FocusedField>
          <CodeInput onComplete={submitOnce} />
        </FocusedField>
        <CheckboxField
          control={form.control}
          name="trust"
          label={words.trust(strong, onPhone, onComputer)}
          hint={words.trustHint}
        />
      </LoginForm>
    </SignInCard>
  );
}

/** Minutes and seconds, such as `0:45`. */
function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const strong = (content: ReactNode) => <b className="font-[650]">{content}</b>;
const onPhone = (text: string) => <span className="pointer-fine:hidden">{text}</span>;
const onComputer = (text: string) => <span className="not-pointer-fine:hidden">{text}</span>;

function CodeDestination({ body: { studentId, email } }: Pick<DonorCodeStepProps, 'body'>) {
  const donorIdOrEmail = <b className="font-bold text-ink">{studentId ?? email}</b>;
  const unbroken = (code: string) => <span className="whitespace-nowrap">{code}</span>;
  return studentId === undefined
    ? words.codeGoesTo(donorIdOrEmail, unbroken)
    : words.codeGoesToIdOwner(donorIdOrEmail, unbroken);
}

/** Seconds during which no code is accepted or mailed, after too many wrong ones. Otherwise 0. */
function secondsLocked(error: Error): number {
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return 0;
  return Number(error.headers.get('retry-after'));
}

/** Seconds until another code can be requested, and a function that restarts the countdown. */
function useCountdown(sentAt: number): [secondsLeft: number, restart: (seconds?: number) => void] {
  const [endsAt, setEndsAt] = useState(sentAt + RESEND_SECONDS * 1000);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const restart = (seconds = RESEND_SECONDS) => {
    setEndsAt(Date.now() + seconds * 1000);
    setNow(Date.now());
  };
  return [Math.max(0, Math.ceil((endsAt - now) / 1000)), restart];
}

const studentName = cachedLightEndpoint<typeof contract.studentName>({
  method: 'POST',
  path: '/api/students/name',
  access: 'donor',
  changes: ['participants'],
});

const loadNameBody = async () => (await import('./contract.ts')).contract.studentName.body;

const nameStepLabels = { submit: words.toDashboard, pending: words.saving };

/** The last step after a sign-in by email, if the donor has no name: an optional name. */
export function DonorNameStep({ onDone }: { onDone: () => Promise<void> }) {
  const form = useZodForm(loadNameBody, { defaultValues: { displayName: '' } });
  const save = useMutation({
    mutationFn: (body: { displayName: string }) => callChanging(studentName, { body }),
    onSuccess: onDone,
    onError: (error) => placeErrors(form, error),
  });
  return (
    <SignInCard
      title={words.signedIn}
      lead={words.whatToCallYou}
      below={
        <Button kind="ghost" size="small" onClick={() => void onDone()} className="-ms-3">
          {words.notNow}
        </Button>
      }
    >
      <LoginForm
        form={form}
        login={save}
        errorOf={(error) => unplacedError(error, words.savingFailed)}
        labels={nameStepLabels}
      >
        <FocusedField>
          <TextField
            control={form.control}
            name="displayName"
            label={words.name}
            autoComplete="name"
            maxLength={lengths.name}
          />
        </FocusedField>
      </LoginForm>
    </SignInCard>
  );
}
