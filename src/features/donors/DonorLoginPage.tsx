import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { contract as dashboard } from '#features/donations/contract.ts';
import { lengths } from '#shared/lengths.ts';
import { titles } from '#words/site.ts';
import { refreshQueries } from '#web/api/useChange.ts';
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
import { signIn, signInError, studentLogin } from './donorSession.ts';
import { clearDonorIdForSignIn, donorIdForSignIn } from './donorIdForSignIn.ts';
import { LoginForm } from '#web/form/LoginForm.tsx';
import { SignInCard } from './SignInCard.tsx';
import { credentialsOf, isEmailFirst, type SignInForm, swappedFields } from './rules.ts';

/** The first part of the key of the dashboard's query. */
const summaryPath: (typeof dashboard.donorSummary)['path'] = '/api/students/summary';

export default function DonorLoginPage() {
  const donor = useDonor();
  const returnTo = returnAddress(paths.donorLogin, useSearchParams()[0]);
  // It stays true, so that the greeting does not replace a step while the dashboard loads.
  const [signingIn, setSigningIn] = useState(false);
  return (
    <PublicLayout ground="sunk">
      <title>{titles.donorLogin}</title>
      <meta name="description" content={words.description} />
      <meta name="robots" content="noindex" />
      {donor && !signingIn ? (
        <SignedIn
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

type SignedInProps = { name: string; returnTo: string; onSignInAsOther: () => void };

function SignedIn({ name, returnTo, onSignInAsOther }: SignedInProps) {
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
    // After hydration: the server does not see this browser's storage.
    resetField('studentId', { defaultValue: donorIdForSignIn() });
  }, [resetField]);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const byEmail = isEmailFirst(useWatch({ control: form.control, name: 'studentId' }));
  const [showsBoth, setShowsBoth] = useState(false);
  const [sent, setSent] = useCodeSent();
  const [endedMessage, setEndedMessage] = useState<string | null>(null);
  const [isAskedForName, setIsAskedForName] = useState(false);

  async function goOn() {
    clearDonorIdForSignIn();
    // The dashboard of a donor who used this phone before must not show.
    queryClient.removeQueries({ queryKey: [summaryPath] });
    // Started before the navigation, so that the guard of the dashboard reuses these requests.
    void refreshQueries(queryClient, studentLogin);
    // The code is used up: Back leads to the first step.
    await navigate(returnTo, { replace: sent !== undefined });
  }

  const login = useMutation({
    mutationFn: (typed: SignInForm) => signIn({ body: credentialsOf(typed) }),
    onMutate: () => {
      setEndedMessage(null);
      onStart();
    },
    onSuccess: (answer, typed) =>
      'codeSent' in answer ? setSent({ body: credentialsOf(typed), sentAt: Date.now() }) : goOn(),
    onError: (error) => placeErrors(form, error, byEmail ? swappedFields : {}),
  });

  function startAgain(why: string | null) {
    setEndedMessage(why);
    void navigate(-1);
    login.reset();
  }

  if (isAskedForName) return <DonorNameStep onDone={goOn} />;
  if (sent) {
    return (
      <DonorCodeStep
        {...sent}
        onSignedIn={async ({ displayName }) => {
          onStart();
          // Only a donor with a new address is asked for a name.
          if (sent.body.email === undefined || displayName !== null) return await goOn();
          setIsAskedForName(true);
          await setSent(undefined);
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
      <LoginForm form={form} login={login} errorOf={signInError} labels={sendsMail ? sendCode : undefined}>
        <TextField
          control={form.control}
          name="studentId"
          label={firstFieldLabel(showsBoth, byEmail)}
          hint={showsBoth && byEmail ? undefined : (donorId.hint ?? words.donorIdHint)}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={lengths.email}
        />
        <MoreFields
          byEmail={byEmail}
          asksName={!sendsMail}
          isOpen={showsBoth}
          onOpen={() => setShowsBoth(true)}
        />
      </LoginForm>
    </SignInCard>
  );
}

function firstFieldLabel(showsBoth: boolean, byEmail: boolean): string {
  if (!showsBoth) return words.donorIdOrEmail;
  return byEmail ? words.email : words.donorId;
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

/** The code step, if a code was mailed: an entry of the history, so that Back leaves it and a reload does not. */
function useCodeSent(): [CodeSent | undefined, (sent: CodeSent | undefined) => Promise<void>] {
  const isHydrated = useIsHydrated();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return [
    // The server renders no history.
    isHydrated ? (state as { codeSent?: CodeSent } | null)?.codeSent : undefined,
    async (codeSent) => await navigate({ search }, codeSent ? { state: { codeSent } } : { replace: true }),
  ];
}

const sendCode = { submit: words.sendCode, pending: words.sending };

type MoreFieldsProps = { byEmail: boolean; asksName: boolean; isOpen: boolean; onOpen: () => void };

/** The second field, and a name if no later step asks for it. A button opens them, because the first field is enough. */
function MoreFields({ byEmail, asksName, isOpen, onOpen }: MoreFieldsProps) {
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
        {moreFieldsLabel(byEmail, asksName)}
      </Button>
    );
  }
  const secondField = byEmail
    ? ({ label: words.donorId, hint: donorId.hint ?? words.donorIdHint, maxLength: lengths.donorId } as const)
    : ({ label: words.email, inputMode: 'email', maxLength: lengths.email } as const);
  return (
    <>
      <TextField
        name="email"
        {...secondField}
        mark={formWords.optional}
        autoComplete={byEmail ? 'off' : 'email'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {asksName && (
        <TextField
          name="displayName"
          label={words.name}
          mark={formWords.optional}
          autoComplete="name"
          maxLength={lengths.name}
        />
      )}
    </>
  );
}

function moreFieldsLabel(byEmail: boolean, asksName: boolean): string {
  if (byEmail) return asksName ? words.addDonorIdOrName : words.addDonorId;
  return asksName ? words.addEmailOrName : words.addEmail;
}
