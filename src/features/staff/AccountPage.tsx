import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { CodeField } from './CodeField.tsx';
import { FocusedField } from '#web/form/LoginForm.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Mug } from '#web/art/Mug.tsx';
import { Phone } from '#web/art/Phone.tsx';
import { TagObject } from '#web/art/TagObject.tsx';
import { ConsoleEntryScreen, ConsoleEntryFrame, LogoutButton } from '#web/console/ConsoleEntryScreen.tsx';
import { consoleColumn, consoleHeading } from '#web/console/ConsolePageLayout.tsx';
import * as titles from '#web/console/titles.ts';
import { useSessionWatch } from '#web/console/session.ts';
import { TextField } from '#web/form/fields.tsx';
import { placeErrors } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { paths } from '#web/paths.ts';
import { withReturnHere, returnAddress } from '#web/returnAddress.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountButton, AccountForm } from './AccountForm.tsx';
import { AccountLayout } from './AccountLayout.tsx';
import { contract } from './contract.ts';
import { OwnMailTab } from './OwnMailTab.tsx';
import { RecoverySheet, SecondFactorSetup, StartButton, useSecondFactorSetup } from './SecondFactorSetup.tsx';
import { SessionsTab } from './SessionsTab.tsx';

export default function AccountPage() {
  const { data: me } = useQuery(endpointQuery(contract.adminMe, {}));
  if (!me) return null;
  if (!me.authenticated) return <Navigate to={withReturnHere(paths.adminLogin)} replace />;
  return (
    <>
      <title>{titles.consoleAccount}</title>
      <meta name="robots" content="noindex" />
      <Account username={me.username} mustSetUp={me.mustSetUpSecondFactor} />
    </>
  );
}

function Account({ username, mustSetUp }: { username: string; mustSetUp: boolean }) {
  const [searchParams] = useSearchParams();
  const tab = searchParams.get('tab');
  // Decided at the first render, since the setup still shows the recovery codes once the second factor is on.
  const [isSetupPage] = useState(mustSetUp);
  if (isSetupPage) return <RequiredSetupPage username={username} />;
  if (tab === 'sessions') return <SessionsTab />;
  if (tab === 'mail') return <OwnMailTab />;
  return <SecondFactorTab username={username} />;
}

const leadClassName = 'max-w-[41rem] text-base leading-[1.5]';
const reasonText =
  'With a second factor a stolen password opens nothing. You need an authenticator app on a phone, and two minutes.';

function SecondFactorTab({ username }: { username: string }) {
  const factor = useQuery(endpointQuery(contract.secondFactor, {}));
  const setup = useSecondFactorSetup();
  const printContent = setup.recoveryCodes && (
    <RecoverySheet username={username} recoveryCodes={setup.recoveryCodes} />
  );
  const isOn = Boolean(factor.data?.since) && !setup.isUnderWay;
  return (
    <AccountLayout tab="second factor" printContent={printContent}>
      {factor.isError && (
        <ErrorBanner
          message={errorMessage(factor.error, 'Failed to load your second factor')}
          onRetry={() => void factor.refetch()}
          retrying={factor.isFetching}
        />
      )}
      {factor.isPending && <Skeleton rows={3} row={<SkeletonBox className="h-10 w-72" />} />}
      {factor.data && isOn && <SecondFactorCard factor={factor.data} />}
      {factor.data && !isOn && (
        <>
          <p className={leadClassName}>{reasonText}</p>
          {setup.isUnderWay ? (
            <SecondFactorSetup setup={setup} onDone={setup.end} />
          ) : (
            <div className="mt-5 max-w-[34rem]">
              <StartButton setup={setup} />
            </div>
          )}
        </>
      )}
    </AccountLayout>
  );
}

