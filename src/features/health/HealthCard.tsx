import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useId } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { type HealthState, partTitles } from '#shared/health.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { contract, type HealthCheck } from './contract.ts';

const MINUTE_MILLISECONDS = 60_000;

const states = {
  good: { word: 'Good', tone: 'spruce', icon: Check },
  warning: { word: 'Look', tone: 'wheat', icon: TriangleAlert },
  bad: { word: 'Alarm', tone: 'clay', icon: X },
} as const satisfies Record<HealthState, object>;

/** How the site stands: what needs somebody in full, and the rest behind a press. */
export function HealthCard() {
  const titleId = useId();
  const health = useQuery({
    ...endpointQuery(contract.health, {}),
    staleTime: 0,
    refetchInterval: MINUTE_MILLISECONDS,
  });
  if (health.error && !health.data) {
    return (
      <ErrorBanner
        message="Failed to load how the site stands"
        onRetry={() => void health.refetch()}
        retrying={health.isFetching}
      />
    );
  }
  const checks = health.data?.checks;
  const isRed = checks?.some(({ state }) => state === 'bad') === true;
  return (
    <Card
      as="section"
      console
      tone={isRed ? 'clay' : 'plain'}
      aria-labelledby={titleId}
      className="mb-3.5 px-5!"
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={titleId} className="t-4">
          Health
        </h2>
        {checks ? <Summary checks={checks} /> : <SkeletonBox className="w-40" />}
        {health.data && <span className="text-muted sm:ml-auto">ReRound {health.data.version}</span>}
      </div>
      {checks && <Checks checks={checks} />}
    </Card>
  );
}

type ChecksProps = { checks: readonly HealthCheck[] };

function Summary({ checks }: ChecksProps) {
  const of = (state: HealthState) => checks.filter((check) => check.state === state).length;
  const [alarms, warnings] = [of('bad'), of('warning')];
  if (checks.length === 0) return <span className="text-muted">Nobody has looked yet.</span>;
  if (alarms > 0) {
    return (
      <Pill tone="clay" icon={X}>
        {alarms === 1 ? '1 alarm' : `${alarms} alarms`}
      </Pill>
    );
  }
  return (
    <Pill tone="spruce" icon={Check}>
      {warnings === 0 ? 'All is well' : 'Runs well'}
    </Pill>
  );
}

function Checks({ checks }: ChecksProps) {
  const urgent = checks.filter(({ state }) => state === 'bad');
  const others = checks.filter(({ state }) => state === 'warning');
  const fine = checks.filter(({ state }) => state === 'good');
  return (
    <>
      <CheckList checks={[...urgent, ...others]} />
      {fine.length > 0 && (
        <details className="group mt-1.5">
          <summary className="-mx-1.5 flex min-h-9 w-fit cursor-pointer items-center rounded-shelf px-1.5 text-[0.90625rem] font-[650] text-spruce underline-offset-4 hover:underline max-md:min-h-11">
            {fine.length === 1 ? '1 part is good' : `${fine.length} parts are good`}
          </summary>
          <CheckList checks={fine} />
        </details>
      )}
    </>
  );
}

function CheckList({ checks }: ChecksProps) {
  return (
    <ul className="mt-2 grid gap-2.5 empty:hidden">
      {checks.map((check) => (
        <CheckRow key={check.name} check={check} />
      ))}
    </ul>
  );
}

function CheckRow({ check: { name, state, sentence, checkedAt, lastGoodAt } }: { check: HealthCheck }) {
  const { timeZone } = useSiteInfo();
  const { word, tone, icon } = states[state];
  const since = state === 'bad' ? lastGoodAt : checkedAt;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 text-[0.90625rem] leading-[1.45]">
      <span className="flex sm:min-w-[11.5rem] flex-wrap items-center gap-x-2.5">
        <span className="sm:w-[5.25rem]">
          <Pill tone={tone} icon={icon} size="small">
            {word}
          </Pill>
        </span>
        <b className="font-[650]">{partTitles[name]}</b>
      </span>
      <span className="min-w-0 flex-1 basis-72 wrap-anywhere">
        {sentence}
        {since !== null && (
          <span className="block text-muted">
            {state === 'bad' ? 'Last good ' : 'Looked at '}
            <Instant at={since} timeZone={timeZone} />
          </span>
        )}
      </span>
    </li>
  );
}
