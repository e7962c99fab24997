import { CircleCheck, Clock, Pencil, Plus, RefreshCw, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { dayOf, daysAfter } from '#shared/dates.ts';
import { formatShortDay, formatTime } from '#words/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { weightName } from '#shared/weights.ts';
import { BagFull } from '#web/art/BagFull.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { PlainButton, type PlainButtonProps } from '#web/ui/PlainButton.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { showFromTheTop } from '#web/ui/showFromTheTop.ts';
import { toast } from '#web/ui/toast.ts';
import { dropKept, isKeptAs, keepDonation, type KeptAs, type KeptDonation } from './keptStore.ts';
import { sendKept } from './sendDonation.ts';

type KeptDonationsProps = {
  /** At least one. */
  donations: readonly KeptDonation[];
  onMend: (donation: KeptAs<'refused'>) => void;
  /** What was not to be sent has come back. */
  onUndo: () => void;
  onLogAnother: () => void;
};

/** What was logged without a connection: it waits in this browser, can be called back, and is sent by itself. */
export function KeptDonations({ donations, onMend, onUndo, onLogAnother }: KeptDonationsProps) {
  const { timeZone } = useSiteInfo();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => showFromTheTop(heading.current), []);
  return (
    <div className="flex flex-1 flex-col pt-7.5">
      <title>Kept on this phone · ReRound</title>
      <Shelf thickness={9}>
        <BagFull size={128} />
      </Shelf>
      <div className="mx-auto flex w-full max-w-[430px] flex-1 flex-col px-5 pt-4.5 pb-3.5">
        <Words donations={donations} heading={heading} />
        <ul className="mt-4.5 grid gap-4">
          {donations.map((donation) => (
            <DonationCard
              key={donation.key}
              donation={donation}
              timeZone={timeZone}
              onMend={onMend}
              onDoNotSend={() => {
                // The card goes with the button that was pressed.
                heading.current?.focus();
                void doNotSend(donation, onUndo);
              }}
            />
          ))}
        </ul>
        {donations.some((donation) => isKeptAs(donation, 'waiting')) && (
          <p className="t-small mt-2.5 text-muted">
            Close this page if you like. It goes out the next time this phone has a connection, or when you
            open ReRound again. A private window forgets it when you close it.
          </p>
        )}
        <div className="mt-auto grid pt-5">
          <PlainButton size="large" icon={Plus} onClick={onLogAnother}>
            Log another
          </PlainButton>
        </div>
      </div>
    </div>
  );
}

type WordsProps = Pick<KeptDonationsProps, 'donations'> & { heading: RefObject<HTMLHeadingElement | null> };

function Words({ donations, heading }: WordsProps) {
  const isWaiting = donations.some((donation) => isKeptAs(donation, 'waiting'));
  const isRefused = donations.some((donation) => isKeptAs(donation, 'refused'));
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="t-2 font-[780] outline-none">
        {isWaiting || isRefused ? 'Kept on this phone' : 'All sent'}
      </h1>
      <p className="mt-2 text-pretty">
        {isWaiting ? (
          <>
            <b className="font-[650]">It is sent when you are back.</b> Drop your things in and go: you need
            not wait here, and it counts once.
          </>
        ) : isRefused ? (
          'It was not logged yet: something in it needs another look.'
        ) : (
          'Thank you. An admin confirms them, usually within two days. Your codes then appear on your dashboard.'
        )}
      </p>
    </>
  );
}

type DonationCardProps = {
  donation: KeptDonation;
  timeZone: TimeZone;
  onMend: (donation: KeptAs<'refused'>) => void;
  onDoNotSend: () => void;
};

