import { formatInstantDay } from '#words/dates.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { CardActions, CardHeading, CardRow } from '#web/console/CardRow.tsx';
import type { ParticipantMatch } from './contract.ts';
import { Name, ParticipantActions, type ParticipantListProps } from './ParticipantPieces.tsx';

/** The participants where no table has room. */
export function ParticipantCards({ participants, onEdit, onMerge }: ParticipantListProps) {
  const { timeZone } = useSiteInfo();
  return (
    <ul aria-label="Participants">
      {participants.map((participant) => (
        <CardRow
          key={participant.id}
          id={participant.id}
          end={
            participant.removed_at === null && (
              <CardActions many>
                <ParticipantActions
                  participant={participant}
                  size="small"
                  onEdit={onEdit}
                  onMerge={onMerge}
                />
              </CardActions>
            )
          }
        >
          <CardHeading>
            <Name participant={participant} />
          </CardHeading>
          <Contact participant={participant} />
          <p className="mt-0.5 text-[0.9375rem] text-muted tabular">
            <Donations participant={participant} timeZone={timeZone} />
          </p>
        </CardRow>
      ))}
    </ul>
  );
}

function Contact({ participant: { email, phone } }: { participant: ParticipantMatch }) {
  if (email === null && phone === null) return null;
  return (
    <p className="mt-0.5 text-[0.9375rem] wrap-anywhere tabular">
      {email}
      {email !== null && phone !== null && ', '}
      <span className="inline-block">{phone}</span>
    </p>
  );
}

/** `8 donations, 6 confirmed, last Nov 19, 2026`. */
function Donations({ participant, timeZone }: { participant: ParticipantMatch; timeZone: TimeZone }) {
  const { total_donations: total, confirmed_donations: confirmed, last_donation_at: last } = participant;
  if (total === 0) return 'No donations';
  const counts = `${total.toLocaleString('en-CA')} ${total === 1 ? 'donation' : 'donations'}, ${confirmed.toLocaleString('en-CA')} confirmed`;
  if (last === null) return counts;
  return (
    <>
      {counts}, <span className="inline-block">last {formatInstantDay(new Date(last), timeZone)}</span>
    </>
  );
}
