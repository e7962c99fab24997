import type { ReactNode } from 'react';

/** The small words under a step at the till. */
export function TillNote({ children }: { children: ReactNode }) {
  return <p className="t-small mt-0.5 text-panel-muted">{children}</p>;
}
