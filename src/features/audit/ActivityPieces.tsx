import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TimeZone } from '#shared/timeZone.ts';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { personActivity } from '#web/console/personAddress.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import type { AuditItem } from './contract.ts';
import { actorOf, auditSentence, detailTexts, personOf } from './sentences.ts';
import type { Unfolded } from './useUnfolded.ts';

export type ActivityListProps = { items: readonly AuditItem[]; unfolded: Unfolded };

/** What was done, with a link to what it was done to where that has an address. */
export function Sentence({ item, timeZone }: { item: AuditItem; timeZone: TimeZone }) {
  const { before, subject, after } = auditSentence(item, timeZone);
  const actor = actorOf(item);
  return (
    <>
      <b className="font-[650]">{actor}</b>
      {before.slice(actor.length)}
      {subject !== null && <Subject item={item}>{subject}</Subject>}
      {after}
    </>
  );
}

const subjectLink = 'rounded-shelf font-medium text-spruce underline underline-offset-4';

/** Donations have their dialog and participants their sheet, a reward code is looked up by itself. */
function Subject({ item: { entityType, entityId, entityName }, children }: SubjectProps) {
  const donationAddress = useDonationAddress();
  if (entityId === null) return children;
  if (entityType === 'participant') {
    return (
      <PersonLink id={entityId} className={subjectLink}>
        {children}
      </PersonLink>
    );
  }
  const address =
    entityType === 'donation'
      ? donationAddress(entityId)
      : entityType === 'code' && entityName !== null && codesAddress(entityName);
  if (!address) return children;
  return (
    <Link to={address} preventScrollReset className={subjectLink}>
      {children}
    </Link>
  );
}

type SubjectProps = { item: AuditItem; children: string };

type DetailsButtonProps = {
  size: 'row' | 'small';
  open: boolean;
  /** The id of what it unfolds. */
  controls: string;
  onClick: () => void;
};

export function DetailsButton({ size, open, controls, onClick }: DetailsButtonProps) {
  return (
    <Button
      kind="quiet"
      size={size}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onClick}
      className="gap-1"
    >
      Details
      <ChevronDown
        size={16}
        aria-hidden="true"
        className={`motion-safe:transition-transform motion-safe:duration-150 ${open ? 'rotate-180' : ''}`}
      />
    </Button>
  );
}

/** Whom a row is about, with the way to the rest of what was done about them. */
function PersonOf({ item }: { item: AuditItem }) {
  const { participantId } = item;
  if (participantId === null) return null;
  return (
    <>
      {item.participantName === null ? (
        personOf(item)
      ) : (
        <PersonLink id={participantId} className={subjectLink}>
          {item.participantName}
        </PersonLink>
      )}
      {', '}
      <Link to={personActivity(participantId)} className={subjectLink}>
        all activity
      </Link>
    </>
  );
}

/** What the row says to those who look closely. */
export function Details({ item }: { item: AuditItem }) {
  const { timeZone } = useSiteInfo();
  const facts = [
    ['Action', item.action],
    ['Done by', [...new Set([actorOf(item), item.actorRole])].join(', ')],
    ...(item.participantId === null ? [] : [['Participant', <PersonOf key="participant" item={item} />]]),
    ...detailTexts(item.details, timeZone),
    ...(item.address === null ? [] : [['Address', item.address]]),
    ...(item.requestId === null ? [] : [['Request ID', item.requestId]]),
  ] as [string, ReactNode][];
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-1 text-[0.875rem] leading-[1.45] sm:max-w-[60ch]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted first-letter:uppercase">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where the console lists the codes that a text finds. */
function codesAddress(q: string): string {
  return `${paths.consoleTab('codes')}&${new URLSearchParams({ q }).toString()}`;
}
