import { useState } from 'react';
import { z } from 'zod';
import { weightBands } from '#shared/weights.ts';
import { keepInSession, keptInSession } from '#web/console/session.ts';
import { keptFields, type Kept } from './intakeForm.ts';

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
