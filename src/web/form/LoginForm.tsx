import type { UseMutationResult } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from '#web/form/Form.tsx';
import { loginForm as words } from '#words/forms.ts';
import { Button } from '#web/ui/Button.tsx';

type LoginFormProps<Input extends FieldValues, Output, Answer> = {
  form: UseFormReturn<Input, unknown, Output>;
  login: Pick<UseMutationResult<Answer, Error, Output>, 'mutate' | 'isPending' | 'error'>;
  /** The message above the button. Null if a field shows it. */
  errorOf: (error: Error) => string | null;
  /** The button's label, and its label while pending. */
  labels?: { submit: string; pending: string } | undefined;
  children: ReactNode;
};

const logInLabels = { submit: words.logIn, pending: words.loggingIn };

/** A sign-in form of donors or admins. */
export function LoginForm<Input extends FieldValues, Output, Answer>({
  form,
  login,
  errorOf,
  labels = logInLabels,
  children,
}: LoginFormProps<Input, Output, Answer>) {
  // After a press the schema may still be loading.
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

/** Focuses the field inside when it appears. */
export function FocusedField({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return <div ref={box}>{children}</div>;
}
