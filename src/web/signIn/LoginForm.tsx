import type { UseMutationResult } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ReactNode } from 'react';
import { Form } from '#web/form/Form.tsx';
import { loginForm as words } from '#words/forms.ts';
import { Button } from '#web/ui/Button.tsx';

type LoginFormProps<Input extends FieldValues, Output, Answer> = {
  form: UseFormReturn<Input, unknown, Output>;
  login: Pick<UseMutationResult<Answer, Error, Output>, 'mutate' | 'isPending' | 'error'>;
  /** What is left to say above the button. */
  errorOf: (error: Error) => string | null;
  /** What the button says, and while it is under way. */
  labels?: { submit: string; pending: string } | undefined;
  /** The fields. */
  children: ReactNode;
};

const logIn = { submit: words.logIn, pending: words.loggingIn };

/** What a sign-in asks, of donors and admins alike. */
export function LoginForm<Input extends FieldValues, Output, Answer>({
  form,
  login,
  errorOf,
  labels = logIn,
  children,
}: LoginFormProps<Input, Output, Answer>) {
  // A schema that is still on its way holds a press up.
  const pending = login.isPending || form.formState.isSubmitting;
  return (
    <Form
      form={form}
      onSubmit={(values) => login.mutate(values)}
      pending={pending}
      error={login.error && errorOf(login.error)}
      actions={
        <Button type="submit" size="large" pending={pending} pendingLabel={labels.pending}>
          {labels.submit}
        </Button>
      }
    >
      {children}
    </Form>
  );
}
