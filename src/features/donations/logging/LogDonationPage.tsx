import { Suspense, useMemo, useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useToday, useTodayOnceHydrated } from '#features/site/useToday.ts';
import { formatMonth } from '#shared/dates.ts';
import { screens } from '#shared/screens.ts';
import { Bag } from '#web/art/Bag.tsx';
import { Bin } from '#web/art/Bin.tsx';
import { PublicFrame } from '#web/layouts/PublicFrame.tsx';
import { SiteHeader } from '#web/layouts/SiteHeader.tsx';
import { paths } from '#web/paths.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { useAddressQuery } from '#web/ui/useAddressQuery.ts';
import { GoalSlab } from '#web/ui/GoalSlab.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { showFromTheTop } from '#web/ui/showFromTheTop.ts';
import { DonationLogged } from './DonationLogged.tsx';
import { useDropBins } from './dropBins.ts';
import type { Logged, LoggedBody } from './logDonation.ts';
import { LogDonationForm } from './LogDonationForm.tsx';
import { type Place, readScan, ScanBanner } from './ScanBanner.tsx';

/** The goal that this page shows where the site names none; elsewhere it is 250 (spec section 9). */
const DEFAULT_GOAL_KILOGRAMS = 150;

export function LogDonationPage() {
  const [logged, setLogged] = useState<Logged | null>(null);
  const [again, setAgain] = useState<LoggedBody | null>(null);

  function logAnother({ body }: Logged) {
    setAgain(body);
    setLogged(null);
  }
  return (
    <PublicFrame header={<SiteHeader donor={false} slim here={paths.log} />}>
      {logged ? (
        <JustLogged logged={logged} onLogAnother={() => logAnother(logged)} />
      ) : (
        <LogDonation again={again} onLogged={setLogged} />
      )}
    </PublicFrame>
  );
}

function JustLogged(props: { logged: Logged; onLogAnother: () => void }) {
  const month = useMonth();
  return <DonationLogged {...props} month={month} today={useToday()} />;
}

type LogDonationProps = {
  /** What was logged just before, where another one follows. */
  again: LoggedBody | null;
  onLogged: (logged: Logged) => void;
};

function LogDonation(props: LogDonationProps) {
  return (
    <div className="container-page grid flex-1 content-start gap-x-16 gap-y-6 pt-3 pb-12 max-bar:max-w-[38rem] bar:grid-cols-[minmax(0,34rem)_minmax(0,25rem)] bar:justify-between bar:py-14">
      <title>{screens.log.title}</title>
      <meta
        name="description"
        content="Log what you gave to ReRound: your student ID, a weight range and the date. No login needed."
      />
      <ScannedForm {...props} />
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

function ScannedForm({ again, onLogged }: LogDonationProps) {
  const today = useTodayOnceHydrated();
  const scanned = useScan();
  const isHydrated = useIsHydrated();
  return (
    <div>
      {(scanned || !isHydrated) && <ScanBanner place={scanned} className="bar:mb-5" />}
      <h1
        ref={again && showFromTheTop}
        tabIndex={-1}
        className="t-2 mt-2.5 mb-2.5 outline-none max-bar:text-[1.8125rem] bar:mb-6"
      >
        Log a donation
      </h1>
      {/* A boundary of its own is hydrated in a task of its own. */}
      <Suspense>
        <LogDonationForm scanned={scanned} today={today} again={again} onLogged={onLogged} />
      </Suspense>
    </div>
  );
}

function useScan(): Place | null {
  const query = useAddressQuery();
  const bins = useDropBins();
  return useMemo(() => readScan(query, bins), [query, bins]);
}

function MonthlyGoal() {
  const month = useMonth();
  const today = useTodayOnceHydrated();
  return (
    <GoalSlab {...month} monthName={today && formatMonth(today)} note="Yours counts once it is confirmed." />
  );
}

function useMonth() {
  const { community } = useSiteInfo({ monthlyGoal: DEFAULT_GOAL_KILOGRAMS });
  return { kilograms: community.month.kg, goalKilograms: community.monthlyGoal };
}
