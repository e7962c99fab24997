import { Merge } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { ApiError } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { changedValues } from '#web/form/changedValues.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, mergeTargetMessage, participantProfile, type ParticipantMatch } from './contract.ts';
import type { PickedParticipant } from './ParticipantCombobox.tsx';
import { ParticipantPicker } from './ParticipantPicker.tsx';
import { participantName } from './participantName.ts';
import { MERGE_UNDO_DAYS } from './rules.ts';

type EditParticipantDialogProps = {
  participant: ParticipantMatch;
  onClose: () => void;
  /** Opens a merge with the participant who has the typed email. */
  onMerge: (target: PickedParticipant) => void;
};

export function EditParticipantDialog({ participant, onClose, onMerge }: EditParticipantDialogProps) {
  const { id, displayName, email, phone, studentIds } = participant;
  const defaultValues = { displayName: displayName ?? '', email: email ?? '', phone: phone ?? '' };
  const form = useZodForm(participantProfile, { defaultValues });
  const updateParticipant = useChange(contract.updateParticipant, {
    change: (send, body: z.input<typeof participantProfile>) => send({ params: { id }, body }),
    onSuccess: ({ participant: saved }) => {
      toast({
        kind: 'success',
        title: 'Participant saved',
        description: `${participantName({ ...saved, studentIds })} is up to date.`,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Edit participant"
      description={`Number ${id}, ${donorIdsText(studentIds)}`}
      submitLabel="Save changes"
      pendingLabel="Saving…"
      form={form}
      change={updateParticipant}
      onSubmit={(profile, options) => {
        const changes = changedValues(profile, defaultValues);
        if (changes) updateParticipant.mutate(changes, options);
        else onClose();
      }}
      failed="Failed to update participant"
    >
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
      <MergeIntoOwnerButton error={updateParticipant.error} onMerge={onMerge} className="self-start" />
    </FormDialog>
  );
}

type MergeIntoOwnerButtonProps = {
  error: Error | null;
  onMerge: (target: PickedParticipant) => void;
  className: string;
};

/** Offers a merge with the owner of an email, if the error is that somebody else has it. */
export function MergeIntoOwnerButton({ error, onMerge, className }: MergeIntoOwnerButtonProps) {
  const owner = error instanceof ApiError ? error.response?.participant : undefined;
  if (!owner) return null;
  return (
    <Button kind="outline" size="small" icon={Merge} onClick={() => onMerge(owner)} className={className}>
      Merge into {owner.displayName ?? `No. ${owner.id}`}
    </Button>
  );
}

function donorIdsText(studentIds: readonly string[]): string {
  if (studentIds.length === 0) return 'no donor ID';
  return `donor ${studentIds.length === 1 ? 'ID' : 'IDs'} ${studentIds.join(', ')}`;
}

const mergeForm = z.object({
  target: z
    .custom<PickedParticipant | null>()
    .refine((target): target is PickedParticipant => target !== null, mergeTargetMessage),
});

type MergeDialogProps = {
  source: ParticipantMatch;
  /** Preselected: the participant who already has the email. */
  target?: PickedParticipant | undefined;
  onClose: () => void;
  onMerged?: ((targetId: number) => void) | undefined;
};

export function MergeDialog({ source, target, onClose, onMerged }: MergeDialogProps) {
  const form = useZodForm(mergeForm, { defaultValues: { target: target ?? null } });
  const merge = useChange(contract.mergeParticipants, {
    change: (send, toId: number) => send({ body: { fromId: source.id, toId } }),
    onSuccess: ({ participant }) => {
      toast({
        kind: 'success',
        title: 'Participants merged',
        description: `${participantName(source)} is now part of ${participantName(participant)}.`,
      });
      onClose();
      onMerged?.(participant.id);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Merge ${participantName(source)} into another`}
      description={`Their donations, codes and donor IDs move to the participant you choose, and number ${source.id} is removed. You can undo this for ${MERGE_UNDO_DAYS} days, on the page of that participant.`}
      submitLabel="Merge"
      submitKind="clay"
      pendingLabel="Merging…"
      form={form}
      change={merge}
      onSubmit={(values, options) => merge.mutate(values.target.id, options)}
      failed="Failed to merge participants"
    >
      <Controller
        control={form.control}
        name="target"
        render={({ field: { ref, value, onChange }, fieldState }) => (
          <ParticipantPicker
            ref={ref}
            label="Merge into"
            hint="Type a name, email, phone, donor ID or the participant's number."
            value={value}
            onChange={onChange}
            excludedId={source.id}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  );
}
