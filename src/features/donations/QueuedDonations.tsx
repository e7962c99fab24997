import { ChevronRight, CircleCheck, Clock, Pencil, Plus, RefreshCw, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { type Day, dayOf, daysAfter } from '#shared/dates.ts';
import { screens } from '#shared/screens.ts';
import { formatShortDay, formatTime, weightName } from '#words/formats.ts';
import { donationLogged, queuedDonations as words } from '#words/log.tsx';
import { errorTitle } from '#words/site.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { BagFull } from '#web/art/BagFull.tsx';
import { Button, type ButtonProps } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { showFromTheTop } from '#web/ui/SuccessHead.tsx';
import { toast } from '#web/ui/toast.ts';
import {
  enqueue,
  isQueuedAs,
  type QueuedAs,
  type QueuedDonation,
  removeQueued,
  readQueue,
  subscribeToQueue,
  takeOutcomes,
} from './donationQueue.ts';
import { sendQueue, whyRefused, outcomeToast, startSending } from './donationSender.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { placeOf } from './rules.ts';

type QueuedHintProps = {
  donations: readonly QueuedDonation[];
  onShow: () => void;
};

/** A line above the form about queued donations. It names no donor, since others may use this phone. */
export function QueuedHint({ donations, onShow }: QueuedHintProps) {
  const refusedCount = donations.filter((donation) => isQueuedAs(donation, 'refused')).length;
  if (donations.length === 0) return null;
  const Icon = refusedCount > 0 ? TriangleAlert : Clock;
  return (
    <button
      type="button"
      onClick={onShow}
      className={`border-b-[1.5px] border-line text-start ${refusedCount > 0 ? 'bg-clay-tint text-clay-deep' : 'bg-wheat-tint text-wheat-deep'}`}
    >
      <span className="container-page t-small flex min-h-11 cursor-pointer items-center gap-2.5 font-[650] underline-offset-4 hover:underline">
        <Icon size={20} className="shrink-0" aria-hidden="true" />
        {refusedCount > 0 ? words.refusedNote(refusedCount) : words.waitingNote(donations.length)}
        <ChevronRight size={20} className="ms-auto shrink-0" aria-hidden="true" />
      </span>
    </button>
  );
}

type QueuedDonationsProps = {
  /** At least one. */
  donations: readonly QueuedDonation[];
  onCorrect: (donation: QueuedAs<'refused'>) => void;
  /** Called after Undo has queued a removed donation again. */
  onUndo: () => void;
  onLogAnother: () => void;
};

/** The screen with the queued donations, and those sent while it is open. Waiting ones are sent automatically. */
export function QueuedDonations({ donations, onCorrect, onUndo, onLogAnother }: QueuedDonationsProps) {
  const { timeZone } = useSiteInfo();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => showFromTheTop(heading.current), []);
  const hasWaiting = donations.some((donation) => isQueuedAs(donation, 'waiting'));
  const hasRefused = donations.some((donation) => isQueuedAs(donation, 'refused'));
  return (
    <div className="flex flex-1 flex-col pt-7.5">
      <title>{words.title}</title>
      <Shelf thickness={9}>
        <BagFull size={128} />
      </Shelf>
      <div className="mx-auto flex w-full max-w-[430px] flex-1 flex-col px-5 pt-4.5 pb-3.5">
        <h1 ref={heading} tabIndex={-1} className="t-2 font-[780] outline-none">
          {hasWaiting || hasRefused ? words.heading : words.allSentHeading}
        </h1>
        <p className="mt-2 text-pretty">
          {hasWaiting && words.waitingLead((text) => <b className="font-[650]">{text}</b>)}
          {!hasWaiting && (hasRefused ? words.refusedLead : words.allSentLead)}
        </p>
        <ul className="mt-4.5 grid gap-4">
          {donations.map((donation) => (
            <DonationCard
              key={donation.key}
              donation={donation}
              timeZone={timeZone}
              onCorrect={onCorrect}
              onRemove={() => {
                // The pressed button disappears with its card.
                heading.current?.focus();
                void removeDonation(donation, onUndo);
              }}
            />
          ))}
        </ul>
        {hasWaiting && <p className="t-small mt-2.5 text-muted">{words.whenItIsSent}</p>}
        <div className="mt-auto grid pt-5">
          <Button size="large" icon={Plus} onClick={onLogAnother}>
            {words.logAnother}
          </Button>
        </div>
      </div>
    </div>
  );
}

type DonationCardProps = {
  donation: QueuedDonation;
  timeZone: TimeZone;
  onCorrect: (donation: QueuedAs<'refused'>) => void;
  onRemove: () => void;
};

