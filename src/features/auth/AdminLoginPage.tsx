import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import { Bag } from '#web/art/Bag.tsx';
import { Books } from '#web/art/Books.tsx';
import { TagObject } from '#web/art/TagObject.tsx';
import { ApiError, call, errorMessage, forgetCsrfToken } from '#web/api/client.ts';
import { TextField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { applyFieldErrors, useZodForm } from '#web/form/useForm.ts';
import { isAdmin } from '#web/guards.ts';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import type { AdminLoginState } from '#web/layouts/useSessionWatch.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { contract } from './contract.ts';

const loginBody = contract.adminLogin.body;

export function AdminLoginPage() {
  const state = useLocation().state as AdminLoginState | null;
  return (
    <div className="flex min-h-dvh flex-col bg-sunk">
      <title>Admin login · ReRound</title>
      <meta name="robots" content="noindex" />
      <SkipLink />
      <header className="on-panel bg-panel text-panel-ink">
        <div className="flex min-h-14 items-center gap-[18px] px-3.5 sm:px-6">
          <Link to={paths.home} aria-label="ReRound, home" className="-m-1 flex rounded-console p-1 py-2">
            <Wordmark size="till" tone="panel" />
          </Link>
          <span className="text-[0.9375rem] text-panel-muted">Console</span>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[25rem] px-5 pt-10 pb-16 bar:pt-16">
        <Shelf thickness={9} rowClassName="justify-center gap-5">
          <Bag size={92} />
          <TagObject size={64} />
          <Books size={76} />
        </Shelf>
        <Card className="rounded-t-none border-t-0">
          <h1 className="t-3">Admin login</h1>
          <p role="status" className="mt-1.5 mb-5.5 text-muted">
            {state?.sessionEnded
              ? 'Your session has ended. Log in again to go on.'
              : 'For those who look after the donations.'}
          </p>
          <LoginForm returnTo={state?.returnTo ?? paths.console} />
        </Card>
      </main>
    </div>
  );
}

class SessionNotEstablished extends Error {}

function LoginForm({ returnTo }: { returnTo: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useZodForm(loginBody, { defaultValues: { username: '', password: '' } });
  const login = useMutation({
    mutationFn: async (body: z.output<typeof loginBody>) => {
      await call(contract.adminLogin, { body });
      // What an earlier session saw and held belongs to that session.
      forgetCsrfToken();
      queryClient.getQueryCache().clear();
      if (!(await isAdmin(queryClient))) throw new SessionNotEstablished();
    },
    onSuccess: () => navigate(returnTo),
    onError: (error) => {
      if (error instanceof ApiError) applyFieldErrors(form, error.fields);
    },
  });

  return (
    <Form
      form={form}
      onSubmit={(values) => login.mutate(values)}
      pending={login.isPending}
      error={login.error && loginError(login.error)}
      actions={
        <Button type="submit" size="large" pending={login.isPending} pendingLabel="Logging in…">
          Log in
        </Button>
      }
    >
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
    </Form>
  );
}

/** What is not said at a field already. */
function loginError(error: Error): string | null {
  if (error instanceof SessionNotEstablished) return 'Session not established (cookie blocked).';
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return null;
  return errorMessage(error, 'Login failed');
}
