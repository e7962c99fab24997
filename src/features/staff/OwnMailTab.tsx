import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { TextField } from '#web/form/fields.tsx';
import { FocusedField } from '#web/form/LoginForm.tsx';
import { placeErrors } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Field.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountButton, AccountForm } from './AccountForm.tsx';
import { AccountLayout } from './AccountLayout.tsx';
import { CodeField } from './CodeField.tsx';
import { contract, type MailChoices } from './contract.ts';

const NO_CODE_SENT =
  'No code was sent: this address was sent as many as it may be. Please try again in an hour.';

/** An admin's or volunteer's email, and what is mailed there. */
export function OwnMailTab() {
  const { data: me } = useQuery(endpointQuery(contract.adminMe, {}));
  const { sendsMail } = useSiteInfo();
  if (!me?.authenticated) return null;
  const { email, notify } = me;
  return (
    <AccountLayout tab="mail">
      <p className="max-w-[41rem] text-base leading-[1.5]">
        Mail tells you when a bin or a pickup needs somebody, so that you need not watch the console.
      </p>
      {!sendsMail && <MailIsOff />}
      <div className="mt-5 grid max-w-[34rem] gap-4">
        <EmailCard email={email} sendsMail={sendsMail} />
        <ChoicesCard notify={notify} hasEmail={email !== null} sendsMail={sendsMail} />
      </div>
    </AccountLayout>
  );
}

function MailIsOff() {
  return (
    <section className="mt-5 max-w-[34rem] rounded-console-card border-s-6 border-wheat bg-wheat-tint px-5 py-4">
      <h2 className="font-display text-[1.25rem] leading-[1.25] font-[750]">Mail is off</h2>
      <p className="mt-1.5 text-[0.9375rem]">
        Nothing is mailed until whoever runs the site switches it on by <code>SMTP_URL</code> and{' '}
        <code>MAIL_FROM</code>.
      </p>
    </section>
  );
}

function EmailCard({ email, sendsMail }: { email: string | null; sendsMail: boolean }) {
  /** The address that a code was mailed to. */
  const [pendingEmail, setPendingEmail] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);
  const close = () => {
    setPendingEmail(null);
    setChanging(false);
  };

  function renderStep() {
    if (pendingEmail !== null) {
      return <CodeForm email={pendingEmail} onDone={close} onCancel={() => setPendingEmail(null)} />;
    }
    if (email !== null && !isChanging) {
      return <NotedEmail email={email} canChange={sendsMail} onChange={() => setChanging(true)} />;
    }
    if (!sendsMail) return <p className="mt-1 text-base text-muted">None yet.</p>;
    const onCancel = email === null ? null : close;
    return <EmailForm onSent={setPendingEmail} onCancel={onCancel} takesFocus={isChanging} />;
  }

  return (
    <Card console>
      <h2 className="t-4">Your email</h2>
      {renderStep()}
    </Card>
  );
}

type NotedEmailProps = { email: string; canChange: boolean; onChange: () => void };

function NotedEmail({ email, canChange, onChange }: NotedEmailProps) {
  const removeEmail = useChange(contract.removeEmail, {
    change: (send) => send({}),
    staysPending: true,
    onSuccess: () =>
      toast({ kind: 'success', title: 'Your email is deleted', description: 'Nothing is mailed to you.' }),
    onError: (error) => errorToast(error, 'Failed to delete your email.'),
  });
  return (
    <>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-base">
        <span className="min-w-0 wrap-anywhere">{email}</span>
        <Pill tone="spruce" icon={Check}>
          Proved
        </Pill>
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        {canChange && (
          <AccountButton kind="outline" onClick={onChange}>
            Change
          </AccountButton>
        )}
        <AccountButton
          kind="clayOutline"
          pending={removeEmail.isPending}
          pendingLabel="Deleting…"
          onClick={() => removeEmail.mutate()}
        >
          Delete
        </AccountButton>
      </div>
    </>
  );
}

const emailBody = contract.giveEmail.body;

type EmailFormProps = {
  onSent: (email: string) => void;
  /** Null if there is nothing to go back to. */
  onCancel: (() => void) | null;
  takesFocus: boolean;
};