function DonationCard({ donation, timeZone, onCorrect, onRemove }: DonationCardProps) {
  const { weight, studentId } = donation.body;
  const mark = isQueuedAs(donation, 'sent') ? donation.state.answer?.mark : undefined;
  return (
    <Card as="li" flush className="overflow-clip">
      <div className="px-4 pt-3.5 pb-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="t-3">{weightName(weight)}</h2>
          <Pill {...pills[donation.state.is]}>{words.states[donation.state.is]}</Pill>
        </div>
        <p className="mt-1 font-[650] wrap-anywhere">{studentId}</p>
        <p className="wrap-anywhere text-muted">{formatPlaceAndTime(donation, timeZone)}</p>
        {/* Always rendered: a live region that appears together with its text is not read out. */}
        <p role="status" className="t-small text-pretty">
          {mark && <b className="t-3 mt-1.5 block">{donationLogged.writeMark(mark, (text) => text)}</b>}
          <StateText donation={donation} timeZone={timeZone} />
        </p>
      </div>
      {!isQueuedAs(donation, 'sent') && (
        <div className="grid grid-cols-2 border-t-[1.5px] border-line">
          <HalfButton kind="clayGhost" icon={X} onClick={onRemove}>
            {words.doNotSend}
          </HalfButton>
          <div className="border-s-[1.5px] border-line">
            {isQueuedAs(donation, 'refused') ? (
              <HalfButton icon={Pencil} onClick={() => onCorrect(donation)}>
                {words.correct}
              </HalfButton>
            ) : (
              <TryNowButton donation={donation} />
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

const pills = {
  waiting: { tone: 'wheat', icon: Clock },
  refused: { tone: 'clay', icon: TriangleAlert },
  sent: { tone: 'spruce', icon: CircleCheck },
} as const;

function StateText({ donation, timeZone }: Pick<DonationCardProps, 'donation' | 'timeZone'>) {
  if (isQueuedAs(donation, 'refused')) return <span className="text-clay-deep">{whyRefused(donation)}</span>;
  if (!isQueuedAs(donation, 'waiting')) return null;
  const { triedAt, lacked } = donation.state;
  const wasRetried = triedAt !== donation.queuedAt;
  if (!wasRetried) return null;
  const time = formatTime(new Date(triedAt), timeZone);
  return lacked === 'connection' ? words.foundNoConnection(time) : words.foundSiteBusy(time);
}

function TryNowButton({ donation }: { donation: QueuedDonation }) {
  const [isPending, setPending] = useState(false);
  function tryNow() {
    setPending(true);
    void sendQueue(donation.key).finally(() => setPending(false));
  }
  return (
    <HalfButton icon={RefreshCw} pending={isPending} pendingLabel={words.trying} onClick={tryNow}>
      {words.tryNow}
    </HalfButton>
  );
}

function HalfButton(props: ButtonProps) {
  return <Button kind="ghost" {...props} className="min-h-12.5 w-full px-3! -outline-offset-3" />;
}

/** Removes a donation without asking, since Undo queues it again with the same key. */
async function removeDonation(donation: QueuedDonation, onUndo: () => void): Promise<void> {
  const reportFailure = (description: string) =>
    void toast({ kind: 'error', title: errorTitle, description });
  try {
    await removeQueued(donation);
  } catch {
    return reportFailure(words.removeFailed);
  }
  const undo = () => enqueue(donation).then(onUndo, () => reportFailure(words.undoFailed));
  toast({
    kind: 'success',
    title: words.notSent,
    description: donation.mayHaveArrived ? words.mayHaveArrived : words.removed,
    action: { label: words.undo, act: () => void undo() },
  });
}

/** `UC East bin, today, 3:48 PM`, with the donation's date if it is not the day on which it was logged. */
function formatPlaceAndTime({ body, queuedAt }: QueuedDonation, timeZone: TimeZone): string {
  const today = dayOf(new Date(), timeZone);
  const queuedOn = dayOf(new Date(queuedAt), timeZone);
  return [
    placeOf(body),
    body.date !== queuedOn && words.forDay(body.date),
    formatRecentDay(queuedOn, today),
    formatTime(new Date(queuedAt), timeZone),
  ]
    .filter(Boolean)
    .join(', ');
}

function formatRecentDay(day: Day, today: Day): string {
  if (day === today) return words.today;
  return day === daysAfter(today, -1) ? words.yesterday : formatShortDay(day);
}

/**
 * The `queued` donations, waiting or refused, oldest first, and those `sent` while their screen was open. While it is closed,
 * a toast shows outcomes.
 */
export function useQueuedDonations(isScreenOpen: boolean) {
  const isHydrated = useIsHydrated();
  const [queued, setQueued] = useState<readonly QueuedDonation[]>([]);
  const [sent, setSent] = useState<readonly QueuedAs<'sent'>[]>([]);
  if (!isScreenOpen && sent.length > 0) setSent([]);

  const refresh = useEffectEvent(async (changed: QueuedDonation | null) => {
    // Taken from the event, which every open tab gets. Only one tab gets the stored outcome.
    if (isScreenOpen && changed && isQueuedAs(changed, 'sent'))
      setSent((others) => [...others.filter(({ key }) => key !== changed.key), changed]);
    // Outcomes are taken even while the screen shows them, so that no toast does later.
    const outcomes = await takeOutcomes(Date.now());
    if (outcomes.length > 0 && !isScreenOpen) toast(outcomeToast(outcomes));
    setQueued((await readQueue()).filter((stored) => !isQueuedAs(stored, 'sent')));
  });

  useEffect(() => {
    if (!isHydrated) return undefined;
    startSending(screens.log);
    return subscribeToQueue((changed) => void refresh(changed));
  }, [isHydrated]);

  // The list `queued` may still contain a donation that was just sent.
  return { queued: queued.filter(({ key }) => sent.every((donation) => donation.key !== key)), sent };
}
