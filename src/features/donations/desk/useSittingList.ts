import { useEffect, useState } from 'react';
import { z } from 'zod';
import { readSessionItem, writeSessionItem } from '#web/console/session.ts';
import { type DeskEntry, deskEntry } from './deskWords.ts';

const NAME = 'desk';

const stored = z.object({ username: z.string(), entries: z.array(deskEntry) });

/** What an admin did at the desk, the latest last. It survives reloads and other screens, not the session. */
export function useSittingList(username: string) {
  const [entries, setEntries] = useState(() => entriesOf(username));
  useEffect(() => writeSessionItem(NAME, { username, entries }), [username, entries]);
  return {
    entries,
    add: (entry: DeskEntry) => setEntries((before) => [...before, entry]),
    remove: ({ id }: DeskEntry) => setEntries((before) => before.filter((entry) => entry.id !== id)),
  };
}

function entriesOf(username: string): readonly DeskEntry[] {
  const { data } = stored.safeParse(readSessionItem(NAME));
  return data?.username === username ? data.entries : [];
}
