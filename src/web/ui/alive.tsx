import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';

const Alive = createContext(true);

/**
 * False while a page is only the HTML that the build made. What needs JavaScript is out of reach until
 * then: a press would do nothing, and words typed into a field would be lost when its form comes alive.
 */
export function useAlive(): boolean {
  return use(Alive);
}

/** Stands round what the build renders, and says in the browser when it has come alive. */
export function Prerendered({ children }: { children: ReactNode }) {
  const [alive, setAlive] = useState(false);
  useEffect(() => {
    // In slices, as the page came alive: every field and button has a part in it.
    startTransition(() => setAlive(true));
  }, []);
  return <Alive value={alive}>{children}</Alive>;
}
