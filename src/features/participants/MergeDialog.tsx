import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type FocusEvent, type SubmitEvent } from 'react';
import { call, errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { FormBoundary } from '#web/form/FormBoundary.tsx';
import { ParticipantPicker } from './ParticipantPicker.tsx';
import { participantName } from './participantName.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, mergeTargetMessage, type ParticipantMatch } from './contract.ts';
import { MergePreview } from './MergePreview.tsx';
import { mergeSentence, numberIn, type Holdings } from './mergeWords.ts';

type MergeDialogProps = {
  source: ParticipantMatch;
  /** The number of the target, where it is known already. */
  intoId?: number | undefined;
  onClose: () => void;
  onMerged?: ((intoId: number) => void) | undefined;
};

/** Chooses whom a participant becomes, shows what that moves, and asks once more. */
export function MergeDialog({ source, intoId, onClose, onMerged }: MergeDialogProps) {
  const formId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const numberLeftBehind = useRef<number | null>(null);
  const [chosen, setChosen] = useState<ParticipantMatch | null>();
  const [targetError, setTargetError] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);

  const known = useQuery({ ...holdingsQuery(intoId ?? 0), enabled: intoId !== undefined });
  // The one that is known, until someone chooses another or nobody.
  const target = chosen === undefined ? asMatch(known.data) : chosen;
  const moving = useQuery({ ...holdingsQuery(source.id), staleTime: 0 });
  const staying = useQuery({ ...holdingsQuery(target?.id ?? 0), staleTime: 0, enabled: target !== null });
  const findByNumber = useMutation({
    mutationFn: (id: number) => call(contract.mergePreview, { params: { id } }),
    onSuccess: (holdings) => setChosen(asMatch(holdings)),
    onError: (error) => refuseTarget(errorMessage(error, 'Failed to find the participant')),
  });
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

  function refuseTarget(message: string) {
    setTargetError(message);
    picker.current?.focus();
  }

  function choose(next: ParticipantMatch | null) {
    setTargetError(null);
    setChosen(next);
  }

  /** The picker forgets what was typed but not chosen; a number is as good as a choice. */
  function leave(event: FocusEvent<HTMLFormElement>) {
    if (picker.current?.contains(event.target)) numberLeftBehind.current = numberIn(picker.current.value);
  }

  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (target !== null && moving.data && staying.data) {
      merge.reset();
      setConfirming(true);
      return;
    }
    if (target !== null) return;
    // Someone who knows the number need not wait for the list.
    const id = numberIn(picker.current?.value ?? '') ?? numberLeftBehind.current;
    if (id === null || id === source.id) refuseTarget(mergeTargetMessage);
    else findByNumber.mutate(id);
  }

  const failed = moving.error ?? staying.error;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={`Merge ${participantName(source)} into another`}
        description={`Number ${source.id} goes, with all that it has, to the one you choose.`}
        error={failed && errorMessage(failed, 'Failed to load what a merge would move')}
        pending={merge.isPending}
        footer={
          <>
            <Button kind="ghost" size="console" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              kind="clay"
              size="console"
              pending={findByNumber.isPending || (target !== null && staying.isPending)}
              pendingLabel="Looking…"
            >
              Merge
            </Button>
          </>
        }
      >
        <FormBoundary>
          <form id={formId} method="dialog" noValidate onSubmit={ask} onBlurCapture={leave}>
            <ParticipantPicker
              label="Merge into"
              hint="Type a name, email, phone, donor ID or the participant's number."
              value={target}
              onChange={choose}
              excludedId={source.id}
              error={targetError}
              ref={picker}
            />
          </form>
        </FormBoundary>
        {target !== null && moving.data && staying.data && (
          <MergePreview moving={moving.data} staying={staying.data} />
        )}
      </Dialog>
      {target !== null && moving.data && staying.data && (
        <ConfirmDialog
          open={confirming}
          title={`Merge ${participantName(source)} into ${participantName(target)}?`}
          description={mergeSentence(moving.data, staying.data)}
          confirmLabel="Merge"
          pendingLabel="Merging…"
          kind="clay"
          onConfirm={() => merge.mutate(target.id)}
          onCancel={() => setConfirming(false)}
          error={merge.error && errorMessage(merge.error, 'Failed to merge participants')}
          pending={merge.isPending}
        />
      )}
    </>
  );
}

function asMatch(holdings: Holdings | undefined): ParticipantMatch | null {
  return holdings ? { ...holdings.participant, studentIds: holdings.studentIds } : null;
}

function holdingsQuery(id: number) {
  return endpointQuery(contract.mergePreview, { params: { id } });
}
