import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
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
import { rememberedDonorId } from './DonorField.tsx';
import type { LoggedDonation, DonationBody } from './donationQueue.ts';
import { LoggedScreen } from './LoggedScreen.tsx';
import { LogDonationForm, type LogDonationFormProps } from './LogDonationForm.tsx';
import { QueuedDonations, QueuedHint, useQueuedDonations } from './QueuedDonations.tsx';
import { readScannedPlace, ScanBanner } from './ScanBanner.tsx';
import { useDropBins } from './useDropBins.ts';

/** Shown on this page until the site's goal has loaded, or if that fails. */
const DEFAULT_GOAL_KILOGRAMS = 150;

/** The screen of queued donations. While it is `opening`, the form shows until they are read from storage. */
type QueueScreen = 'closed' | 'opening' | 'open';

export default function LogDonationPage() {
  const isKiosk = useUrlQuery().has('kiosk');
  const [logged, setLogged] = useState<LoggedDonation | null>(null);
  const [formStart, setFormStart] = useState<FormStart>(emptyForm);
  const [queueScreen, setQueueScreen] = useState<QueueScreen>('closed');
  const { queued, sent } = useQueuedDonations(queueScreen !== 'closed');

  // Memoized, so that the form is not rendered again while it hydrates.
  const showLogged = useCallback((donation: LoggedDonation) => {
    setLogged(donation);
    setFormStart(emptyForm);
  }, []);
  const showQueue = useCallback(
    (body: DonationBody) => {
      setFormStart(isKiosk ? emptyForm : startAfter(body));
      setQueueScreen('opening');
    },
    [isKiosk],
  );
  function showForm(start: FormStart) {
    setFormStart(isKiosk ? emptyForm : start);
    setLogged(null);
    setQueueScreen('closed');
  }

  const donations = [...sent, ...queued].toSorted((one, other) => one.queuedAt - other.queuedAt);
  const onlySent = donations.length === 1 ? sent[0] : undefined;
  // If the only queued donation was sent, it shows like one that was logged at once.
  const shownDonation =
    logged ?? (onlySent?.state.answer ? { body: onlySent.body, answer: onlySent.state.answer } : undefined);
  if (queueScreen === 'opening' && donations.length > 0) setQueueScreen('open');
  // The last donation was removed, so the form shows again instead of an empty screen.
  if (queueScreen === 'open' && donations.length === 0) setQueueScreen('closed');
  const showsQueue = queueScreen === 'open' && !shownDonation;
  useIdle(() => showForm(emptyForm), isKiosk && (shownDonation !== undefined || showsQueue));

  function renderContent() {
    if (shownDonation) {
      const { body } = shownDonation;
      return <LoggedScreen donation={shownDonation} onLogAnother={() => showForm(startAfter(body))} />;
    }
    if (showsQueue) {
      return (
        <QueuedDonations
          donations={donations}
          onCorrect={(donation) => {
            setFormStart({ previousBody: null, refusedDonation: donation });
            setQueueScreen('closed');
          }}
          onUndo={() => setQueueScreen('opening')}
          onLogAnother={() => showForm({ ...formStart, refusedDonation: null })}
        />
      );
    }
    return (
      <>
        {/* Hidden while a refused donation is corrected, since another would replace it in the form. */}
        {!formStart.refusedDonation && (
          <QueuedHint donations={queued} onShow={() => setQueueScreen('opening')} />
        )}
        <FormScreen formStart={formStart} isKiosk={isKiosk} onLogged={showLogged} onQueued={showQueue} />
      </>
    );
  }

  return (
    <PublicFrame
      header={<SiteHeader kind="slim" here={paths.log} />}
      offline={shownDonation || showsQueue ? '' : words.offline}
    >
      {renderContent()}
    </PublicFrame>
  );
}

/** What the form starts with: nothing, the donation logged just before, or a refused one. */
type FormStart = Pick<LogDonationFormProps, 'previousBody' | 'refusedDonation'>;

const emptyForm: FormStart = { previousBody: null, refusedDonation: null };

/** Repeats donor, day and place only if this device remembers the donor, since others may use it. */
function startAfter(body: DonationBody): FormStart {
  return { previousBody: body.studentId === rememberedDonorId() ? body : null, refusedDonation: null };
}

type FormScreenProps = Pick<LogDonationFormProps, 'isKiosk' | 'onLogged' | 'onQueued'> & {
  formStart: FormStart;
};

/** The form, the scanned place above it, and the month's goal. */
function FormScreen({ formStart, isKiosk, onLogged, onQueued }: FormScreenProps) {
  const { previousBody, refusedDonation } = formStart;
  const query = useUrlQuery();
  const bins = useDropBins();
  const scannedPlace = useMemo(() => readScannedPlace(query, bins), [query, bins]);
  const today = useTodayOnceHydrated();
  const { donorId, maxDaysBack } = useSiteInfo();
  const isHydrated = useIsHydrated();
  // A form that mounts after hydration replaces a screen whose button had the focus. A refused donation focuses a field.
  const [focusesHeading] = useState(isHydrated && !refusedDonation);
  return (
    <div className="container-page grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-x-16 gap-y-6 pt-3 pb-12 max-bar:max-w-[38rem] bar:grid-cols-[minmax(0,34rem)_minmax(0,25rem)] bar:justify-between bar:py-14">
      <title>{titles.log}</title>
      <meta name="description" content={words.description} />
      <div>
        {(scannedPlace || !isHydrated) && <ScanBanner place={scannedPlace} />}
        <h1
          ref={focusesHeading ? showFromTheTop : null}
          tabIndex={-1}
          className="t-2 mt-2.5 mb-2.5 outline-none max-bar:text-[1.8125rem] bar:mb-6"
        >
          {words.heading}
        </h1>
        {/* Suspense lets React hydrate the form in a task of its own, so that the page stays responsive. */}
        <Suspense>
          <LogDonationForm
            scannedPlace={scannedPlace}
            today={today}
            digits={donorId.digits}
            maxDaysBack={maxDaysBack}
            isKiosk={isKiosk}
            bins={bins}
            previousBody={previousBody}
            refusedDonation={refusedDonation}
            onLogged={onLogged}
            onQueued={onQueued}
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

/** How long a kiosk stays untouched before it shows an empty form again. */
const IDLE_MILLISECONDS = 60_000;

function useIdle(onIdle: () => void, isEnabled: boolean): void {
  const handleIdle = useEffectEvent(onIdle);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let timer = setTimeout(handleIdle, IDLE_MILLISECONDS);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(handleIdle, IDLE_MILLISECONDS);
    };
    const inputEvents = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const name of inputEvents) document.addEventListener(name, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of inputEvents) document.removeEventListener(name, restart);
    };
  }, [isEnabled]);
}

/** The query parameters of the page's URL; empty until hydrated, as on the server. */
function useUrlQuery(): URLSearchParams {
  const query = useIsHydrated() ? window.location.search : '';
  return useMemo(() => new URLSearchParams(query), [query]);
}
