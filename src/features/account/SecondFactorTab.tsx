import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { AccountLayout } from './AccountLayout.tsx';
import { contract } from './contract.ts';
import { RecoverySheet } from './RecoverySheet.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import {
  secondFactorLead,
  SecondFactorSetup,
  StartButton,
  useSetup,
  whySecondFactor,
} from './SecondFactorSetup.tsx';

export function SecondFactorTab({ username }: { username: string }) {
  const factor = useQuery(endpointQuery(contract.secondFactor, {}));
  const setup = useSetup();
  const printed = setup.recoveryCodes && (
    <RecoverySheet username={username} recoveryCodes={setup.recoveryCodes} />
  );
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
          <p className={secondFactorLead}>{whySecondFactor}</p>
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
