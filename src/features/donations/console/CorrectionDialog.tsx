import { useQuery } from '@tanstack/react-query';
import { Info, TriangleAlert, Undo2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { contract as binContract } from '#features/bins/contract.ts';
import type { DonationRow } from '#features/donations/contract.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { participantName } from '#features/donors/participantName.ts';
import { contract as rewardContract } from '#features/rewards/contract.ts';
import { dayOf } from '#shared/dates.ts';
import { lengths } from '#shared/lengths.ts';
import { formatDay } from '#words/formats.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { DateField, SelectField, TextField } from '#web/form/fields.tsx';
import { FormElement, useFormMessage } from '#web/form/Form.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useDayNow, useToday } from '#web/site/useToday.ts';
import { classNames } from '#web/ui/classNames.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field, TextInput } from '#web/ui/Field.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract } from './contract.ts';
import { type CorrectionDonor, CorrectionDonorField, currentDonor } from './CorrectionDonor.tsx';
import { changedFields, correctionDefaults, correctionSchema } from './correctionForm.ts';
import { undoOutcome } from './decisionWords.ts';
import { decisionScope } from './decisions.ts';
import { donorName, formatMeasuredWeight, weightOptions } from './listedDonation.ts';
import { PlaceField } from './PlaceField.tsx';

type CorrectionDialogProps = {
  donation: DonationRow;
  onClose: () => void;
  /** Called instead of `onClose` after an unclaimed bag was deleted. */
  onDeleted: () => void;
};

/** Corrects a donation or takes its confirmation back. It also gives an unclaimed bag to its donor. */
export function CorrectionDialog({ donation, onClose, onDeleted }: CorrectionDialogProps) {
  const { id } = donation;
  const isUnclaimed = donation.participantId === null;
  const formId = useId();
  const today = useToday();
  const dayNow = useDayNow();
  const form = useZodForm(correctionSchema(dayNow), { defaultValues: correctionDefaults(donation) });
  const [donor, setDonor] = useState<CorrectionDonor | null>(() => currentDonor(donation));
  const bins = useQuery(endpointQuery(binContract.publicBins, {})).data?.bins ?? [];
  const [weight, date, place] = useWatch({ control: form.control, name: ['weight', 'date', 'place'] });
  const changes = changedFields(donation, { weight, date, place }, donor?.studentId ?? null, bins);
  const newDonor = changes.studentId === undefined ? null : donor;
  const rewardCode = useRewardCode(donation);
  const mayUnconfirm = useMayCall()(contract.unconfirmDonation) && donation.isConfirmed;

  const correct = useChange(contract.correctDonation, {
    change: (send, reason: string) => send({ params: { id }, body: { ...changes, reason } }),
    scope: decisionScope,
    staysPending: true,
    onSuccess: ({ row }) =>
      toast({
        kind: 'success',
        title: isUnclaimed && row.participantId !== null ? 'Bag given to its donor' : 'Donation corrected',
        description: `Donation ${id}, ${donorName(row)}, ${row.weight}, ${formatDay(row.date)}`,
      }),
    onError: (error) => placeErrors(form, error, { dropSite: 'place', binLocation: 'place' }),
  });
  const unconfirm = useChange(contract.unconfirmDonation, {
    change: (send, reason: string) => send({ body: { id, reason } }),
    scope: decisionScope,
    staysPending: true,
    onSuccess: () => toast(undoOutcome([donation])),
    onError: (error) => placeErrors(form, error),
  });
  const isPending = correct.isPending || unconfirm.isPending;
  const failure =
    unplacedError(correct.error, 'Failed to correct donation.') ??
    unplacedError(unconfirm.error, 'Failed to take back the confirmation.');
  const { message } = useFormMessage(form, failure);

  function whyNotSavable(): string | undefined {
    if (donor === null && !isUnclaimed) return 'Choose a donor first.';
    return Object.keys(changes).length === 0 ? 'Nothing has changed yet.' : undefined;
  }

  function save(reason: string) {
    unconfirm.reset();
    correct.mutate(reason, { onSuccess: onClose });
  }

  async function handleUnconfirm() {
    // Only the reason is validated, because the other fields are not sent.
    if (isPending || !(await form.trigger('reason', { shouldFocus: true }))) return;
    correct.reset();
    unconfirm.mutate(form.getValues('reason'), { onSuccess: isUnclaimed ? onDeleted : onClose });
  }

  return (
    <Dialog
      onClose={onClose}
      size="wideForm"
      title={isUnclaimed ? `Give bag ${id} to its donor` : `Correct donation ${id}`}
      description={<LatestEvent donation={donation} />}
      headerEnd={<StatusPill status={donationStatus(donation)} />}
      error={message}
      pending={isPending}
      footer={
        <>
          {mayUnconfirm && (
            <ReasonButton
              kind="clayOutline"
              size="console"
              icon={Undo2}
              pending={unconfirm.isPending}
              pendingLabel={isUnclaimed ? 'Deleting…' : 'Taking back…'}
              disabledReason={rewardCode?.isUsed ? 'Its code was used.' : waitReason(correct.isPending)}
              onClick={() => void handleUnconfirm()}
              className="sm:me-auto"
            >
              {isUnclaimed ? 'Delete the bag' : 'Take back the confirmation'}
            </ReasonButton>
          )}
          <ReasonButton kind="ghost" size="console" onClick={onClose} disabledReason={waitReason(isPending)}>
            Cancel
          </ReasonButton>
          <ReasonButton
            type="submit"
            form={formId}
            size="console"
            pending={correct.isPending}
            pendingLabel="Saving…"
            disabledReason={waitReason(unconfirm.isPending) ?? whyNotSavable()}
          >
            {isUnclaimed && donor !== null ? 'Give to donor' : 'Save correction'}
          </ReasonButton>
        </>
      }
    >
      <FormElement
        form={form}
        id={formId}
        size="console"
        pending={isPending}
        onSubmit={({ reason }) => save(reason)}
      >
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 [&_:is(input,select)]:min-h-11">
          <CorrectionDonorField
            donation={donation}
            donor={donor}
            onChange={setDonor}
            isCodeUsed={rewardCode?.isUsed === true}
          />
          {isUnclaimed ? (
            <Field label="Weight" hint="To change it, delete the bag and count it again.">
              <TextInput value={formatMeasuredWeight(donation) ?? donation.weight} disabled readOnly />
            </Field>
          ) : (
            <SelectField
              control={form.control}
              name="weight"
              label="Weight"
              hint={donation.actualWeight ? `The measured ${donation.actualWeight} counts.` : undefined}
              options={weightOptions}
            />
          )}
          <DateField control={form.control} name="date" label="Date" max={today} />
          <PlaceField name="place" label="Place" />
          <TextField
            control={form.control}
            name="reason"
            label="Reason"
            hint="Recorded in the log, without names."
            maxLength={lengths.reason}
            autoComplete="off"
            className="sm:col-span-2"
          />
        </div>
      </FormElement>
      {isUnclaimed && <BagNotice id={id} donor={donor} />}
      {!isUnclaimed && mayUnconfirm && rewardCode && (
        <CodeNotice donationId={id} rewardCode={rewardCode} newDonor={newDonor} />
      )}
    </Dialog>
  );
}

const waitReason = (isWaiting: boolean) => (isWaiting ? 'Wait until this is done.' : undefined);

function LatestEvent({ donation }: { donation: DonationRow }) {
  const { timeZone } = useSiteInfo();
  const { confirmedAt, confirmedBy, createdAt, loggedBy } = donation;
  const dayAt = (at: string) => formatDay(dayOf(new Date(at), timeZone));
  if (donation.participantId === null) return `Unclaimed, counted ${dayAt(createdAt)} by ${loggedBy}`;
  return confirmedAt === null
    ? `Logged ${dayAt(createdAt)} by ${loggedBy}`
    : `Confirmed ${dayAt(confirmedAt)} by ${confirmedBy}`;
}

interface RewardCode {
  /** Null if it was revoked. */
  code: string | null;
  isUsed: boolean;
}

/** The reward code of a confirmed donation. Undefined while it loads, for pending donations and for volunteers. */
function useRewardCode({ id, isConfirmed }: DonationRow): RewardCode | undefined {
  const mayCall = useMayCall();
  const { data } = useQuery({
    ...endpointQuery(rewardContract.codes, { query: { donationId: id } }),
    enabled: isConfirmed && mayCall(rewardContract.codes),
  });
  if (!data) return undefined;
  const used = data.items.find(({ use_count: uses }) => uses > 0);
  const unrevoked = data.items.find(({ revoked_at: revokedAt }) => revokedAt === null);
  return { code: (used ?? unrevoked)?.code ?? null, isUsed: used !== undefined };
}

type CodeNoticeProps = { donationId: number; rewardCode: RewardCode; newDonor: CorrectionDonor | null };

function CodeNotice({ donationId, rewardCode: { code, isUsed }, newDonor }: CodeNoticeProps) {
  const codeText = <b className="font-display font-[750] tabular">{code}</b>;
  if (isUsed) {
    return (
      <Notice isWarning>
        <span className="block">{codeText} was used.</span>
        <span className="block">The donor stays, and the confirmation cannot be taken back.</span>
      </Notice>
    );
  }
  if (code === null) {
    return (
      <Notice>
        <span className="block">Its code was revoked.</span>
        <span className="block">Taking back makes {donationId} pending again.</span>
      </Notice>
    );
  }
  const transfer = newDonor && `: it goes to ${participantName(newDonor.participant)}`;
  return (
    <Notice>
      <span className="block">
        {codeText} is unused{transfer}.
      </span>
      <span className="block">Taking back makes {donationId} pending again and revokes the code.</span>
    </Notice>
  );
}

function BagNotice({ id, donor }: { id: number; donor: CorrectionDonor | null }) {
  return (
    <Notice>
      <span className="block">
        {donor === null
          ? 'Nobody has a code for this bag.'
          : `${participantName(donor.participant)} gets a reward code, as with a confirmation.`}
      </span>
      <span className="block">Deleting takes bag {id} out of all sums.</span>
    </Notice>
  );
}

function Notice({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  const Icon = isWarning ? TriangleAlert : Info;
  return (
    <p
      role="status"
      className={classNames(
        '-mx-[22px] mt-5 -mb-5 flex gap-3 border-s-[6px] py-3 ps-4 pe-[22px] text-[0.9375rem] leading-[1.4]',
        isWarning
          ? 'border-clay bg-clay-tint text-clay-deep'
          : 'border-wheat bg-wheat-tint [&>svg]:text-wheat-deep',
      )}
    >
      <Icon size={19} aria-hidden="true" className="mt-px shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
