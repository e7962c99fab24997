import { claimWithWorth } from '#features/donors/claimWords.ts';
import { participantName } from '#features/donors/participantName.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import type { Giver } from './useIntake.ts';

const origins: Readonly<Record<Giver['origin'], string | null>> = {
  chosen: null,
  created: 'New participant.',
  recognised: 'Known already, by this email or phone.',
};

/** What there is to know of whoever stands at the table, and their link to take along. */
export function GiverCard({ giver: { participant, shareUrl, origin } }: { giver: Giver }) {
  const { total_donations: total, confirmed_donations: confirmed } = participant;
  const claim = claimWithWorth(participant);
  return (
    <div className="rounded-large bg-sunk px-4 py-3">
      <p role="status" className="text-[0.90625rem]">
        {origins[origin] !== null && <b className="font-[650]">{origins[origin]} </b>}
        <span className="text-muted tabular">
          {total === 0
            ? 'No donations yet.'
            : `${total} ${total === 1 ? 'donation' : 'donations'}, ${confirmed} confirmed.`}
        </span>{' '}
        <PersonLink id={participant.id} isNewTab className="font-semibold text-spruce underline">
          See all of {participantName(participant)}
        </PersonLink>
      </p>
      {claim !== null && <p className="mt-1 text-[0.90625rem] wrap-anywhere text-wheat-deep">{claim}</p>}
      <p className="mt-2.5 text-[0.90625rem] font-[650]">Public status link</p>
      <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="min-w-0 text-[0.875rem] wrap-anywhere text-muted">{shareUrl}</span>
        <CopyButton text={shareUrl} label="Copy link" size="console" />
      </div>
    </div>
  );
}
