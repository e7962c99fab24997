import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Unfolded } from '#features/audit/useUnfolded.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { formatInstant } from '#words/dates.ts';
import { Pill, StatusPill } from '#web/ui/Pill.tsx';
import type { SubscriberRow } from './contract.ts';
import { sourceName, stateWords } from './subscriberWords.ts';

export interface SubscriberListProps {
  subscribers: readonly SubscriberRow[];
  isMailOn: boolean;
  /** Whose consent is shown. */
  unfolded: Unfolded;
}

type StateProps = { subscriber: SubscriberRow; isMailOn: boolean };

/** Where nobody is asked to confirm, nobody is waited for. */
export function SubscriberState({ subscriber: { status }, isMailOn }: StateProps) {
  if (status === 'waiting' && !isMailOn) {
    return (
      <Pill tone="sky" icon={Info} size="small">
        {stateWords('waiting', isMailOn)}
      </Pill>
    );
  }
  return <StatusPill status={status} size="small" />;
}

/** The proof that somebody agreed, and what became of it. */
export function Consent({ subscriber }: { subscriber: SubscriberRow }) {
  const { timeZone } = useSiteInfo();
  const at = (instant: string) => formatInstant(new Date(instant), timeZone);
  const { consentText, source, address, createdAt, confirmedAt, unsubscribedAt } = subscriber;
  const facts: [string, ReactNode][] = [
    ['Agreed to', consentText === null ? 'The words were not kept then' : `“${consentText}”`],
    ['Subscribed', at(createdAt)],
    ['Page', sourceName(source)],
    ...(address === null ? [] : [['Network address', address] satisfies [string, string]]),
    ...(confirmedAt === null ? [] : [['Confirmed', at(confirmedAt)] satisfies [string, string]]),
    ...(unsubscribedAt === null ? [] : [['Unsubscribed', at(unsubscribedAt)] satisfies [string, string]]),
  ];
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-1 text-[0.875rem] leading-[1.45] sm:max-w-[60ch]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
