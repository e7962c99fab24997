import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  Check,
  Download,
  History,
  Link2,
  Link2Off,
  Mail,
  MailX,
  Merge,
  Pencil,
  Phone,
  RefreshCw,
  UserX,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { GoldLoops } from '#features/donations/GoldLoops.tsx';
import { GOLD_DONATIONS, rewardTier } from '#features/donations/rules.ts';
import { contract as participants, type ShareState } from '#features/donors/contract.ts';
import { EditParticipantDialog, MergeDialog } from '#features/donors/ParticipantDialogs.tsx';
import type { PickedParticipant } from '#features/donors/ParticipantCombobox.tsx';
import { participantName } from '#features/donors/participantName.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { yearOf } from '#shared/dates.ts';
import { endpointUrl, type EndpointResponse } from '#shared/endpoint.ts';
import { isQualifying } from '#shared/weights.ts';
import { errorMessage } from '#web/api/client.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { ConsoleLayout } from '#web/console/ConsoleLayout.tsx';
import { personActivityAddress } from '#web/console/PersonLink.tsx';
import * as titles from '#web/console/titles.ts';
import { anyRow } from '#web/console/useListAddress.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { formatInstantDay } from '#words/formats.ts';
import { ClaimSlab } from './ClaimSlab.tsx';
import { contract } from './contract.ts';
import { PersonCodes, PersonDonations, PersonMerges, type PersonProps } from './PersonLists.tsx';
import { RemovePersonDialog } from './RemovePersonDialog.tsx';

type Person = EndpointResponse<typeof contract.participantSheet>;

export default function PersonPage() {
  const { id = '' } = useParams();
  const personId = anyRow(id);
  return (
    <ConsoleLayout currentTab="participants">
      <title>{titles.consolePerson}</title>
      <meta name="robots" content="noindex" />
      {personId === '' ? (
        <>
          <h1 className="sr-only">No such participant</h1>
          <ErrorBanner message="There is no such participant." />
        </>
      ) : (
        <PersonById key={personId} id={Number(personId)} />
      )}
    </ConsoleLayout>
  );
}

