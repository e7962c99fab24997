import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { lengths } from '#shared/lengths.ts';
import { titles } from '#words/site.ts';
import { TextField } from '#web/form/fields.tsx';
import { placeErrors } from '#web/form/serverErrors.ts';
import { useFormMethods } from '#web/form/formContext.ts';
import { useDonor } from '#web/site/SiteData.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { returnAddress } from '#web/returnAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { form as formWords } from '#words/forms.ts';
import { donorLogin as words } from '#words/signIn.tsx';
import { type CodeSent, DonorCodeStep, DonorNameStep } from './DonorSignInSteps.tsx';
import { signIn, signInError } from './donorSession.ts';
import { clearDonorIdForSignIn, donorIdForSignIn } from './donorIdForSignIn.ts';
import { LoginForm } from '#web/form/LoginForm.tsx';
import { SignInCard } from './SignInCard.tsx';
import { credentialsOf, isEmailFirst, type SignInForm, swappedFields } from './rules.ts';

export default function DonorLoginPage() {
  const donor = useDonor();
  const returnTo = returnAddress(paths.donorLogin, useSearchParams()[0]);
  // Never false again, so that the greeting does not replace a step while the dashboard loads.
  const [signingIn, setSigningIn] = useState(false);
  return (
    <PublicLayout ground="sunk">
      <title>{titles.donorLogin}</title>
      <meta name="description" content={words.description} />
      <meta name="robots" content="noindex" />
      {donor && !signingIn ? (
        <SignedInCard
          name={donor.displayName ?? donor.studentId}
          returnTo={returnTo}
          onSignInAsOther={() => setSigningIn(true)}
        />
      ) : (
        <DonorLogin returnTo={returnTo} onStart={() => setSigningIn(true)} />
      )}
    </PublicLayout>
  );
}

type SignedInCardProps = { name: string; returnTo: string; onSignInAsOther: () => void };

function SignedInCard({ name, returnTo, onSignInAsOther }: SignedInCardProps) {
  return (
    <SignInCard
      hangs
      title={words.signedIn}
      lead={words.signedInAs(<b className="font-[650] text-ink">{name}</b>)}
    >
      <div className="grid gap-2">
        <Button asChild size="large">
          <Link to={returnTo}>{words.toDashboard}</Link>
        </Button>
        <Button kind="ghost" onClick={onSignInAsOther}>
          {words.signInAsOther}
        </Button>
      </div>
    </SignInCard>
  );
}

type DonorLoginProps = { returnTo: string; onStart: () => void };

function DonorLogin({ returnTo, onStart }: DonorLoginProps) {
  const { sendsMail, donorId } = useSiteInfo();
  const form = useZodForm(async () => (await import('./contract.ts')).donorSignIn, {
    defaultValues: { studentId: '', email: '', displayName: '' },
  });
  const { resetField } = form;
  useEffect(() => {
    // Only after hydration, because the server cannot read this browser's storage.
    resetField('studentId', { defaultValue: donorIdForSignIn() });
  }, [resetField]);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const hasEmailFirst = isEmailFirst(useWatch({ control: form.control, name: 'studentId' }));
  const [showsMoreFields, setShowsMoreFields] = useState(false);
  const [codeSent, setCodeSent] = useCodeSent();
  const [endedMessage, setEndedMessage] = useState<string | null>(null);
  const [asksForName, setAsksForName] = useState(false);

  async function finishSignIn() {
    clearDonorIdForSignIn();
    // The cache may belong to another donor on this device.
    queryClient.getQueryCache().clear();
    // The code is used up, so Back must lead to the first step.
    await navigate(returnTo, { replace: codeSent !== undefined });
  }

  const login = useMutation({
    mutationFn: (typed: SignInForm) => signIn({ body: credentialsOf(typed) }),
    onMutate: () => {
      setEndedMessage(null);
      onStart();
    },
    onSuccess: (answer, typed) =>
      'codeSent' in answer ? setCodeSent({ body: credentialsOf(typed), sentAt: Date.now() }) : finishSignIn(),
    onError: (error) => placeErrors(form, error, hasEmailFirst ? swappedFields : {}),
  });

  function startAgain(message: string | null) {
    setEndedMessage(message);
    void navigate(-1);
    login.reset();
  }

  if (asksForName) return <DonorNameStep onDone={finishSignIn} />;
  if (codeSent) {
    return (
      <DonorCodeStep
        {...codeSent}
        onSignedIn={async ({ displayName }) => {
          // Again, because the page may have been reloaded since the first step.
          onStart();
          // Only a donor who typed an email and has no name is asked for one.
          if (codeSent.body.email === undefined || displayName !== null) return await finishSignIn();
          setAsksForName(true);
          await setCodeSent(undefined);
        }}
        onStartAgain={startAgain}
      />
    );
  }
  return (
    <SignInCard
      hangs={!sendsMail}
      title={words.heading}
      lead={sendsMail ? words.lead : words.leadWithoutCode}
      below={<NoEmailNote />}
    >
      <ErrorNote message={endedMessage} className="mb-5" />
      <LoginForm
        form={form}
        login={login}
        errorOf={signInError}
        labels={sendsMail ? sendCodeLabels : undefined}
      >
        <TextField
          control={form.control}
          name="studentId"
          label={firstFieldLabel(showsMoreFields, hasEmailFirst)}
          hint={showsMoreFields && hasEmailFirst ? undefined : (donorId.hint ?? words.donorIdHint)}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={lengths.email}
        />
        <MoreFields
          hasEmailFirst={hasEmailFirst}
          asksName={!sendsMail}
          isOpen={showsMoreFields}
          onOpen={() => setShowsMoreFields(true)}
        />
      </LoginForm>
    </SignInCard>
  );
}

