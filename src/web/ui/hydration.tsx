import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';

const Hydrated = createContext(true);

/**
 * False while a page is only the HTML that the server made. What needs JavaScript is out of reach until
 * then: a press would do nothing, and words typed into a field would be lost when its form is hydrated.
 */
export function useIsHydrated(): boolean {
  return use(Hydrated);
}

/** Stands round what the server renders, and says in the browser when it is hydrated. */
export function Prerendered({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    // In slices, as the page was hydrated: every field and button has a part in it.
    startTransition(() => setHydrated(true));
  }, []);
  return <Hydrated value={isHydrated}>{children}</Hydrated>;
}

/**
 * Password managers put elements among the fields before a page is hydrated. React then renders the page anew and goes
 * on: that is no error.
 */
export function warnOfMismatch(error: unknown): void {
  // oxlint-disable-next-line no-console -- for whoever looks for a mismatch of our own
  console.warn(error);
}
