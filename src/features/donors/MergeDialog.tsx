import { useState, type SubmitEvent } from 'react';
import { errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, mergeTargetMessage, type ParticipantMatch } from './contract.ts';
import type { PickedParticipant } from './ParticipantCombobox.tsx';
import { ParticipantPicker } from './ParticipantPicker.tsx';
import { participantName } from './participantName.ts';
import { MERGE_UNDO_DAYS } from './rules.ts';

type MergeDialogProps = {
  source: ParticipantMatch;
  /** Chosen from the start: whoever has the email already that the source claims. */
  target?: PickedParticipant | undefined;
  onClose: () => void;
  onMerged?: ((intoId: number) => void) | undefined;
};

const FORM = 'merge';

/** Chooses whom a participant becomes. */
export function MergeDialog({ source, target: known, onClose, onMerged }: MergeDialogProps) {
  const [target, setTarget] = useState<PickedParticipant | null>(known ?? null);
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
