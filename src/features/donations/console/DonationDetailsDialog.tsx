import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ImageUp, Pencil, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { lengths } from '#shared/lengths.ts';
import { formatDay, formatInstant } from '#words/formats.ts';
import { isQualifying } from '#shared/weights.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useRole } from '#web/console/useMayCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { TextInput } from '#web/ui/Field.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { contract as donations, type DonationRow } from '#features/donations/contract.ts';
import { contract } from './contract.ts';
import {
  confirmFailedMessage,
  rejectFailedMessage,
  useConfirmDonation,
  useRejectDonation,
} from './decisions.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { PhotoProofDialog } from './PhotoProofDialog.tsx';
import { ReopenButton } from './RejectAndReopen.tsx';
import { AlikePill, ClaimChoice, DonorLink } from './DonationPieces.tsx';
import { formatMeasuredWeight } from './listedDonation.ts';
import { donationStatus, whyNotCorrectable } from '#features/donations/rules.ts';
import { Frame } from '#web/art/Frame.tsx';

/** The details of a donation, in a dialog over any screen. A pending donation can be decided in it. */
export function DonationDetailsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { timeZone } = useSiteInfo();
  const details = useQuery({
    ...endpointQuery(donations.donationDetails, { params: { id } }),
    // A colleague may have decided it in the meantime.
    staleTime: 0,
    placeholderData: () => {
      const summary = queryClient.getQueryData(endpointQuery(contract.adminSummary, {}).queryKey);
      const row = summary?.latestPending.find((donation) => donation.id === id);
      return row && { ok: true as const, row, alike: [] };
    },
  });
  const [reason, setReason] = useState('');
  const [acceptsClaim, setAcceptsClaim] = useState(false);
  const [isProofOpen, setIsProofOpen] = useState(false);
  const confirm = useConfirmDonation({ callerShowsFailure: true });
  const reject = useRejectDonation();

  const row = details.data?.row;
  const status = row && donationStatus(row);
  const isDecidable = status === 'pending';
  const isPending = confirm.isPending || reject.isPending;

  function decide(decision: typeof confirm | typeof reject) {
    if (!row || isPending) return;
    confirm.reset();
    reject.reset();
    decision.mutate(
      { donation: row, reason: reason.trim() || undefined, acceptsClaim },
      { onSuccess: onClose },
    );
  }

  return (
    <Dialog
      onClose={onClose}
      size="details"
      title={`Donation ${id}`}
      description={row && `Logged by ${row.loggedBy}, ${formatInstant(new Date(row.createdAt), timeZone)}`}
      headerEnd={status && <StatusPill status={status} />}
      error={
        (confirm.error && errorMessage(confirm.error, confirmFailedMessage)) ??
        (reject.error && errorMessage(reject.error, rejectFailedMessage))
      }
      pending={isPending}
      footer={
        row &&
        (isDecidable ? (
          <>
            <ReasonInput value={reason} onChange={setReason} />
            <ReasonButton
              kind="clayOutline"
              size="console"
              icon={X}
              pending={reject.isPending}
              pendingLabel="Rejecting…"
              disabledReason={confirm.isPending ? 'Wait until this is done.' : undefined}
              onClick={() => decide(reject)}
              className="max-sm:flex-1"
            >
              Reject
            </ReasonButton>
            <ReasonButton
              size="console"
              icon={Check}
              pending={confirm.isPending}
              pendingLabel="Confirming…"
              disabledReason={reject.isPending ? 'Wait until this is done.' : undefined}
              onClick={() => decide(confirm)}
              className="max-sm:flex-1"
            >
              Confirm
            </ReasonButton>
          </>
        ) : (
          <>
            <Verdict row={row} timeZone={timeZone} />
            {status === 'rejected' && <ReopenButton donation={row} size="console" />}
          </>
        ))
      }
    >
      {row && (
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-6">
          <Facts row={row} timeZone={timeZone} />
          <div className="flex flex-col gap-3">
            {isDecidable && <ClaimChoice donation={row} accepts={acceptsClaim} onChange={setAcceptsClaim} />}
            <DonationPhoto id={id} url={row.photoUrl} />
            <div className="flex flex-wrap gap-3 *:flex-auto">
              {status === 'confirmed' && (
                <Button kind="outline" size="console" icon={ImageUp} onClick={() => setIsProofOpen(true)}>
                  {row.photoUrl === null ? 'Upload photo' : 'Update photo'}
                </Button>
              )}
              {status !== 'rejected' && row.participantRemovedAt === null && (
                <CorrectButton donation={row} onDeleted={onClose} />
              )}
            </div>
            {isProofOpen && <PhotoProofDialog donation={row} onClose={() => setIsProofOpen(false)} />}
          </div>
        </div>
      )}
      {!row && details.isError && (
        <ErrorBanner
          message={errorMessage(details.error, 'Failed to load donation.')}
          onRetry={() => void details.refetch()}
          retrying={details.isFetching}
        />
      )}
      {!row && !details.isError && <Skeleton rows={8} row={<SkeletonBox className="h-4 w-full" />} />}
    </Dialog>
  );
}

