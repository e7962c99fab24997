import { z } from 'zod';
import { contract, type createDonationBody } from './contract.ts';
import { decisionScope, undoFailedMessage } from './decisions.ts';
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

export interface IntakeDonor {
  participant: ParticipantMatch;
  /** `recognised`: found by the email or phone that was typed for a new participant. */
  origin: 'chosen' | 'created' | 'recognised';
}

/** Creates a participant, or finds the one with that email or phone. */
export function useCreateParticipant() {
  return useChange(participants.upsertParticipant, {
    change: async (send, body: Profile): Promise<IntakeDonor> => {
      const { id, created } = await send({ body });
      // A recognised participant may have another name than the typed one.
      const { participant } = await call(people.participantSheet, { params: { id } });
      return { participant, origin: created ? 'created' : 'recognised' };
    },
  });
}

/** Creates a donation once, even if the request is sent several times. */
export function useCreateDonation() {
  const idempotencyKeyFor = useIdempotencyKey();
  return useChange(contract.createDonation, {
    change: (send, body: z.input<typeof createDonationBody>) =>
      send({ body }, { idempotencyKey: idempotencyKeyFor(body) }),
  });
}

/** Returns a function that gives the key for a request. A request that is repeated gets the same key again. */
export function useIdempotencyKey(): (body: object) => string {
  const lastSent = useRef({ request: '', key: '' });
  return (body) => {
    const request = JSON.stringify(body);
    if (lastSent.current.request !== request) lastSent.current = { request, key: newIdempotencyKey() };
    return lastSent.current.key;
  };
}

/** Takes back the confirmation of the sitting's latest donation, together with its reward code. */
export function useUndoIntake(onUndone: (id: number) => void) {
  return useChange(contract.undoLastConfirmation, {
    scope: decisionScope,
    change: async (send, { id }: Pick<SittingDonation, 'id' | 'name'>) => {
      const { confirmation } = await call(contract.lastConfirmation, {});
      // The admin may have confirmed something else in another window since then.
      const confirmed = confirmation?.donations ?? [];
      if (!confirmation || confirmed.length > 1 || confirmed[0]?.id !== id) {
        throw new Error(undoFailedMessage);
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
    onError: (error) => errorToast(error, undoFailedMessage),
  });
}

const SESSION_ITEM_NAME = 'sitting';

const sittingDonation = z.object({
  id: z.int(),
  name: z.string(),
  participantId: z.int(),
  /** Null if it was not weighed. */
  kilograms: z.number().nullable(),
  weight: z.enum(weightBands),
  discountCode: z.string().nullable(),
  hasPhoto: z.boolean(),
});

/** A donation of this sitting, as it was when saved or undone. */
export type SittingDonation = z.infer<typeof sittingDonation>;

interface Sitting {
  /** The latest first. */
  donations: readonly SittingDonation[];
  /** Initial values of the next form. */
  carriedOver: CarriedOver;
}

const storedSitting = z.object({
  username: z.string(),
  donations: z.array(sittingDonation),
  carriedOver: carriedFields,
});

/** An admin's sitting. It survives reloads and visits to other screens, and ends with the session. */
export function useSitting(username: string) {
  const [sitting, setSitting] = useState(() => readStoredSitting(username));

  function saveSitting(newSitting: Sitting) {
    setSitting(newSitting);
    writeSessionItem(SESSION_ITEM_NAME, { username, ...newSitting });
  }

  return {
    ...sitting,
    add: (donation: SittingDonation, carriedOver: CarriedOver) =>
      saveSitting({ donations: [donation, ...sitting.donations], carriedOver }),
    removeCode: (id: number) =>
      saveSitting({
        ...sitting,
        donations: sitting.donations.map((donation) =>
          donation.id === id ? { ...donation, discountCode: null } : donation,
        ),
      }),
  };
}

function readStoredSitting(username: string): Sitting {
  const { data } = storedSitting.safeParse(readSessionItem(SESSION_ITEM_NAME));
  return data?.username === username ? data : { donations: [], carriedOver: {} };
}
