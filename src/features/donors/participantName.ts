import { REMOVED_NAME } from '#shared/removedName.ts';
import type { ParticipantMatch } from './contract.ts';

interface Identity {
  name?: string | null | undefined;
  donorId?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** The best label for somebody: the name, else the donor ID, email or phone number, else the fallback. */
export function nameOf({ name, donorId, email, phone }: Identity, fallback: string): string {
  return name ?? donorId ?? email ?? phone ?? fallback;
}

type Participant = Pick<ParticipantMatch, 'id'> &
  Partial<Pick<ParticipantMatch, 'displayName' | 'email' | 'phone' | 'studentIds'>> & {
    removed_at?: string | Date | null;
  };

export function participantName(participant: Participant): string {
  if (participant.removed_at) return REMOVED_NAME;
  const { id, displayName: name, email, phone, studentIds } = participant;
  return nameOf({ name, donorId: studentIds?.[0], email, phone }, `Participant ${id}`);
}

/** The name with the number, because two participants may have the same name. */
export function nameAndNumber({ id, displayName }: { id: number; displayName: string | null }): string {
  return displayName ? `${displayName} (No. ${id})` : `No. ${id}`;
}

/** Donor IDs, contacts and number, to tell participants with the same name apart. */
export function participantDetails(participant: Participant): string {
  const { id, email, phone, studentIds = [] } = participant;
  const name = participantName(participant);
  return [...studentIds, email, phone, `No.\u00a0${id}`].filter((part) => part && part !== name).join(', ');
}
