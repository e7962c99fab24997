import type { UseMutationResult } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ReactNode } from 'react';
import { Form } from '#web/form/Form.tsx';
import { Button } from '#web/ui/Button.tsx';

type LoginFormProps<Input extends FieldValues, Output, Answer> = {
  form: UseFormReturn<Input, unknown, Output>;
  login: Pick<UseMutationResult<Answer, Error, Output>, 'mutate' | 'isPending' | 'error'>;
  /** What is left to say above the button. */
  errorOf: (error: Error) => string | null;
  /** The fields. */
  children: ReactNode;
};

/** What a sign-in asks, of donors and admins alike. */
export function LoginForm<Input extends FieldValues, Output, Answer>({
  form,
  login,
  errorOf,
  children,
}: LoginFormProps<Input, Output, Answer>) {
  return (
    <Form
      form={form}
      onSubmit={(values) => login.mutate(values)}
      pending={login.isPending}
      error={login.error && errorOf(login.error)}
      actions={
        <Button type="submit" size="large" pending={login.isPending} pendingLabel="Logging in…">
          Log in
        </Button>
      }
    >
      {children}
    </Form>
  );
}