/** Shown before anything else to an admin who must set a second factor up. */
function RequiredSetupPage({ username }: { username: string }) {
  useSessionWatch();
  const returnTo = returnAddress(paths.consoleAccount, useSearchParams()[0]);
  const navigate = useNavigate();
  const setup = useSecondFactorSetup();
  const { isUnderWay, recoveryCodes } = setup;
  if (!isUnderWay) {
    return (
      <ConsoleEntryScreen
        objects={
          <>
            <Mug size={64} />
            <Phone size={96} />
            <TagObject size={64} />
          </>
        }
      >
        <h1 className="t-3">Set up your second factor</h1>
        <p className="mt-1.5 mb-5.5 text-muted">Everyone here needs one. {reasonText}</p>
        <StartButton setup={setup} className="w-full" />
        <LogoutButton className="mt-3 w-full" />
      </ConsoleEntryScreen>
    );
  }
  return (
    <ConsoleEntryFrame>
      <main id="content" tabIndex={-1} className={`${consoleColumn} pt-6 pb-10 sm:pt-9`}>
        {recoveryCodes && <RecoverySheet username={username} recoveryCodes={recoveryCodes} />}
        <div className="print:hidden">
          <h1 className={consoleHeading}>Set up your second factor</h1>
          <p className={`mt-3 ${leadClassName}`}>Everyone here needs one. {reasonText}</p>
          <SecondFactorSetup setup={setup} onDone={() => void navigate(returnTo, { replace: true })} />
          {!recoveryCodes && <LogoutButton className="mt-4 -ms-[22px]" />}
        </div>
      </main>
    </ConsoleEntryFrame>
  );
}

const disableBody = contract.disableSecondFactor.body;

function SecondFactorCard({ factor }: { factor: EndpointResponse<typeof contract.secondFactor> }) {
  const { since, recoveryCodesLeft, isRequired } = factor;
  const { timeZone } = useSiteInfo();
  const [isSwitchingOff, setSwitchingOff] = useState(false);
  return (
    <Card console className="max-w-[34rem]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="t-4">Your second factor</h2>
        <Pill tone="spruce" icon={ShieldCheck}>
          On
        </Pill>
      </div>
      <p className="mt-2 text-base leading-[1.5]">
        Since <span>{since && <Instant at={since} timeZone={timeZone} />}</span>. The sign-in asks for your
        password, then for a code.
      </p>
      <p
        className={`mt-1.5 text-base leading-[1.5] ${recoveryCodesLeft > 2 ? 'text-muted' : 'text-wheat-deep'}`}
      >
        {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left. For
        new ones, or for another phone, switch it off and set it up again.
        {isRequired && ' Here everyone needs one, so that comes right after.'}
      </p>
      {isSwitchingOff ? (
        <SwitchOffForm onCancel={() => setSwitchingOff(false)} />
      ) : (
        <AccountButton kind="clayOutline" className="mt-4" onClick={() => setSwitchingOff(true)}>
          Switch off
        </AccountButton>
      )}
    </Card>
  );
}

function SwitchOffForm({ onCancel }: { onCancel: () => void }) {
  const form = useZodForm(disableBody, { defaultValues: { password: '', code: '' } });
  const disable = useChange(contract.disableSecondFactor, {
    change: (send, body: z.output<typeof disableBody>) => send({ body }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'The second factor is off',
        description: 'Your password alone opens your account.',
      });
    },
    onError: (error) => placeErrors(form, error),
  });
  return (
    <div className="mt-4 border-t-[1.5px] border-line pt-4">
      <AccountForm
        form={form}
        change={disable}
        submitLabel="Switch off"
        pendingLabel="Switching off…"
        submitKind="clay"
        failed="Failed to switch it off."
        otherButtons={
          <AccountButton kind="ghost" onClick={onCancel}>
            Keep it on
          </AccountButton>
        }
      >
        <FocusedField>
          <TextField
            control={form.control}
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
          />
        </FocusedField>
        <CodeField hint="From the app, or a recovery code." />
      </AccountForm>
    </div>
  );
}
