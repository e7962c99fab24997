import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, CircleAlert, Send } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { dayOf, type Day } from '#shared/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { hasCode, mailStatuses } from '#shared/mail.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Books } from '#web/art/Books.tsx';
import { ClearFiltersOrReload } from '#web/console/ClearFilters.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { anyText, oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { FilterBar, SearchBox, StateChips } from '#web/ui/FilterBar.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatInstantDay, formatTime } from '#words/formats.ts';
import { statusWords } from '#words/site.ts';
import { contract, type MailRow } from './contract.ts';

const filters = { status: oneOf(['', ...mailStatuses]), q: anyText };

/** The site's mail, or with `view=newsletter` in the URL the newsletter, which is a prop because its room imports this one. */
export function MailTab({ Newsletter }: { Newsletter: ComponentType }) {
  const [searchParams] = useSearchParams();
  const isNewsletter = searchParams.get('view') === 'newsletter';
  const ariaCurrent = (isShown: boolean) => (isShown ? 'page' : undefined);
  return (
    <>
      <TabList label="Mail and newsletter" className="-mt-2.5 px-3 sm:-mt-4">
        <TabLink>
          <Link to={paths.consoleTab('mail')} aria-current={ariaCurrent(!isNewsletter)}>
            Mail
          </Link>
        </TabLink>
        <TabLink>
          <Link to={`${paths.consoleTab('mail')}&view=newsletter`} aria-current={ariaCurrent(isNewsletter)}>
            Newsletter
          </Link>
        </TabLink>
      </TabList>
      {isNewsletter ? <Newsletter /> : <SiteMail />}
    </>
  );
}

function mailColumns(today: Day, timeZone: TimeZone): Column<MailRow>[] {
  return [
    { name: 'State', kind: 'pill', cell: ({ status }) => <StatusPill status={status} size="small" /> },
    {
      name: 'Subject',
      kind: 'heading',
      className: 'w-full py-1.5 wrap-anywhere',
      cell: (mail, on) => (
        <>
          <span lang={mail.language}>{mail.subject}</span>
          {on === 'row' && renderFailure(mail)}
        </>
      ),
    },
    { name: 'Failure', kind: 'line', only: 'card', cell: renderFailure },
    {
      name: 'To',
      kind: 'line',
      quiet: true,
      className: 'py-1.5',
      cell: (mail) => (
        <span className="block wrap-break-word md:max-w-64">
          {mail.participantId !== null && mail.participantName !== null && (
            <>
              <PersonLink id={mail.participantId} className="font-[650] text-spruce">
                {mail.participantName}
              </PersonLink>
              ,{' '}
            </>
          )}
          {mail.recipient}
        </span>
      ),
    },
    {
      name: 'When',
      kind: 'line',
      nowrap: true,
      className: 'first-letter:uppercase',
      cell: (mail) => formatWhen(mail, today, timeZone),
    },
    {
      name: 'Tries',
      kind: 'line',
      align: 'end',
      cell: ({ tries }, on) => (on === 'card' ? `${tries} ${tries === 1 ? 'try' : 'tries'}` : tries),
    },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (mail) => mail.status !== 'waiting' && !hasCode(mail.kind) && <SendAgainButton mail={mail} />,
    },
  ];
}

function renderFailure(mail: MailRow) {
  const failure = describeFailure(mail);
  if (failure === null) return null;
  return (
    <span className="mt-0.5 flex items-start gap-1.5 font-normal text-clay-deep">
      <CircleAlert size={17} className="mt-[2px] shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{failure}</span>
    </span>
  );
}

