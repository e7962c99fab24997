import { useState } from 'react';

export interface Unfolded {
  has: (id: number) => boolean;
  toggle: (id: number) => void;
}

/** Which rows of the log show their details. They stay open while the list is loaded again. */
export function useUnfolded(): Unfolded {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return {
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((open) =>
        open.has(id) ? new Set([...open].filter((other) => other !== id)) : new Set([...open, id]),
      ),
  };
}
