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
import { keepInSession, keptInSession } from '#web/console/sessionKeeping.ts';
import { type IntakeValues, type Kept, keptFields, type Profile } from './intakeForm.ts';

/** Who brings the donation. */
export interface Giver {
  participant: ParticipantMatch;
  shareUrl: string;
  /** Made just now, or found by the email or phone that was typed for somebody new. */
  origin: 'chosen' | 'created' | 'recognised';
}

export function chosenGiver(participant: ParticipantMatch): Giver {
  const shareUrl = new URL(paths.sharedStatus(participant.shareToken), window.location.origin).href;
  return { participant, shareUrl, origin: 'chosen' };
}

/** Makes a participant, or finds the one who has that email or phone already. */
export function useCreateParticipant() {
  return useChange(participants.upsertParticipant, {
    change: async (send, body: Profile): Promise<Giver> => {
      const { id, shareUrl, created } = await send({ body });
      // Someone recognised may go by another name than the one that was typed.
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

/** Takes the donation in, once however often it is sent. */
export function useCreateDonation() {
  const sent = useRef({ request: '', key: '' });
  return useChange(contract.createDonation, {
    change: (send, body: NewDonation) => {
      const request = JSON.stringify(body);
      // Another request after a failure, with something mended, is not the same one again.
      if (sent.current.request !== request) sent.current = { request, key: newIdempotencyKey() };
      return send({ body }, { idempotencyKey: sent.current.key });
    },
  });
}

const NAME = 'sitting';

const takenIn = z.object({
  id: z.int(),
  name: z.string(),
  /** Sittings that began before it was kept lack it. */
  participantId: z.int().optional(),
  shareUrl: z.string(),
  /** What counts: the measured band where there is one. */
  weight: z.enum(weightBands),
  discountCode: z.string().nullable(),
  hasPhoto: z.boolean(),
});

/** A donation taken in in this sitting, as it was then. */
export type TakenIn = z.infer<typeof takenIn>;

interface Sitting {
  /** What was taken in, the latest first. */
  donations: readonly TakenIn[];
  /** What the next form begins with. */
  kept: Kept;
}

const keptSitting = z.object({ username: z.string(), donations: z.array(takenIn), kept: keptFields });

/** What an admin has taken in and keeps for the next. It outlives a reload and a look at the console, not the session. */
export function useSitting(username: string): [sitting: Sitting, add: (taken: TakenIn, kept: Kept) => void] {
  const [sitting, setSitting] = useState(() => sittingOf(username));

  function add(taken: TakenIn, kept: Kept) {
    const next = { donations: [taken, ...sitting.donations], kept };
    setSitting(next);
    keepInSession(NAME, { username, ...next });
  }

  return [sitting, add];
}

function sittingOf(username: string): Sitting {
  const { data } = keptSitting.safeParse(keptInSession(NAME));
  return data?.username === username ? data : { donations: [], kept: {} };
}
