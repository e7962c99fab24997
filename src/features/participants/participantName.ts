import type { ParticipantMatch } from './contract.ts';

type Known = Pick<ParticipantMatch, 'id'> &
  Partial<Pick<ParticipantMatch, 'displayName' | 'email' | 'phone' | 'studentIds'>>;

/** What to call a participant: the name, else the donor ID, else what else is known. */
export function participantName({ id, displayName, email, phone, studentIds }: Known): string {
  return displayName ?? studentIds?.[0] ?? email ?? phone ?? `Participant ${id}`;
}

/** What tells a participant from another of the same name. */
export function participantDetails(participant: Known): string {
  const { id, email, phone, studentIds = [] } = participant;
  const name = participantName(participant);
  return [...studentIds, email, phone, `No.\u00a0${id}`].filter((part) => part && part !== name).join(', ');
}
