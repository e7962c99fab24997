import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useToday } from '#features/site/useToday.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { mailStatuses } from '#shared/mail.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Books } from '#web/art/Books.tsx';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ClearOrLookAgain } from '#web/console/ClearFilters.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { anyText, type ListAddress, oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { StateChips } from '#web/ui/StateChips.tsx';
import { SideSheet } from '#web/ui/SideSheet.tsx';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';
import { useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { contract } from './contract.ts';
import { MailCards, MailTable, mailTableSkeleton } from './MailList.tsx';
import { MailView } from './MailView.tsx';

const filters = { status: oneOf(['', ...mailStatuses]), q: anyText };

const newsletterAddress = `${paths.consoleTab('mail')}&view=newsletter`;

type MailAddress = ListAddress<typeof filters>;

/** From this width on the mail stands beside the list; it is a sheet over it where there is less. */
const BESIDE = '(min-width: 1120px)';

/** What the site mails, and beside it who subscribed to the newsletter, which the address names. */
export function MailTab({ Newsletter }: { Newsletter: ComponentType }) {
  const [searchParams] = useSearchParams();
  const isNewsletter = searchParams.get('view') === 'newsletter';
  const current = (isShown: boolean) => (isShown ? 'page' : undefined);
  return (
    <>
      <TabList label="Mail and newsletter" className="-mt-2.5 px-3 sm:-mt-4">
        <TabLink>
          <Link to={paths.consoleTab('mail')} aria-current={current(!isNewsletter)}>
            Mail
          </Link>
        </TabLink>
        <TabLink>
          <Link to={newsletterAddress} aria-current={current(isNewsletter)}>
            Newsletter
          </Link>
        </TabLink>
      </TabList>
      {isNewsletter ? <Newsletter /> : <SiteMail />}
    </>
  );
}

/** What waits, what went, and what did not arrive. */
function SiteMail() {
  const address = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const today = useToday();
  const isBeside = useMediaQuery(BESIDE);
  const [chosen, choose] = useShownMail();
  const list = useQuery({
    ...endpointQuery(contract.mail, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const isOff = list.data?.from === null && list.data.total === 0 && !address.filtered;
  if (isOff) return <MailIsOff />;
  const shown = chosen ?? (isBeside ? (list.data?.items[0]?.id ?? null) : null);
  const leavesRoom = isBeside && (shown !== null || list.isPending);

  return (
    <div className={leavesRoom ? 'grid grid-cols-[minmax(0,1fr)_424px] items-start gap-4.5' : undefined}>
      <div className="min-w-0">
        {list.data?.lastTenRefused && (
          <ErrorBanner
            message="The last ten mails were all refused."
            detail="The mail server’s answer stands beside each. Whoever runs the site corrects SMTP_URL or MAIL_FROM, or asks the mail server’s operator."
            className="mb-4.5"
          />
        )}
        <ListCard
          title="Mail"
          list={list}
          address={address}
          keys={{ onOpen: ({ id }) => choose(id) }}
          failure={() => 'Failed to load the mail'}
          toolbar={<MailFilters address={address} counts={list.data?.counts} />}
          skeletons={{
            table: mailTableSkeleton,
            cards: <CardsSkeleton cards={4} lines={['w-3/5', 'w-4/5']} />,
          }}
          empty={<NoMail address={address} onRefresh={() => void list.refetch()} />}
        >
          {(mails, asCards) => {
            const List = asCards ? MailCards : MailTable;
            const onShow = ({ id }: { id: number }) => choose(id);
            return (
              <List
                mails={mails}
                today={today}
                timeZone={timeZone}
                shown={isBeside ? shown : null}
                onShow={onShow}
              />
            );
          }}
        </ListCard>
        {list.data && <Sender from={list.data.from} counts={list.data.counts} />}
      </div>
      {isBeside && shown !== null && (
        <Card console className="sticky top-4 h-[calc(100dvh-190px)] max-h-200 min-h-100 overflow-clip p-0!">
          <MailView key={shown} id={shown} className="h-full" />
        </Card>
      )}
      {!isBeside && chosen !== null && (
        <SideSheet title="Mail" onClose={() => choose(null)}>
          <MailView
            key={chosen}
            id={chosen}
            // From edge to edge, with its head and foot under the sheet's title.
            className="-mx-3.5 -mt-2.5 -mb-6 h-[calc(100%+34px)] max-md:[&>:is(header,footer)]:px-3.5 md:-mx-6 md:[&>:is(header,footer)]:px-6"
          />
        </SideSheet>
      )}
    </div>
  );
}

/** The mail that the address names, so that Back and a reload keep it. */
function useShownMail(): [number | null, (id: number | null) => void] {
  const [searchParams, setSearchParams] = useSearchParams();
  const named = Number(searchParams.get('mail'));
  const choose = (id: number | null) =>
    setSearchParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('mail');
        else next.set('mail', String(id));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [Number.isInteger(named) && named > 0 ? named : null, choose];
}

const chips = [
  { status: '', words: 'All' },
  { status: 'waiting', words: 'Waiting' },
  { status: 'sent', words: 'Sent' },
  { status: 'failed', words: 'Failed' },
  { status: 'suppressed', words: 'Suppressed' },
] as const;

type Counts = EndpointResponse<typeof contract.mail>['counts'];

function MailFilters({ address, counts }: { address: MailAddress; counts: Counts | undefined }) {
  return (
    <FilterBar label="Mail" className="max-lg:w-full">
      <StateChips
        chips={chips.map(({ status, words }) => ({
          state: status,
          words,
          count: status === '' || status === 'sent' ? 0 : counts?.[status],
          isAlert: status === 'failed',
        }))}
        chosen={address.filters.status}
        onChoose={(status) => address.set({ status })}
      />
      <SearchBox
        label="Address"
        placeholder="Address"
        value={address.filters.q}
        onChange={(text) => address.type('q', text)}
        className="max-sm:basis-full! sm:max-lg:flex-1 lg:w-48"
      />
    </FilterBar>
  );
}

interface SenderProps {
  from: string | null;
  counts: Counts;
}

/** Who writes, and how it went this month. */
function Sender({ from, counts: { sentThisMonth, failedThisMonth } }: SenderProps) {
  return (
    <p className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1 px-1 text-[0.9375rem] text-muted">
      {from === null ? (
        <b className="font-[650] text-ink">Mail is off: what waits is sent once it is on.</b>
      ) : (
        <>
          <b className="flex items-center gap-2 font-[650] text-spruce">
            <Check size={17} aria-hidden /> Mail is on
          </b>
          <span className="wrap-anywhere">from {from}</span>
        </>
      )}
      <span>
        {sentThisMonth.toLocaleString('en-CA')} sent this month, {failedThisMonth.toLocaleString('en-CA')}{' '}
        failed
      </span>
    </p>
  );
}

function NoMail({ address, onRefresh }: { address: MailAddress; onRefresh: () => void }) {
  return (
    <EmptyState
      object={Books}
      title={address.filtered ? 'No mail found' : 'No mail yet'}
      text={
        address.filtered
          ? 'None is like that. Other mail may be.'
          : 'What the site mails to donors and others appears here, newest first.'
      }
      action={<ClearOrLookAgain address={address} onRefresh={onRefresh} />}
    />
  );
}

/** Says what is missing, and what that means for donors. */
function MailIsOff() {
  return (
    <section className="max-w-180 rounded-console-card border-s-6 border-wheat bg-wheat-tint px-5 py-4">
      <h1 className="font-display text-[1.25rem] leading-[1.25] font-[750]">
        Mail is off. Donors see everything on their dashboard only.
      </h1>
      <p className="mt-1.5 text-[0.9375rem]">
        Whoever runs the site switches it on by <code>SMTP_URL</code> and <code>MAIL_FROM</code>. Until then a
        donor ID alone signs a donor in, and newsletter addresses are not confirmed.
      </p>
    </section>
  );
}
