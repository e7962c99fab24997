import { Merge } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { changedValues } from '#web/form/changedValues.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
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
  const update = useChange(contract.updateParticipant, {
    change: (send, body: z.input<typeof participantProfile>) => send({ params: { id }, body }),
    onSuccess: ({ participant: changed }) => {
      toast({
        kind: 'success',
        title: 'Participant saved',
        description: `${participantName({ ...changed, studentIds })} is up to date.`,
      });
      onClose();
    },
  });
  const owner = update.error instanceof ApiError ? update.error.response?.participant : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title="Edit participant"
      description={`Number ${id}${donorIds(studentIds)}`}
      submitLabel="Save changes"
      pendingLabel="Saving…"
      form={form}
      change={update}
      onSubmit={(profile, options) => {
        const changes = changedValues(profile, defaultValues);
        if (changes) update.mutate(changes, options);
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
      {owner && (
        <Button
          kind="outline"
          size="small"
          icon={Merge}
          onClick={() => onMerge(owner)}
          className="self-start"
        >
          Merge into {owner.displayName ?? `No. ${owner.id}`}
        </Button>
      )}
    </FormDialog>
  );
}

function donorIds(studentIds: readonly string[]): string {
  if (studentIds.length === 0) return ', no donor ID';
  return `, donor ${studentIds.length === 1 ? 'ID' : 'IDs'} ${studentIds.join(', ')}`;
}

type MergeDialogProps = {
  source: ParticipantMatch;
  /** Preselected: the participant who has the email that the source claims. */
  target?: PickedParticipant | undefined;
  onClose: () => void;
  onMerged?: ((intoId: number) => void) | undefined;
};

const FORM = 'merge';

export function MergeDialog({ source, target: preselected, onClose, onMerged }: MergeDialogProps) {
  const [target, setTarget] = useState<PickedParticipant | null>(preselected ?? null);
  const [isMissing, setIsMissing] = useState(false);
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

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (target) merge.mutate(target.id);
    setIsMissing(!target);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Merge ${participantName(source)} into another`}
      description={`Its donations, codes and donor IDs move to the one you choose, and number ${source.id} is removed. You can undo this for ${MERGE_UNDO_DAYS} days, on the other's page.`}
      error={merge.error && errorMessage(merge.error, 'Failed to merge participants')}
      pending={merge.isPending}
      footer={
        <>
          <Button kind="ghost" size="console" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM}
            kind="clay"
            size="console"
            pending={merge.isPending}
            pendingLabel="Merging…"
          >
            Merge
          </Button>
        </>
      }
    >
      <FormBoundary>
        <form id={FORM} method="dialog" noValidate onSubmit={submit}>
          <ParticipantPicker
            label="Merge into"
            hint="Type a name, email, phone, donor ID or the participant's number."
            value={target}
            onChange={(next) => {
              setTarget(next);
              setIsMissing(false);
            }}
            excludedId={source.id}
            error={isMissing ? mergeTargetMessage : null}
          />
        </form>
      </FormBoundary>
    </Dialog>
  );
}
