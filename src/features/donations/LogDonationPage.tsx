import {
  type ComponentProps,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useTodayOnceHydrated } from '#web/site/useToday.ts';
import { formatMonth } from '#words/formats.ts';
import { logDonation as words } from '#words/log.tsx';
import { titles } from '#words/site.ts';
import { Bag } from '#web/art/Bag.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { PublicFrame } from '#web/layouts/PublicFrame.tsx';
import { SiteHeader } from '#web/layouts/SiteHeader.tsx';
import { paths } from '#web/paths.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { GoalSlab } from '#web/ui/GoalSlab.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { showFromTheTop } from '#web/ui/SuccessHead.tsx';
import { DonationLogged } from './DonationLogged.tsx';
import { rememberedDonorId } from './DonorField.tsx';
import type { Logged, LoggedBody } from './donationQueue.ts';
import { useDropBins, readScan, ScanBanner } from './ScanBanner.tsx';
import { LogDonationForm } from './LogDonationForm.tsx';
import { QueuedDonations, QueuedHint, useQueuedDonations } from './QueuedDonations.tsx';

/** Shown on this page if the site sets no goal. Other pages then show 250. */
const DEFAULT_GOAL_KILOGRAMS = 150;

export default function LogDonationPage() {
  const isKiosk = useAddressQuery().has('kiosk');
  const [logged, setLogged] = useState<Logged | null>(null);
  const [start, setStart] = useState<FormStart>(emptyForm);
  const [isQueueOpen, setQueueOpen] = useState(false);
  const { queued, sent } = useQueuedDonations(isQueueOpen);

  // Memoized, so that the form is not rendered again while it hydrates.
  const showLogged = useCallback((donation: Logged) => {
    setLogged(donation);
    setStart(emptyForm);
  }, []);
  const showQueue = useCallback(
    (body: LoggedBody) => {
      setStart(isKiosk ? emptyForm : startAfter(body));
      setQueueOpen(true);
    },
    [isKiosk],
  );
  function showForm(next: FormStart) {
    setStart(isKiosk ? emptyForm : next);
    setLogged(null);
    setQueueOpen(false);
  }

  const donations = [...sent, ...queued].toSorted((one, other) => one.queuedAt - other.queuedAt);
  const onlySent = donations.length === 1 ? sent[0] : undefined;
  const shownDonation =
    logged ?? (onlySent?.state.answer ? { body: onlySent.body, answer: onlySent.state.answer } : undefined);
  const showsQueue = isQueueOpen && !shownDonation && donations.length > 0;
  const [showedQueue, setShowedQueue] = useState(false);
  if (showedQueue !== showsQueue) {
    setShowedQueue(showsQueue);
    // The queue has become empty, and a donation queued later must not replace the form.
    if (!showsQueue && !shownDonation) setQueueOpen(false);
  }
  useIdle(() => showForm(emptyForm), isKiosk && (shownDonation !== undefined || showsQueue));
  return (
    <PublicFrame
      header={<SiteHeader isDonorSignedIn={false} slim here={paths.log} />}
      offline={shownDonation || showsQueue ? '' : words.offline}
    >
      {shownDonation ? (
        <DonationLogged
          logged={shownDonation}
          onLogAnother={() => showForm(startAfter(shownDonation.body))}
        />
      ) : showsQueue ? (
        <QueuedDonations
          donations={donations}
          onCorrect={(donation) => {
            setStart({ again: null, rejected: donation });
            setQueueOpen(false);
          }}
          onUndo={() => setQueueOpen(true)}
          onLogAnother={() => showForm({ ...start, rejected: null })}
        />
      ) : (
        <>
          {/* Hidden while a refused donation is being corrected, since another would replace it. */}
          {!start.rejected && <QueuedHint donations={queued} onShow={() => setQueueOpen(true)} />}
          <LogDonation {...start} isKiosk={isKiosk} onLogged={showLogged} onQueued={showQueue} />
        </>
      )}
    </PublicFrame>
  );
}

type LogDonationFormProps = ComponentProps<typeof LogDonationForm>;

/** What the form starts with: nothing, the donation logged just before, or a refused one. */
type FormStart = Pick<LogDonationFormProps, 'again' | 'rejected'>;

const emptyForm: FormStart = { again: null, rejected: null };

/** Keeps donor, day and place only if this device remembers the donor: others may use it. */
function startAfter(body: LoggedBody): FormStart {
  return { again: body.studentId === rememberedDonorId() ? body : null, rejected: null };
}

function LogDonation(props: Omit<LogDonationFormProps, 'scanned' | 'today' | 'digits' | 'maxDaysBack'>) {
  const query = useAddressQuery();
  const bins = useDropBins();
  const scanned = useMemo(() => readScan(query, bins), [query, bins]);
  const today = useTodayOnceHydrated();
  const { donorId, maxDaysBack } = useSiteInfo();
  const isHydrated = useIsHydrated();
  // What had the focus has gone when the form comes back. A refused donation focuses a field instead.
  const [focusesHeading] = useState(isHydrated && !props.rejected);
  return (
    <div className="container-page grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-x-16 gap-y-6 pt-3 pb-12 max-bar:max-w-[38rem] bar:grid-cols-[minmax(0,34rem)_minmax(0,25rem)] bar:justify-between bar:py-14">
      <title>{titles.log}</title>
      <meta name="description" content={words.description} />
      <div>
        {(scanned || !isHydrated) && <ScanBanner place={scanned} className="bar:mb-5" />}
        <h1
          ref={focusesHeading ? showFromTheTop : null}
          tabIndex={-1}
          className="t-2 mt-2.5 mb-2.5 outline-none max-bar:text-[1.8125rem] bar:mb-6"
        >
          {words.heading}
        </h1>
        {/* A Suspense boundary is hydrated in a task of its own. */}
        <Suspense>
          <LogDonationForm
            scanned={scanned}
            today={today}
            digits={donorId.digits}
            maxDaysBack={maxDaysBack}
            {...props}
          />
        </Suspense>
      </div>
      <div className="flex flex-col">
        <MonthlyGoal />
        <Shelf className="mt-auto pt-16 max-bar:hidden" rowClassName="justify-center gap-9">
          <Bag size={112} />
          <Bin size={148} />
        </Shelf>
      </div>
    </div>
  );
}

function MonthlyGoal() {
  const { community } = useSiteInfo({ monthlyGoal: DEFAULT_GOAL_KILOGRAMS });
  const today = useTodayOnceHydrated();
  return (
    <GoalSlab
      kilograms={community.month.kg}
      goalKilograms={community.monthlyGoal}
      monthName={today && formatMonth(today)}
      note={words.goalNote}
    />
  );
}

/** How long nobody touches a kiosk before it is ready for the next person. */
const IDLE_MILLISECONDS = 60_000;

function useIdle(onIdle: () => void, isWatched: boolean): void {
  const handleIdle = useEffectEvent(onIdle);
  useEffect(() => {
    if (!isWatched) return undefined;
    let timer = setTimeout(handleIdle, IDLE_MILLISECONDS);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(handleIdle, IDLE_MILLISECONDS);
    };
    const touches = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const touch of touches) document.addEventListener(touch, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const touch of touches) document.removeEventListener(touch, restart);
    };
  }, [isWatched]);
}

/** The address's query; empty until hydrated, as on the server. */
function useAddressQuery(): URLSearchParams {
  const query = useIsHydrated() ? window.location.search : '';
  return useMemo(() => new URLSearchParams(query), [query]);
}
