import { useState } from 'react';
import { z } from 'zod';
import { weightBands } from '#shared/weights.ts';
import { keepInSession, keptInSession } from '#web/console/sessionKeeping.ts';

const NAME = 'sitting';

const takenIn = z.object({
  id: z.int(),
  name: z.string(),
  shareUrl: z.string(),
  /** What counts: the measured band where there is one. */
  weight: z.enum(weightBands),
  discountCode: z.string().nullable(),
  hasPhoto: z.boolean(),
});

/** A donation taken in in this sitting, as it was then. */
export type TakenIn = z.infer<typeof takenIn>;

const keptSitting = z.object({ username: z.string(), donations: z.array(takenIn) });

/** What an admin has taken in, the latest first. It outlives a reload, not the session. */
export function useSitting(username: string): [donations: readonly TakenIn[], add: (taken: TakenIn) => void] {
  const [donations, setDonations] = useState(() => keptBy(username));

  function add(taken: TakenIn) {
    const next = [taken, ...donations];
    setDonations(next);
    keepInSession(NAME, { username, donations: next });
  }

  return [donations, add];
}

function keptBy(username: string): readonly TakenIn[] {
  const { data } = keptSitting.safeParse(keptInSession(NAME));
  return data?.username === username ? data.donations : [];
}
