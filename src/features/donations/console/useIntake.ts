import { z } from 'zod';
import { contract } from './contract.ts';
import { contract as participants, type ParticipantMatch } from '#features/donors/contract.ts';
import { useRef, useState } from 'react';
import { contract as people } from '#features/donors/people/contract.ts';
import { call } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { useChange } from '#web/api/useChange.ts';
import { paths } from '#web/paths.ts';
import { weightBands } from '#shared/weights.ts';
import { writeSessionItem, readSessionItem } from '#web/console/session.ts';
import { type IntakeValues, type CarriedOver, carriedFields, type Profile } from './intakeForm.ts';

export interface Giver {
  participant: ParticipantMatch;
  shareUrl: string;
  /** `recognised`: found by the email or phone typed for somebody new. */
  origin: 'chosen' | 'created' | 'recognised';
}

export function chosenGiver(participant: ParticipantMatch): Giver {
  const shareUrl = new URL(paths.sharedStatus(participant.shareToken), window.location.origin).href;
  return { participant, shareUrl, origin: 'chosen' };
}

/** Creates a participant, or finds the one with that email or phone. */
export function useCreateParticipant() {
  return useChange(participants.upsertParticipant, {
    change: async (send, body: Profile): Promise<Giver> => {
      const { id, shareUrl, created } = await send({ body });
      // A recognised participant may have another name than typed.
      const { participant } = await call(people.participantSheet, { params: { id } });
      return {
        participant,
        shareUrl,
        origin: created ? 'created' : 'recognised',
      };
    },
  });
}

export type NewDonation = Omit<IntakeValues, keyof Profile> & {
  participantId: number;
  photoUrl: string | undefined;
};

/** Creates a donation once, however often it is sent. */
export function useCreateDonation() {
  const sent = useRef({ request: '', key: '' });
  return useChange(contract.createDonation, {
    change: (send, body: NewDonation) => {
      const request = JSON.stringify(body);
      // A corrected request is a new one.
      if (sent.current.request !== request) sent.current = { request, key: newIdempotencyKey() };
      return send({ body }, { idempotencyKey: sent.current.key });
    },
  });
}

const NAME = 'sitting';

const takenIn = z.object({
  id: z.int(),
  name: z.string(),
  participantId: z.int(),
  shareUrl: z.string(),
  /** Measured, else claimed. */
  weight: z.enum(weightBands),
  discountCode: z.string().nullable(),
  hasPhoto: z.boolean(),
});

/** A donation of this sitting, as it was when saved. */
export type TakenIn = z.infer<typeof takenIn>;

interface Sitting {
  /** The latest first. */
  donations: readonly TakenIn[];
  /** Initial values of the next form. */
  carriedOver: CarriedOver;
}

const storedSitting = z.object({
  username: z.string(),
  donations: z.array(takenIn),
  carriedOver: carriedFields,
});

/** An admin's sitting. It survives reloads and other screens, not the session. */
export function useSitting(
  username: string,
): [sitting: Sitting, add: (taken: TakenIn, carriedOver: CarriedOver) => void] {
  const [sitting, setSitting] = useState(() => sittingOf(username));

  function add(taken: TakenIn, carriedOver: CarriedOver) {
    const next = { donations: [taken, ...sitting.donations], carriedOver };
    setSitting(next);
    writeSessionItem(NAME, { username, ...next });
  }

  return [sitting, add];
}

function sittingOf(username: string): Sitting {
  const { data } = storedSitting.safeParse(readSessionItem(NAME));
  return data?.username === username ? data : { donations: [], carriedOver: {} };
}