function DonationCard({ donation, timeZone, onMend, onDoNotSend }: DonationCardProps) {
  const { weight, studentId } = donation.body;
  return (
    <Card as="li" flush className="overflow-clip">
      <div className="px-4 pt-3.5 pb-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="t-3">{weightName(weight)}</h2>
          <StatePill is={donation.state.is} />
        </div>
        <p className="mt-1 font-[650] wrap-anywhere">{studentId}</p>
        <p className="wrap-anywhere text-muted">{placeAndTime(donation, timeZone)}</p>
        {/* Always there: a live region that arrives together with its words is not read out. */}
        <p role="status" className="t-small text-pretty empty:hidden">
          <StateWords donation={donation} timeZone={timeZone} />
        </p>
      </div>
      {!isKeptAs(donation, 'sent') && (
        <div className="grid grid-cols-2 border-t-[1.5px] border-line">
          <Half kind="clayGhost" icon={X} onClick={onDoNotSend}>
            Do not send
          </Half>
          <div className="border-s-[1.5px] border-line">
            {isKeptAs(donation, 'refused') ? (
              <Half icon={Pencil} onClick={() => onMend(donation)}>
                Mend it
              </Half>
            ) : (
              <TryNow donation={donation} />
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

const pills = {
  waiting: { word: 'Waiting to be sent', tone: 'wheat', icon: Clock },
  refused: { word: 'Not logged', tone: 'clay', icon: TriangleAlert },
  sent: { word: 'Sent', tone: 'spruce', icon: CircleCheck },
} as const;

function StatePill({ is }: { is: KeptDonation['state']['is'] }) {
  const { word, tone, icon } = pills[is];
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  );
}

function StateWords({ donation, timeZone }: Pick<DonationCardProps, 'donation' | 'timeZone'>) {
  if (isKeptAs(donation, 'refused')) return <span className="text-clay-deep">{donation.state.sentence}</span>;
  if (!isKeptAs(donation, 'waiting') || donation.state.triedAt === donation.keptAt) return null;
  const { triedAt, lacked } = donation.state;
  return `Tried at ${formatTime(new Date(triedAt), timeZone)}: ${
    lacked === 'connection' ? 'still no connection.' : 'the site is busy. It is tried again.'
  }`;
}

function TryNow({ donation }: { donation: KeptDonation }) {
  const [isPending, setPending] = useState(false);
  function tryNow() {
    setPending(true);
    void sendKept(donation.key).finally(() => setPending(false));
  }
  return (
    <Half icon={RefreshCw} pending={isPending} pendingLabel="Trying…" onClick={tryNow}>
      Try now
    </Half>
  );
}

/** One of the two halves of a card's foot. */
function Half(props: PlainButtonProps) {
  return <PlainButton kind="ghost" {...props} className="min-h-12.5 w-full px-3! -outline-offset-3" />;
}

/** At once: Undo brings it back with its key. */
async function doNotSend(donation: KeptDonation, onUndo: () => void): Promise<void> {
  const fail = (description: string) => void toast({ kind: 'error', title: 'Error', description });
  try {
    await dropKept(donation);
  } catch {
    return fail('It is still kept. Please try again.');
  }
  const undo = () =>
    keepDonation(donation).then(onUndo, () => fail('It could not be kept again. Please log it anew.'));
  toast({
    kind: 'success',
    title: 'Not sent',
    description: donation.mayHaveArrived
      ? 'An earlier try may have got through all the same.'
      : 'It is not kept any more.',
    action: { label: 'Undo', act: () => void undo() },
  });
}

/** `UC East bin, today, 3:48 PM`, and the donation's own day where that is another one. */
function placeAndTime({ body, keptAt }: KeptDonation, timeZone: TimeZone): string {
  const today = dayOf(new Date(), timeZone);
  const day = dayOf(new Date(keptAt), timeZone);
  const dayWords = day === today ? 'today' : day === daysAfter(today, -1) ? 'yesterday' : formatShortDay(day);
  return [
    body.dropSite || body.binLocation,
    body.date !== day && `for ${formatShortDay(body.date)}`,
    dayWords,
    formatTime(new Date(keptAt), timeZone),
  ]
    .filter(Boolean)
    .join(', ');
}
