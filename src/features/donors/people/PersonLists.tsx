import { Ban, CalendarPlus, Check, CheckCheck, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useConfirmDonation, useDonationsBeingDecided } from '#features/donations/console/decisions.ts';
import { AlikePill } from '#features/donations/console/DonationPieces.tsx';
import { RejectDialog } from '#features/donations/console/RejectAndReopen.tsx';
import { donationPlace } from '#features/donations/console/listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { nameAndNumber } from '#features/donors/participantName.ts';
import { usesText } from '#features/rewards/codeWords.ts';
import { type CodeRow, contract as rewards } from '#features/rewards/contract.ts';
import { CreateCodeDialog } from '#features/rewards/CreateCodeDialog.tsx';
import { ExtendCodeDialog, MarkCodeUsedDialog, RevokeCodeDialog } from '#features/rewards/CodeDialogs.tsx';
import { displayStatus, toCodeState } from '#features/rewards/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { isQualifying } from '#shared/weights.ts';
import { useChange } from '#web/api/useChange.ts';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { useAsCards } from '#web/console/useAsCards.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { type Column, DataRows, RowButton, useRowSize } from '#web/ui/DataRows.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { TableCard } from '#web/ui/Table.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatDay, formatInstantDay, formatLastDay } from '#words/formats.ts';
import type { contract } from './contract.ts';

type Person = EndpointResponse<typeof contract.participantSheet>;
type Donation = Person['toDecide'][number];
type UndoableMerge = Person['merges'][number];

type PersonListProps<Item extends { id: number }> = {
  title: string;
  count: string;
  rows: readonly Item[];
  columns: readonly Column<Item>[];
  /** Shown if there are no rows. */
  empty?: string;
  toolbar?: ReactNode;
};

function PersonList<Item extends { id: number }>(props: PersonListProps<Item>) {
  const { title, count, rows, columns, empty, toolbar } = props;
  const asCards = useAsCards();
  return (
    <section aria-label={title}>
      <TableCard
        toolbar={
          <>
            <h2 className="font-display text-[1.125rem] leading-[1.15] font-[750] tracking-[-.012em]">
              {title}
            </h2>
            <span className="text-muted tabular">{count}</span>
            {toolbar}
          </>
        }
      >
        {rows.length > 0 ? (
          <DataRows label={title} rows={rows} columns={columns} asCards={asCards} />
        ) : (
          <p className="border-t-[1.5px] border-line px-3.5 py-3 text-muted">{empty}</p>
        )}
      </TableCard>
    </section>
  );
}

export type PersonProps = {
  person: Person;
  /** When the data was loaded, in milliseconds since 1970. */
  readAt: number;
};

interface DonationContext {
  addressOf: ReturnType<typeof useDonationAddress>;
  mayDecide: boolean;
  idsBeingDecided: ReadonlySet<number>;
  onReject: (donation: Donation) => void;
  onConfirm: (donation: Donation) => void;
}

function donationColumns(context: DonationContext): Column<Donation>[] {
  const { addressOf, mayDecide, idsBeingDecided, onReject, onConfirm } = context;
  return [
    {
      name: 'Weight',
      kind: 'lead',
      cell: ({ id, weight, actualWeight }) => (
        <Link
          to={addressOf(id)}
          preventScrollReset
          className="rounded-shelf font-[650] underline-offset-4 hover:underline"
        >
          {actualWeight ?? weight}
          <span className="sr-only">, details of donation {id}</span>
        </Link>
      ),
    },
    { name: 'Date', kind: 'heading', nowrap: true, quiet: true, cell: ({ date }) => formatDay(date) },
    { name: 'Place', kind: 'line', className: 'w-full wrap-anywhere', cell: donationPlace },
    {
      name: 'Status',
      kind: 'pill',
      cell: (donation) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <AlikePill donation={donation} />
          {isQualifying(donation.actualWeight ?? donation.weight) && (
            <StatusPill status="qualifying" size="small" />
          )}
          <StatusPill status={donationStatus(donation)} size="small" />
        </span>
      ),
    },
    {
      name: 'Actions',
      kind: 'actions',
      buttons: 2,
      mainLast: true,
      cell: (donation) =>
        donationStatus(donation) === 'pending' &&
        mayDecide && (
          <>
            <RowButton kind="clayGhost" icon={X} onClick={() => onReject(donation)}>
              Reject
            </RowButton>
            <RowButton
              kind="outline"
              icon={Check}
              pending={idsBeingDecided.has(donation.id)}
              pendingLabel="Confirming…"
              onClick={() => onConfirm(donation)}
            >
              Confirm
            </RowButton>
          </>
        ),
    },
  ];
}

