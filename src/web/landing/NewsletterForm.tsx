import { useRef, useState, useTransition } from 'react';
import { newsletterConsent, newsletterForm as words } from '#words/mail.ts';
import { ApiError, call } from '#web/api/client.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox, Field, TextInput } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';
import type { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';

type FieldName = 'email' | 'firstName' | 'consent';

export function NewsletterForm() {
  const form = useRef<HTMLFormElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const firstName = useRef<HTMLInputElement>(null);
  const consent = useRef<HTMLInputElement>(null);
  const [fieldError, setFieldError] = useState<{ field: FieldName; message: string } | null>(null);
  const [isSending, startSending] = useTransition();

  function showToast(message: string) {
    toast({ kind: 'error', title: words.error, description: message });
  }

  function showFieldError(field: FieldName, message: string) {
    setFieldError({ field, message });
    const inputs = { email, firstName, consent };
    inputs[field].current?.focus();
  }

  function errorAt(field: FieldName) {
    return fieldError?.field === field ? fieldError.message : undefined;
  }

  function send() {
    const typedEmail = email.current?.value.trim() ?? '';
    const typedName = firstName.current?.value.trim() ?? '';
    // The toast closes by itself, so the message is also at the field.
    if (typedEmail === '') {
      showToast(words.emailMissing);
      return showFieldError('email', words.emailMissingAtField);
    }
    if (!consent.current?.checked) {
      showToast(words.consentMissing);
      return showFieldError('consent', words.consentMissingAtField);
    }
    setFieldError(null);
    startSending(async () => {
      try {
        const body = { email: typedEmail, ...(typedName !== '' && { firstName: typedName }) };
        const { message } = await call(subscribe, { body });
        form.current?.reset();
        toast({ kind: 'success', title: words.success, description: message });
      } catch (error) {
        const answer = error instanceof ApiError ? error.response : undefined;
        const message = answer?.error ?? words.failed;
        if (answer?.fields) showFieldError(answer.fields['email'] ? 'email' : 'firstName', message);
        else showToast(message);
      }
    });
  }

  return (
    <FormBoundary>
      <form
        ref={form}
        // With `dialog` a submit before hydration does nothing, and keeps the email out of the address bar.
        method="dialog"
        noValidate
        aria-label={words.form}
        className="mt-5"
        onInput={() => setFieldError(null)}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) send();
        }}
      >
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[1.4fr_1fr]">
          <Field label={words.email} error={errorAt('email')}>
            <TextInput
              ref={email}
              type="email"
              name="email"
              autoComplete="email"
              placeholder={words.emailExample}
              required
            />
          </Field>
          <Field label={words.firstName} labelNote={words.optional} error={errorAt('firstName')}>
            <TextInput ref={firstName} name="firstName" autoComplete="given-name" />
          </Field>
        </div>
        <Field
          inline
          className="mt-5"
          error={errorAt('consent')}
          label={<span className="t-small block font-normal">{newsletterConsent}</span>}
        >
          <Checkbox ref={consent} name="consent" required />
        </Field>
        <Button
          type="submit"
          className="mt-5 w-full noscript:hidden"
          pending={isSending}
          pendingLabel={words.subscribing}
        >
          {words.subscribe}
        </Button>
      </form>
    </FormBoundary>
  );
}

const subscribe = lightEndpoint<typeof newsletter.subscribe>({
  method: 'POST',
  path: '/api/newsletter/subscribe',
  access: 'public',
});
