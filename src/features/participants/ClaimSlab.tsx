import { Check, MailCheck, MessageSquareQuote } from 'lucide-react';
import type { EndpointArguments } from '#shared/endpoint.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { errorToast } from '#web/api/errorToast.ts';
import { useChange } from '#web/api/useChange.ts';
import { KeyButton } from '#web/console/KeyButton.tsx';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, type ParticipantRow } from './contract.ts';
import { claimText } from './claimWords.ts';
import { OfferMerge } from './OfferMerge.tsx';

type ClaimSlabProps = {
  participant: ParticipantRow;
  size?: 'row' | 'small' | undefined;
  onDecided?: ((participant: ParticipantRow) => void) | undefined;
  /** Leads on to a merge with whoever has the email that is claimed. */
  onMerge: (intoId: number) => void;
};

/** What someone typed at a sign-in, for an admin to note or to drop. Nothing where there is no claim. */
export function ClaimSlab({ participant, size = 'small', onDecided, onMerge }: ClaimSlabProps) {
  const { id, displayName, email, claimedName, claimedEmail, isClaimProven } = participant;
  const undo = useChange(contract.undoClaimDecision, {
    change: (send, body: EndpointArguments<typeof contract.undoClaimDecision>['body']) =>
      send({ params: { id }, body }),
    onSuccess: ({ participant: changed }) => {
      onDecided?.(changed);
      toast({ kind: 'success', title: 'Claim undecided', description: 'All is as it was before.' });
    },
    onError: (error) => errorToast(error, 'Failed to take it back.'),
  });
  const decide = useChange(contract.decideClaim, {
    change: (send, accept: boolean) =>
      send({ params: { id }, body: { accept, claimedName, claimedEmail, isClaimProven } }),
    staysPending: true,
    onSuccess: ({ participant: changed, decisionId }, accept) => {
      onDecided?.(changed);
      toast({
        kind: 'success',
        title: accept ? 'Claim accepted' : 'Claim dropped',
        description: accept ? 'It is noted with the participant now.' : 'Nothing of it is kept.',
        action: {
          label: 'Undo',
          act: () =>
            undo.mutate({ decisionId, accepted: accept, claimedName, claimedEmail, displayName, email }),
        },
      });
    },
  });
  const claim = claimText(participant);
  if (claim === null) return null;

  const Icon = isClaimProven ? MailCheck : MessageSquareQuote;
  const whose = decide.error instanceof ApiError ? decide.error.response?.participant : undefined;
  return (
    <section aria-label="Claim" className="rounded-large bg-wheat-tint px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon size={20} aria-hidden="true" className="shrink-0 text-wheat-deep" />
        <p className="min-w-0 grow basis-48 leading-[1.4] wrap-anywhere">
          <b className="font-[650]">{claim}</b>
          <span className="block text-[0.90625rem] text-wheat-deep">
            {isClaimProven
              ? 'Accept it if this is who gave. Until then they see no codes.'
              : 'not proven, typed at a sign-in'}
          </span>
        </p>
        <span className="ms-auto flex gap-1">
          <KeyButton
            keys="r"
            kind={size === 'row' ? 'quiet' : 'ghost'}
            size={size}
            onClick={() => decide.mutate(false)}
            disabledReason={decide.isPending ? 'Wait until this is done.' : undefined}
            className="max-md:min-h-11"
          >
            Drop
          </KeyButton>
          <KeyButton
            keys="c"
            kind="outline"
            size={size}
            icon={Check}
            onClick={() => decide.mutate(true)}
            pending={decide.isPending}
            pendingLabel="Deciding…"
            className="max-md:min-h-11"
          >
            Accept
          </KeyButton>
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
