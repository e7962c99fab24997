import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, ChevronUp, Download, Link2, Merge, Pencil, UserX } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import {
  useConfirmDonation,
  useDonationsBeingDecided,
  useUndoLastConfirmation,
} from '#features/donations/deciding/decisions.ts';
import { RejectDialog } from '#features/donations/deciding/RejectDialog.tsx';
import { donationStatus, rewardTier } from '#features/donations/rules.ts';
import { ClaimSlab } from '#features/participants/ClaimSlab.tsx';
import { claimText } from '#features/participants/claimWords.ts';
import { contract as participants, type ParticipantMatch } from '#features/participants/contract.ts';
import { EditParticipantDialog } from '#features/participants/EditParticipantDialog.tsx';
import { MergeDialog } from '#features/participants/MergeDialog.tsx';
import { participantName } from '#features/participants/participantName.ts';
import { shareAddress } from '#features/participants/ParticipantPieces.tsx';
import { CreateCodeDialog } from '#features/rewards/CreateCodeDialog.tsx';
import type { CodeRow } from '#features/rewards/contract.ts';
import { ExtendCodeDialog } from '#features/rewards/ExtendCodeDialog.tsx';
import { MarkCodeUsedDialog } from '#features/rewards/MarkCodeUsedDialog.tsx';
import { RevokeCodeDialog } from '#features/rewards/RevokeCodeDialog.tsx';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useToday } from '#features/site/useToday.ts';
import { formatInstantDay } from '#words/dates.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { KeyHint } from '#web/console/KeyButton.tsx';
import { PERSON_PARAMETER, type PersonState } from '#web/console/personAddress.ts';
import { pressToastAction } from '#web/console/pressToastAction.ts';
import { useSwitch } from '#web/ui/rememberedSwitch.ts';
import { singleKeys, useShortcuts } from '#web/console/shortcuts.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { paths } from '#web/paths.ts';
import { ActionMenu } from '#web/ui/ActionMenu.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SideSheet } from '#web/ui/SideSheet.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { Codes } from './CodeRows.tsx';
import { contract, MOST_SHOWN } from './contract.ts';
import { Decided, ToDecide } from './DonationRows.tsx';
import { DoubleSlab } from './DoubleSlab.tsx';
import { RemovePersonDialog } from './RemovePersonDialog.tsx';
import { SheetHead } from './SheetHead.tsx';
import { SheetRow } from './SheetRow.tsx';
import type { Sheet, SheetDonation } from './sheetWords.ts';
import { useNeighbours } from './useNeighbours.ts';
import { useSheetRows } from './useSheetRows.ts';

/** What is asked over the sheet. */
type Asked =
  | { dialog: 'edit' | 'addCode' | 'remove' }
  | { dialog: 'merge'; source: ParticipantMatch; intoId?: number | undefined }
  | { dialog: 'reject'; donation: SheetDonation }
  | { dialog: 'markUsed' | 'extend' | 'revoke'; code: CodeRow };

