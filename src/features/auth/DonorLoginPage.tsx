import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { contract as dashboard } from '#features/donations/dashboard/contract.ts';
import { lengths } from '#shared/lengths.ts';
import * as titles from '#words/titles.ts';
import { Books } from '#web/art/Books.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { callChanging } from '#web/api/callChanging.ts';
import { endpointKey } from '#web/api/queries.ts';
import { refresh } from '#web/api/useChange.ts';
import { TextField } from '#web/form/fields.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useFormMethods } from '#web/form/formContext.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { returnAddress } from '#web/returnAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { ShelfCard } from '#web/ui/ShelfCard.tsx';
import * as words from '#words/donorLogin.tsx';
import { optional } from '#words/form.ts';
import { type CodeSent, DonorCodeStep } from './DonorCodeStep.tsx';
import { DonorNameStep } from './DonorNameStep.tsx';
import { MailedSignIn, SlipNote } from './MailedSignIn.tsx';
import { contract } from './contract.ts';
import { broughtDonorId, dropBroughtDonorId } from './donorIdForSignIn.ts';
import { donorSignIn, isByEmail, typedAs } from './donorSignIn.ts';
import { LoginForm } from './LoginForm.tsx';
import { useDonor } from '#web/api/useDonor.ts';

export default function DonorLoginPage() {
  const donor = useDonor();
  const returnTo = returnAddress(paths.donorLogin, useSearchParams()[0]);
  // Once set it stays, so that the form does not give way to the greeting while the dashboard loads.
  const [signingIn, setSigningIn] = useState(false);
  const { sendsMail } = useSiteInfo();
  // Held here: what is typed stays where the site says only then whether it mails codes, and the form moves to another card.
  const form = useZodForm(donorSignIn, { defaultValues: { studentId: '', email: '', displayName: '' } });
  const { resetField } = form;
  useEffect(() => {
    // Not as the form's first value: the build has none to render.
    resetField('studentId', { defaultValue: broughtDonorId() });
  }, [resetField]);
  const isSignedIn = donor !== null && !signingIn;
  const login = { form, returnTo, onStart: () => setSigningIn(true) };
  return (
    <PublicLayout ground="sunk">
      <title>{titles.donorLogin}</title>
      <meta name="description" content={words.description} />
      <meta name="robots" content="noindex" />
      {sendsMail && !isSignedIn ? (
        <DonorLogin {...login} mailed />
      ) : (
        <ShelfCard
          objects={
            <>
              <Lamp size={116} />
              <Books size={84} />
              <Mug size={64} />
            </>
          }
          rowClassName="justify-between px-7 sm:px-10"
          className="max-w-[28rem]"
        >
          {isSignedIn ? (
            <SignedIn
              name={donor.displayName ?? donor.studentId}
              returnTo={returnTo}
              onOther={() => setSigningIn(true)}
            />
          ) : (
            <DonorLogin {...login} />
          )}
        </ShelfCard>
      )}
    </PublicLayout>
  );
}

type SignedInProps = { name: string; returnTo: string; onOther: () => void };

function SignedIn({ name, returnTo, onOther }: SignedInProps) {
  return (
    <>
      <h1 className="t-3">{words.signedIn}</h1>
      <p className="mt-1.5 mb-5.5 wrap-anywhere text-muted">
        {words.signedInAs(<b className="font-[650] text-ink">{name}</b>)}
      </p>
      <div className="grid gap-2">
        <Button asChild size="large">
          <Link to={returnTo}>{words.toDashboard}</Link>
        </Button>
        <Button kind="ghost" onClick={onOther}>
          {words.signInAsOther}
        </Button>
      </div>
    </>
  );
}

type SignInBody = z.output<typeof donorSignIn>;

type DonorLoginProps = {
  form: UseFormReturn<z.input<typeof donorSignIn>, unknown, SignInBody>;
  returnTo: string;
  onStart: () => void;
  /** The site mails a code first. */
  mailed?: boolean | undefined;
};