/** Lists pending donations, oldest first, and then decided ones, newest first. */
export function PersonDonations({ person: { participant, toDecide, decided }, readAt }: PersonProps) {
  const addressOf = useDonationAddress();
  const idsBeingDecided = useDonationsBeingDecided(readAt);
  const confirmDonation = useConfirmDonation({ callerShowsFailure: false });
  const [rejectedDonation, setRejectedDonation] = useState<Donation | null>(null);
  const rows = [...toDecide, ...decided.items];
  const pending = participant.total_donations - participant.confirmed_donations;
  const total = pending + decided.total;

  return (
    <>
      <PersonList
        title="Donations"
        count={donationCountText({ shown: rows.length, total, pending })}
        rows={rows}
        columns={donationColumns({
          addressOf,
          mayDecide: participant.removed_at === null,
          idsBeingDecided,
          onReject: setRejectedDonation,
          onConfirm: (donation) => confirmDonation.mutate({ donation }),
        })}
        empty="No donations yet."
      />
      {rejectedDonation && (
        <RejectDialog donation={rejectedDonation} onClose={() => setRejectedDonation(null)} />
      )}
    </>
  );
}

function donationCountText({ shown, total, pending }: Record<'shown' | 'total' | 'pending', number>): string {
  const totalText = total.toLocaleString('en-CA');
  if (shown < total) return `${shown} of ${totalText}`;
  return pending > 0 ? `${totalText}, ${pending.toLocaleString('en-CA')} to decide` : totalText;
}

type CodeDialog = { kind: 'add' } | { kind: 'markUsed' | 'extend' | 'revoke'; code: CodeRow };

interface CodeContext {
  timeZone: TimeZone;
  now: Date;
  /** Undefined for roles that may not change codes. */
  onOpenDialog: ((dialog: CodeDialog) => void) | undefined;
}

function codeColumns({ timeZone, now, onOpenDialog }: CodeContext): Column<CodeRow>[] {
  const statusOf = (code: CodeRow) => displayStatus(toCodeState(code), now);
  return [
    { name: 'Code', kind: 'heading', nowrap: true, className: 'tracking-[.02em]', cell: ({ code }) => code },
    {
      name: 'Used',
      kind: 'line',
      nowrap: true,
      cell: (code, on) => (on === 'row' ? usesText(code) : `${usesText(code)} used`),
    },
    {
      name: 'Good until',
      kind: 'line',
      nowrap: true,
      cell: ({ expires_at: expiresAt }, on) =>
        `${on === 'card' ? 'until ' : ''}${formatLastDay(new Date(expiresAt), timeZone)}`,
    },
    {
      name: 'Store',
      kind: 'line',
      quiet: ({ partner_name: partner }) => partner === null,
      className: 'w-full wrap-anywhere',
      cell: ({ partner_name: partner }, on) => partner ?? (on === 'row' ? 'Any' : null),
    },
    { name: 'Status', kind: 'pill', cell: (code) => <StatusPill status={statusOf(code)} size="small" /> },
    {
      name: 'Actions',
      kind: 'actions',
      buttons: 4,
      cell: (code) =>
        statusOf(code) === 'active' &&
        onOpenDialog && (
          <>
            <CopyCode code={code} />
            <RowButton
              kind="ghost"
              icon={CheckCheck}
              onClick={() => onOpenDialog({ kind: 'markUsed', code })}
            >
              Mark used
            </RowButton>
            <RowButton
              kind="ghost"
              icon={CalendarPlus}
              onClick={() => onOpenDialog({ kind: 'extend', code })}
            >
              Extend
            </RowButton>
            <RowButton kind="clayGhost" icon={Ban} onClick={() => onOpenDialog({ kind: 'revoke', code })}>
              Revoke
            </RowButton>
          </>
        ),
    },
  ];
}

