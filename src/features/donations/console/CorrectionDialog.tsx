import { useQuery } from '@tanstack/react-query';
import { Info, TriangleAlert, Undo2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { contract as bins } from '#features/bins/contract.ts';
import type { DonationRow } from '#features/donations/contract.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { participantName } from '#features/donors/participantName.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
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
import { type Donor, DonorField, presentDonor } from './CorrectionDonor.tsx';
import { correctionDefaults, correctionForm, correctionOf } from './correctionForm.ts';
import { undoOutcome } from './decisionWords.ts';
import { decisionScope } from './decisions.ts';
import { donorName, measuredWords, weightOptions } from './listedDonation.ts';
import { PlaceField } from './PlaceField.tsx';

type CorrectionDialogProps = {
  donation: DonationRow;
  onClose: () => void;
  /** Called instead of `onClose` when an unclaimed bag was deleted. */
  onDeleted: () => void;
};

/**
 * Corrects what was written down about a donation, or takes its confirmation back. An unclaimed bag can be given to its
 * donor.
 */
export function CorrectionDialog({ donation, onClose, onDeleted }: CorrectionDialogProps) {
  const { id, studentId } = donation;
  const isUnclaimed = donation.participantId === null;
  const formId = useId();
  const today = useToday();
  const dayNow = useDayNow();
  const form = useZodForm(correctionForm(dayNow), { defaultValues: correctionDefaults(donation) });
  const [donor, setDonor] = useState<Donor | null>(() => presentDonor(donation));
  const places = useQuery(endpointQuery(bins.publicBins, {})).data?.bins ?? [];
  const values = useWatch({ control: form.control });
  const shownValues = { ...correctionDefaults(donation), ...values };
  const changes = correctionOf(donation, shownValues, donor?.studentId ?? null, places);
  const code = useCodeOf(donation);
  const mayTakeBack = useMayCall()(contract.unconfirmDonation) && donation.isConfirmed;

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
  const takeBack = useChange(contract.unconfirmDonation, {
    change: (send, reason: string) => send({ body: { id, reason } }),
    scope: decisionScope,
    staysPending: true,
    onSuccess: () => toast(undoOutcome([donation])),
    onError: (error) => placeErrors(form, error),
  });
  const pending = correct.isPending || takeBack.isPending;
  const failure =
    unplacedError(correct.error, 'Failed to correct donation.') ??
    unplacedError(takeBack.error, 'Failed to take back the confirmation.');
  const { message } = useFormMessage(form, failure);

  const unchangedReason = Object.keys(changes).length === 0 ? 'Nothing is changed.' : undefined;
  const whyNotSavable = donor === null && !isUnclaimed ? 'Choose a donor first.' : unchangedReason;
  const isOtherDonor = donor !== null && donor.studentId !== studentId;

  function save(reason: string) {
    takeBack.reset();
    correct.mutate(reason, { onSuccess: onClose });
  }

  async function takeBackNow() {
    // The other fields are not sent, so they may be wrong.
    if (pending || !(await form.trigger('reason', { shouldFocus: true }))) return;
    correct.reset();
    takeBack.mutate(form.getValues('reason'), { onSuccess: isUnclaimed ? onDeleted : onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="wideForm"
      title={isUnclaimed ? `Give bag ${id} to its donor` : `Correct donation ${id}`}
      description={<LastStep donation={donation} />}
      headerEnd={<StatusPill status={donationStatus(donation)} />}
      error={message}
      pending={pending}
      footer={
        <>
          {mayTakeBack && (
            <ReasonButton
              kind="clayOutline"
              size="console"
              icon={Undo2}
              pending={takeBack.isPending}
              pendingLabel={isUnclaimed ? 'Deleting…' : 'Taking back…'}
              disabledReason={code?.isUsed ? 'Its code was used.' : waitReason(correct.isPending)}
              onClick={() => void takeBackNow()}
              className="sm:me-auto"
            >
              {isUnclaimed ? 'Delete the bag' : 'Take back the confirmation'}
            </ReasonButton>
          )}
          <ReasonButton kind="ghost" size="console" onClick={onClose} disabledReason={waitReason(pending)}>
            Cancel
          </ReasonButton>
          <ReasonButton
            type="submit"
            form={formId}
            size="console"
            pending={correct.isPending}
            pendingLabel="Saving…"
            disabledReason={waitReason(takeBack.isPending) ?? whyNotSavable}
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
        pending={pending}
        onSubmit={({ reason }) => save(reason)}
      >
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 [&_:is(input,select)]:min-h-11">
          <DonorField donation={donation} donor={donor} onChange={setDonor} isFixed={code?.isUsed === true} />
          {isUnclaimed ? (
            <Field label="Weight" hint="To change it, delete the bag and count it again.">
              <TextInput value={measuredWords(donation) ?? donation.weight} disabled readOnly />
            </Field>
          ) : (
            <SelectField
              control={form.control}
              name="weight"
              label="Weight"
              hint={donation.actualWeight ? `Measured ${donation.actualWeight}, which counts.` : undefined}
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
      {isUnclaimed && <BagSlab id={id} donor={donor} />}
      {!isUnclaimed && mayTakeBack && code && (
        <CodeSlab id={id} code={code} goesTo={isOtherDonor ? participantName(donor.participant) : null} />
      )}
    </Dialog>
  );
}

const waitReason = (isWaiting: boolean) => (isWaiting ? 'Wait until this is done.' : undefined);

function LastStep({ donation }: { donation: DonationRow }) {
  const { timeZone } = useSiteInfo();
  const { confirmedAt, confirmedBy, createdAt, loggedBy } = donation;
  const dayAt = (at: string) => formatDay(dayOf(new Date(at), timeZone));
  if (donation.participantId === null) return `Unclaimed, counted ${dayAt(createdAt)} by ${loggedBy}`;
  return confirmedAt === null
    ? `Logged ${dayAt(createdAt)} by ${loggedBy}`
    : `Confirmed ${dayAt(confirmedAt)} by ${confirmedBy}`;
}

interface CodeState {
  /** Null where it was revoked. */
  code: string | null;
  isUsed: boolean;
}

/** The reward code of a confirmed donation. Undefined while it loads, and for volunteers. */
function useCodeOf({ id, isConfirmed }: DonationRow): CodeState | undefined {
  const mayCall = useMayCall();
  const { data } = useQuery({
    ...endpointQuery(rewards.codes, { query: { donationId: id } }),
    enabled: isConfirmed && mayCall(rewards.codes),
  });
  const used = data?.items.find(({ use_count: uses }) => uses > 0);
  const unrevoked = data?.items.find(({ revoked_at: revokedAt }) => revokedAt === null);
  return data && { code: (used ?? unrevoked)?.code ?? null, isUsed: used !== undefined };
}

type CodeSlabProps = { id: number; code: CodeState; goesTo: string | null };

function CodeSlab({ id, code: { code, isUsed }, goesTo }: CodeSlabProps) {
  const codeText = <b className="font-display font-[750] tabular">{code}</b>;
  if (isUsed) {
    return (
      <Slab isBarred>
        <span className="block">{codeText} was used.</span>
        <span className="block">The donor stays, and the confirmation cannot be taken back.</span>
      </Slab>
    );
  }
  return (
    <Slab>
      <span className="block">
        {code === null ? 'Its code was revoked.' : codeText}
        {code !== null && ` is unused${goesTo === null ? '.' : `: it goes to ${goesTo}.`}`}
      </span>
      <span className="block">
        Taking back makes {id} pending again{code === null ? '.' : ' and revokes the code.'}
      </span>
    </Slab>
  );
}

function BagSlab({ id, donor }: { id: number; donor: Donor | null }) {
  return (
    <Slab>
      <span className="block">
        {donor === null
          ? 'Nobody has a code for this bag.'
          : `${participantName(donor.participant)} gets a reward code, as with a confirmation.`}
      </span>
      <span className="block">Deleting takes bag {id} out of all sums.</span>
    </Slab>
  );
}

function Slab({ isBarred = false, children }: { isBarred?: boolean; children: ReactNode }) {
  const Icon = isBarred ? TriangleAlert : Info;
  return (
    <p
      role="status"
      className={classNames(
        '-mx-[22px] mt-5 -mb-5 flex gap-3 border-s-[6px] py-3 ps-4 pe-[22px] text-[0.9375rem] leading-[1.4]',
        isBarred
          ? 'border-clay bg-clay-tint text-clay-deep'
          : 'border-wheat bg-wheat-tint [&>svg]:text-wheat-deep',
      )}
    >
      <Icon size={19} aria-hidden="true" className="mt-px shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