function PersonById({ id }: { id: number }) {
  const query = useQuery({
    ...endpointQuery(contract.participantSheet, { params: { id } }),
    // Always fresh, because others may decide donations meanwhile.
    staleTime: 0,
  });
  return (
    <>
      {!query.data && <h1 className="sr-only">Participant {id}</h1>}
      {query.isError && (
        <ErrorBanner
          message={errorMessage(query.error, 'Failed to load the participant.')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isPending && <Skeleton rows={7} row={<SkeletonBox className="h-9 w-80 max-w-full" />} />}
      {query.data && <PersonSheet person={query.data} readAt={query.dataUpdatedAt} />}
    </>
  );
}

type OpenDialog = { kind: 'edit' | 'remove' } | { kind: 'merge'; target?: PickedParticipant | undefined };

function PersonSheet({ person, readAt }: PersonProps) {
  const { participant } = person;
  const { timeZone } = useSiteInfo();
  const navigate = useNavigate();
  const mayCall = useMayCall();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  const openMerge = (target?: PickedParticipant) => setOpenDialog({ kind: 'merge', target });
  const removedAt = participant.removed_at;
  const isRemoved = removedAt !== null;

  return (
    <>
      <title>{`${participantName(participant)} · Console · ReRound`}</title>
      <PersonHeader person={person}>
        {!isRemoved && mayCall(participants.updateParticipant) && (
          <>
            <HeaderButton icon={UserX} kind="clayGhost" onClick={() => setOpenDialog({ kind: 'remove' })}>
              Remove
            </HeaderButton>
            <HeaderButton icon={Merge} kind="ghost" onClick={() => openMerge()}>
              Merge
            </HeaderButton>
            <HeaderButton icon={Download} kind="ghost" asChild>
              <a href={endpointUrl(contract.exportPerson, { params: { id: participant.id } })} download>
                Export everything
              </a>
            </HeaderButton>
            <HeaderButton icon={Pencil} kind="outline" onClick={() => setOpenDialog({ kind: 'edit' })}>
              Edit
            </HeaderButton>
          </>
        )}
      </PersonHeader>
      {isRemoved ? (
        <p className="rounded-large bg-sunk px-4 py-3">
          Removed on {formatInstantDay(new Date(removedAt), timeZone)}. Their donations still count.
        </p>
      ) : (
        <>
          <ClaimSlab participant={participant} onMerge={openMerge} />
          <ProfileCard person={person} />
        </>
      )}
      <PersonDonations person={person} readAt={readAt} />
      {!isRemoved && <PersonCodes person={person} readAt={readAt} />}
      <PersonMerges merges={person.merges} timeZone={timeZone} />
      {openDialog?.kind === 'edit' && (
        <EditParticipantDialog participant={participant} onClose={close} onMerge={openMerge} />
      )}
      {openDialog?.kind === 'merge' && (
        <MergeDialog
          source={participant}
          target={openDialog.target}
          onClose={close}
          // The merged participant has no page any more, so Back must not lead to it.
          onMerged={(id) => void navigate(paths.consolePerson(id), { replace: true })}
        />
      )}
      {openDialog?.kind === 'remove' && <RemovePersonDialog id={participant.id} onClose={close} />}
    </>
  );
}

function HeaderButton(props: Parameters<typeof Button>[0]) {
  return <Button size="console" {...props} className="max-md:min-h-11 max-sm:px-2.5" />;
}

type PersonHeaderProps = { person: Person; children: ReactNode };

function PersonHeader({ person: { participant, record }, children }: PersonHeaderProps) {
  const mayCall = useMayCall();
  const tier = participant.removed_at === null ? rewardTier(record) : null;
  return (
    <div className="-mt-1.5 flex flex-wrap items-center gap-x-6 gap-y-1 sm:-mt-2.5">
      {mayCall(participants.participants) && (
        <Link
          to={paths.consoleTab('participants')}
          className="inline-flex min-h-9 items-center gap-2 rounded-console font-[650] text-spruce underline-offset-4 hover:underline max-md:min-h-11 max-md:basis-full"
        >
          <ArrowLeft size={17} aria-hidden="true" />
          Participants
        </Link>
      )}
      <h1 className="min-w-0 font-display text-[1.5rem] leading-[1.15] font-[750] tracking-[-.022em] wrap-anywhere">
        {participantName(participant)}
      </h1>
      {tier && (
        <Pill tone={tier === 'Gold Giver' ? 'wheat' : 'spruce'} icon={Check} size="small">
          {tier}
        </Pill>
      )}
      <div className="flex flex-wrap items-center gap-1 sm:ms-auto">{children}</div>
    </div>
  );
}

const linkClasses =
  'flex min-w-0 gap-1.5 rounded-shelf text-muted tabular underline-offset-4 hover:underline max-md:min-h-8 max-md:py-1 [&>svg]:mt-[3px] [&>svg]:shrink-0';

function ProfileCard({ person }: { person: Person }) {
  const { participant, record, toDecide, isEmailMarked } = person;
  const { id, email, phone, studentIds } = participant;
  const { total_donations: total, confirmed_donations: confirmed } = participant;
  const thisYear = yearOf(useToday());
  const qualifyingCount = Math.min(record.qualifyingThisYear, GOLD_DONATIONS);
  const waitingCount = toDecide.filter(
    ({ weight, actualWeight, date }) => isQualifying(actualWeight ?? weight) && yearOf(date) === thisYear,
  ).length;
  return (
    <Card as="section" console aria-label="Profile" className="grid gap-2.5 px-3.5! py-3! sm:px-[18px]!">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5 leading-[1.4]">
        <b className="font-[650] wrap-anywhere">{studentIds.join(', ') || `No. ${id}`}</b>
        {email !== null && (
          <a href={`mailto:${email}`} className={linkClasses}>
            <Mail size={16} aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{email}</span>
          </a>
        )}
        {isEmailMarked && (
          <Pill tone="clay" icon={MailX} size="small">
            Mail does not arrive
          </Pill>
        )}
        {phone !== null && (
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={linkClasses}>
            <Phone size={16} aria-hidden="true" />
            {phone}
          </a>
        )}
        <Link to={personActivityAddress(id)} className={linkClasses}>
          <History size={16} aria-hidden="true" />
          Activity
        </Link>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
        <p className="flex gap-x-5.5">
          <Figure count={total} label="total" />
          <Figure count={confirmed} label="confirmed" />
          <Figure count={total - confirmed} label="pending" />
        </p>
        <p className="flex items-center gap-2.5 text-muted tabular">
          <GoldLoops confirmed={qualifyingCount} waiting={waitingCount} size={19} className="w-[134px]!" />
          {qualifyingCount === GOLD_DONATIONS
            ? 'Gold this year'
            : `${qualifyingCount} of ${GOLD_DONATIONS} to Gold`}
        </p>
      </div>
      <ShareLinkLine participant={participant} />
    </Card>
  );
}

/** The share link. An admin renews it or switches it off for a donor who asks. */
function ShareLinkLine({ participant: { id, shareToken, isShareOff } }: Pick<Person, 'participant'>) {
  const mayCall = useMayCall();
  const [question, setQuestion] = useState<keyof typeof shareLinkQuestions | null>(null);
  const changeLink = useChange(participants.changeShareLink, {
    change: (send, state: ShareState) => send({ params: { id }, body: { state } }),
    staysPending: true,
    onError: (error, state) => {
      // The dialog shows a failure of a new link or of switching off.
      if (state === 'on') errorToast(error, shareLinkFailed);
    },
  });
  const sharePath = paths.sharedStatus(shareToken);
  function ask(newQuestion: keyof typeof shareLinkQuestions) {
    changeLink.reset();
    setQuestion(newQuestion);
  }
  const buttonProps = { kind: 'ghost', size: 'row', className: 'max-md:min-h-11' } as const;
  return (
    <p className="flex flex-wrap items-center gap-x-2.5">
      <b className="font-[650]">Share link</b>
      {isShareOff ? (
        <span className="text-muted">Switched off</span>
      ) : (
        <>
          <a
            href={sharePath}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 rounded-shelf text-muted underline-offset-4 wrap-anywhere hover:underline"
          >
            {sharePath}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          <CopyButton {...buttonProps} text={new URL(sharePath, window.location.origin).href} />
        </>
      )}
      {mayCall(participants.changeShareLink) && (
        <>
          <Button {...buttonProps} icon={RefreshCw} onClick={() => ask('new')}>
            New link
          </Button>
          <Button
            {...buttonProps}
            icon={isShareOff ? Link2 : Link2Off}
            pending={changeLink.isPending && question === null}
            pendingLabel="Switching on…"
            onClick={() => (isShareOff ? changeLink.mutate('on') : ask('off'))}
          >
            {isShareOff ? 'Switch on' : 'Switch off'}
          </Button>
        </>
      )}
      {question && (
        <ConfirmDialog
          {...shareLinkQuestions[question]}
          change={changeLink}
          onConfirm={() => changeLink.mutate(question, { onSuccess: () => setQuestion(null) })}
          onClose={() => setQuestion(null)}
          failed={shareLinkFailed}
        />
      )}
    </p>
  );
}

const shareLinkQuestions = {
  new: {
    title: 'Make a new share link?',
    description: 'The current link and those of merged records stop working. This cannot be undone.',
    confirmLabel: 'Make a new link',
    pendingLabel: 'Making…',
  },
  off: {
    title: 'Switch off the share link?',
    description: 'The link and those of merged records stop working until you switch it on again.',
    confirmLabel: 'Switch off',
    pendingLabel: 'Switching off…',
  },
};

const shareLinkFailed = 'Failed to change the share link.';

function Figure({ count, label }: { count: number; label: string }) {
  return (
    <span className="text-muted">
      <b className="me-1 font-display text-[1.1875rem] leading-none font-[750] text-ink tabular">
        {count.toLocaleString('en-CA')}
      </b>{' '}
      {label}
    </span>
  );
}