function SiteMail() {
  const address = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const today = useToday();
  const list = useQuery({
    ...endpointQuery(contract.mail, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  if (data?.from === null && data.total === 0 && !address.isFiltered) return <MailIsOff />;
  return (
    <>
      {data?.lastTenRefused && (
        <ErrorBanner
          message="The last ten mails were all refused."
          detail="Each shows the mail server’s answer. Whoever runs the site corrects SMTP_URL or MAIL_FROM, or asks the mail server’s operator."
        />
      )}
      <DataList
        title="Mail"
        list={list}
        address={address}
        columns={mailColumns(today, timeZone)}
        details={renderDetails}
        failure={() => 'Failed to load the mail'}
        toolbar={
          <FilterBar label="Mail" className="max-lg:w-full">
            <StateChips
              chips={(['', ...mailStatuses] as const).map((state) => ({
                state,
                label: state === '' ? 'All' : statusWords[state],
                count: state === '' || state === 'sent' ? undefined : data?.counts[state],
                isAlert: state === 'failed',
              }))}
              chosen={address.filters.status}
              onChoose={(status) => address.set({ status })}
            />
            <SearchBox
              label="Address"
              placeholder="Address"
              value={address.filters.q}
              onChange={(text) => address.typeInto('q', text)}
              className="max-sm:basis-full! sm:max-lg:flex-1 lg:w-48"
            />
          </FilterBar>
        }
        skeletonRows={5}
        empty={
          <EmptyState
            object={Books}
            title={address.isFiltered ? 'No mail found' : 'No mail yet'}
            text={
              address.isFiltered
                ? 'No mail fits these filters.'
                : 'What the site mails to donors and others appears here, newest first.'
            }
            action={<ClearFiltersOrReload address={address} onRefresh={() => void list.refetch()} />}
          />
        }
      />
      {data && <MailState from={data.from} counts={data.counts} lastTenRefused={data.lastTenRefused} />}
    </>
  );
}

const renderDetails = ({ id, language }: MailRow) => <MailText id={id} language={language} />;

function MailText({ id, language }: Pick<MailRow, 'id' | 'language'>) {
  const mail = useQuery(endpointQuery(contract.oneMail, { params: { id } }));
  if (mail.error) {
    return (
      <ErrorBanner
        message="Failed to load the mail"
        onRetry={() => void mail.refetch()}
        retrying={mail.isFetching}
      />
    );
  }
  if (!mail.data) return <SkeletonBox shape="block" className="h-40 w-full" />;
  return (
    <pre
      lang={language}
      className="max-w-160 rounded-large border-[1.5px] border-line bg-raised p-4 font-text text-[0.9375rem] whitespace-pre-wrap wrap-anywhere"
    >
      {mail.data.text}
    </pre>
  );
}

function SendAgainButton({ mail: { id, status, recipient } }: { mail: MailRow }) {
  const [isConfirming, setConfirming] = useState(false);
  const resend = useChange(contract.resendMail, {
    change: (send) => send({ params: { id } }),
    onSuccess: () => toast({ kind: 'success', title: 'Sending again', description: `To ${recipient}.` }),
    onError: (error) => errorToast(error, 'Failed to send it again'),
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <RowButton
        kind="outline"
        icon={Send}
        pending={resend.isPending}
        pendingLabel="Sending…"
        onClick={() => (status === 'sent' ? setConfirming(true) : resend.mutate(undefined))}
      >
        Send again
      </RowButton>
      {isConfirming && (
        <ConfirmDialog
          title="Send it again?"
          description={`It was already sent to ${recipient}.`}
          confirmLabel="Send again"
          pendingLabel="Sending…"
          change={resend}
          onConfirm={() => resend.mutate(undefined)}
          onClose={() => setConfirming(false)}
          failed={null}
        />
      )}
    </>
  );
}

type MailStateProps = Pick<EndpointResponse<typeof contract.mail>, 'from' | 'counts' | 'lastTenRefused'>;

/** Whether mail is on, its sender, and this month's counts. */
function MailState({ from, lastTenRefused, counts: { sentThisMonth, failedThisMonth } }: MailStateProps) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 px-1 text-[0.9375rem] text-muted">
      {from === null ? (
        <b className="font-[650] text-ink">Mail is off: waiting mail is sent once it is on.</b>
      ) : (
        <>
          {!lastTenRefused && (
            <b className="flex items-center gap-2 font-[650] text-spruce">
              <Check size={17} aria-hidden /> Mail is on
            </b>
          )}
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

function MailIsOff() {
  return (
    <section className="max-w-180 rounded-console-card border-s-6 border-wheat bg-wheat-tint px-5 py-4">
      <h1 className="font-display text-[1.25rem] leading-[1.25] font-[750]">
        Mail is off. Donors see everything on their dashboard only.
      </h1>
      <p className="mt-1.5 text-[0.9375rem]">
        Whoever runs the site switches it on with <code>SMTP_URL</code> and <code>MAIL_FROM</code>. Until then
        a donor ID alone signs a donor in, and newsletter addresses are not confirmed.
      </p>
    </section>
  );
}

/** When a mail will be tried, or was sent or given up: the time if that is today, or else the day. */
function formatWhen({ nextTryAt, endedAt, createdAt }: MailRow, today: Day, timeZone: TimeZone): string {
  const at = new Date(nextTryAt ?? endedAt ?? createdAt);
  const when = dayOf(at, timeZone) === today ? formatTime(at, timeZone) : formatInstantDay(at, timeZone);
  return nextTryAt ? `next try ${when}` : when;
}

/** Why a mail has not arrived. Null for a sent mail, and for one that waits for its first try. */
function describeFailure({ status, answer, answerCode, isMarked }: MailRow): string | null {
  const markHint = isMarked ? ' It is marked: “Send again” lifts the mark if the mail arrives.' : '';
  if (status === 'sent' || (status === 'waiting' && answer === null)) return null;
  if (answerCode !== null) return `The mail server answered “${answer}”.${markHint}`;
  if (status === 'suppressed')
    return answer ?? `Not sent: the address was refused for good before.${markHint}`;
  return answer === null
    ? 'Not sent: it would have come too late.'
    : `The mail server gave no answer: ${answer}`;
}