function firstFieldLabel(showsMoreFields: boolean, hasEmailFirst: boolean): string {
  if (!showsMoreFields) return words.donorIdOrEmail;
  return hasEmailFirst ? words.email : words.donorId;
}

function NoEmailNote() {
  return (
    <p className="flex gap-3 leading-[1.45]">
      <Ticket size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-spruce" />
      <span>
        {words.noEmail((text) => (
          <b className="font-[650]">{text}</b>
        ))}
      </span>
    </p>
  );
}

/** The code step, stored in the history entry: Back leaves it, and a reload does not. */
function useCodeSent(): [CodeSent | undefined, (codeSent: CodeSent | undefined) => Promise<void>] {
  const isHydrated = useIsHydrated();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return [
    // The server knows no history, so the first render must not use it.
    isHydrated ? (state as { codeSent?: CodeSent } | null)?.codeSent : undefined,
    async (codeSent) => await navigate({ search }, codeSent ? { state: { codeSent } } : { replace: true }),
  ];
}

const sendCodeLabels = { submit: words.sendCode, pending: words.sending };

type MoreFieldsProps = { hasEmailFirst: boolean; asksName: boolean; isOpen: boolean; onOpen: () => void };

/** The second field, and a name if no later step asks for it. A button opens them, because the first field is enough. */
function MoreFields({ hasEmailFirst, asksName, isOpen, onOpen }: MoreFieldsProps) {
  const { setFocus } = useFormMethods();
  const { donorId } = useSiteInfo();
  if (!isOpen) {
    return (
      <Button
        kind="ghost"
        size="small"
        onClick={() => {
          flushSync(onOpen);
          setFocus('email');
        }}
        className="-ms-3 self-start"
      >
        {moreFieldsLabel(hasEmailFirst, asksName)}
      </Button>
    );
  }
  const secondField = hasEmailFirst
    ? ({ label: words.donorId, hint: donorId.hint ?? words.donorIdHint, maxLength: lengths.donorId } as const)
    : ({ label: words.email, inputMode: 'email', maxLength: lengths.email } as const);
  return (
    <>
      <TextField
        name="email"
        {...secondField}
        labelNote={formWords.optional}
        autoComplete={hasEmailFirst ? 'off' : 'email'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {asksName && (
        <TextField
          name="displayName"
          label={words.name}
          labelNote={formWords.optional}
          autoComplete="name"
          maxLength={lengths.name}
        />
      )}
    </>
  );
}

function moreFieldsLabel(hasEmailFirst: boolean, asksName: boolean): string {
  if (hasEmailFirst) return asksName ? words.addDonorIdOrName : words.addDonorId;
  return asksName ? words.addEmailOrName : words.addEmail;
}
