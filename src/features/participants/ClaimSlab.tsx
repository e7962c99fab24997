import { Check, MessageSquareQuote } from 'lucide-react';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, type ParticipantRow } from './contract.ts';
import { claimText } from './claimWords.ts';
import { OfferMerge } from './OfferMerge.tsx';

type ClaimSlabProps = {
  participant: ParticipantRow;
  onDecided: (participant: ParticipantRow) => void;
  /** Leads on to a merge with whoever has the email that is claimed. */
  onMerge: (intoId: number) => void;
};

/** What someone typed at a sign-in, for an admin to note or to drop. Nothing where there is no claim. */
export function ClaimSlab({ participant, onDecided, onMerge }: ClaimSlabProps) {
  const { id, claimedName, claimedEmail } = participant;
  const decide = useChange(contract.decideClaim, {
    change: (send, accept: boolean) => send({ params: { id }, body: { accept, claimedName, claimedEmail } }),
    staysPending: true,
    onSuccess: ({ participant: changed }, accept) => {
      onDecided(changed);
      toast({
        kind: 'success',
        title: accept ? 'Claim accepted' : 'Claim dropped',
        description: accept ? 'It is noted with the participant now.' : 'Nothing of it is kept.',
      });
    },
  });
  const claim = claimText(participant);
  if (claim === null) return null;

  const whose = decide.error instanceof ApiError ? decide.error.response?.participant : undefined;
  return (
    <section aria-label="Claim" className="rounded-large bg-wheat-tint px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <MessageSquareQuote size={20} aria-hidden="true" className="shrink-0 text-wheat-deep" />
        <p className="min-w-0 grow basis-48 leading-[1.4] wrap-anywhere">
          <b className="font-[650]">{claim}</b>
          <span className="block text-[0.90625rem] text-wheat-deep">not proven, typed at a sign-in</span>
        </p>
        <span className="ms-auto flex gap-1">
          <Button
            kind="ghost"
            size="small"
            onClick={() => decide.mutate(false)}
            disabledReason={decide.isPending ? 'Wait until this is done.' : undefined}
          >
            Drop
          </Button>
          <Button
            kind="outline"
            size="small"
            icon={Check}
            onClick={() => decide.mutate(true)}
            pending={decide.isPending}
            pendingLabel="Deciding…"
          >
            Accept
          </Button>
        </span>
      </div>
      <ErrorNote
        message={decide.error && errorMessage(decide.error, 'Failed to decide the claim')}
        className="mt-3"
      />
      {whose && <OfferMerge whose={whose} onMerge={onMerge} />}
    </section>
  );
}