/** Lists usable codes, then ended ones. */
export function PersonCodes({ person: { participant, codes }, readAt }: PersonProps) {
  const { timeZone } = useSiteInfo();
  const mayCall = useMayCall();
  const [openDialog, setOpenDialog] = useState<CodeDialog | null>(null);
  const close = () => setOpenDialog(null);

  return (
    <>
      <PersonList
        title="Codes"
        count={`${codes.usable} usable${codes.ended > 0 ? `, ${codes.ended} ended` : ''}`}
        rows={codes.items}
        columns={codeColumns({
          timeZone,
          now: new Date(readAt),
          onOpenDialog: mayCall(rewards.createCode) ? setOpenDialog : undefined,
        })}
        empty="No codes yet."
        toolbar={
          mayCall(rewards.createCode) && (
            <Button
              kind="ghost"
              size="console"
              icon={Plus}
              onClick={() => setOpenDialog({ kind: 'add' })}
              className="ms-auto max-md:min-h-11"
            >
              Add code
            </Button>
          )
        }
      />
      {openDialog?.kind === 'add' && <CreateCodeDialog participant={participant} onClose={close} />}
      {openDialog?.kind === 'markUsed' && <MarkCodeUsedDialog code={openDialog.code} onClose={close} />}
      {openDialog?.kind === 'extend' && <ExtendCodeDialog code={openDialog.code} onClose={close} />}
      {openDialog?.kind === 'revoke' && <RevokeCodeDialog code={openDialog.code} onClose={close} />}
    </>
  );
}

function CopyCode({ code: { code } }: { code: CodeRow }) {
  const size = useRowSize();
  return <CopyButton text={code} kind={size === 'row' ? 'ghost' : 'outline'} size={size} />;
}

function mergeColumns(timeZone: TimeZone, onUndo: (merge: UndoableMerge) => void): Column<UndoableMerge>[] {
  return [
    { name: 'Participant', kind: 'heading', className: 'w-full wrap-anywhere', cell: mergedName },
    {
      name: 'Merged',
      kind: 'line',
      nowrap: true,
      cell: ({ mergedAt, mergedBy }) => `${formatInstantDay(new Date(mergedAt), timeZone)} by ${mergedBy}`,
    },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (merge) => (
        <RowButton kind="outline" onClick={() => onUndo(merge)}>
          Undo merge
        </RowButton>
      ),
    },
  ];
}

/** Lists the merges into this participant that can still be undone. */
export function PersonMerges({ merges, timeZone }: { merges: readonly UndoableMerge[]; timeZone: TimeZone }) {
  const [mergeToUndo, setMergeToUndo] = useState<UndoableMerge | null>(null);
  const undoMerge = useChange(participants.undoMerge, {
    change: (send, mergeId: number) => send({ params: { mergeId } }),
    onSuccess: () => {
      setMergeToUndo(null);
      toast({ kind: 'success', title: 'Merge undone', description: 'Both have a page of their own again.' });
    },
  });
  if (merges.length === 0) return null;
  return (
    <>
      <PersonList
        title="Merged into this one"
        count={String(merges.length)}
        rows={merges}
        columns={mergeColumns(timeZone, (merge) => {
          undoMerge.reset();
          setMergeToUndo(merge);
        })}
      />
      {mergeToUndo && (
        <ConfirmDialog
          title={`Undo the merge of ${mergedName(mergeToUndo)}?`}
          description="Their donations, codes, donor IDs and share link go back to them, with later donations under their donor IDs. Both have to sign in again."
          confirmLabel="Undo merge"
          pendingLabel="Undoing…"
          change={undoMerge}
          onConfirm={() => undoMerge.mutate(mergeToUndo.id)}
          onClose={() => setMergeToUndo(null)}
          failed="Failed to undo the merge"
        />
      )}
    </>
  );
}

function mergedName({ fromId: id, fromName: displayName }: UndoableMerge): string {
  return nameAndNumber({ id, displayName });
}
