import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstantDay } from '#words/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract } from './contract.ts';
import { participantName } from './participantName.ts';

type MergeIntoThis = EndpointResponse<typeof contract.mergePreview>['merges'][number];

type MergedHereProps = { participantId: number; onUndone: () => void };

/** Who was merged into a participant and can still be taken out again. Nothing where nobody was. */
export function MergedHere({ participantId, onUndone }: MergedHereProps) {
  const { timeZone } = useSiteInfo();
  const { data } = useQuery({
    ...endpointQuery(contract.mergePreview, { params: { id: participantId } }),
    staleTime: 0,
  });
  const [asked, setAsked] = useState<MergeIntoThis | null>(null);
  const undo = useChange(contract.undoMerge, {
    change: (send, mergeId: number) => send({ params: { mergeId } }),
    onSuccess: ({ participant }) => {
      toast({
        kind: 'success',
        title: 'Merge taken back',
        description: `${participantName(participant)} is a participant of their own again.`,
      });
      onUndone();
    },
  });
  const merges = data?.merges ?? [];
  if (merges.length === 0) return null;

  return (
    <section aria-label="Merged into this one">
      <h3 className="font-text text-[0.90625rem] leading-[1.35] font-[650]">Merged into this one</h3>
      <ul className="mt-1">
        {merges.map((merge) => (
          <li key={merge.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
            <span className="min-w-0 wrap-anywhere">
              {mergedName(merge)}
              <span className="text-muted">
                , by {merge.mergedBy} on {formatInstantDay(new Date(merge.mergedAt), timeZone)}
              </span>
            </span>
            <Button
              kind="quiet"
              size="small"
              onClick={() => {
                undo.reset();
                setAsked(merge);
              }}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          title={`Take ${mergedName(asked)} out again?`}
          description="Its donations, codes, donor IDs and share link go back to it, with what was given under its donor IDs since. Both have to sign in anew."
          confirmLabel="Take back"
          pendingLabel="Taking back…"
          onConfirm={() => undo.mutate(asked.id)}
          onCancel={() => setAsked(null)}
          error={undo.error && errorMessage(undo.error, 'Failed to take the merge back')}
          pending={undo.isPending}
        />
      )}
    </section>
  );
}

function mergedName({ fromId, fromName }: MergeIntoThis): string {
  return fromName === null ? `No. ${fromId}` : `${fromName} (No. ${fromId})`;
}
