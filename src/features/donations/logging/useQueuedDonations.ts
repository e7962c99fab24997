import { useEffect, useEffectEvent, useState } from 'react';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { toast } from '#web/ui/toast.ts';
import {
  isQueuedAs,
  type QueuedAs,
  type QueuedDonation,
  readQueue,
  subscribeToQueue,
  takeOutcomes,
} from './donationQueue.ts';
import { outcomeToast, startSending } from './donationSender.ts';

interface QueuedDonations {
  /** What waits or was refused, oldest first. */
  queued: readonly QueuedDonation[];
  /** What was sent while it was being looked at. */
  sent: readonly QueuedAs<'sent'>[];
}

/** The donations that wait in this browser. A toast tells what becomes of them while nobody looks at them. */
export function useQueuedDonations(isLookedAt: boolean): QueuedDonations {
  const isHydrated = useIsHydrated();
  const [queued, setQueued] = useState<readonly QueuedDonation[]>([]);
  const [sent, setSent] = useState<readonly QueuedAs<'sent'>[]>([]);
  const seen = isLookedAt ? sent : [];
  if (!isLookedAt && sent.length > 0) setSent([]);

  const take = useEffectEvent(async (donation: QueuedDonation | null) => {
    // Each tab that shows it is told by the one that sent it; the outcomes in storage are for one of them only.
    if (isLookedAt && donation && isQueuedAs(donation, 'sent'))
      setSent((others) => [...others.filter(({ key }) => key !== donation.key), donation]);
    const outcomes = await takeOutcomes(Date.now());
    if (outcomes.length > 0 && !isLookedAt) toast(outcomeToast(outcomes));
    setQueued((await readQueue()).filter((one) => !isQueuedAs(one, 'sent')));
  });

  useEffect(() => {
    if (!isHydrated) return undefined;
    startSending();
    void readQueue().then((found) => (found.length > 0 ? take(null) : undefined));
    return subscribeToQueue((donation) => void take(donation));
  }, [isHydrated]);

  // What was sent a moment ago may not have left the list yet.
  return { queued: queued.filter(({ key }) => seen.every((one) => one.key !== key)), sent: seen };
}
