import { Link2, MailCheck, Merge, Pencil } from 'lucide-react';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { claimWithWorth } from './claimWords.ts';
import type { ParticipantMatch, participantSorts } from './contract.ts';
import { participantName } from './participantName.ts';

export type ParticipantListProps = {
  participants: readonly ParticipantMatch[];
  sort: (typeof participantSorts)[number];
  onEdit: (participant: ParticipantMatch) => void;
  onMerge: (participant: ParticipantMatch) => void;
};

/** The name, or the donor IDs that stand in for it, and what is claimed beside it. */
export function Name({ participant }: { participant: ParticipantMatch }) {
  const { displayName, studentIds } = participant;
  const claim = claimWithWorth(participant);
  if (participant.removed_at !== null) {
    return <span className="font-normal text-muted">{participantName(participant)}</span>;
  }
  return (
    <>
      <PersonLink id={participant.id} className="max-md:-my-2.5 max-md:inline-block max-md:py-2.5">
        {displayName ??
          (studentIds.join(', ') || <span className="font-normal text-muted">No name yet</span>)}
      </PersonLink>
      {claim !== null && (
        <span
          className={classNames(
            'block text-[0.875rem] leading-[1.3] font-normal whitespace-normal wrap-anywhere',
            participant.isClaimProven ? 'text-spruce' : 'text-wheat-deep',
          )}
        >
          {participant.isClaimProven && (
            <MailCheck size={15} aria-hidden="true" className="me-1 inline-block align-[-2px]" />
          )}
          <span>{claim}</span>
        </span>
      )}
    </>
  );
}

/** The whole address of a participant's public status, to be sent to someone. */
export function shareAddress({ shareToken }: { shareToken: string }): string {
  return new URL(paths.sharedStatus(shareToken), window.location.origin).href;
}

type ActionsProps = Pick<ParticipantListProps, 'onEdit' | 'onMerge'> & {
  participant: ParticipantMatch;
  size: 'row' | 'small';
};

export function ParticipantActions({ participant, size, onEdit, onMerge }: ActionsProps) {
  if (participant.removed_at !== null) return null;
  return (
    <>
      <CopyButton text={shareAddress(participant)} label="Share link" icon={Link2} kind="quiet" size={size} />
      <Button kind="quiet" size={size} icon={Merge} onClick={() => onMerge(participant)}>
        Merge
      </Button>
      <Button kind="outline" size={size} icon={Pencil} onClick={() => onEdit(participant)}>
        Edit
      </Button>
    </>
  );
}
