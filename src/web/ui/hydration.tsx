import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';

const HydratedContext = createContext(true);

/**
 * Whether React has hydrated the page. Before that, buttons and fields are disabled: a press would do nothing, and
 * hydration would discard typed text.
 */
export function useIsHydrated(): boolean {
  return use(HydratedContext);
}

/** Wraps everything that the server renders, and provides `useIsHydrated`. */
export function Prerendered({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    // A transition has low priority, since every field and button renders again.
    startTransition(() => setHydrated(true));
  }, []);
  return <HydratedContext value={isHydrated}>{children}</HydratedContext>;
}

/** Logs a failed hydration as a warning: it is harmless if a password manager has added elements to the page. */
export function warnOfMismatch(error: unknown): void {
  // oxlint-disable-next-line no-console -- a mismatch that is a bug of the site must be visible
  console.warn(error);
}