function EmailForm({ onSent, onCancel, takesFocus }: EmailFormProps) {
  const form = useZodForm(emailBody, { defaultValues: { email: '' } });
  const sendCode = useChange(contract.giveEmail, {
    change: (send, body: z.output<typeof emailBody>) => send({ body }),
    onSuccess: ({ codeSent }, { email }) => {
      if (codeSent) onSent(email);
      else form.setError('email', { message: NO_CODE_SENT }, { shouldFocus: true });
    },
    onError: (error) => placeErrors(form, error),
  });
  const emailField = (
    <TextField
      control={form.control}
      name="email"
      label="Email"
      hint="We mail a code there, which proves that it is yours."
      type="email"
      autoComplete="email"
      maxLength={lengths.email}
    />
  );
  return (
    <div className="mt-3">
      <AccountForm
        form={form}
        change={sendCode}
        submitLabel="Send a code"
        pendingLabel="Sending…"
        failed="Failed to send a code."
        otherButtons={
          onCancel && (
            <AccountButton kind="ghost" onClick={onCancel}>
              Keep the other
            </AccountButton>
          )
        }
      >
        {takesFocus ? <FocusedField>{emailField}</FocusedField> : emailField}
      </AccountForm>
    </div>
  );
}

const codeBody = contract.proveEmail.body;

type CodeFormProps = { email: string; onDone: () => void; onCancel: () => void };

function CodeForm({ email, onDone, onCancel }: CodeFormProps) {
  const form = useZodForm(codeBody, { defaultValues: { code: '' } });
  const proveEmail = useChange(contract.proveEmail, {
    change: (send, body: z.output<typeof codeBody>) => send({ body }),
    staysPending: true,
    onSuccess: () => {
      toast({ kind: 'success', title: 'Your email is noted', description: 'Now choose what you hear of.' });
      onDone();
    },
    onError: (error) => placeErrors(form, error),
  });
  const resendCode = useChange(contract.giveEmail, {
    change: (send) => send({ body: { email } }),
    onSuccess: ({ codeSent }) => {
      form.reset();
      if (codeSent) toast({ kind: 'success', title: 'A new code is on its way' });
      else form.setError('code', { message: NO_CODE_SENT });
    },
    onError: (error) => errorToast(error, 'Failed to send a code.'),
  });
  return (
    <div className="mt-1.5">
      <p className="mb-4 text-base wrap-anywhere">
        A code is on its way to <b className="font-[650]">{email}</b>. It is good for 10 minutes.
      </p>
      <AccountForm
        form={form}
        change={proveEmail}
        submitLabel="Note this email"
        pendingLabel="Checking…"
        failed="Failed to check the code."
        otherButtons={
          <>
            <AccountButton
              kind="outline"
              pending={resendCode.isPending}
              pendingLabel="Sending…"
              onClick={() => resendCode.mutate()}
            >
              New code
            </AccountButton>
            <AccountButton kind="ghost" onClick={onCancel}>
              Another address
            </AccountButton>
          </>
        }
      >
        <FocusedField>
          <CodeField submitsWhenComplete label="Code from the mail" />
        </FocusedField>
      </AccountForm>
    </div>
  );
}

const choices: readonly { name: keyof MailChoices; label: string; hint: string }[] = [
  {
    name: 'overflow',
    label: 'A bin is reported as full or damaged',
    hint: 'At most one mail in two hours for each bin.',
  },
  { name: 'pickup', label: 'Somebody asks for a pickup', hint: 'At most five mails in an hour.' },
  {
    name: 'daily',
    label: 'A list at 7 in the morning',
    hint: 'What waits. Nothing comes on a day on which nothing does.',
  },
];

type ChoicesCardProps = { notify: MailChoices; hasEmail: boolean; sendsMail: boolean };

function ChoicesCard({ notify, hasEmail, sendsMail }: ChoicesCardProps) {
  const changeChoice = useChange(contract.changeNotify, {
    change: (send, { name, isOn }: { name: keyof MailChoices; isOn: boolean }) =>
      send({ body: { [name]: isOn } }),
    staysPending: true,
    onError: (error) => errorToast(error, 'Failed to change this.'),
  });
  return (
    <Card console>
      <h2 id="own-choices" className="t-4">
        You get a mail for
      </h2>
      {!hasEmail && sendsMail && <p className="mt-1 text-base text-muted">Note an email first.</p>}
      <ul aria-labelledby="own-choices" className="m-0 mt-2 list-none p-0">
        {choices.map(({ name, label, hint }) => (
          <li key={name}>
            <label
              className={`flex min-h-11 items-start gap-3 py-2 ${hasEmail ? 'cursor-pointer' : 'text-muted'}`}
            >
              <Checkbox
                size="console"
                disabled={!hasEmail}
                aria-describedby={`own-${name}`}
                checked={
                  changeChoice.isPending && changeChoice.variables.name === name
                    ? changeChoice.variables.isOn
                    : notify[name]
                }
                onChange={({ currentTarget: { checked: isOn } }) => {
                  if (!changeChoice.isPending) changeChoice.mutate({ name, isOn });
                }}
              />
              <span className="min-w-0 text-base leading-[1.4]">
                {label}
                <span id={`own-${name}`} className="block text-[0.9375rem] text-muted">
                  {hint}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Card>
  );
}
