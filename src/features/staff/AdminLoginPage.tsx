import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import * as titles from '#web/console/titles.ts';
import { Bag } from '#web/art/Bag.tsx';
import { Books } from '#web/art/Books.tsx';
import { TagObject } from '#web/art/TagObject.tsx';
import { ApiError, call, errorMessage } from '#web/api/client.ts';
import { forgetCsrfToken } from '#web/api/callChanging.ts';
import { TextField } from '#web/form/fields.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { fetchSignedInAdmin } from '#web/guards.ts';
import { ConsoleEntryScreen } from '#web/console/ConsoleEntryScreen.tsx';
import type { AdminLoginState } from '#web/console/session.ts';
import { paths } from '#web/paths.ts';
import { withReturnTo, returnAddress } from '#web/returnAddress.ts';
import { CodeField } from './CodeField.tsx';
import { contract } from './contract.ts';
import { FocusedField, LoginForm } from '#web/form/LoginForm.tsx';
import { Button } from '#web/ui/Button.tsx';

const loginBody = contract.adminLogin.body;
const loginFailed = 'Login failed';

export default function AdminLoginPage() {
  const state = useLocation().state as AdminLoginState | null;
  const [searchParams] = useSearchParams();
  return (
    <ConsoleEntryScreen
      objects={
        <>
          <Bag size={92} />
          <TagObject size={64} />
          <Books size={76} />
        </>
      }
    >
      <title>{titles.adminLogin}</title>
      <meta name="robots" content="noindex" />
      <h1 className="t-3">Admin login</h1>
      <p role="status" className="mt-1.5 mb-5.5 text-muted">
        {state?.sessionEnded
          ? 'Your session has ended. Log in again to go on.'
          : 'For those who look after the donations.'}
      </p>
      <AdminLogin returnTo={returnAddress(paths.adminLogin, searchParams)} />
    </ConsoleEntryScreen>
  );
}

class SessionNotEstablished extends Error {}

function AdminLogin({ returnTo }: { returnTo: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useZodForm(loginBody, { defaultValues: { username: '', password: '', code: '' } });
  const [step, setStep] = useState<'password' | 'code' | 'recoveryCode'>('password');
  const login = useMutation({
    mutationFn: async (body: z.output<typeof loginBody>) => {
      await call(contract.adminLogin, { body });
      // The token and the cache belong to the previous session.
      forgetCsrfToken();
      queryClient.getQueryCache().clear();
      const admin = await fetchSignedInAdmin();
      if (!admin) throw new SessionNotEstablished();
      return admin;
    },
    onSuccess: ({ mustChangePassword }) =>
      // Replaces this page in the history, because going back would only lead here again.
      navigate(mustChangePassword ? withReturnTo(paths.consolePassword, returnTo) : returnTo, {
        replace: true,
      }),
    onError: (error) => {
      if (!needsCode(error)) placeErrors(form, error);
      else if (step === 'password') setStep('code');
      else {
        const message = errorMessage(error, loginFailed);
        form.setError('code', { type: 'server', message }, { shouldFocus: true });
      }
    },
  });

  function goToStep(nextStep: typeof step) {
    form.resetField('code');
    login.reset();
    setStep(nextStep);
  }

  if (step !== 'password') {
    const isRecovery = step === 'recoveryCode';
    return (
      <LoginForm form={form} login={login} errorOf={loginError}>
        {/* The key remounts it for each step, so that it takes the focus. */}
        <FocusedField key={step}>
          <CodeField
            submitsWhenComplete
            isRecoveryCode={isRecovery}
            hint={isRecovery ? 'One of the ten that you kept. Each opens your account once.' : undefined}
          />
        </FocusedField>
        <div className="-my-2 flex flex-wrap gap-x-2">
          <Button
            kind="ghost"
            size="small"
            className="-ms-4"
            onClick={() => goToStep(isRecovery ? 'code' : 'recoveryCode')}
          >
            {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
          </Button>
          <Button kind="quiet" size="small" className="max-tiny:-ms-4" onClick={() => goToStep('password')}>
            Another name
          </Button>
        </div>
      </LoginForm>
    );
  }

  return (
    <LoginForm form={form} login={login} errorOf={loginError}>
      <TextField
        control={form.control}
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        control={form.control}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
      />
    </LoginForm>
  );
}

function needsCode(error: Error): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}

/** The message above the button, if no field shows it. */
function loginError(error: Error): string | null {
  if (error instanceof SessionNotEstablished) return 'Session not established (cookie blocked).';
  return needsCode(error) ? null : unplacedError(error, loginFailed);
}
