import { useEffect, useEffectEvent, useState } from 'react';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { toast } from '#web/ui/toast.ts';
import { isKeptAs, type KeptAs, type KeptDonation, readKept, subscribeToKept } from './keptStore.ts';
import { takeNewsToast } from './keptNews.ts';
import { nextTryAt } from './rules.ts';
import { sendKept } from './sendDonation.ts';

interface KeptDonations {
  /** What waits or was refused, oldest first. */
  kept: readonly KeptDonation[];
  /** What was sent while it was being looked at. */
  sent: readonly KeptAs<'sent'>[];
}

/**
 * The donations that are kept in this browser. While a page shows them they are sent as soon as there is a connection:
 * at once, when it comes back, and every half minute. What becomes of them is told in a toast where nobody looks at them.
 */
export function useKeptDonations(isLookedAt: boolean): KeptDonations {
  const isHydrated = useIsHydrated();
  const [kept, setKept] = useState<readonly KeptDonation[]>([]);
  const [sent, setSent] = useState<readonly KeptAs<'sent'>[]>([]);
  const seen = isLookedAt ? sent : [];
  if (!isLookedAt && sent.length > 0) setSent([]);

  const take = useEffectEvent(async (donation: KeptDonation | null) => {
    // Each tab that shows it is told by the one that sent it; the news in storage are for one of them only.
    if (isLookedAt && donation && isKeptAs(donation, 'sent'))
      setSent((others) => [...others.filter(({ key }) => key !== donation.key), donation]);
    const news = await takeNewsToast();
    if (news && !isLookedAt) toast(news);
    setKept((await readKept()).filter((one) => !isKeptAs(one, 'sent')));
  });

  useEffect(() => {
    if (!isHydrated) return undefined;
    const unsubscribe = subscribeToKept((donation) => void take(donation));
    const sendNow = () => void sendKept();
    window.addEventListener('online', sendNow);
    void readKept().then((found) => {
      if (found.length === 0) return;
      void take(null);
      sendNow();
    });
    return () => {
      unsubscribe();
      window.removeEventListener('online', sendNow);
    };
  }, [isHydrated]);

  const waiting = kept.filter((donation) => isKeptAs(donation, 'waiting'));
  // By the latest try: it ends at the first that finds no connection, so those behind it were not tried at all.
  const nextTry = Math.max(
    nextTryAt(Math.max(...waiting.map(({ state }) => state.triedAt)), null),
    Math.min(...waiting.map(({ state }) => state.notBefore)),
  );
  useEffect(() => {
    if (nextTry === Infinity) return undefined;
    const trying = setTimeout(() => navigator.onLine && void sendKept(), Math.max(0, nextTry - Date.now()));
    return () => clearTimeout(trying);
  }, [nextTry]);

  // What was sent a moment ago may not have left the list yet.
  return { kept: kept.filter(({ key }) => seen.every((one) => one.key !== key)), sent: seen };
}
