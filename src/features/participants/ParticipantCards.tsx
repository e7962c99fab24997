import { formatInstantDay } from '#shared/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import type { ParticipantMatch } from './contract.ts';
import { Name, ParticipantActions, type ParticipantListProps } from './ParticipantPieces.tsx';

const card = 'border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

/** The participants on a phone. */
export function ParticipantCards({ participants, onEdit, onMerge }: ParticipantListProps) {
  const { timeZone } = useSiteInfo();
  return (
    <ul aria-label="Participants">
      {participants.map((participant) => (
        <li key={participant.id} data-row={participant.id} className={card}>
          <h2 className="font-text text-base leading-[1.4] font-[650] wrap-anywhere">
            <Name participant={participant} />
          </h2>
          <Contact participant={participant} />
          <p className="mt-0.5 text-[0.9375rem] text-muted tabular">{donationsOf(participant, timeZone)}</p>
          <div className="mt-2 flex gap-1 *:grow [&_button]:w-full [&_button]:px-1.5 [&_button]:whitespace-nowrap max-[25.5rem]:[&_svg]:hidden">
            <ParticipantActions participant={participant} size="small" onEdit={onEdit} onMerge={onMerge} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Contact({ participant: { email, phone } }: { participant: ParticipantMatch }) {
  if (email === null && phone === null) return null;
  return (
    <p className="mt-0.5 text-[0.9375rem] wrap-anywhere tabular">
      {[email, phone].filter((part) => part !== null).join(', ')}
    </p>
  );
}

/** `8 donations, 6 confirmed, last Nov 19, 2026`. */
function donationsOf(participant: ParticipantMatch, timeZone: string): string {
  const { total_donations: total, confirmed_donations: confirmed, last_donation_at: last } = participant;
  if (total === 0) return 'No donations';
  const counts = `${total.toLocaleString('en-CA')} ${total === 1 ? 'donation' : 'donations'}, ${confirmed.toLocaleString('en-CA')} confirmed`;
  return last === null ? counts : `${counts}, last ${formatInstantDay(new Date(last), timeZone)}`;
}

/** The cards' shape while they load. */
export function ParticipantCardsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={`flex flex-col gap-2.5 ${card}`}>
          <SkeletonBox shape="block" className="w-2/5" />
          <SkeletonBox className="w-4/5" />
          <SkeletonBox className="w-3/5" />
          <SkeletonBox className="h-11 w-full rounded-control" />
        </div>
      ))}
    </div>
  );
}