/** One participant with all that there is to decide about them, over whatever screen is open. */
export function PersonSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { startsOn, opened } = useStart();
  const beginning = `${opened} ${id}`;
  const [, setSearchParams] = useSearchParams();
  const query = useQuery({
    ...endpointQuery(contract.participantSheet, { params: { id } }),
    // A colleague may have decided something since it was last looked at.
    staleTime: 0,
  });
  const sheet = useAsDecided(query.data, query.dataUpdatedAt);
  const today = useToday();
  const panel = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [askedAbout, setAskedAbout] = useState(id);
  if (askedAbout !== id) {
    setAskedAbout(id);
    setAsked(null);
  }
  const { undo, isPending: undoing } = useUndoLastConfirmation();
  const { previous, next } = useNeighbours(id);
  const mayCall = useMayCall();
  const { press } = useSheetRows(panel, beginning, startsOn);

  function goTo(other: number | undefined) {
    if (other === undefined) return;
    setSearchParams(
      (parameters) => {
        parameters.set(PERSON_PARAMETER, String(other));
        return parameters;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  /** By keys one goes on to the first row of the next person, wherever the focus was. */
  function step(other: number | undefined) {
    panel.current?.focus();
    goTo(other);
  }

  const isThere = sheet?.participant.removed_at === null;
  const mayEdit = isThere && mayCall(participants.updateParticipant);
  const edit = mayEdit ? () => setAsked({ dialog: 'edit' }) : undefined;
  useShortcuts(
    {
      j: () => step(next),
      k: () => step(previous),
      c: () => press('c'),
      r: () => press('r'),
      e: () => press('e') || (edit && edit()),
      u: () => pressToastAction() || undoing || undo(),
      Enter: () => press('Enter'),
      // A toast that came later than the sheet takes the key for itself.
      Escape: onClose,
    },
    panel,
  );

  return (
    <>
      <SideSheet
        ref={panel}
        onClose={onClose}
        title={sheet ? participantName(sheet.participant) : `Participant ${id}`}
        titleEnd={sheet && isThere && <Tier sheet={sheet} />}
        actions={<Steps previous={previous} next={next} onGo={goTo} />}
        head={sheet ? <SheetHead sheet={sheet} today={today} /> : !query.isError && <HeadSkeleton />}
        footerClassName={mayEdit ? undefined : forKeysAlone}
        footer={
          sheet && (
            <>
              <KeysNote />
              {mayEdit && (
                <>
                  <More participant={sheet.participant} onAsk={setAsked} />
                  <Button
                    kind="outline"
                    size="console"
                    icon={Pencil}
                    onClick={edit}
                    className="max-md:min-h-11"
                  >
                    Edit
                  </Button>
                </>
              )}
            </>
          )
        }
      >
        {query.isError && (
          <ErrorBanner
            message={errorMessage(query.error, 'Failed to load the participant.')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {sheet ? (
          <Rows
            key={beginning}
            sheet={sheet}
            readAt={query.dataUpdatedAt}
            startsOn={startsOn}
            onAsk={setAsked}
          />
        ) : (
          !query.isError && (
            <Skeleton rows={7} row={<SkeletonBox className="h-5 w-full" />} className="mt-4" />
          )
        )}
      </SideSheet>
      {sheet && asked && <AskedDialog asked={asked} sheet={sheet} onAsk={setAsked} onMerged={goTo} />}
    </>
  );
}

/** The rows that the sheet begins on: those that the last link to it meant, also where it was open already. */
function useStart(): { startsOn: readonly string[]; opened: string } {
  const { key, state } = useLocation() as { key: string; state: PersonState | null };
  const [start, setStart] = useState({ startsOn: rowsMeant(state?.row), opened: key });
  if (state?.row !== undefined && key !== start.opened) {
    setStart({ startsOn: rowsMeant(state.row), opened: key });
  }
  return start;
}

/** What is done seldom with a person. */
function More({ participant, onAsk }: { participant: ParticipantMatch; onAsk: (asked: Asked) => void }) {
  const { id } = participant;
  return (
    <ActionMenu
      word="More"
      label={`More for ${participantName(participant)}`}
      size="console"
      className="max-md:min-h-11"
      actions={[
        { label: 'Merge', icon: Merge, onSelect: () => onAsk({ dialog: 'merge', source: participant }) },
        {
          label: 'Export everything',
          icon: Download,
          download: endpointUrl(contract.exportPerson, { params: { id } }),
        },
        { label: 'Remove', icon: UserX, isClay: true, onSelect: () => onAsk({ dialog: 'remove' }) },
      ]}
    />
  );
}

/** The rows that a link may mean: nothing tells it whether its donation is decided by now. */
function rowsMeant(row: string | undefined): readonly string[] {
  return row === undefined ? [] : [row, row.replace(/^donation-/, 'decided-')];
}

/** A sheet as it will be once the decisions under way are accepted: what they are about is decided at once. */
function useAsDecided(sheet: Sheet | undefined, readAt: number): Sheet | undefined {
  const beingDecided = useDonationsBeingDecided(readAt);
  if (!sheet) return undefined;
  const toDecide = sheet.toDecide.filter(
    (donation) => donationStatus(donation) === 'pending' && !beingDecided.has(donation.id),
  );
  return { ...sheet, toDecide };
}

function Tier({ sheet: { record } }: { sheet: Sheet }) {
  const tier = rewardTier(record);
  if (tier === null) return null;
  return (
    <Pill tone={tier === 'Gold Giver' ? 'wheat' : 'spruce'} icon={Check} size="small">
      {tier}
    </Pill>
  );
}

type StepsProps = ReturnType<typeof useNeighbours> & {
  onGo: (id: number | undefined) => void;
};

/** To the list's previous and next person, where it has any. */
function Steps({ previous, next, onGo }: StepsProps) {
  if (previous === undefined && next === undefined) return null;
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label="Previous person"
        size="console"
        onClick={() => onGo(previous)}
        disabledReason={previous === undefined ? 'This is the first of the list.' : undefined}
        className="border-0! max-md:size-11"
      />
      <IconButton
        icon={ChevronDown}
        label="Next person"
        size="console"
        onClick={() => onGo(next)}
        disabledReason={next === undefined ? 'This is the last of the list.' : undefined}
        className="border-0! max-md:size-11"
      />
    </>
  );
}

type RowsProps = {
  sheet: Sheet;
  readAt: number;
  startsOn: readonly string[];
  onAsk: (asked: Asked) => void;
};

function Rows({ sheet, readAt, startsOn, onAsk }: RowsProps) {
  const { participant, toDecide, decided, codes, double } = sheet;
  const { timeZone } = useSiteInfo();
  const today = useToday();
  const confirm = useConfirmDonation({ showsFailure: false });
  const pending = participant.total_donations - participant.confirmed_donations;
  if (participant.removed_at !== null) {
    return (
      <>
        <p className="mt-1.5 rounded-large bg-sunk px-4 py-3">
          Removed on {formatInstantDay(new Date(participant.removed_at), timeZone)}. What was given stays for
          the sums.
          {pending > 0 &&
            ` ${pending === 1 ? 'One donation is' : `${pending.toLocaleString('en-CA')} donations are`} still to be decided, in Pending.`}
        </p>
        {decided.items.length > 0 && <Decided decided={decided} today={today} startsOn={startsOn} />}
      </>
    );
  }
  return (
    <>
      {claimText(participant) !== null && (
        <SheetRow row="claim" className="py-1">
          <ClaimSlab
            participant={participant}
            size="row"
            onMerge={(intoId) => onAsk({ dialog: 'merge', source: participant, intoId })}
          />
        </SheetRow>
      )}
      {toDecide.length > 0 && (
        <ToDecide
          donations={toDecide}
          total={toDecide.length < MOST_SHOWN ? toDecide.length : pending}
          today={today}
          onConfirm={(donation) => confirm.mutate({ donation })}
          onReject={(donation) => onAsk({ dialog: 'reject', donation })}
        />
      )}
      <Codes
        codes={codes}
        now={new Date(readAt)}
        today={today}
        timeZone={timeZone}
        startsOn={startsOn}
        onAdd={() => onAsk({ dialog: 'addCode' })}
        onMarkUsed={(code) => onAsk({ dialog: 'markUsed', code })}
        onExtend={(code) => onAsk({ dialog: 'extend', code })}
        onRevoke={(code) => onAsk({ dialog: 'revoke', code })}
      />
      {decided.items.length > 0 && <Decided decided={decided} today={today} startsOn={startsOn} />}
      {double && (
        <SheetRow row="double" className="mt-3.5 py-1">
          <DoubleSlab
            double={double}
            onMerge={() => onAsk({ dialog: 'merge', source: double.participant, intoId: participant.id })}
          />
        </SheetRow>
      )}
      <SheetRow row="share" className="mt-3">
        <ShareLink participant={participant} />
      </SheetRow>
    </>
  );
}

function ShareLink({ participant }: { participant: ParticipantMatch }) {
  const path = paths.sharedStatus(participant.shareToken);
  return (
    <div className="flex min-h-10 items-center gap-2.5">
      <Link2 size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">
        <b className="me-2 font-[650]">Share link</b>
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="rounded-shelf text-muted underline-offset-4 hover:underline"
        >
          {path}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </span>
      <span className="shrink-0 md:-me-2.5">
        <CopyButton
          text={shareAddress(participant)}
          kind="ghost"
          size="row"
          keys={{ key: 'c', hint: <KeyHint>c</KeyHint> }}
        />
      </span>
    </div>
  );
}

/** Which keys go where, while single keys act. */
const forKeysAlone = 'max-md:hidden pointer-coarse:hidden';

function KeysNote() {
  const [on] = useSwitch(singleKeys);
  return (
    <p
      className={`me-auto flex flex-wrap items-center gap-x-2 text-[0.84375rem] text-muted [&_kbd]:text-ink ${forKeysAlone}`}
    >
      {on && (
        <>
          <Kbd>j</Kbd>
          <Kbd>k</Kbd>
          <span className="me-1">next, previous</span>
        </>
      )}
      <Kbd>Esc</Kbd>
      close
    </p>
  );
}

function HeadSkeleton() {
  return (
    <span className="mt-3 flex flex-col gap-3.5" aria-hidden="true">
      <SkeletonBox className="w-72 max-w-full" />
      <SkeletonBox className="w-96 max-w-full" />
    </span>
  );
}

type AskedDialogProps = {
  asked: Asked;
  sheet: Sheet;
  onAsk: (asked: Asked | null) => void;
  onMerged: (intoId: number) => void;
};

function AskedDialog({ asked, sheet: { participant }, onAsk, onMerged }: AskedDialogProps) {
  const onClose = () => onAsk(null);
  switch (asked.dialog) {
    case 'edit':
      return (
        <EditParticipantDialog
          participant={participant}
          onClose={onClose}
          onMerge={(intoId) => onAsk({ dialog: 'merge', source: participant, intoId })}
        />
      );
    case 'merge':
      return (
        <MergeDialog
          source={asked.source}
          intoId={asked.intoId}
          onClose={onClose}
          // Whoever was merged away has no sheet any more.
          onMerged={onMerged}
        />
      );
    case 'reject':
      return <RejectDialog donation={asked.donation} onClose={onClose} />;
    case 'remove':
      return <RemovePersonDialog id={participant.id} onClose={onClose} />;
    case 'addCode':
      return <CreateCodeDialog participant={participant} onClose={onClose} />;
    case 'markUsed':
      return <MarkCodeUsedDialog code={asked.code} onClose={onClose} />;
    case 'extend':
      return <ExtendCodeDialog code={asked.code} onClose={onClose} />;
    case 'revoke':
      return <RevokeCodeDialog code={asked.code} onClose={onClose} />;
  }
}
