import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Navigate } from 'react-router';
import { NewsCard } from '#features/donors/NewsCard.tsx';
import { RewardCodes } from '#features/rewards/RewardCodes.tsx';
import { usableCodes } from '#features/rewards/rules.ts';
import type { contract as site } from '#features/settings/contract.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { formatMonth } from '#words/formats.ts';
import { titles } from '#words/site.ts';
import { cachedAddress } from '#web/api/address.ts';
import { hasSessionEnded } from '#web/api/sessionErrors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { doorToHere } from '#web/returnAddress.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { GoalSlab } from '#web/ui/GoalSlab.tsx';
import { dashboard as words } from '#words/dashboard.tsx';
import { BadgesCard } from './BadgesCard.tsx';
import type { contract } from './contract.ts';
import { DashboardHead } from './DashboardHead.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { type DonorSummary, summaryQuery } from './donorSummary.ts';
import { RecentDonations } from './RecentDonations.tsx';
import { RewardTierCard } from './RewardTierCard.tsx';
import { Totals } from './Totals.tsx';

const communitySummary = cachedAddress<typeof site.communitySummary>({
  method: 'GET',
  path: '/api/community/summary',
  access: 'public',
  shows: ['donations', 'settings'],
});
const communityQuery = { ...endpointQuery(communitySummary, {}), gcTime: 0 };

const exportPath: (typeof contract.exportOwn)['path'] = '/api/students/export';

export default function DashboardPage() {
  const summary = useQuery(summaryQuery);

  if (hasSessionEnded(summary.error)) return <Navigate to={doorToHere(paths.donorLogin)} replace />;
  return (
    <PublicLayout ground="sunk" donor>
      <title>{titles.dashboard}</title>
      <div className="container-page py-7 bar:pt-9 bar:pb-16">
        {summary.data && <Dashboard summary={summary.data} now={new Date(summary.dataUpdatedAt)} />}
        {summary.isPending && <DashboardSkeleton />}
        {summary.isError && !summary.data && (
          <>
            <h1 className="t-2">{words.heading}</h1>
            <ErrorBanner
              className="mt-5"
              message={words.failed}
              onRetry={() => void summary.refetch()}
              retrying={summary.isFetching}
            />
          </>
        )}
      </div>
    </PublicLayout>
  );
}

function Dashboard({ summary, now }: { summary: DonorSummary; now: Date }) {
  const { milestones, timeZone } = useSiteInfo();
  // On paper there is the tag to use next and nothing else.
  const beside = usableCodes(summary.codes, now).length > 0 ? 'print:hidden' : '';
  return (
    <>
      <div className={beside}>
        <DashboardHead studentId={summary.studentId} displayName={summary.displayName} />
      </div>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] print:mt-0 print:block">
        <div className="flex flex-col gap-6">
          <Totals totals={summary.totals} className={beside} />
          <RewardCodes
            codes={summary.codes}
            now={now}
            timeZone={timeZone}
            nextStep={words.firstCodeStep(summary.totals.pending)}
            withheld={!summary.opensCodes}
          />
          <RecentDonations donations={summary.recent} className={beside} />
        </div>
        <div className={`flex flex-col gap-6 ${beside}`}>
          <CommunityGoal own={summary.kilogramsThisMonth} waiting={summary.waiting.kilogramsThisMonth} />
          <RewardTierCard summary={summary} />
          <BadgesCard donations={summary.totals.all} milestones={milestones} kept={summary.keptBadges} />
          <NewsCard />
        </div>
      </div>
      <SaveOwnData className={`mt-6 ${beside}`} />
    </>
  );
}

/** Quiet, and at the end: it is asked for once in years. */
function SaveOwnData({ className }: { className: string }) {
  return (
    <p className={`t-small text-muted ${className}`}>
      <a
        href={exportPath}
        download
        className="inline-flex min-h-11 items-center gap-2 rounded-shelf underline decoration-line underline-offset-4 hover:text-ink"
      >
        <Download size={17} aria-hidden="true" className="shrink-0" />
        {words.download}
      </a>
    </p>
  );
}

/** The month, with what is the donor's own of it in kilograms: confirmed and waiting. */
function CommunityGoal({ own, waiting }: { own: number; waiting: number }) {
  const { community } = useSiteInfo();
  const today = useToday();
  const { data } = useQuery(communityQuery);
  return (
    <GoalSlab
      kilograms={data?.confirmedThisMonth ?? community.month.kg}
      goalKilograms={data?.goal ?? community.monthlyGoal}
      monthName={formatMonth(today)}
      waitingKilograms={waiting}
      note={words.ownThisMonth(own, waiting)}
    />
  );
}
