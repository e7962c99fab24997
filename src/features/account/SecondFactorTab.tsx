import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { ConsoleDoorFrame } from '#web/console/ConsoleDoor.tsx';
import { LogoutButton } from '#web/console/LogoutButton.tsx';
import { consoleColumn, consoleHeading } from '#web/console/ConsolePageLayout.tsx';
import { useSessionWatch } from '#web/console/useSessionWatch.ts';
import { paths } from '#web/paths.ts';
import { returnAddress } from '#web/returnAddress.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { AccountLayout } from './AccountLayout.tsx';
import { contract } from './contract.ts';
import { RecoverySheet } from './RecoverySheet.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SecondFactorSetup, useSetup } from './SecondFactorSetup.tsx';

const lead = 'max-w-[41rem] text-base leading-[1.5]';
const why =
  'With a second factor a stolen password opens nothing. You need an authenticator app on a phone, and two minutes.';

export function SecondFactorTab({ username, isDoor }: { username: string; isDoor: boolean }) {
  const returnTo = returnAddress(paths.consoleAccount, useSearchParams()[0]);
  const navigate = useNavigate();
  const factor = useQuery(endpointQuery(contract.secondFactor, {}));
  const setup = useSetup();
  const printed = setup.recoveryCodes && (
    <RecoverySheet username={username} recoveryCodes={setup.recoveryCodes} />
  );
  if (isDoor) {
    return (
      <Door>
        {printed}
        <div className="print:hidden">
          <h1 className={consoleHeading}>Set up your second factor</h1>
          <p className={`mt-3 ${lead}`}>{`Everyone here needs one. ${why}`}</p>
          <SecondFactorSetup setup={setup} onDone={() => void navigate(returnTo, { replace: true })} />
          {!setup.recoveryCodes && <LogoutButton className="mt-4 -ms-[22px]" />}
        </div>
      </Door>
    );
  }

  const isOn = factor.data?.since && !setup.isUnderWay;
  return (
    <AccountLayout tab="second factor" printed={printed}>
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
          <p className={lead}>{why}</p>
          <SecondFactorSetup setup={setup} onDone={setup.end} />
        </>
      )}
    </AccountLayout>
  );
}

function Door({ children }: { children: ReactNode }) {
  useSessionWatch();
  return (
    <ConsoleDoorFrame>
      <main id="content" tabIndex={-1} className={`${consoleColumn} pt-6 pb-10 sm:pt-9`}>
        {children}
      </main>
    </ConsoleDoorFrame>
  );
}
