import { useEffect, useEffectEvent } from 'react';
import { useIsHydrated } from '#web/ui/hydration.tsx';

const loadScanner = () => import('./tillScanner.ts');

/**
 * Has what a scanner types arrive as a code, wherever the focus is. What hears it comes after the page: until then it is
 * typed as by hand.
 */
export function useTillScanner(take: (code: string) => void, rewrite: (code: string) => void): void {
  const onCode = useEffectEvent(take);
  const onRewrite = useEffectEvent(rewrite);
  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (!isHydrated) return;
    const hearing = loadScanner().then(
      ({ hearTillScanner }) =>
        hearTillScanner({ onCode: (code) => onCode(code), onRewrite: (code) => onRewrite(code) }),
      // Without it the code's field takes what is scanned into it, as ever.
      () => undefined,
    );
    return () => void hearing.then((end) => end?.());
  }, [isHydrated]);
}
