import { Merge } from 'lucide-react';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { ApiError } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, participantProfile, type ParticipantMatch } from './contract.ts';
import type { PickedParticipant } from './ParticipantCombobox.tsx';
import { participantName } from './participantName.ts';

type EditParticipantDialogProps = {
  participant: ParticipantMatch;
  onClose: () => void;
  /** Leads on to a merge with whoever has the email that was typed. */
  onMerge: (target: PickedParticipant) => void;
};

export function EditParticipantDialog({ participant, onClose, onMerge }: EditParticipantDialogProps) {
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
      onSubmit={update.mutate}
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