function CorrectButton({ donation, onDeleted }: { donation: DonationRow; onDeleted: () => void }) {
  const role = useRole();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const disabledReason = role && whyNotCorrectable(donationStatus(donation), role);
  return (
    <>
      <ReasonButton
        kind="outline"
        size="console"
        icon={Pencil}
        disabledReason={disabledReason ?? undefined}
        onClick={() => setIsCorrecting(true)}
      >
        {donation.participantId === null ? 'Give to donor' : 'Correct'}
      </ReasonButton>
      {isCorrecting && (
        <CorrectionDialog donation={donation} onClose={() => setIsCorrecting(false)} onDeleted={onDeleted} />
      )}
    </>
  );
}

function Facts({ row, timeZone }: { row: DonationRow; timeZone: TimeZone }) {
  const measuredWeight = formatMeasuredWeight(row);
  const discrepancy = row.weightDiscrepancy ? ', differs from the claim' : '';
  return (
    <dl className="text-[0.9375rem]">
      <Fact term="Participant" value={<DonorLink donation={row} className="underline" />} />
      {row.participantId !== null && (
        <>
          <Fact term="Donor ID" value={row.studentId} fallback="None" />
          <Fact
            term="Claimed weight"
            value={
              <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
                {row.weight}
                {isQualifying(row.weight) && <StatusPill status="qualifying" size="small" />}
                <AlikePill donation={row} />
              </span>
            }
          />
        </>
      )}
      <Fact
        term="Actual weight"
        value={measuredWeight && `${measuredWeight}${discrepancy}`}
        fallback="Not weighed"
      />
      <Fact term="Date" value={formatDay(row.date)} />
      <Fact term="Bin location" value={row.binLocation} fallback="Manual entry" />
      <Fact term="Drop site" value={row.dropSite} fallback="None" />
      <Fact term="Notes" value={row.notes} fallback="None" />
      {row.reopenedAt !== null && (
        <Fact
          term="Reopened"
          value={
            <>
              By {row.reopenedBy}, {formatInstant(new Date(row.reopenedAt), timeZone)}
              {row.reopeningReason !== null && (
                <span className="block font-normal">{row.reopeningReason}</span>
              )}
            </>
          }
        />
      )}
    </dl>
  );
}

type FactProps = { term: string; value: ReactNode; fallback?: string | undefined };

function Fact({ term, value, fallback }: FactProps) {
  return (
    <div className="grid grid-cols-[8.125rem_1fr] border-b-[1.5px] border-line py-[7px] leading-[1.45] last:border-b-0">
      <dt className="text-muted">{term}</dt>
      <dd className={`min-w-0 wrap-anywhere tabular ${value ? 'font-semibold' : 'text-muted'}`}>
        {value || fallback}
      </dd>
    </div>
  );
}

function ReasonInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2.5 max-sm:w-full sm:flex-1">
      <label htmlFor={id} className="shrink-0 text-[0.90625rem] font-[650]">
        Reason <span className="font-normal text-muted">optional</span>
      </label>
      <TextInput
        id={id}
        value={value}
        maxLength={lengths.reason}
        placeholder="The donor sees it"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

/** Shows who decided a donation, when, and why it was rejected. */
function Verdict({ row, timeZone }: { row: DonationRow; timeZone: TimeZone }) {
  const isRejected = row.rejectedAt !== null;
  const decidedAt = row.rejectedAt ?? row.confirmedAt;
  const decidedBy = isRejected ? row.rejectedBy : row.confirmedBy;
  return (
    <p className="me-auto min-w-0 wrap-anywhere">
      <b className="font-[650]">{isRejected ? 'Rejected' : 'Confirmed'}</b>
      {decidedBy !== null && ` by ${decidedBy}`}
      {decidedAt !== null && `, ${formatInstant(new Date(decidedAt), timeZone)}`}
      {row.rejectionReason !== null && (
        <span className="block text-muted">Reason: {row.rejectionReason}</span>
      )}
    </p>
  );
}

const photoAreaClasses =
  'flex min-h-52 flex-col items-center justify-center rounded-large border-[1.5px] border-line bg-sunk';

function DonationPhoto({ id, url }: { id: number; url: string | null }) {
  const [hasFailed, setHasFailed] = useState(false);

  if (url === null) {
    return (
      <div className={`${photoAreaClasses} p-5 text-center`}>
        <Frame isDotted size={104} />
        <p className="mt-2 text-[0.9375rem] font-semibold">No photo attached</p>
      </div>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={`${photoAreaClasses} overflow-clip text-[0.9375rem] font-semibold text-spruce underline underline-offset-4`}
    >
      {hasFailed ? (
        <span className="p-5">Open the photo in a new tab</span>
      ) : (
        <img
          src={url}
          alt={`What was given as donation ${id} (opens in a new tab)`}
          onError={() => setHasFailed(true)}
          className="max-h-80 w-full object-contain"
        />
      )}
    </a>
  );
}
