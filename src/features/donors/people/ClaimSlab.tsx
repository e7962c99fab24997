import { Check, MailCheck, MessageSquareQuote } from 'lucide-react';
import { claimText } from '#features/donors/claimWords.ts';
import { contract, type ParticipantRow } from '#features/donors/contract.ts';
import type { PickedParticipant } from '#features/donors/ParticipantCombobox.tsx';
import { MergeIntoOwnerButton } from '#features/donors/ParticipantDialogs.tsx';
import { errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { ReasonButton } from '#web/ui/ReasonButton.tsx';
import { ErrorNote } from '#web/ui/ErrorBanner.tsx';
import { toast } from '#web/ui/toast.ts';

type ClaimSlabProps = {
  participant: ParticipantRow;
  /** Opens a merge with the participant who has the claimed email. */
  onMerge: (target: PickedParticipant) => void;
};

/** A claim that an admin accepts or drops. */
export function ClaimSlab({ participant, onMerge }: ClaimSlabProps) {
  const { id, claimedName, claimedEmail, isClaimProven } = participant;
  const decideClaim = useChange(contract.decideClaim, {
    change: (send, accept: boolean) =>
      send({ params: { id }, body: { accept, claimedName, claimedEmail, isClaimProven } }),
    staysPending: true,
    onSuccess: (_, accept) =>
      toast({
        kind: 'success',
        title: accept ? 'Details accepted' : 'Details dropped',
        description: accept ? 'They are part of the profile now.' : 'They are deleted.',
      }),
  });
  const claim = claimText(participant);
  if (claim === null) return null;

  const Icon = isClaimProven ? MailCheck : MessageSquareQuote;
  return (
    <section aria-label="Not yet checked" className="rounded-large bg-wheat-tint px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon size={20} aria-hidden="true" className="shrink-0 text-wheat-deep" />
        <p className="min-w-0 grow basis-48 leading-[1.4] wrap-anywhere">
          <b className="font-[650]">{claim}</b>
          <span className="block text-[0.90625rem] text-wheat-deep">
            {isClaimProven
              ? 'Accept it if this is the donor. Until then they see no codes.'
              : 'Not yet checked: typed at a sign-in.'}
          </span>
        </p>
        <span className="ms-auto flex gap-1">
          <ReasonButton
            kind="ghost"
            size="console"
            onClick={() => decideClaim.mutate(false)}
            disabledReason={decideClaim.isPending ? 'Wait until this is done.' : undefined}
            className="max-md:min-h-11"
          >
            Drop
          </ReasonButton>
          <Button
            kind="outline"
            size="console"
            icon={Check}
            onClick={() => decideClaim.mutate(true)}
            pending={decideClaim.isPending}
            pendingLabel="Deciding…"
            className="max-md:min-h-11"
          >
            Accept
          </Button>
        </span>
      </div>
      <ErrorNote
        message={decideClaim.error && errorMessage(decideClaim.error, 'Failed to accept or drop the details')}
        className="mt-3"
      />
      <MergeIntoOwnerButton error={decideClaim.error} onMerge={onMerge} className="mt-2" />
    </section>
  );
}
