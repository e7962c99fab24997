import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { languageAndPath } from '#shared/languages.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Phone } from '#web/art/Phone.tsx';
import { ClearFiltersOrReload } from '#web/console/ClearFilters.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { anyText, type ListAddress, oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { ExportCsv } from '#web/console/ExportCsv.tsx';
import type { Column } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { FilterBar, SearchBox, StateChips } from '#web/ui/FilterBar.tsx';
import { Pill, StatusPill } from '#web/ui/Pill.tsx';
import { DetailFacts } from '#web/ui/Table.tsx';
import { formatInstant, formatInstantDay } from '#words/formats.ts';
import { statusWords } from '#words/site.ts';
import { contract, type SubscriberRow, type SubscriberStatus, subscriberStatuses } from './contract.ts';

const filters = { status: oneOf(['', ...subscriberStatuses]), q: anyText };

function subscriberColumns(isMailOn: boolean | undefined, timeZone: TimeZone): Column<SubscriberRow>[] {
  const subscribedOn = ({ createdAt }: SubscriberRow) => formatInstantDay(new Date(createdAt), timeZone);
  return [
    {
      name: 'Address',
      kind: 'heading',
      className: 'w-full wrap-anywhere',
      cell: ({ email, firstName }, on) => (
        <>
          {email}
          {on === 'row' && firstName !== null && (
            <span className="ms-2 font-normal text-muted">{firstName}</span>
          )}
        </>
      ),
    },
    {
      name: 'State',
      kind: 'pill',
      className: 'w-px',
      cell: ({ status }) =>
        // Nobody is asked to confirm while mail is off.
        status === 'waiting' && isMailOn === false ? (
          <Pill tone="sky" icon={Info} size="small">
            {statusLabel(status, isMailOn)}
          </Pill>
        ) : (
          <StatusPill status={status} size="small" />
        ),
    },
    { name: 'Subscribed', only: 'table', nowrap: true, className: 'w-px', cell: subscribedOn },
    {
      name: 'Page',
      only: 'table',
      from: 'lg',
      quiet: ({ source }) => source === null,
      className: 'max-w-60 min-w-36 truncate',
      cell: ({ source }) => sourceName(source),
    },
    {
      name: 'Subscription',
      kind: 'line',
      only: 'card',
      cell: (subscriber) =>
        [subscriber.firstName, subscribedOn(subscriber), sourceName(subscriber.source)]
          .filter(Boolean)
          .join(', '),
    },
  ];
}

/** The newsletter's subscribers with their consent, and the files for listmonk. */
export function NewsletterPanel() {
  const address = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const list = useQuery({
    ...endpointQuery(contract.subscribers, { query: address.query }),
    placeholderData: keepPreviousData,
    // People subscribe and leave at any time.
    staleTime: 0,
  });
  const isMailOn = list.data?.isMailOn;
  return (
    <DataList
      title="Newsletter"
      label="Subscribers"
      list={list}
      address={address}
      columns={subscriberColumns(isMailOn, timeZone)}
      details={consentRenderer(timeZone)}
      failure={() => 'Failed to load the newsletter'}
      toolbar={<NewsletterToolbar address={address} isMailOn={isMailOn} />}
      skeletonRows={6}
      empty={
        <EmptyState
          object={Phone}
          title={address.isFiltered ? 'Nobody found' : 'No subscribers yet'}
          text={
            address.isFiltered
              ? 'No subscriber fits these filters.'
              : 'Whoever subscribes on the home page appears here, newest first.'
          }
          action={<ClearFiltersOrReload address={address} onRefresh={() => void list.refetch()} />}
        />
      }
    />
  );
}

interface ToolbarProps {
  address: ListAddress<typeof filters>;
  /** Undefined until the list has loaded. */
  isMailOn: boolean | undefined;
}

function NewsletterToolbar({ address, isMailOn }: ToolbarProps) {
  const { status, q } = address.filters;
  const chips = (['', ...subscriberStatuses] as const).map((state) => ({
    state,
    label: state === '' ? 'All' : statusLabel(state, isMailOn),
  }));
  return (
    <>
      <FilterBar label="Newsletter" className="max-lg:w-full">
        <StateChips chips={chips} chosen={status} onChoose={(chosen) => address.set({ status: chosen })} />
        <SearchBox
          label="Search subscribers"
          placeholder="Email or name"
          value={q}
          onChange={(text) => address.typeInto('q', text)}
          className="max-sm:basis-full! sm:max-lg:flex-1 lg:w-58"
        />
        {status !== 'waiting' && (
          <ExportCsv
            list="Subscribers"
            href={endpointUrl(contract.exportSubscribers, { query: { status, q: q.trim() } })}
          />
        )}
      </FilterBar>
      <p className="w-full pb-1 text-[0.9375rem] text-muted">
        {isMailOn !== undefined && explainStatus(status, isMailOn)}
      </p>
    </>
  );
}

const consentRenderer = (timeZone: TimeZone) => (subscriber: SubscriberRow) => (
  <DetailFacts facts={consentFacts(subscriber, timeZone)} />
);

function consentFacts(subscriber: SubscriberRow, timeZone: TimeZone): [string, string | null][] {
  const { consentText, source, address, createdAt, confirmedAt, unsubscribedAt } = subscriber;
  const format = (instant: string) => formatInstant(new Date(instant), timeZone);
  const facts: [string, string | null][] = [
    ['Agreed to', consentText === null ? 'Not recorded at that time' : `“${consentText}”`],
    ['Subscribed', format(createdAt)],
    ['Page', sourceName(source)],
    ['Network address', address],
    ['Confirmed', confirmedAt && format(confirmedAt)],
    ['Unsubscribed', unsubscribedAt && format(unsubscribedAt)],
  ];
  return facts.filter(([, value]) => value !== null);
}

function statusLabel(status: SubscriberStatus, isMailOn: boolean | undefined): string {
  return status === 'waiting' && isMailOn === false ? 'Not confirmed' : statusWords[status];
}

function sourceName(source: string | null): string {
  if (source === null) return 'Unknown';
  const { language, path } = languageAndPath(source);
  if (path !== '/') return source;
  return language === 'fr' ? 'Home page, French' : 'Home page';
}

/** Which subscribers get letters, and which the exported file contains. */
function explainStatus(status: SubscriberStatus | '', isMailOn: boolean): string {
  if (status === 'unsubscribed') {
    return 'Nobody here gets letters. Before each letter, import this export into listmonk in the mode Blocklist.';
  }
  const letters = 'Letters are sent with listmonk: export here and import there.';
  if (!isMailOn) {
    const everybodyCounts =
      'This site sends no mail, so nobody is asked to confirm: every address counts until it unsubscribes.';
    return status === 'waiting'
      ? `${everybodyCounts} The export of “All” contains these, too.`
      : `${everybodyCounts} ${letters}`;
  }
  if (status === 'waiting') {
    return 'Only confirmed addresses get letters, so those that wait are not exported.';
  }
  return `Only confirmed addresses get letters. ${letters} The export contains no others.`;
}
