import * as titles from '#web/console/titles.ts';
import { useQuery } from '@tanstack/react-query';
import { LogIn, Image, Undo2 } from 'lucide-react';
import { Link, Navigate, useLocation } from 'react-router';
import { useToday } from '#web/site/useToday.ts';
import { errorMessage } from '#web/api/client.ts';
import { Bag } from '#web/art/Bag.tsx';
import { ConsoleEntryScreen } from '#web/console/ConsoleEntryScreen.tsx';
import { consoleHeading, ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { freshAdminQuery } from '#web/guards.ts';
import { paths } from '#web/paths.ts';
import { withReturnTo } from '#web/returnAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import { TableCard } from '#web/ui/Table.tsx';
import { IntakeForm } from './IntakeForm.tsx';
import { useSitting, useUndoIntake, type SittingDonation } from './useIntake.ts';
import { kilogramsByBand } from '#shared/weights.ts';
import { formatKilograms } from '#words/formats.ts';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';

export default function IntakePage() {
  const { pathname, search } = useLocation();
  const me = useQuery(freshAdminQuery);
  if (me.data?.authenticated && me.data.mustChangePassword) {
    return <Navigate to={withReturnTo(paths.consolePassword, pathname + search)} replace />;
  }
  if (me.data?.authenticated && me.data.mustSetUpSecondFactor) {
    return <Navigate to={withReturnTo(paths.consoleAccount, pathname + search)} replace />;
  }
  return (
    <>
      <title>{titles.consoleIntake}</title>
      <meta name="robots" content="noindex" />
      {me.data && !me.data.authenticated ? (
        <LoginRequired loginPath={withReturnTo(paths.adminLogin, pathname + search)} />
      ) : (
        <ConsolePageLayout>
          <h1 className={`mb-4 ${consoleHeading}`}>Quick intake</h1>
          {me.isLoadingError && (
            <ErrorBanner
              message={errorMessage(me.error, 'Failed to load quick intake.')}
              onRetry={() => void me.refetch()}
              retrying={me.isFetching}
            />
          )}
          {me.isPending && <Skeleton rows={6} row={<SkeletonBox className="h-9 w-full" />} />}
          {me.data && <Sitting username={me.data.username} />}
        </ConsolePageLayout>
      )}
    </>
  );
}

function Sitting({ username }: { username: string }) {
  const today = useToday();
  const { donations, carriedOver, add, removeCode } = useSitting(username);

  return (
    <div className="grid items-start gap-6 min-[70rem]:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
      <Card as="section" console flush aria-label="Next donation" className="px-4 py-5 sm:p-7">
        <IntakeForm
          // Starts a new form after each donation, and when the site's day arrives after the first render.
          key={`${donations.length} ${today}`}
          carriedOver={carriedOver}
          today={today}
          onSaved={add}
        />
      </Card>
      <TableCard
        toolbar={
          <>
            <h2 className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em]">
              This sitting
            </h2>
            {donations.length > 0 && (
              <span className="ms-auto text-base text-muted tabular">{formatTotal(donations)}</span>
            )}
          </>
        }
        footer={donations.length > 0 ? 'Where and date stay for the next bag.' : undefined}
      >
        <SittingList donations={donations} onUndone={removeCode} />
      </TableCard>
    </div>
  );
}

/** `5 bags, 13.3 kg`. A bag that was not weighed counts with the kilograms of its band. */
function formatTotal(donations: readonly SittingDonation[]): string {
  const bagCount = donations.length === 1 ? '1 bag' : `${donations.length} bags`;
  const kilograms = donations.reduce((sum, bag) => sum + (bag.kilograms ?? kilogramsByBand[bag.weight]), 0);
  return `${bagCount}, ${formatKilograms(kilograms, 0)} kg`;
}

function LoginRequired({ loginPath }: { loginPath: string }) {
  return (
    <ConsoleEntryScreen objects={<Bag isDotted size={104} />}>
      <h1 className="t-3">Admin login required</h1>
      <p className="mt-1.5 mb-5.5 text-muted">
        Quick intake is for those who take donations in at the table.
      </p>
      <Button asChild size="large" className="w-full">
        <Link to={loginPath}>
          <LogIn size={20} aria-hidden="true" />
          Log in
        </Link>
      </Button>
    </ConsoleEntryScreen>
  );
}

type SittingListProps = { donations: readonly SittingDonation[]; onUndone: (id: number) => void };

/** The donations of this sitting with their reward codes, the latest first. */
function SittingList({ donations, onUndone }: SittingListProps) {
  const addressOf = useDonationAddress();
  const undo = useUndoIntake(onUndone);
  if (donations.length === 0) {
    return (
      <EmptyState
        object={Bag}
        title="Nothing taken in yet."
        text="Each donation that you save is listed here with its reward code, until you log out or close this tab."
        className="border-t-[1.5px] border-line py-8"
      />
    );
  }
  return (
    <ul aria-label="This sitting">
      {donations.map(({ id, name, participantId, kilograms, weight, discountCode, hasPhoto }, index) => (
        <li
          key={id}
          className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t-[1.5px] border-line px-3.5 py-2 first:min-h-14 first:bg-spruce-tint sm:grid-cols-[minmax(0,1fr)_88px_132px_84px]"
        >
          <b className="min-w-0 font-[650] wrap-anywhere">
            <PersonLink id={participantId} isNewTab>
              {name}
            </PersonLink>
          </b>
          <span className="flex items-center gap-2 tabular max-sm:justify-end">
            <Link
              to={addressOf(id)}
              preventScrollReset
              className="inline-flex min-h-7 items-center rounded-shelf underline underline-offset-4"
            >
              {kilograms === null ? weight : `${kilograms} kg`}
              <span className="sr-only">, details of donation {id}</span>
            </Link>
            {hasPhoto && <Image size={17} role="img" aria-label="Photo attached" className="text-spruce" />}
          </span>
          {discountCode === null ? (
            <span>
              <StatusPill status="pending" size="small" />
            </span>
          ) : (
            <span className="t-code-row text-[1.0625rem]">{discountCode}</span>
          )}
          <span className="flex justify-end">
            {index === 0 && discountCode !== null && (
              <Button
                kind="ghost"
                size="row"
                icon={Undo2}
                className="max-md:min-h-11"
                pending={undo.isPending}
                pendingLabel="Undoing…"
                onClick={() => undo.mutate({ id, name })}
              >
                Undo
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
