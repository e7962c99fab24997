import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';

const Hydrated = createContext(true);

/**
 * False while a page is only the server's HTML. Until it is true, buttons and fields are disabled: a press would do
 * nothing, and typed words would be lost when the form is hydrated.
 */
export function useIsHydrated(): boolean {
  return use(Hydrated);
}

/** Wraps what the server renders. In the browser it notices when the page is hydrated. */
export function Prerendered({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    // With low priority, since every field and button renders again.
    startTransition(() => setHydrated(true));
  }, []);
  return <Hydrated value={isHydrated}>{children}</Hydrated>;
}

/** Password managers add elements to a page before it is hydrated. React then renders it again, which is no error. */
export function warnOfMismatch(error: unknown): void {
  // oxlint-disable-next-line no-console -- a mismatch of our own would show here
  console.warn(error);
}
