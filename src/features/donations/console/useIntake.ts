import { z } from 'zod';
import { contract, type createDonationBody } from './contract.ts';
import { decisionScope, undoFailed } from './decisions.ts';
import { contract as participants, type ParticipantMatch } from '#features/donors/contract.ts';
import { useRef, useState } from 'react';
import { contract as people } from '#features/donors/people/contract.ts';
import { call } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { toast } from '#web/ui/toast.ts';
import { weightBands } from '#shared/weights.ts';
import { writeSessionItem, readSessionItem } from '#web/console/session.ts';
import { type CarriedOver, carriedFields, type Profile } from './intakeForm.ts';

export interface Giver {
  participant: ParticipantMatch;
  /** `recognised`: found by the email or phone typed for somebody new. */
  origin: 'chosen' | 'created' | 'recognised';
}

/** Creates a participant, or finds the one with that email or phone. */
export function useCreateParticipant() {
  return useChange(participants.upsertParticipant, {
    change: async (send, body: Profile): Promise<Giver> => {
      const { id, created } = await send({ body });
      // A recognised participant may have another name than typed.
      const { participant } = await call(people.participantSheet, { params: { id } });
      return { participant, origin: created ? 'created' : 'recognised' };
    },
  });
}

/** Creates a donation once, however often it is sent. */
export function useCreateDonation() {
  const sent = useRef({ request: '', key: '' });
  return useChange(contract.createDonation, {
    change: (send, body: z.input<typeof createDonationBody>) => {
      const request = JSON.stringify(body);
      // A corrected request is a new one.
      if (sent.current.request !== request) sent.current = { request, key: newIdempotencyKey() };
      return send({ body }, { idempotencyKey: sent.current.key });
    },
  });
}

/** Takes back the confirmation of the latest donation of the sitting, and with it the reward code. */
export function useUndoIntake(onUndone: (id: number) => void) {
  return useChange(contract.undoLastConfirmation, {
    scope: decisionScope,
    change: async (send, { id }: Pick<TakenIn, 'id' | 'name'>) => {
      const { confirmation } = await call(contract.lastConfirmation, {});
      // The same admin may have confirmed something else since, in another window.
      if (confirmation?.donations.map((donation) => donation.id).join() !== String(id)) {
        throw new Error(undoFailed);
      }
      return await send({ body: { confirmationId: confirmation.id } });
    },
    onSuccess: (_, { id, name }) => {
      onUndone(id);
      toast({
        kind: 'success',
        title: 'Confirmation undone',
        description: `${name}’s donation is pending again.`,
      });
    },
    onError: (error) => errorToast(error, undoFailed),
  });
}

const SESSION_ITEM = 'sitting';

const takenIn = z.object({
  id: z.int(),
  name: z.string(),
  participantId: z.int(),
  /** Null where there was no scale. */
  kilograms: z.number().nullable(),
  weight: z.enum(weightBands),
  discountCode: z.string().nullable(),
  hasPhoto: z.boolean(),
});

/** A donation of this sitting, as it was when saved or taken back. */
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
export function useSitting(username: string) {
  const [sitting, setSitting] = useState(() => sittingOf(username));

  function replace(next: Sitting) {
    setSitting(next);
    writeSessionItem(SESSION_ITEM, { username, ...next });
  }

  return {
    ...sitting,
    add: (taken: TakenIn, carriedOver: CarriedOver) =>
      replace({ donations: [taken, ...sitting.donations], carriedOver }),
    removeCode: (id: number) =>
      replace({
        ...sitting,
        donations: sitting.donations.map((donation) =>
          donation.id === id ? { ...donation, discountCode: null } : donation,
        ),
      }),
  };
}

function sittingOf(username: string): Sitting {
  const { data } = storedSitting.safeParse(readSessionItem(SESSION_ITEM));
  return data?.username === username ? data : { donations: [], carriedOver: {} };
}