function DonorLogin({ form, returnTo, onStart, mailed = false }: DonorLoginProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const byEmail = isByEmail(useWatch({ control: form.control, name: 'studentId' }));
  const [showsBoth, setShowsBoth] = useState(false);
  const [sent, keepSent] = useCodeSent();
  const [ended, setEnded] = useState<string | null>(null);
  const [isNameless, setIsNameless] = useState(false);

  async function goOn() {
    dropBroughtDonorId();
    // Whoever used this phone before must not be seen by the one who signs in now.
    queryClient.removeQueries({ queryKey: endpointKey(dashboard.donorSummary) });
    // Begun before, so that the dashboard's door asks for nothing that is on its way already.
    void refresh(queryClient, contract.studentLogin);
    // The code is used: Back leads to where it can be asked for.
    await navigate(returnTo, { replace: sent !== undefined });
  }

  const login = useMutation({
    mutationFn: (body: SignInBody) => callChanging(contract.studentLogin, { body }),
    onMutate: () => {
      setEnded(null);
      onStart();
    },
    onSuccess: (answer, body) => ('codeSent' in answer ? keepSent({ body, sentAt: Date.now() }) : goOn()),
    onError: (error) => placeErrors(form, error, byEmail ? typedAs : {}),
  });

  function startAgain(why: string | null) {
    setEnded(why);
    void navigate(-1);
    login.reset();
  }

  if (isNameless) return <DonorNameStep onDone={goOn} />;
  if (sent) {
    return (
      <DonorCodeStep
        {...sent}
        onSignedIn={async ({ displayName }) => {
          // Whoever gave an address that was not known here has just come; the others go where they wanted to.
          if (sent.body.email === undefined || displayName !== null) return await goOn();
          setIsNameless(true);
          await keepSent(undefined);
        }}
        onStartAgain={startAgain}
      />
    );
  }
  const fields = (
    <LoginForm
      form={form}
      login={login}
      errorOf={(error) => unplacedError(error, words.failed)}
      labels={mailed ? sendCode : undefined}
    >
      <TextField
        control={form.control}
        name="studentId"
        label={showsBoth ? (byEmail ? words.email : words.donorId) : words.donorIdOrEmail}
        hint={showsBoth && byEmail ? undefined : words.donorIdHint}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={lengths.email}
      />
      <MoreFields byEmail={byEmail} asksName={!mailed} isOpen={showsBoth} onOpen={() => setShowsBoth(true)} />
    </LoginForm>
  );
  if (mailed) {
    return (
      <MailedSignIn title={words.heading} lead={words.lead} below={<SlipNote />}>
        <ErrorNote message={ended} className="mb-5" />
        {fields}
      </MailedSignIn>
    );
  }
  return (
    <>
      <h1 className="t-3">{words.heading}</h1>
      <p className="mt-1.5 mb-5.5 text-muted">{words.leadWithoutCode}</p>
      {fields}
    </>
  );
}

/** The code that was asked for, if one was: a place in the history, so that Back leaves it and a reload does not. */
function useCodeSent(): [CodeSent | undefined, (sent: CodeSent | undefined) => Promise<void>] {
  const isHydrated = useIsHydrated();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const kept = state as { codeSent?: CodeSent } | null;
  return [
    // The build has no history to render.
    isHydrated ? kept?.codeSent : undefined,
    async (codeSent) => await navigate({ search }, codeSent ? { state: { codeSent } } : { replace: true }),
  ];
}

const sendCode = { submit: words.sendCode, pending: words.sending };

type MoreFieldsProps = { byEmail: boolean; asksName: boolean; isOpen: boolean; onOpen: () => void };

/** The other of the two, and a name where none is asked for later: folded away, since one field is enough. */
function MoreFields({ byEmail, asksName, isOpen, onOpen }: MoreFieldsProps) {
  const { setFocus } = useFormMethods();
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
        {byEmail
          ? asksName
            ? words.addDonorIdOrName
            : words.addDonorId
          : asksName
            ? words.addEmailOrName
            : words.addEmail}
      </Button>
    );
  }
  const other = byEmail
    ? ({ label: words.donorId, hint: words.donorIdHint, maxLength: lengths.donorId } as const)
    : ({ label: words.email, inputMode: 'email', maxLength: lengths.email } as const);
  return (
    <>
      <TextField
        name="email"
        {...other}
        mark={optional}
        autoComplete={byEmail ? 'off' : 'email'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {asksName && (
        <TextField
          name="displayName"
          label={words.name}
          mark={optional}
          autoComplete="name"
          maxLength={lengths.name}
        />
      )}
    </>
  );
}
