import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { Navigate, Link, useNavigate } from 'react-router';
import { NewsCard } from '#features/donors/NewsCard.tsx';
import { ShareLinkCard } from '#features/donors/ShareLinkCard.tsx';
import { RewardCodes } from '#features/rewards/RewardCodes.tsx';
import { usableCodes } from '#features/rewards/rules.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import { formatMonth, formatCount } from '#words/formats.ts';
import { titles, errorTitle } from '#words/site.ts';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { hasSessionEnded } from '#web/api/errors.ts';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { withReturnHere } from '#web/returnAddress.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { GoalSlab } from '#web/ui/GoalSlab.tsx';
import { dashboard as words } from '#words/dashboard.tsx';
import { BadgesCard } from './BadgesCard.tsx';
import type { contract } from './contract.ts';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { type DonorSummary, summaryQuery } from './donorSummary.ts';
import { RecentDonations } from './RecentDonations.tsx';
import { RewardTierCard } from './RewardTierCard.tsx';
import type { contract as donors } from '#features/donors/contract.ts';
import { call, errorMessage } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { Card } from '#web/ui/Card.tsx';

const exportPath: (typeof contract.exportOwn)['path'] = '/api/students/export';

export default function DashboardPage() {
  const summary = useQuery(summaryQuery);

  if (hasSessionEnded(summary.error)) return <Navigate to={withReturnHere(paths.donorLogin)} replace />;
  return (
    <PublicLayout ground="sunk" header="donor">
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
  // A print shows only the code to use next, if there is one.
  const hiddenInPrint = usableCodes(summary.codes, now).length > 0 ? 'print:hidden' : '';
  return (
    <>
      <div className={hiddenInPrint}>
        <DashboardHead studentId={summary.studentId} displayName={summary.displayName} />
      </div>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] print:mt-0 print:block">
        <div className="flex flex-col gap-6">
          <Totals totals={summary.totals} className={hiddenInPrint} />
          <RewardCodes
            codes={summary.codes}
            now={now}
            timeZone={timeZone}
            nextStep={words.firstCodeStep(summary.totals.pending)}
            isWithheld={!summary.opensCodes}
          />
          <RecentDonations donations={summary.recent} className={hiddenInPrint} />
        </div>
        <div className={`flex flex-col gap-6 ${hiddenInPrint}`}>
          <CommunityGoal
            ownKilograms={summary.kilogramsThisMonth}
            waitingKilograms={summary.waiting.kilogramsThisMonth}
          />
          <RewardTierCard summary={summary} />
          <BadgesCard
            donations={summary.totals.all}
            milestones={milestones}
            keptBadges={summary.keptBadges}
          />
          {summary.shareLink && <ShareLinkCard url={summary.shareLink.url} />}
          <NewsCard />
        </div>
      </div>
      <DownloadOwnData className={`mt-6 ${hiddenInPrint}`} />
    </>
  );
}

/** Small and at the end of the page, since donors rarely need it. */
function DownloadOwnData({ className }: { className: string }) {
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

type CommunityGoalProps = {
  /** The donor's confirmed kilograms of this month. */
  ownKilograms: number;
  /** The donor's pending kilograms of this month. */
  waitingKilograms: number;
};

/** The community's month, and the donor's part of it. */
function CommunityGoal({ ownKilograms, waitingKilograms }: CommunityGoalProps) {
  const { month, monthlyGoal } = useSiteInfo().community;
  return (
    <GoalSlab
      kilograms={month.kg}
      goalKilograms={monthlyGoal}
      monthName={formatMonth(useToday())}
      waitingKilograms={waitingKilograms}
      weighedShare={month.weighedShare}
      note={words.ownThisMonth(ownKilograms, waitingKilograms)}
    />
  );
}

const studentLogout = lightEndpoint<typeof donors.studentLogout>({
  method: 'POST',
  path: '/api/students/logout',
  access: 'public',
});

function DashboardHead({ studentId, displayName }: Pick<DonorSummary, 'studentId' | 'displayName'>) {
  return (
    <header>
      <div className="flex items-center justify-between gap-4 sm:justify-start">
        <p className="min-w-0 leading-snug text-muted wrap-anywhere">{studentId}</p>
        <LogOutButton />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <h1 className="t-2 min-w-0 wrap-anywhere">{formatGreeting(displayName)}</h1>
        <Button asChild icon={Plus}>
          <Link to={paths.log}>{words.logDonation}</Link>
        </Button>
      </div>
    </header>
  );
}

function LogOutButton() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const logOut = useMutation({
    mutationFn: () => call(studentLogout, {}),
    onSuccess: async () => {
      // Leaves the page before the cache is cleared, since the page would reload its data.
      await navigate(paths.home);
      queryClient.clear();
    },
    onError: (error) =>
      toast({ kind: 'error', title: errorTitle, description: errorMessage(error, words.logOutFailed) }),
  });
  return (
    <Button
      kind="ghost"
      size="small"
      className="-me-4 shrink-0 sm:-ms-2 sm:me-0"
      pending={logOut.isPending}
      pendingLabel={words.loggingOut}
      onClick={() => logOut.mutate()}
    >
      {words.logOut}
    </Button>
  );
}

function formatGreeting(displayName: string | null): string {
  const firstName = displayName?.trim().split(/\s+/)[0];
  return firstName ? words.greeting(firstName) : words.heading;
}

type TotalsProps = { totals: DonorSummary['totals']; className: string };

function Totals({ totals, className }: TotalsProps) {
  return (
    <Card flush className={className}>
      <dl className="grid grid-cols-3 divide-x-[1.5px] divide-line">
        <Figure label={words.total} value={totals.all} />
        <Figure label={words.confirmed} value={totals.confirmed} />
        <Figure label={words.pending} value={totals.pending} />
      </dl>
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="min-w-0 px-4 py-3 max-tiny:px-2.5">
      <dt className="t-small text-muted max-tiny:text-[0.875rem]">{label}</dt>
      <dd className="t-figure tabular wrap-anywhere">{formatCount(value)}</dd>
    </div>
  );
}
