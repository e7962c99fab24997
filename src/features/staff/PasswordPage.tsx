import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import * as titles from '#web/console/titles.ts';
import { Mug } from '#web/art/Mug.tsx';
import { TagObject } from '#web/art/TagObject.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { callChanging } from '#web/api/callChanging.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { refreshQueries } from '#web/api/useChange.ts';
import { TextField } from '#web/form/fields.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { Form } from '#web/form/Form.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { ConsoleEntryScreen, LogoutButton } from '#web/console/ConsoleEntryScreen.tsx';
import { type AdminLoginState, useSessionWatch } from '#web/console/session.ts';
import { paths } from '#web/paths.ts';
import { withReturnTo, returnAddress } from '#web/returnAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { contract } from './contract.ts';

const passwordBody = contract.changePassword.body;

export default function PasswordPage() {
  const returnTo = returnAddress(paths.consolePassword, useSearchParams()[0]);
  const { data: me } = useQuery(endpointQuery(contract.adminMe, {}));
  if (!me) return null;
  // No return address: another admin may log in next.
  if (!me.authenticated) {
    const state: AdminLoginState = { sessionEnded: true };
    return <Navigate to={paths.adminLogin} replace state={state} />;
  }
  const { username, mustChangePassword, mustSetUpSecondFactor } = me;
  if (mustChangePassword) return <ChoosePasswordPage username={username} returnTo={returnTo} />;
  if (mustSetUpSecondFactor) return <Navigate to={withReturnTo(paths.consoleAccount, returnTo)} replace />;
  return (
    <AccountLayout tab="password">
      <title>{titles.consoleAccount}</title>
      <meta name="robots" content="noindex" />
      <Card console className="max-w-[30rem]">
        <h2 className="t-4">Change your password</h2>
        <p className="mt-1 mb-5 text-base text-muted">Wherever else you are logged in, your session ends.</p>
        <PasswordForm username={username} returnTo={returnTo} />
      </Card>
    </AccountLayout>
  );
}

/** Shown before anything else to an admin with a generated password, which others may have seen. */
function ChoosePasswordPage({ username, returnTo }: { username: string; returnTo: string }) {
  useSessionWatch();
  return (
    <ConsoleEntryScreen
      objects={
        <>
          <Vase size={84} />
          <TagObject size={64} />
          <Mug size={64} />
        </>
      }
    >
      <title>{titles.consoleAccount}</title>
      <meta name="robots" content="noindex" />
      <h1 className="t-3">Choose your own password</h1>
      <p className="mt-1.5 mb-5.5 text-muted">
        The one you logged in with was made up for you, and others may have seen it.
      </p>
      <PasswordForm username={username} returnTo={returnTo} />
      <LogoutButton className="mt-3 w-full" />
    </ConsoleEntryScreen>
  );
}

function PasswordForm({ username, returnTo }: { username: string; returnTo: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useZodForm(passwordBody, { defaultValues: { current: '', next: '' } });
  const changePassword = useMutation({
    mutationFn: (body: z.output<typeof passwordBody>) => callChanging(contract.changePassword, { body }),
    onSuccess: async () => {
      // Other screens redirect here until the cache shows the change.
      await refreshQueries(queryClient, contract.changePassword);
      toast({ kind: 'success', title: 'Password changed', description: 'Log in with it from now on.' });
      await navigate(returnTo, { replace: true });
    },
    onError: (error) => placeErrors(form, error),
  });

  return (
    <Form
      form={form}
      onSubmit={(values) => changePassword.mutate(values)}
      pending={changePassword.isPending}
      error={unplacedError(changePassword.error, 'Failed to change your password.')}
      actions={
        <Button type="submit" size="large" pending={changePassword.isPending} pendingLabel="Changing…">
          Change password
        </Button>
      }
    >
      {/* Tells a password manager whose password this is. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <TextField
        control={form.control}
        name="current"
        label="Current password"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        control={form.control}
        name="next"
        label="New password"
        hint="15 characters or more. Spaces count, so a few words make a good one."
        type="password"
        autoComplete="new-password"
      />
    </Form>
  );
}
