import { Merge } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { formatInstant } from '#words/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { ApiError } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, participantProfile, type ParticipantMatch } from './contract.ts';
import { ClaimSlab } from './ClaimSlab.tsx';
import { MergedHere } from './MergedHere.tsx';
import { OfferMerge } from './OfferMerge.tsx';
import { participantName } from './participantName.ts';
import { shareAddress } from './ParticipantPieces.tsx';

type EditParticipantDialogProps = {
  participant: ParticipantMatch;
  onClose: () => void;
  /** Leads on to a merge, with its target where that is known. */
  onMerge: (intoId?: number) => void;
};

export function EditParticipantDialog({ participant: opened, onClose, onMerge }: EditParticipantDialogProps) {
  const [participant, setParticipant] = useState(opened);
  const { id, displayName, email, phone, studentIds } = participant;
  const form = useZodForm(participantProfile, {
    defaultValues: { displayName: displayName ?? '', email: email ?? '', phone: phone ?? '' },
  });
  const update = useChange(contract.updateParticipant, {
    change: (send, profile: z.output<typeof participantProfile>) =>
      send({
        params: { id },
        // A field that is left out would stay as it is, and a blank one is to be emptied.
        body: {
          displayName: profile.displayName ?? null,
          email: profile.email ?? null,
          phone: profile.phone ?? null,
        },
      }),
    onSuccess: ({ participant: changed }) => {
      toast({
        kind: 'success',
        title: 'Participant saved',
        description: `${participantName({ ...changed, studentIds })} is up to date.`,
      });
      onClose();
    },
    onError: (error) => placeErrors(form, error),
  });

  const whose = update.error instanceof ApiError ? update.error.response?.participant : undefined;
  return (
    <DialogForm
      open
      onClose={onClose}
      title="Edit participant"
      description={`Number ${id}${donorIds(studentIds)}`}
      submitLabel="Save changes"
      pendingLabel="Saving…"
      footerStart={
        <Button
          kind="clayGhost"
          size="console"
          icon={Merge}
          onClick={() => onMerge()}
          disabledReason={update.isPending ? 'Wait until this is done.' : undefined}
          className="-ms-1"
        >
          Merge into another
        </Button>
      }
      form={form}
      onSubmit={(profile) => update.mutate(profile)}
      pending={update.isPending}
      error={unplacedError(update.error, 'Failed to update participant')}
    >
      <ClaimSlab
        participant={participant}
        onMerge={onMerge}
        onDecided={(decided) => {
          setParticipant({ ...participant, ...decided });
          if (decided.displayName !== displayName) form.setValue('displayName', decided.displayName ?? '');
          if (decided.email !== email) form.setValue('email', decided.email ?? '');
        }}
      />
      <TextField
        control={form.control}
        name="displayName"
        label="Display name"
        maxLength={lengths.name}
        autoComplete="off"
      />
      <div className="grid gap-x-3.5 gap-y-4 sm:grid-cols-[4fr_3fr]">
        <TextField
          control={form.control}
          name="email"
          label="Email"
          type="email"
          maxLength={lengths.email}
          autoComplete="off"
        />
        <TextField
          control={form.control}
          name="phone"
          label="Phone"
          type="tel"
          maxLength={lengths.phone}
          autoComplete="off"
        />
      </div>
      {whose && (
        <div>
          <OfferMerge whose={whose} onMerge={onMerge} />
        </div>
      )}
      <div className="flex items-center justify-between gap-x-4 gap-y-2 rounded-large max-sm:flex-wrap bg-sunk px-4 py-3">
        <div className="min-w-0">
          <p className="font-[650]">Public status link</p>
          <a
            href={paths.sharedStatus(participant.shareToken)}
            target="_blank"
            rel="noreferrer"
            className="rounded-shelf wrap-anywhere text-muted underline decoration-line underline-offset-4 hover:text-ink sm:block sm:truncate"
          >
            {paths.sharedStatus(participant.shareToken)}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </div>
        <CopyButton text={shareAddress(participant)} size="console" />
      </div>
      <Totals participant={participant} />
      <MergedHere participantId={id} onUndone={onClose} />
    </DialogForm>
  );
}

function Totals({ participant }: { participant: ParticipantMatch }) {
  const { timeZone } = useSiteInfo();
  const { total_donations: total, confirmed_donations: confirmed, last_donation_at: last } = participant;
  return (
    <dl className="mt-1 flex flex-wrap items-end gap-x-7 gap-y-3">
      <Figure term="Total">{total.toLocaleString('en-CA')}</Figure>
      <Figure term="Confirmed">{confirmed.toLocaleString('en-CA')}</Figure>
      <div>
        <dt className="text-muted">Last donation</dt>
        <dd className="mt-0.5 font-[650] tabular">
          {last === null ? 'None' : formatInstant(new Date(last), timeZone)}
        </dd>
      </div>
    </dl>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="mt-0.5 font-display text-[1.375rem] leading-none font-[750] tabular">{children}</dd>
    </div>
  );
}

function donorIds(studentIds: readonly string[]): string {
  if (studentIds.length === 0) return ', no donor ID';
  return `, donor ${studentIds.length === 1 ? 'ID' : 'IDs'} ${studentIds.join(', ')}`;
}
